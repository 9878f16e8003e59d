import type { RunView } from '../../src/shared/view';
export function TraceTab({ view }: { view: RunView; trace: unknown; details: unknown; channel: unknown }) { return <p>{view.turns.length}</p>; }
