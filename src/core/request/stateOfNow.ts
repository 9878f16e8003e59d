import { currentBlocks } from '../article/state';
import { available } from '../budget/approver';
import { axes } from '../budget/events';
import { cellsNamed } from '../ledger/cells';
import { type Evidence } from '../ledger/records';
import { type TurnView } from '../researcher/researcher';
import { failingLines } from '../run/ending';
import { facts } from '../run/state';
import { shownAddress } from '../source/addresses';
import { currentArticle } from './currentArticle';
import { byteLength } from './size';

/** What the growing lists of the state of now may take of its bytes; older entries are left out first, and that is said. */
const shares = { article: 0.5, evidence: 0.25, sources: 0.1, searches: 0.15 };
/** Joins of a source that are named; the voices of each claim say the rest. */
const joinsNamed = 2;

/** Everything that changes each turn, at the very end of the request. `bytes` bounds the lists that grow with the run. */
export function stateOfNow(view: TurnView, bytes: number): string {
  const { state, assessment, convergence } = view;
  const { ledger } = state;
  // What the article cites stands in it with its marker.
  const cited = new Set(currentBlocks(state.article).flatMap(({ citations }) => citations.map(({ evidence }) => evidence)));
  const section = (title: string, lines: readonly string[], share?: number): string[] => {
    if (lines.length === 0) return [];
    const kept = share === undefined ? lines : newest(lines, bytes * share);
    const left = lines.length - kept.length;
    return [`${title}\n${left > 0 ? `(${left} older: recall by id)\n` : ''}${kept.join('\n')}`];
  };
  return [
    `State at turn ${view.turn}:`,
    ...section('Claims', [...assessment.claims.values()].map(({ claim, status, confidence, reason, requirementMet }) => `${claim} ${status}, ${confidence}${requirementMet ? ', requirement met' : ''}: ${reason}`)),
    ...section('Evidence that the article does not cite yet (copy the marker)', ledger.evidence.filter((item) => item.state === 'active' && !cited.has(item.id)).map(evidenceLine), shares.evidence),
    ...section('Conflicts', ledger.conflicts.map((conflict) => `${conflict.id} on ${conflict.claim} ${conflict.state}: ${conflict.sides.map(({ says, evidence }, index) => `side ${index}: ${says} (${evidence.join(', ')})`).join(' against ')}${conflict.explanation === null ? '' : `. ${conflict.explanation}`}`)),
    ...section('Sources', sourceLines(view), shares.sources),
    ...section('Searches', searchLines(view), shares.searches),
    ...section('Current article', ledger.plan ? [JSON.stringify(currentArticle(view, bytes * shares.article))] : []),
    ...section('What does not hold yet', ledger.plan && !convergence.holds ? failingLines(convergence) : []),
    ...section('Changed in the folders', view.news),
    budgetLine(view),
  ].join('\n\n');
}

/** The newest lines that fit, in their order. */
function newest(lines: readonly string[], limit: number): readonly string[] {
  let held = 0;
  let start = lines.length;
  while (start > 0 && (held += byteLength(lines[start - 1] ?? '') + 1) <= limit) start--;
  return lines.slice(start);
}

function evidenceLine(item: Evidence): string {
  const words = item.quote ?? item.reasoning ?? '';
  const cells = cellsNamed(item);
  const figure = item.figure === null ? '' : ` {${[/[\p{L}%]/u.test(item.figure.text) ? item.figure.text : `${item.figure.text} ${item.figure.unit ?? ''}`.trim(), item.figure.basis ?? ''].filter((part) => part !== '').join('; ')}}`;
  return `[[cite:${item.id}]] ${item.relation} ${item.claim} ${item.source ?? item.premises.join('+')}${item.asOf === null ? '' : ` ${item.asOf.slice(0, 10)}`}${figure}: ${words.replace(/\s+/g, ' ').slice(0, 120)}${cells === null ? '' : ` (${cells.slice(0, 120)})`}`;
}

function sourceLines({ state }: TurnView): string[] {
  const { folders } = facts(state).options;
  return state.source.sources.map((source) => {
    const snapshot = state.source.snapshots.findLast((one) => one.source === source.id);
    const about = [snapshot?.id ?? '', source.state === 'archived' ? '' : source.state, source.tier, source.publisher ?? '', snapshot?.published?.value.slice(0, 10) ?? ''].filter((part) => part !== '');
    const joins = state.source.provenance.filter(({ from }) => from === source.id);
    const joined = joins.slice(0, joinsNamed).map(({ to, relation }) => ` (${relation} ${to})`).join('');
    return `${source.id} ${about.join(', ')}: ${source.title || shownAddress(source.address, folders)}${joined}${joins.length > joinsNamed ? ` (and ${joins.length - joinsNamed} more)` : ''}`;
  });
}

/** The search ledger in brief: what failed, what each brought, and the pages that nobody looked at, each named once. */
function searchLines({ state, assessment: { seeking } }: TurnView): string[] {
  const named = new Map<string, string>();
  return state.ledger.searches.map((entry) => {
    const head = `${entry.id} ${entry.intent} "${entry.query}" for ${entry.claims.join(',')}`;
    if (entry.failed) return `${head}: FAILED (${entry.failures.map(({ message }) => message).join(' ')})`;
    const unseen = seeking.resultsOf(entry, 'unseen').map(({ id, address, title }) => {
      const first = named.get(address);
      if (first !== undefined) return `${id} (${first})`;
      named.set(address, id);
      return title === '' ? id : `${id} ${title.slice(0, 60)}`;
    });
    const { slots, confidence, conflicts } = entry.gain;
    return `${head}: ${entry.results.length} results, gain ${slots + confidence + conflicts}${unseen.length === 0 ? '' : `; not looked at: ${unseen.join('; ')}`}`;
  });
}

const shownAxes: Partial<Record<(typeof axes)[number], string>> = { turns: 'turns', requests: 'requests', reads: 'reads', searches: 'searches', publications: 'publications', milliseconds: 'minutes', revisions: 'revisions', tokens: 'tokens' };

function budgetLine({ worker, state: { budget } }: TurnView): string {
  const share = worker === 'main' ? undefined : budget.reservations[worker];
  if (share) return `Left of your share: ${Object.entries(share.left).map(([axis, amount]) => `${axis} ${amount}`).join(', ')}.`;
  const left = axes.flatMap((axis) => {
    const free = available(budget.meters[axis]);
    const name = shownAxes[axis];
    if (name === undefined || free === Infinity) return [];
    return [`${name} ${axis === 'milliseconds' ? Math.max(0, Math.floor(free / 60_000)) : Math.max(0, free)}`];
  });
  return `Left: ${left.join(', ')}${budget.deadline === null ? '' : `; deadline ${budget.deadline}`}. Depth in force: ${budget.depth === 'deep' ? 'deep' : 'standard'}.`;
}
