import { type EventDraft } from '../run/event';
import { newNotices } from '../run/notices';
import { costOf, roundMoney, type Price } from '../run/records';
import { say } from '../run/said';
import { axisWords } from './axisWords';
import { outerAxes, type Amounts, type Axis } from './events';

/** Tokens of one request that publishes or finishes and of its answer, at least: with the shortest article, instructions and tools take some 7,000. */
const endingRequest = { input: 7_000, cached: 0, output: 1_000 };
/** One publishes, one finishes. */
const endingRequests = 2;
/** Share of a limit of tokens or money. */
const outerShare = 0.1;

/** What one request at the end takes of an outer limit at least; 0 of money where no price is known. */
const leastOf = (axis: Axis, price: Price | null): number =>
  (axis === 'tokens' ? endingRequest.input + endingRequest.output : price === null ? 0 : costOf(endingRequest, price));

/**
 * What waits for the end: 4 requests, 4 publications and 5 % of the time, with a turn each for the requests; of tokens and money a
 * tenth, and not less than two requests take. Never more than half of a grant: what then pays for no request is not kept at all.
 */
export function finalizationOf(grant: Amounts, price: Price | null = null): Amounts {
  const half = (axis: Axis, wanted: number): number => Math.min(wanted, Math.floor((grant[axis] ?? Infinity) / 2));
  return {
    requests: half('requests', 4),
    turns: half('turns', 4),
    publications: half('publications', 4),
    milliseconds: half('milliseconds', Math.floor((grant.milliseconds ?? 0) * 0.05)),
    ...Object.fromEntries(outerAxes.flatMap((axis) => {
      const limit = grant[axis];
      const least = leastOf(axis, price);
      const exact = axis === 'money' ? roundMoney : Math.floor;
      const kept = limit === undefined ? 0 : exact(Math.min(Math.max(limit * outerShare, endingRequests * least), limit / 2));
      return kept === 0 || kept < least ? [] : [[axis, kept]];
    })),
  };
}

/** A limit that is too low to keep anything of it is said: such a run may end with nothing to show. */
export const nothingKeptDrafts = (grant: Amounts, kept: Amounts): EventDraft[] =>
  newNotices({ notices: [] }, outerAxes.flatMap((axis) => (grant[axis] === undefined || kept[axis] !== undefined ? [] : [
    say('A limit of {0} ({1}) is too low to keep a request back for publishing and finishing: the research may end with nothing published.', grant[axis], axisWords[axis]),
  ])));
