import { makeId, type IdKind } from '../../src/core/ids';
import { type EventData, type EventDraft, type EventType, type RunEvent } from '../../src/core/run/event';
import { emptyRun, nextId, reduce, type RunState } from '../../src/core/run/state';
import { type Revision } from '../../src/core/article/records';
import { cutSentences } from '../../src/core/article/sentences';
import { type Check } from '../../src/core/check/events';
import { orderDrafts } from '../../src/core/check/orders';
import { type RunOptions } from '../../src/core/run/records';
import { type Claim, type Conflict, type Evidence, type Figure, type Requirement, type Result, type Scope, type Search } from '../../src/core/ledger/records';
import { type Provenance, type Snapshot, type Source } from '../../src/core/source/records';

/**
 * Builds a run's log event by event: every record has defaults, a test names only what it is about.
 *
 *     const log = new LogBuilder().plan({ key: true });
 *     log.evidence({ source: log.source({ tier: 'filing' }) });
 *     assess(log.state)
 */
export class LogBuilder {
  readonly events: RunEvent[] = [];
  state: RunState = emptyRun;

  constructor(question = 'What is asked?', options: Partial<RunOptions> = {}) {
    this.add('run.created', {
      run: 'run-1', question, language: 'en', product: 'test',
      options: {
        folders: [], addresses: [], providers: [], researcher: 'extractive', depth: 'auto', limits: {}, allowHosts: [], webQueries: 'ask',
        reviewPlan: 'never', askScope: false, language: null, ...options,
      },
    });
  }

  /** Appends an event one second after the one before. */
  add<T extends EventType>(type: T, data: EventData<T>, by = 'host'): this {
    return this.append({ type, by, data } as EventDraft);
  }

  append(...drafts: EventDraft[]): this {
    for (const draft of drafts) {
      const seq = this.events.length + 1;
      const at = new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString();
      const event = { ...draft, seq, at, v: 1 };
      this.events.push(event);
      this.state = reduce(this.state, event);
    }
    return this;
  }

  scope(change: Partial<Scope> = {}): this {
    return this.add('scope.frozen', { version: 1, by: 'host', scope: scopeOf(change) });
  }

  /** Freezes a plan of these claims, `C1` …, with the scope before it when none stands. */
  plan(...claims: Partial<Claim>[]): this {
    if (this.state.ledger.scope === null) this.scope();
    return this.add('plan.frozen', { version: 1, claims: claims.map((claim, at) => claimOf({ id: `C${at + 1}`, ...claim })), searches: [], hash: 'hash', approvedBy: 'host' });
  }

  /** An entry of the search ledger with one result an address; gives its id. */
  search(change: Partial<Omit<Search, 'results'>> & { results?: (Partial<Result> | string)[] } = {}): string {
    const id = change.id ?? this.#next('search');
    const results = (change.results ?? []).map((result, at): Result => ({
      id: makeId('result', (this.state.counters.result ?? 0) + 1 + at), search: id, provider: 'folders', address: 'file:///none', title: 'A title', snippet: '', published: null, rank: at + 1,
      decision: 'unseen', reason: null, ...(typeof result === 'string' ? { address: result } : result),
    }));
    this.add('search.executed', {
      results,
      search: {
        query: 'independent measurements elsewhere', intent: 'explore', filters: { from: null, to: null, language: null, providers: [] }, claims: ['C1'], at: '2026-01-01T00:00:00.000Z',
        providers: ['folders'], failures: [], failed: false, repeats: null, gain: { slots: 0, confidence: 0, conflicts: 0, highValue: false },
        ...change, id, results: results.map((result) => result.id),
      },
    });
    return id;
  }

  /** Archives a new source with its snapshot (`S3` has `N3` while each has one); gives the source's id. */
  source(change: Partial<Source> = {}, snapshot: Partial<Snapshot> = {}): string {
    const source = this.#sourceOf(change);
    this.add('source.archived', { source, snapshot: snapshotOf({ id: this.#next('snapshot'), source: source.id, address: source.address, requested: source.address, ...snapshot }) });
    return source.id;
  }

  /** A further snapshot of a known source; gives the snapshot's id. */
  snapshot(source: string, change: Partial<Snapshot> = {}): string {
    const known = this.state.source.sources.find(({ id }) => id === source);
    if (!known) throw new Error(`no source ${source}`);
    const snapshot = snapshotOf({ id: this.#next('snapshot'), source, address: known.address, requested: known.address, ...change });
    this.add('source.archived', { source: known, snapshot });
    return snapshot.id;
  }

  /** A source that could not be archived. */
  notArchived(change: Partial<Source> = {}): string {
    const source = this.#sourceOf({ state: 'failed', reason: 'The server answered 503.', ...change });
    this.add('source.notArchived', { source, attempted: source.address });
    return source.id;
  }

  /** Evidence on `C1` that supports; without a source named, on a new one. Premises make an inference. */
  evidence(change: Partial<Omit<Evidence, 'figure'>> & { figure?: Partial<Figure> } = {}): string {
    const { figure, ...rest } = change;
    const derived = (rest.premises?.length ?? 0) > 0;
    const source = rest.source ?? (derived ? null : this.source());
    const snapshot = rest.snapshot ?? this.state.source.snapshots.findLast((one) => one.source === source)?.id ?? null;
    const { state: _state, stateReason: _reason, ...evidence } = evidenceOf({
      id: this.#next('evidence'), kind: derived ? 'inference' : 'direct', figure: figure ? figureOf(figure) : null, ...rest, source, snapshot,
      ...(derived ? { start: null, end: null, quote: null, match: null, reasoning: rest.reasoning ?? 'It follows.' } : {}),
    });
    this.add('evidence.recorded', evidence);
    return evidence.id;
  }

  link(from: string, relation: Provenance['relation'], to: string, change: Partial<Provenance> = {}): this {
    return this.add('provenance.linked', { from, to, relation, by: 'host', score: null, why: 'said so', claim: null, ...change });
  }

  conflict(...sides: string[][]): string {
    const id = this.#next('conflict');
    const claim = this.state.ledger.evidence.find((item) => item.id === sides[0]?.[0])?.claim ?? 'C1';
    this.add('conflict.opened', conflictOf({ id, claim, sides: sides.map((evidence, at) => ({ says: `side ${at + 1}`, evidence })) }));
    return id;
  }

  settle(id: string, change: Partial<EventData<'conflict.settled'>> = {}): this {
    return this.add('conflict.settled', { id, state: 'kept', cause: null, explanation: 'as said', carries: null, needed: 'a third measurement', by: 'host', ...change });
  }

  withdraw(source: string): this {
    return this.add('source.withdrawn', { source, reason: 'fabricated', by: 'user:Ada' });
  }

  /** Publishes a block; citations are its `[[cite:E1]]` markers. */
  block(change: Partial<Revision> = {}): string {
    const text = change.text ?? 'It is so.';
    const citations = [...text.matchAll(/\[\[cite:(E\d+)\]\]/g)].map((match, at) => ({ ordinal: at + 1, start: match.index, end: match.index + match[0].length, evidence: match[1] ?? null, state: 'bound' as const }));
    const revision: Revision = {
      block: this.#next('block'), revision: 1, at: '2026-01-01T00:00:00.000Z', kind: 'fact', heading: null, quotations: false, claims: ['C1'], citations,
      sentences: [{ start: 0, end: text.length, paragraph: 0 }], why: null, because: [], worker: 'main', ...change, text,
    };
    this.add('block.published', { revision, after: null });
    return revision.block;
  }

  check(change: Partial<Check> = {}): string {
    const id = this.#next('check');
    this.add('check.done', { id, block: 'B1', revision: 1, sentence: null, source: null, checker: 'model', selfChecked: false, verdict: 'supported', why: 'Read.', ...change });
    return id;
  }

  /** Publishes a block as `block` does, cut into sentences, with what checking it comes to. */
  published(text: string, change: Partial<Revision> = {}): string {
    const block = this.block({ ...change, text, sentences: cutSentences(text) });
    const revision = this.state.article.blocks[block]?.revisions.at(-1);
    if (revision) this.append(...orderDrafts(this.state, revision, '2026-01-01T00:00:00.000Z'));
    return block;
  }

  /** An answered turn of the main worker whose calls all worked, each with the data of its receipt. */
  turn(...calls: { name: string; args: unknown; ok?: boolean; data?: unknown }[]): this {
    const from = Number(this.#next('call').slice(1));
    this.add('turn.answered', { worker: 'main', turn: this.state.turns.length + 1, text: { text: '' }, calls: calls.map(({ name, args }, at) => ({ id: makeId('call', from + at), name, args })), model: 'model', finish: null });
    calls.forEach(({ ok = true, data = {} }, at) => this.add('call.settled', { id: makeId('call', from + at), settlement: 'spent', receipt: { ok, text: { text: 'done' }, data: ok ? { text: JSON.stringify(data) } : null }, usage: null, failure: ok ? null : 'refused' }));
    return this;
  }

  /** One event a line, as a bundle writes them. */
  get jsonl(): string {
    return `${this.events.map((event) => JSON.stringify(event)).join('\n')}\n`;
  }

  #next(kind: IdKind): string {
    return nextId(this.state, kind);
  }

  #sourceOf(change: Partial<Source>): Source {
    const id = change.id ?? this.#next('source');
    return {
      id, address: `https://site-${id.toLowerCase()}.example/page`, title: `Title of ${id}`, publisher: null, authors: [], tier: 'secondary', tierReason: 'guessed by the host',
      method: null, interest: null, state: 'archived', reason: null, ...change,
    };
  }
}

export const requirementOf = (change: Partial<Requirement> = {}): Requirement =>
  ({ kinds: [], voices: 2, orFirstHand: true, period: null, method: null, disinterested: false, counterSearch: false, ...change });

export const claimOf = (change: Partial<Claim> = {}): Claim =>
  ({ id: 'C1', parent: null, part: 'P1', dimension: null, text: 'The bridge carries heavy lorries', kind: 'fact', risk: 'medium', key: false, requirement: requirementOf(), constraint: null, ...change });

export const scopeOf = (change: Partial<Scope> = {}): Scope => ({
  question: 'What is asked?', parts: [{ id: 'P1', text: 'What is asked?' }], period: null, regions: [], terms: [], dimensions: [], acceptableSources: [], constraints: [],
  delivery: 'brief', deadline: null, language: 'en', assumed: [], ...change,
});

export const figureOf = (change: Partial<Figure> = {}): Figure =>
  ({ value: 1, text: String(change.value ?? 1), unit: null, denominator: null, period: null, basis: null, sample: null, rowHeading: null, columnHeading: null, formula: null, ...change });

export const evidenceOf = (change: Partial<Evidence> = {}): Evidence => ({
  id: 'E1', claim: 'C1', relation: 'supports', kind: 'direct', source: 'S1', snapshot: 'N1', start: 0, end: 10, quote: 'it is so', match: 'verbatim', differences: [], state: 'active', stateReason: null,
  extractor: 'extractive', validity: null, asOf: null, figure: null, cells: [], headings: [], locator: { page: null, sheet: null, cell: null, row: null }, premises: [], reasoning: null,
  search: null, worker: 'main', ...change,
});

export const conflictOf = (change: Partial<Conflict> = {}): Conflict => ({
  id: 'X1', claim: 'C1', sides: [{ says: 'one', evidence: ['E1'] }, { says: 'other', evidence: ['E2'] }],
  comparability: { definition: 'unknown', time: 'unknown', sample: 'unknown', environment: 'unknown', version: 'unknown' },
  state: 'open', cause: null, explanation: null, carries: null, needed: null, ...change,
});

export const snapshotOf = (change: Partial<Snapshot> = {}): Snapshot => ({
  id: 'N1', source: 'S1', requested: 'https://one.example/', address: 'https://one.example/', hops: [], retrievedAt: '2026-01-01T00:00:00.000Z', headers: {}, mediaType: 'text/html', charset: null,
  converter: { name: 'html', version: '1' }, rawSha256: 'a'.repeat(64), textSha256: 'b'.repeat(64), byteLength: 100, textLength: 100, main: null, language: null, published: null, modified: null,
  licence: null, canonical: null, identifiers: [], agency: null, robots: 'allowed', missing: [], result: null, structureSha256: 'c'.repeat(64), ...change,
});
