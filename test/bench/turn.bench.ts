/** What the host itself takes for a turn late in a long run, researcher and tools' own work left out. */
import { performance } from 'node:perf_hooks';
import { turnView } from '../../src/core/researcher/turnView';
import { project } from '../../src/core/request/projection';
import { parseEventLine } from '../../src/core/run/event';
import { nextId, reduce, replay, type RunState } from '../../src/core/run/state';
import { assess } from '../../src/core/ledger/assess';
import { type Relation, type Tier } from '../../src/core/ledger/records';
import { withConsequences } from '../../src/core/tool/consequences';
import { toolset } from '../../src/core/tool/toolset';
import { evidenceOf, figureOf, LogBuilder, requirementOf } from '../fakes/builders';
import { memoryArchive } from '../fakes/memoryWorld';

interface Row {
  what: string;
  ours: string;
  peer: string;
  ratio: number | null;
  met: boolean | null;
}

const size = { events: 10_000, facts: 10, sourcesPerSearch: 4, perSource: 3 };
const now = '2026-01-02T00:00:00Z';
const turns = 60;
/** The first ones compile. */
const warming = 10;

export async function rows(): Promise<Row[]> {
  const found: Row[] = [];
  // More than a deep run can read; and far more, to see how it grows.
  for (const evidence of [600, 2_000]) {
    const { wall, cpu } = await turnsOver(longRun(evidence));
    const isTarget = evidence === 600;
    found.push({
      what: `host time of a turn at 10,000 events with ${evidence} pieces of evidence${isTarget ? ', at most 20 ms' : ''}`,
      ours: `${wall.toFixed(1)} ms (median of ${turns}; of the processor ${cpu.toFixed(1)})`, peer: '', ratio: null, met: isTarget ? wall <= 20 : null,
    });
  }
  return found;
}

/** One turn: a piece of evidence is decided on and recorded, what the ledger then says is worked out, and the next request is made. */
async function turnsOver(start: RunState): Promise<{ wall: number; cpu: number }> {
  const archive = memoryArchive();
  const walls: number[] = [];
  const cpus: number[] = [];
  let state = start;
  for (let turn = 0; turn < warming + turns; turn++) {
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    const at = 100 + turn;
    const { state: _state, stateReason: _reason, ...item } = evidenceOf({
      id: nextId(state, 'evidence'), claim: `C${1 + (turn % size.facts)}`, relation: turn % 2 ? 'supports' : 'contradicts', source: `S${at}`, snapshot: `N${at}`, search: 'Q3', figure: figureOf({ value: at }),
    });
    const { drafts } = withConsequences(item, state, 'verbatim');
    state = drafts.reduce((before, draft) => reduce(before, parseEventLine(JSON.stringify({ ...draft, seq: before.seq + 1, at: now, v: 1 }))), state);
    project(await turnView({ state, tools: toolset, archive, now, worker: 'main', news: [] }));
    const { user, system } = process.cpuUsage(cpuBefore);
    if (turn < warming) continue;
    walls.push(performance.now() - started);
    cpus.push((user + system) / 1000);
  }
  if (assess(state).claims.size !== size.facts + 2) throw new Error('The plan is not what it should be.');
  return { wall: median(walls), cpu: median(cpus) };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** A run as its log says it: claims of every kind, searches, sources that repost and cite each other, figures that agree and differ, conflicts. */
function longRun(evidence: number): RunState {
  const log = new LogBuilder().plan(...Array.from({ length: size.facts + 2 }, (_, at) => ({
    key: at < 4, risk: at % 3 === 0 ? 'high' as const : 'medium' as const, requirement: requirementOf(requirements[at % requirements.length]),
    kind: at === size.facts ? 'analysis' as const : at > size.facts ? 'recommendation' as const : 'fact' as const,
  })));
  for (let search = 0; log.state.ledger.evidence.length < evidence; search++) searchFor(log, search);
  while (log.events.length < size.events) call(log);
  return replay(log.events.map((event) => parseEventLine(JSON.stringify(event))));
}

const requirements = [{ voices: 2 }, { voices: 2, orFirstHand: true }, { voices: 3, kinds: ['paper', 'statistics'] as Tier[] }, { voices: 2, disinterested: true }, { voices: 9, method: 'measurement' as const }];
const relations: readonly Relation[] = ['supports', 'supports', 'contradicts', 'partial'];
const tiers: readonly Tier[] = ['secondary', 'paper', 'statistics', 'other'];

/** A search of eight results, half of them opened, three pieces of evidence of each. */
function searchFor(log: LogBuilder, n: number): void {
  const claim = (k: number): string => `C${1 + ((n + k) % size.facts)}`;
  const results = Array.from({ length: 2 * size.sourcesPerSearch }, (_, at) => `https://site${(n * 8 + at) % 500}.example/page/${n}-${at}`);
  const search = log.search({ claims: [claim(0)], intent: n % 4 === 3 ? 'counter' : 'explore', query: `measured output of model ${n} in year ${2000 + (n % 25)}`, results });
  const opened = log.state.ledger.results.slice(-results.length);
  for (let at = 0; at < size.sourcesPerSearch; at++) {
    const source = log.source({ address: results[at] ?? '', tier: tiers[at] ?? 'other', publisher: `Publisher ${n % 40}`, interest: at === 3 ? 'sells it' : null }, { result: opened[at]?.id ?? null });
    const count = log.state.source.sources.length;
    if (count % 7 === 0) log.link(source, 'reposts', `S${count - 3}`);
    if (count % 11 === 0) log.link(source, 'cites', `S${count - 2}`, { claim: claim(0) });
    for (let k = 0; k < size.perSource; k++) {
      const id = log.evidence({ claim: claim(k), source, relation: relations[(n + k) % relations.length] ?? 'supports', search, ...(k === 0 ? { figure: { value: 100 + (count % 50) } } : {}) });
      if (log.state.ledger.evidence.length % 10 === 9) log.evidence({ claim: `C${size.facts + 1}`, premises: [id] });
    }
  }
  if (n % 5 === 4) dispute(log, claim(0), n % 10 === 4);
}

function dispute(log: LogBuilder, claim: string, isKept: boolean): void {
  const own = log.state.ledger.evidence.filter((item) => item.claim === claim);
  const [one, other] = [own.find(({ relation }) => relation === 'supports'), own.findLast(({ relation }) => relation === 'contradicts')];
  if (!one || !other) return;
  const conflict = log.conflict([one.id], [other.id]);
  if (isKept) log.settle(conflict);
}

function call(log: LogBuilder): void {
  const id = nextId(log.state, 'call');
  const turn = log.state.turns.length;
  if (turn < 54) log.add('turn.answered', { worker: 'main', turn: turn + 1, text: { text: 'I look further.' }, calls: [{ id, name: 'read_source', args: { snapshot: `N${turn + 1}`, words: 'output' } }], model: 'a model', finish: null });
  log.add('call.started', { id, kind: 'tool', worker: 'main', turn: turn + 1, name: 'read_source', sent: { text: '{}' }, spends: { reads: 1 }, reservation: null, role: null, attempt: 1 });
  log.add('call.settled', { id, settlement: 'spent', receipt: { ok: true, text: { text: 'Found three. '.repeat(40) }, data: null }, usage: null, failure: null });
}
