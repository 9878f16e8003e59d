import { numberCitations } from '../../shared/citations';
import { type BlockView, type RunView } from '../../shared/view';
import { endMatter, takenBackLines } from '../article/endMatter';
import { renderMarkdown } from '../article/markdown';
import { citationNow, holds } from '../article/citationNow';
import { noticesOf } from '../article/notices';
import { type Revision } from '../article/records';
import { currentBlocks } from '../article/state';
import { wordingOf } from '../article/wording';
import { axes } from '../budget/events';
import { byId } from '../immutable';
import { groupBy } from '../ledger/live';
import { assess } from '../ledger/assess';
import { cellsNamed, resultNamed } from '../ledger/cells';
import { converge } from '../ledger/convergence';
import { saysOf } from '../ledger/sayings';
import { ledgerWording } from '../ledger/wording';
import { firstUseful } from './firstUseful';
import { type RunEvent } from './event';
import { type Holder } from './log';
import { spoken } from './said';
import { facts, type RunState } from './state';
import { activityOf, turnsOf } from './trace';

export interface ViewContext {
  now: string;
  /** Where the run is kept, as the reader writes it. */
  folder: string;
  writer: boolean;
  /** Who else writes it. */
  heldBy?: Holder | null;
  events: readonly RunEvent[];
}

/** The public, machine-readable shape of a run. Pure: the same events give the same view, but for `now` in a run that goes on. */
export function viewOf(state: RunState, context: ViewContext): RunView {
  const run = facts(state);
  const { ledger, source, budget } = state;
  const assessment = assess(state);
  const convergence = converge(state, run.endedAt ?? context.now);
  const standing = new Set([...assessment.live.conflicts.values()].flat());
  const blocks = currentBlocks(state.article);
  const snapshots = groupBy(source.snapshots, ({ source: of }) => of);
  const numbers = numberCitations(blocks);
  const waiting = run.waitingFor === 'plan' ? ledger.proposed : null;
  return {
    format: 1,
    run: {
      id: run.id, question: run.question, followUps: [...run.followUps], language: run.language, state: run.state, waitingFor: run.waitingFor, reason: run.reason, outcome: run.outcome, stopReason: run.stopReason, why: run.why,
      nextSearches: [...run.nextSearches], depth: budget.depth, folder: context.folder, researcher: run.options.researcher, writer: context.writer, notices: state.notices.map(({ text }) => text),
      readOnly: context.writer ? null : context.heldBy ? 'followed' : 'left', heldBy: context.writer ? null : (context.heldBy ?? null),
    },
    // What waits for the user's word is shown as it was drafted.
    scope: run.waitingFor === 'scope' && ledger.proposedScope ? { ...ledger.proposedScope.scope, version: ledger.scope?.version ?? 0 } : ledger.scope,
    plan: (ledger.plan ?? waiting) && {
      version: ledger.plan?.version ?? 0, hash: waiting?.hash ?? ledger.plan?.hash ?? '',
      changes: (ledger.plan?.changes ?? []).map(({ version, reason, budgetEffect, by, changes }) => ({ version, reason, budgetEffect, by, claims: changes.map(({ claim }) => claim.id) })),
    },
    claims: (waiting?.claims ?? ledger.claims).filter(({ id }) => !ledger.dropped.includes(id)).map((claim) => {
      const standing = assessment.claims.get(claim.id);
      return { ...claim, status: standing?.status ?? 'open', reason: standing?.reason ?? '', confidence: standing?.confidence ?? 'none', voices: (standing?.voices ?? []).map(({ sources }) => [...sources]) };
    }),
    searches: ledger.searches.map((entry) => ({
      id: entry.id, query: entry.query, intent: entry.intent, provider: entry.providers.join(', '), at: entry.at, claims: entry.claims, gain: entry.gain, repeats: entry.repeats,
      results: entry.results.flatMap((id) => byId('result', ledger.results, id) ?? []).map(({ id, address, title, decision, reason }) => ({ id, address, title, decision, reason })),
      failure: entry.failures.length === 0 ? null : entry.failures.map(({ provider, message }) => `${provider}: ${message}`).join('; '),
    })),
    requests: source.asked.map((asked) => ({ ...asked })),
    sources: source.sources.map(({ id, address, title, publisher, authors, tier, state: standing, reason, interest, method }) => {
      const own = snapshots.get(id) ?? [];
      return {
        id, address, title, publisher, authors, tier, state: standing, reason, interest, method, missing: own.at(-1)?.missing ?? [],
        snapshots: own.map((snapshot) => ({
          id: snapshot.id, retrievedAt: snapshot.retrievedAt, publishedAt: snapshot.published?.value ?? null, modifiedAt: snapshot.modified?.value ?? null,
          rawSha256: snapshot.rawSha256, textSha256: snapshot.textSha256, language: snapshot.language?.value ?? null, holds: source.verified[snapshot.id]?.holds ?? null,
        })),
      };
    }),
    provenance: source.provenance.map(({ from, to, relation, by, score, why }) => ({ from, to, relation, by, score, why })),
    evidence: ledger.evidence.map((item) => ({
      id: item.id, claim: item.claim, relation: item.relation, kind: item.kind, source: item.source, snapshot: item.snapshot, start: item.start, end: item.end, quote: item.quote, match: item.match,
      differences: item.differences, state: item.state === 'active' && !holds(state, item) ? 'broken' : item.state, reason: item.stateReason, extractor: item.extractor, worker: item.worker, scope: item.validity, asOf: item.asOf, figure: item.figure,
      headings: item.headings, cells: cellsNamed(item), result: resultNamed(item), locator: item.locator, premises: item.premises, reasoning: item.reasoning,
    })),
    conflicts: assessment.live.known.map((conflict) => ({ ...conflict, fallen: !standing.has(conflict), sides: conflict.sides.map((side) => ({ ...side, says: saysOf(side, (id) => byId('evidence', ledger.evidence, id), ledgerWording(run.language)) })), evidence: conflict.sides.flatMap(({ evidence }) => evidence) })),
    article: {
      version: state.article.versions.length,
      versions: state.article.versions.map((version) => ({ ...version })),
      blocks: blocks.map((block) => blockView(state, block, numbers)),
      revisions: Object.values(state.article.blocks).flatMap(({ revisions }) => revisions).map(({ block, revision, at, text, heading, why, because }) => ({ block, revision, at, text, heading, why, because })),
      takenBack: takenBackLines(state, numbers, wordingOf(run.language)),
      end: endMatter(state, numbers, wordingOf(run.language), context.now),
      markdown: renderMarkdown(state, { now: context.now }),
    },
    updates: state.updates.map((update) => ({ ...update, about: [...update.about] })),
    checks: state.checks.map(({ id, block, revision, sentence, source, checker, selfChecked, verdict, why, decides, parts }) => ({ id, block, revision, sentence, source, checker, selfChecked, verdict, why, quote: decides?.quote ?? null, parts: parts ?? false })),
    corrections: ledger.corrections.map(({ id, target, field, before, after, reason, by, at }) => ({ id, target, field, before: written(before), after: written(after), reason, by, at })),
    budget: {
      depth: budget.depth,
      axes: Object.fromEntries(axes.map((axis) => [axis, { ...budget.meters[axis] }])),
      usage: { ...budget.usage },
      reservations: Object.values(budget.reservations).map(({ id, purpose, left }) => ({ id, purpose: spoken(purpose), left: { ...left } })),
      decisions: budget.decisions.map(({ at, what, reason }) => ({ at, what: spoken(what), reason: spoken(reason) })),
    },
    convergence: { holds: convergence.holds, conditions: convergence.conditions.map((condition) => ({ ...condition })) },
    activity: activityOf(state),
    turns: turnsOf(context.events),
    times: { started: run.startedAt, firstUpdate: state.firsts.update, firstPublication: state.firsts.publication, firstUseful: firstUseful(context.events), ended: run.endedAt },
  };
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value) ?? '');

function blockView(state: RunState, block: Revision, numbers: ReadonlyMap<string, number>): BlockView {
  const premises = block.citations.flatMap(({ evidence }) => (evidence === null ? undefined : byId('evidence', state.ledger.evidence, evidence))?.premises ?? []);
  const constraint = block.claims.map((id) => state.ledger.claims.find((claim) => claim.id === id)?.constraint ?? null).find((value) => value !== null) ?? null;
  return {
    id: block.block, revision: block.revision, kind: block.kind, heading: block.heading, text: block.text, quotations: block.quotations, claims: block.claims,
    sentences: block.sentences, citations: block.citations.map((citation) => ({ ...citation, state: citationNow(state, citation) })),
    notices: noticesOf(state, block, numbers), premises: [...new Set(premises)], constraint,
  };
}
