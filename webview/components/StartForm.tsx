import type { RunView } from '../../src/shared/view';
export function StartForm({ view }: { view: RunView; offer: unknown }) { return <p>{view.run.question}</p>; }
