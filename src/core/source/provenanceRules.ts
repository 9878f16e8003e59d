import { type EventDraft } from '../run/event';
import { type RunState } from '../run/state';
export function provenanceDrafts(_s: RunState, _f: unknown, _o: ReadonlyMap<string, string>): EventDraft[] { return []; }
