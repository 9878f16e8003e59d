import { idNumber, type IdKind } from './ids';

/**
 * Records live in arrays in the order of their ids (`E1` at index 0), since ids are handed out in sequence and never reused:
 * a look-up is an index, a change copies one array, and everything else is shared with the state before.
 */
export type Ordered<T> = readonly T[];

export function byId<T extends { id: string }>(kind: IdKind, list: Ordered<T>, id: string): T | undefined {
  const n = idNumber(kind, id);
  return n === undefined ? undefined : list[n - 1];
}

/** The list with one record changed; unchanged when there is no such id. */
export function changed<T extends { id: string }>(kind: IdKind, list: Ordered<T>, id: string, change: (record: T) => T): Ordered<T> {
  const n = idNumber(kind, id);
  const record = n === undefined ? undefined : list[n - 1];
  return n === undefined || record === undefined ? list : list.with(n - 1, change(record));
}

export function changedAll<T extends { id: string }>(kind: IdKind, list: Ordered<T>, ids: readonly string[], change: (record: T) => T): Ordered<T> {
  return ids.reduce((next, id) => changed(kind, next, id, change), list);
}
