import { currentBlocks } from '../article/state';
import { available } from '../budget/approver';
import { axes, type Axis } from '../budget/events';
import { reservationOf } from '../budget/state';
import { findingLine, findingsOf } from '../check/findings';
import { checksLeft, uncheckedWords, verifierOf } from '../check/orders';
import { partsToMend } from '../check/publication';
import { type TurnView } from '../researcher/researcher';
import { failingLines } from '../run/ending';
import { currentArticle } from './currentArticle';
import { planChanges } from './framing';
import { broughtAbove, claimLines, conflictLines, evidenceLine, isOwnClaim, searchLines, sourceLines } from './ledgerLines';

/** What the growing lists of the state of now may take of its units; older entries are left out first, and that is said. */
const shares = { article: 0.55, evidence: 0.2, sources: 0.1, searches: 0.15 };

/** Findings that are shown. */
const doubtsShown = 8;

/**
 * Everything that changes each turn, at the very end of the request, and nothing that stands before it. `units` bounds the lists
 * that grow with the run. A child sees what concerns its claims, and neither the article nor the conditions of the whole.
 */
export function stateOfNow(view: TurnView, units: number): string {
  const { state, objective } = view;
  const above = broughtAbove(view.exchanges);
  const section = (title: string, lines: readonly Line[], share = Infinity): string[] => {
    if (lines.length === 0) return [];
    const kept = newest(lines, units * share);
    const left = lines.length - kept.length;
    return [`${title}\n${left > 0 ? `(${left} older: recall by id)\n` : ''}${kept.join('\n')}`];
  };
  return [
    `State at turn ${view.turn}, ${view.now.slice(0, 10)}:`,
    ...section(`Changed in the plan since (it is version ${state.ledger.plan?.version ?? 0} now)`, planChanges(view)),
    ...section('Claims', claimLines(view)),
    ...section(`Evidence${objective === null ? ' that the article does not cite yet' : ' on your claims'} (copy the marker)`, evidenceLines(view, above), shares.evidence),
    ...section('Conflicts', conflictLines(view)),
    ...section('Sources', sourceLines(view, above), shares.sources),
    ...section('Searches', searchLines(view, above), shares.searches),
    ...(objective === null && state.ledger.plan ? section('Current article', [JSON.stringify(currentArticle(view, units * shares.article))]) : []),
    ...(objective === null ? section('What checking found (mend it with replaces, or leave it out)', doubtLines(view)) : []),
    ...(objective === null ? section('Parts to mend (with replaces)', mendLines(view)) : []),
    ...(objective === null && state.ledger.plan ? (view.convergence.holds ? [readyLine(view)] : section('What does not hold yet', conditionLines(view))) : []),
    ...section('Changed in the folders', view.news),
    budgetLine(view),
  ].join('\n\n');
}

/** A line, or how it is made where most are left out. */
type Line = string | (() => string);

/** The newest lines that fit, in their order. */
function newest(lines: readonly Line[], limit: number): string[] {
  const kept: string[] = [];
  let held = 0;
  for (const line of lines.toReversed()) {
    const text = typeof line === 'string' ? line : line();
    held += text.length + 1;
    if (held > limit) break;
    kept.push(text);
  }
  return kept.reverse();
}

/** What the article cites stands in it with its marker. Of the rest, what was recorded above is only named. */
function evidenceLines(view: TurnView, above: ReadonlySet<string>): Line[] {
  const { ledger, article } = view.state;
  const cited = new Set(view.objective === null ? currentBlocks(article).flatMap(({ citations }) => citations.map(({ evidence }) => evidence)) : []);
  const isOwn = isOwnClaim(view);
  const left = ledger.evidence.filter((item) => item.state === 'active' && !cited.has(item.id) && isOwn(item.claim));
  const named = left.filter(({ id }) => above.has(id)).map(({ id }) => id);
  return [...left.filter(({ id }) => !above.has(id)).map((item) => () => evidenceLine(item)), ...(named.length === 0 ? [] : [`recorded above: ${named.join(', ')}`])];
}

/** That nothing is lacking any more, and what the article leaves unanswered: who is not told goes on. */
function readyLine({ state: { ledger, article } }: TurnView): string {
  const answered = new Set(currentBlocks(article).flatMap(({ claims }) => claims));
  const silent = (ledger.scope?.parts ?? []).filter(({ id }) => !ledger.claims.some((claim) => claim.part === id && answered.has(claim.id))).map(({ id }) => id);
  return `Every condition of convergence holds. ${silent.length === 0 ? 'Mend what is to be mended, then finish.' : `The article does not answer ${silent.join(', ')} yet: publish on that, if only that nothing was found, then finish.`}`;
}

/** What claims lack is said under Claims, not once more for each condition. */
function conditionLines({ convergence }: TurnView): string[] {
  const failing = convergence.conditions.filter(({ holds }) => !holds);
  const ofClaims = failing.filter(({ name }) => name === 'key claims' || name === 'high-risk claims').map(({ name }) => name);
  return [
    ...(ofClaims.length === 0 ? [] : [`- ${ofClaims.join(' and ')}: those marked above lack what is said there.`]),
    ...failingLines({ holds: false, conditions: failing.filter(({ name }) => !ofClaims.includes(name)) }),
  ];
}

/** What a model that read the source found against the article, and what a person rejected: the newest, while they stand. */
function doubtLines({ state: { article, checks } }: TurnView): string[] {
  const blocks = currentBlocks(article);
  const rejected = article.reviews.filter(({ block, revision, verdict }) => verdict === 'rejected' && blocks.some((one) => one.block === block && one.revision === revision));
  return [...blocks.flatMap((block) => findingsOf(checks, block)).map(findingLine), ...rejected.map(({ block, sentence, reason }) => `${block}:${sentence + 1} rejected by a person: ${reason ?? ''}`)].slice(-doubtsShown);
}

/** Parts to mend that are shown, the newest ones; `finish` names them all. */
const partsShown = 3;

function mendLines({ state }: TurnView): string[] {
  const lines = partsToMend(state);
  return [...(lines.length > partsShown ? [`(${lines.length - partsShown} more)`] : []), ...lines.slice(-partsShown)];
}

const shownAxes: Partial<Record<Axis, string>> = { turns: 'turns', requests: 'requests', reads: 'reads', searches: 'searches', publications: 'publications', milliseconds: 'minutes', revisions: 'revisions', tokens: 'tokens' };

function budgetLine({ worker, state }: TurnView): string {
  const { budget, run } = state;
  const share = worker === 'main' ? undefined : reservationOf(budget, worker);
  if (share) return `Left of your share: ${axes.flatMap((axis) => (share.left[axis] === undefined ? [] : [`${axis} ${share.left[axis]}`])).join(', ')}.`;
  const left = axes.flatMap((axis) => {
    const free = available(budget.meters[axis]);
    const name = shownAxes[axis];
    if (name === undefined || free === Infinity) return [];
    return [`${name} ${axis === 'milliseconds' ? Math.max(0, Math.floor(free / 60_000)) : Math.max(0, free)}`];
  });
  const checks = run && verifierOf(run.options) ? checksLeft(state) : Infinity;
  if (checks !== Infinity) left.push(`checks ${checks}`);
  return `Left: ${left.join(', ')}${budget.deadline === null ? '' : `; deadline ${budget.deadline}`}. Depth in force: ${budget.depth === 'deep' ? 'deep' : 'standard'}.${uncheckedWords('Not checked so far', state)}`;
}
