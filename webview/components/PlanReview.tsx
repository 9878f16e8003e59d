import type { RunView } from '../../src/shared/view';
export function PlanReview({ view }: { view: RunView }) { return <p>{view.run.question}</p>; }
