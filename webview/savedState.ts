import * as z from 'zod/mini';
import type { EditorApi } from './channel';

export const tabs = ['article', 'progress', 'ledger', 'trace'] as const;
export type Tab = (typeof tabs)[number];

/** What survives a hidden panel and a reload: only what the reader looks at. A few hundred bytes. */
const savedState = z.object({
  /** The run this panel shows: after a reload of the window the host finds it again by this. */
  run: z.string(),
  tab: z.enum(tabs),
  /** Element at the top of what was read, and its distance from the top in pixels. */
  anchor: z.nullable(z.object({ id: z.string(), offset: z.number() })),
  /** Article version that is read; null for the latest. */
  version: z.nullable(z.int()),
  /** Latest version the reader has had before them. */
  seen: z.nullable(z.int()),
});
export type SavedState = z.infer<typeof savedState>;

/** The state kept for this run; a fresh one where there is none, or where the panel now shows another run. Written back at once, so that a reload before the first message finds the run. */
export function restoreState(api: EditorApi, run: string): SavedState {
  const parsed = savedState.safeParse(api.getState());
  const saved: SavedState = parsed.success && parsed.data.run === run ? parsed.data : { run, tab: 'article', anchor: null, version: null, seen: null };
  api.setState(saved);
  return saved;
}
