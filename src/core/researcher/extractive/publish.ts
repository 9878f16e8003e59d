import { quotedInMarkdown } from '../../../shared/plainText';
import { currentRevision } from '../../article/state';
import { cellsNamed } from '../../ledger/cells';
import { byId } from '../../immutable';
import { conflictsNow } from '../../ledger/live';
import { type Claim, type Evidence } from '../../ledger/records';
import { saysOf } from '../../ledger/sayings';
import { ledgerWording } from '../../ledger/wording';
import { facts, type RunState } from '../../run/state';
import { fileNameOf } from '../../source/addresses';
import { type Source } from '../../source/records';
import { stems } from '../../source/relevance';
import { type StepCall, type TurnView } from '../researcher';
import { askOf } from './ask';
import { rate } from './pick';
import { isCorrection, isCorrectionItself } from './settling';
import { leadOf, questionOf } from './question';
import { frameOf, type Frame } from './words';

/** Quotations of one claim; independent sources first. */
const quotations = 4;
const callsPerTurn = 6;
/** Quotations that a single voice may fill. */
const fromOneVoice = 3;
/** What the side that carries the statement gains over other quotations, a correction three times that, and what a partial answer keeps. */
const carriesWorth = 0.2;
const partialWorth = 0.7;
/** What a quotation gains that holds all words of the question's lead; those that only its title or publisher holds count half. */
const leadWorth = 0.3;
/** A quotation of less than this share of the best one's score is left in the ledger. */
const worthQuoting = 0.65;

/** A part a claim, published when it has evidence, and revised when its quotations would now be others. */
export function publishCalls(view: TurnView): StepCall[] {
  const { state } = view;
  return state.ledger.claims.filter(({ id }) => !state.ledger.dropped.includes(id)).flatMap((claim): StepCall[] => {
    const chosen = choose(view, claim);
    const block = Object.values(state.article.blocks).find((known) => currentRevision(known).claims.includes(claim.id));
    if (chosen.length === 0 && !block) return [];
    const frame = frameOf(facts(state).language);
    const text = compose(state, claim, chosen, frame);
    if (!block) return [part(claim, text, null)];
    const current = currentRevision(block);
    if (current.text === text || refusedBefore(state, block.id, text)) return [];
    const fallen = current.citations.some(({ evidence }) => state.ledger.evidence.find(({ id }) => id === evidence)?.state !== 'active');
    const limit = state.budget.meters.blockRevisions.grant ?? Infinity;
    // The last revision is kept for what is settled: a new quotation alone does not use it up.
    if (!fallen && (current.revision > limit || (current.revision === limit && !settledSince(state, claim, current.text)))) return [];
    return [part(claim, text, { block: block.id, revision: current.revision, why: whyRevised(state, claim, fallen) })];
  }).slice(0, callsPerTurn);
}

const part = (claim: Claim, text: string, replaces: { block: string; revision: number; why: string } | null): StepCall => ({
  name: 'send_answer_part', args: { heading: claim.text, text, kind: claim.kind, claims: [claim.id], after: null, replaces },
});

const settledSince = (state: RunState, claim: Claim, text: string): boolean =>
  conflictsNow(state).some((conflict) => conflict.claim === claim.id && conflict.state !== 'open' && conflict.sides.flatMap(({ evidence }) => evidence).some((id) => !text.includes(`[[cite:${id}]]`)));

function whyRevised(state: RunState, claim: Claim, fallen: boolean): string {
  if (fallen) return 'Evidence it cited was withdrawn or no longer holds.';
  const conflict = conflictsNow(state).findLast((known) => known.claim === claim.id);
  return conflict?.explanation ?? 'Further evidence was found.';
}

const refusedBefore = (state: RunState, block: string, text: string): boolean =>
  state.turns.some(({ calls }) => calls.some(({ name, args, receipt }) => name === 'send_answer_part' && receipt?.ok === false && JSON.stringify(args).includes(JSON.stringify(text)) && JSON.stringify(args).includes(`"block":"${block}"`)));

/** One quotation a voice before a second of the same; corrections and figures first. */
function choose({ state, assessment }: TurnView, claim: Claim): Evidence[] {
  const voices = assessment.claims.get(claim.id)?.voices ?? [];
  const { setAside } = assessment.live;
  const live = state.ledger.evidence.filter((item) => item.claim === claim.id && item.state === 'active' && item.kind !== 'inference');
  const voiceOf = (item: Evidence): number => voices.findIndex(({ sources }) => sources.includes(item.source ?? ''));
  const ask = askOf(claim.text, questionOf(state));
  const rated = new Map(live.map((item) => [item, rate(ask, item) * (item.relation === 'partial' ? partialWorth : 1)]));
  const lead = new Set(stems(leadOf(questionOf(state))));
  const inLead = new Map(live.map((item) => [item, shareHeld(lead, item.quote ?? '', state.source.sources.find(({ id }) => id === item.source))]));
  const best = Math.max(0, ...rated.values());
  const carrying = new Set(conflictsNow(state).filter((conflict) => conflict.claim === claim.id && conflict.carries !== null).flatMap(({ sides, carries }) => sides[carries ?? -1]?.evidence ?? []));
  // What a settlement set aside stands below what carries the statement, however near the question its source is.
  const rank = (item: Evidence): number => (carrying.has(item.id) ? -carriesWorth * (isCorrection(state, item) ? 3 : 1) : 0) - (rated.get(item) ?? 0) - (setAside.has(item.id) ? 0 : leadWorth * (inLead.get(item) ?? 0));
  const ordered = live.toSorted((a, b) => rank(a) - rank(b) || Number(a.id.slice(1)) - Number(b.id.slice(1)));
  const conflicting = new Set(conflictsNow(state).filter((conflict) => conflict.claim === claim.id).flatMap(({ sides }) => sides.map(({ evidence }) => speakerOf(state, evidence, ordered)?.id)));
  const chosen: Evidence[] = ordered.filter(({ id }) => conflicting.has(id));
  const seen = new Set(chosen.map(voiceOf));
  for (const item of ordered) {
    if (chosen.length >= quotations) break;
    if ((seen.has(voiceOf(item)) && !isAnotherFigure(item, chosen) && !isOtherPage(state, item, chosen)) || chosen.includes(item) || (rated.get(item) ?? 0) < best * worthQuoting) continue;
    seen.add(voiceOf(item));
    chosen.push(item);
  }
  return chosen.toSorted((a, b) => ordered.indexOf(a) - ordered.indexOf(b));
}

function shareHeld(lead: ReadonlySet<string>, quote: string, source: Source | undefined): number {
  const [inQuote, around] = [new Set(stems(quote)), new Set(stems(`${source?.title ?? ''} ${source?.publisher ?? ''}`))];
  const held = [...lead].reduce((sum, stem) => sum + (inQuote.has(stem) ? 1 : around.has(stem) ? 0.5 : 0), 0);
  return lead.size === 0 ? 0 : held / lead.size;
}

/** Who speaks for a side, of evidence in order of worth: the correction itself, else one that tells of it, else the best. */
function speakerOf(state: RunState, side: readonly string[], ordered: readonly Evidence[]): Evidence | undefined {
  const members = ordered.filter(({ id }) => side.includes(id));
  return members.find((item) => isCorrectionItself(state, item)) ?? members.find((item) => isCorrection(state, item)) ?? members[0];
}

/** A figure that none of the others gives: a voice may measure one thing in two ways. */
const isAnotherFigure = ({ figure }: Evidence, others: readonly Evidence[]): boolean =>
  figure !== null && others.every((other) => other.figure === null || (other.figure.unit === figure.unit && other.figure.value !== figure.value));

/** Another work of the same voice, neither a repost of what is quoted nor a side of a conflict: a manual is one voice in many pages. */
function isOtherPage({ source: { provenance }, ledger }: RunState, item: Evidence, others: readonly Evidence[]): boolean {
  if (others.length >= fromOneVoice || ledger.conflicts.some(({ sides }) => sides.some(({ evidence }) => evidence.includes(item.id)))) return false;
  const reposts = (a: string | null, b: string | null): boolean => provenance.some(({ relation, from, to }) => relation === 'reposts' && ((from === a && to === b) || (from === b && to === a)));
  return others.every(({ source, quote }) => source !== item.source && quote !== item.quote && !reposts(source, item.source));
}

/** Figures of one unit that stand under different conditions: told apart instead of set against each other. */
function apart(state: RunState, claim: Claim, chosen: readonly Evidence[], frame: Frame): { text: string; id: string }[] {
  const opposed = new Set(conflictsNow(state).filter((conflict) => conflict.claim === claim.id).flatMap(({ sides }) => sides.flatMap(({ evidence }) => evidence)));
  const stated = chosen.flatMap(({ id, figure }) => (figure?.basis != null && !opposed.has(id) ? [{ id, figure, basis: figure.basis }] : []));
  const [first] = stated;
  const alike = stated.filter(({ figure }) => figure.unit === first?.figure.unit);
  if (new Set(alike.map(({ figure }) => figure.value)).size < 2 || new Set(alike.map(({ basis }) => basis)).size < 2) return [];
  return alike.map(({ id, figure, basis }) => ({ id, text: `${quotedInMarkdown(figure.text)} ${figure.unit ?? ''} (${frame.basis(basis)})` }));
}

function compose(state: RunState, claim: Claim, chosen: readonly Evidence[], frame: Frame): string {
  const marker = (id: string): string => `[[cite:${id}]]`;
  const words = (item: Evidence): string => (item.quote ?? '').replace(/\s+/g, ' ').replace(/^[-*+>#|\s]+|[|\s]+$/g, '');
  // A source's own markers, links and tags are its words here, and nothing else.
  const quoted = (item: Evidence): string => quotedInMarkdown(words(item));
  // What several say in the same words is quoted once, with all who say it.
  const said = chosen.reduce((groups, item) => groups.set(quoted(item), [...(groups.get(quoted(item)) ?? []), item]), new Map<string, Evidence[]>());
  const quotes = [...said].map(([quote, items]) => frame.quote(quote, cellsOf(items[0]), items.map(({ id }) => marker(id)).join(''), [...new Set(items.map((item) => attribution(state, item)))].join('; ')));
  const conflicts = conflictsNow(state).filter((conflict) => conflict.claim === claim.id).flatMap((conflict): string[] => {
    const sides = conflict.sides.map((side) => ({ says: saysOf(side, (id) => byId('evidence', state.ledger.evidence, id), ledgerWording(facts(state).language)), id: speakerOf(state, side.evidence, chosen)?.id }));
    if (sides.some(({ id }) => id === undefined)) return [];
    const said = sides.map(({ says, id }) => `${quotedInMarkdown(says)} ${marker(id ?? '')}`);
    if (conflict.state === 'explained' && conflict.cause === 'version' && conflict.carries !== null) {
      const now = said[conflict.carries] ?? '';
      return [frame.corrected(now, said.filter((_, index) => index !== conflict.carries).join(', '))];
    }
    return [`${frame.disagree(said)}${conflict.state === 'open' ? '' : ` ${conflict.explanation ?? ''}`}`];
  });
  const unlike = apart(state, claim, chosen, frame).map(({ text, id }) => `${text} ${marker(id)}`);
  return [...conflicts, ...(unlike.length > 0 ? [frame.differ(unlike.join(', '))] : []), ...quotes].join('\n\n');
}

/** What the cells of a quoted row are, which its bytes do not say. */
function cellsOf(item: Evidence | undefined): string | null {
  const cells = item ? cellsNamed(item) : null;
  return cells === null ? null : quotedInMarkdown(cells);
}

function attribution(state: RunState, item: Evidence): string {
  const source = state.source.sources.find(({ id }) => id === item.source);
  const who = [source?.publisher, source?.title].find((name) => name != null && name !== '') ?? fileNameOf(source?.address ?? '');
  return quotedInMarkdown([who, item.asOf?.slice(0, 10)].filter(Boolean).join(', '));
}
