import { type RunView } from '../../shared/view';

/** Newest items that a panel is given of each list that only grows. What the article rests on is never cut. */
const most = { updates: 300, requests: 200, searches: 400, turns: 400, corrections: 300, revisions: 400, decisions: 200, checks: 2000 };

/**
 * The view as a panel gets it: long histories end with their newest items, so that a snapshot stays small however long the run.
 * The Markdown form goes too, because the panel draws from the blocks.
 */
export function boundedView(view: RunView): { view: RunView; omitted: number } {
  let omitted = 0;
  const newest = <T>(items: T[], limit: number): T[] => {
    omitted += Math.max(0, items.length - limit);
    return items.length > limit ? items.slice(-limit) : items;
  };
  return {
    view: {
      ...view,
      updates: newest(view.updates, most.updates),
      requests: newest(view.requests, most.requests),
      searches: newest(view.searches, most.searches),
      turns: newest(view.turns, most.turns),
      checks: newest(view.checks, most.checks),
      corrections: newest(view.corrections, most.corrections),
      article: { ...view.article, markdown: '', revisions: newest(view.article.revisions, most.revisions) },
      budget: { ...view.budget, decisions: newest(view.budget.decisions, most.decisions) },
    },
    omitted,
  };
}
