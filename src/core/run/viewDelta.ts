import { keyedParts, type KeyedPart, type ToPanel } from '../../shared/messages';
import { type RunView } from '../../shared/view';

export type ViewDelta = Pick<Extract<ToPanel, { type: 'delta' }>, 'parts' | 'upserts'>;

/** What turns one view into the next, in the panel's terms; null when nothing changed. Applying it to `before` gives a view equal to `after`. */
export function viewDelta(before: RunView, after: RunView): ViewDelta | null {
  const parts: Record<string, unknown> = {};
  const upserts: Record<string, unknown> = {};
  for (const part of Object.keys(after) as (keyof RunView)[]) {
    const items = isKeyed(part) ? changedItems(before[part], after[part]) : null;
    if (items === null) {
      if (!same(before[part], after[part])) parts[part] = after[part];
    } else if (items.length > 0) {
      upserts[part] = items;
    }
  }
  if (Object.keys(parts).length === 0 && Object.keys(upserts).length === 0) return null;
  return { parts, upserts };
}

const isKeyed = (part: string): part is KeyedPart => (keyedParts as readonly string[]).includes(part);

/** Changed and new items, or null when items left or moved: then only the whole list says what stands. */
function changedItems(before: readonly { id: string }[], after: readonly { id: string }[]): { id: string }[] | null {
  if (before.some(({ id }, at) => after[at]?.id !== id)) return null;
  return after.filter((item, at) => !same(before[at], item));
}

/** Equality of plain JSON values. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
