import type { RunView } from '../../src/shared/view';
export function LedgerTab({ view }: { view: RunView; target: string | null }) { return <p>{view.claims.length}</p>; }
