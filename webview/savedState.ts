import * as z from 'zod/mini';
import type { EditorApi } from './channel';

export const tabs = ['article', 'progress', 'ledger', 'trace'] as const;
export type Tab = (typeof tabs)[number];

/** What survives a hidden panel and a reload: only what the reader looks at. A few hundred bytes. */
const savedState = z.object({
  tab: z.enum(tabs),
  /** Element at the top of what was read, and its distance from the top in pixels. */
  anchor: z.nullable(z.object({ id: z.string(), offset: z.number() })),
  /** Article version that is read; null for the latest. */
  version: z.nullable(z.int()),
  /** Latest version the reader has had before them. */
  seen: z.nullable(z.int()),
});
export type SavedState = z.infer<typeof savedState>;

export const freshState: SavedState = { tab: 'article', anchor: null, version: null, seen: null };

export function restoreState(api: EditorApi): SavedState {
  const parsed = savedState.safeParse(api.getState());
  return parsed.success ? parsed.data : freshState;
}
