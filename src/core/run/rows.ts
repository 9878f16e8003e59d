import { type RunEvent } from './event';
import { type RunState } from './state';

/** One row of a table in the written form; `null` values removes the row. */
export interface RowChange {
  table: string;
  key: string;
  values: Record<string, string | number | null> | null;
}

/** Row changes that one event makes in the written form. */
export function rowChanges(_before: RunState, _after: RunState, _event: RunEvent): RowChange[] {
  return [];
}
