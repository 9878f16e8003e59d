import fc from 'fast-check';
import { type RunEvent } from '../../../src/core/run/event';
import { axes } from '../../../src/core/budget/events';
import { LogBuilder } from '../../fakes/builders';

/** One step of a run that could happen now; `n` chooses among what is there. */
type Step = (log: LogBuilder, n: number) => unknown;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

const steps: readonly Step[] = [
  (log) => log.source(),
  (log) => log.notArchived(),
  (log, n) => {
    const source = pick(log.state.source.sources.filter(({ state }) => state === 'archived'), n);
    if (source) log.snapshot(source.id);
  },
  (log, n) => {
    const source = pick(log.state.source.sources, n);
    if (source) log.add(n % 2 ? 'source.withdrawn' : 'source.restored', { source: source.id, reason: 'because', by: 'user:Ada' });
  },
  (log, n) => {
    const [from, to] = [pick(log.state.source.sources, n), pick(log.state.source.sources, n + 1)];
    if (from && to) log.link(from.id, n % 3 ? 'reposts' : 'cites', to.id, { claim: n % 2 ? 'C1' : null });
  },
  (log, n) => {
    const edge = pick(log.state.source.provenance, n);
    if (edge) log.add('provenance.unlinked', { from: edge.from, to: edge.to, relation: edge.relation, reason: 'wrong', by: 'user:Ada' });
  },
  (log, n) => {
    const snapshot = pick(log.state.source.snapshots, n);
    if (snapshot) log.add('snapshot.verified', { snapshot: snapshot.id, holds: n % 2 === 0, detail: null });
  },
  (log, n) => log.evidence(n % 2 ? { figure: { value: n } } : {}),
  (log, n) => {
    const premise = pick(log.state.ledger.evidence, n);
    if (premise) log.evidence({ premises: [premise.id] });
  },
  (log, n) => {
    const item = pick(log.state.ledger.evidence, n);
    if (item) log.add('evidence.stateChanged', { evidence: [item.id], state: n % 2 ? 'withdrawn' : 'active', reason: 'because' });
  },
  (log, n) => log.search({ results: Array.from({ length: n % 4 }, (_, at) => `https://example.org/${at}`) }),
  (log, n) => {
    const result = pick(log.state.ledger.results, n);
    if (result) log.add('results.decided', { results: [result.id], decision: n % 2 ? 'chosen' : 'dropped', reason: 'because' });
  },
  (log, n) => {
    const search = pick(log.state.ledger.searches, n);
    if (search) log.add('gain.credited', { search: search.id, gain: { slots: n % 3, confidence: 1, conflicts: 0, highValue: n % 2 === 0 } });
  },
  (log, n) => {
    const [one, other] = [pick(log.state.ledger.evidence, n), pick(log.state.ledger.evidence, n + 1)];
    if (one && other && one !== other) log.conflict([one.id], [other.id]);
  },
  (log, n) => {
    const conflict = pick(log.state.ledger.conflicts, n);
    if (conflict) log.add('conflict.settled', { id: conflict.id, state: 'explained', cause: 'version', explanation: 'newer', carries: 0, needed: null, by: 'host' });
  },
  (log, n) => {
    const claim = pick(log.state.ledger.claims, n);
    if (claim) log.add('plan.changed', { version: 2 + n, changes: [{ change: n % 2 ? 'drop' : 'reword', claim: { ...claim, text: `said otherwise ${n}` }, reason: 'because' }], reason: 'because', budgetEffect: 'none', by: 'user:Ada' });
  },
  (log, n) => {
    const ids = Object.keys(log.state.article.blocks);
    const known = n % 2 ? pick(ids, n) : undefined;
    const block = known ?? `B${ids.length + 1}`;
    const revision = (log.state.article.blocks[block]?.revisions.length ?? 0) + 1;
    const text = 'It holds, as a source says.';
    const bound = log.state.ledger.evidence.length > 0 && n % 5 > 0;
    log.add('block.published', {
      after: n % 3 ? null : 'first',
      revision: {
        block, revision, at: '2026-01-01T00:00:00.000Z', kind: 'fact', heading: null, text, quotations: false, claims: ['C1'], sentences: [{ start: 0, end: text.length, paragraph: 0 }],
        citations: [{ ordinal: 1, start: 9, end: 20, evidence: bound ? 'E1' : null, state: bound ? 'bound' : 'unverified' }], why: revision > 1 ? 'newer' : null, because: [], worker: 'main',
      },
    });
  },
  (log, n) => log.state.article.order.length > 0 && log.add('check.done', { id: `V${log.state.checks.length + 1}`, block: 'B1', revision: 1, sentence: n % 2 ? 0 : null, source: null, checker: 'rules', selfChecked: false, verdict: 'supported', why: 'said' }),
  (log, n) => {
    const [snapshot] = log.state.source.snapshots;
    if (snapshot && log.state.article.order.length > 0) log.add('check.ordered', { order: log.state.orders.length + 1, block: 'B1', revision: 1, snapshot: snapshot.id, source: snapshot.source, sentences: [n % 2], reservation: 'check' });
  },
  (log, n) => {
    const order = pick(log.state.orders, n);
    if (order) log.check({ block: order.block, sentence: order.sentences[0] ?? null, source: order.source, snapshot: order.snapshot, order: order.order, verdict: n % 2 ? 'contradicted' : 'supported', decides: { start: 0, end: 2, quote: 'It' }, parts: n % 3 === 0 });
  },
  (log, n) => {
    const source = pick(log.state.source.sources, n);
    if (source) log.add('correction.made', { id: `M${log.state.ledger.corrections.length + 1}`, target: source.id, field: 'publisher', before: source.publisher, after: `Publisher ${n}`, reason: 'because', by: 'user:Ada' });
  },
  (log) => log.add('update.sent', { id: `U${log.state.updates.length + 1}`, worker: 'main', text: 'working', about: ['C1'] }),
  (log, n) => {
    const id = `K${(log.state.counters.call ?? 0) + 1}`;
    log.add('call.started', { id, kind: 'tool', worker: 'main', turn: 1, name: 'search', sent: { text: '{}' }, spends: { [pick(axes, n) ?? 'turns']: n % 4 }, reservation: null, role: null, attempt: 1 });
  },
  (log, n) => {
    const open = pick(Object.keys(log.state.openCalls), n);
    if (open) log.add('call.settled', { id: open, settlement: pick(['spent', 'released', 'unknown'] as const, n) ?? 'spent', usage: null, failure: null, receipt: { ok: true, text: { text: 'done' }, data: null } });
  },
  (log, n) => log.add('budget.reserved', { id: `reservation ${log.state.seq}`, purpose: 'a child', amounts: { turns: n % 5 } }),
  (log, n) => {
    const id = pick(Object.keys(log.state.budget.reservations), n);
    if (id) log.add('budget.released', { id });
  },
  (log, n) => log.scope({ language: n % 2 ? 'de' : 'zh' }),
  (log, n) => {
    const id = `K${(log.state.counters.call ?? 0) + 1}`;
    log.add('turn.answered', { worker: 'main', turn: log.state.turns.length + 1, text: { text: 'I look further.' }, calls: n % 2 ? [{ id, name: 'finish', args: {} }] : [], model: 'a model', finish: null });
  },
  (log) => log.add('reminder.given', { worker: 'main', kind: 'no-progress', text: 'Try another source.' }),
];

function built(choices: readonly (readonly [number, number])[]): RunEvent[] {
  const log = new LogBuilder().plan({ key: true }, {}, {});
  for (const [step, n] of choices) steps[step]?.(log, n);
  return log.events;
}

/** Any run of steps, each possible where it stands. */
export const randomLog = fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(11)), { maxLength: 60 }).map(built);

/** Each kind of step several times, forwards and backwards, so that what one takes away another brings. */
export const wholeLog = (): RunEvent[] => built([0, 1, 2, 3].flatMap((n) => steps.map((_, index) => [n % 2 ? steps.length - 1 - index : index, n + index] as const)));
