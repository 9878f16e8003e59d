import { type RunEvent } from './event';
import { type RowChange } from './log';
import { type RunState } from './state';

/** Row changes that one event makes in the written form. */
export function rowChanges(_before: RunState, _after: RunState, _event: RunEvent): RowChange[] {
  return [];
}
