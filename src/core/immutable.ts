import { idNumber, type IdKind } from './ids';

/**
 * Records live in arrays in the order of their ids (`E1` at index 0), since ids are handed out in sequence and never reused:
 * a look-up is an index, a change makes one array anew, and everything else is shared with the state before. Where a person struck
 * claims out of a plan, those behind them stand further in front, and are sought.
 */
export type Ordered<T> = readonly T[];

export type Table<T> = Readonly<Record<string, T>>;

/** How a list or table goes on. What it was before stays as it was for whoever still holds it. */
export interface Change {
  appended<T>(list: Ordered<T>, ...items: readonly T[]): Ordered<T>;
  with<T>(list: Ordered<T>, index: number, item: T): Ordered<T>;
  put<T>(table: Table<T>, key: string, value: T): Table<T>;
}

/** By a copy: the state before goes on living beside the next. */
export const byCopy: Change = {
  appended: (list, ...items) => [...list, ...items],
  with: (list, index, item) => list.with(index, item),
  put: (table, key, value) => ({ ...table, [key]: value }),
};

/**
 * For one fold over many events, whose states in between nobody sees: what the fold has copied once is its own and changes where it
 * stands. With a copy for each event, reading a log of n events would copy n lists of n. Not for a list that a record of the state
 * keeps as it was, such as the claims that stood when a turn was asked.
 */
export function inPlace(): Change {
  const own = new WeakSet<object>();
  const owned = <L extends object, M extends L>(known: L, copy: (known: L) => M): M => {
    if (own.has(known)) return known as M;
    const made = copy(known);
    own.add(made);
    return made;
  };
  const listOf = <T>(list: Ordered<T>): T[] => owned<Ordered<T>, T[]>(list, (known) => [...known]);
  return {
    appended: (list, ...items) => {
      const mine = listOf(list);
      mine.push(...items);
      return mine;
    },
    with: (list, index, item) => {
      const mine = listOf(list);
      mine[index] = item;
      return mine;
    },
    // Defined and not assigned: a key such as `__proto__` from a log is a key.
    put: <T>(table: Table<T>, key: string, value: T) => Object.defineProperty(owned(table, (known) => ({ ...known })), key, { value, writable: true, enumerable: true, configurable: true }),
  };
}

function placeOf(kind: IdKind, list: Ordered<{ id: string }>, id: string): number {
  const n = idNumber(kind, id);
  if (n === undefined) return -1;
  return list[n - 1]?.id === id ? n - 1 : list.findIndex((record) => record.id === id);
}

export const byId = <T extends { id: string }>(kind: IdKind, list: Ordered<T>, id: string): T | undefined => list[placeOf(kind, list, id)];

/** The list with one record changed; unchanged when there is no such id. */
export function changed<T extends { id: string }>(kind: IdKind, list: Ordered<T>, id: string, change: (record: T) => T, by: Change = byCopy): Ordered<T> {
  const place = placeOf(kind, list, id);
  const record = list[place];
  return record === undefined ? list : by.with(list, place, change(record));
}

export function changedAll<T extends { id: string }>(kind: IdKind, list: Ordered<T>, ids: readonly string[], change: (record: T) => T, by: Change = byCopy): Ordered<T> {
  const once = by === byCopy ? inPlace() : by;
  return ids.reduce((next, id) => changed(kind, next, id, change, once), list);
}
