import { axes } from '../budget/events';
import { currentRevision, type BlockState } from '../article/state';
import { type Evidence } from '../ledger/records';
import { type RunEvent } from './event';
import { type RunState } from './state';

/**
 * The written form of a run: SQL tables as a pure function of the state. Lists and other records inside a row are JSON.
 * Names are the product's words; offsets are UTF-16 code units, times ISO 8601 UTC.
 */

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** One row of a table in the written form; `null` values removes the row. */
export interface RowChange {
  table: TableName;
  /** Value of the table's first column, which is its primary key. */
  key: string;
  values: Row | null;
}

export type ColumnType = 'text' | 'integer' | 'real';

/** Columns in order; the first is the primary key. */
export const tables = {
  scope: {
    version: 'integer', question: 'text', parts: 'text', period: 'text', regions: 'text', terms: 'text', dimensions: 'text', acceptable_sources: 'text',
    constraints: 'text', delivery: 'text', deadline: 'text', language: 'text', assumed: 'text',
  },
  plan_change: { id: 'integer', version: 'integer', at: 'text', by: 'text', reason: 'text', budget_effect: 'text', changes: 'text' },
  claim: {
    id: 'text', parent: 'text', part: 'text', dimension: 'text', text: 'text', kind: 'text', risk: 'text', key: 'integer', requirement: 'text',
    serves: 'text', dropped: 'integer',
  },
  search: {
    id: 'text', query: 'text', intent: 'text', filters: 'text', claims: 'text', at: 'text', providers: 'text', failed: 'integer', failures: 'text', repeats: 'text',
    gain_slots: 'integer', gain_confidence: 'integer', gain_conflicts: 'integer', high_value: 'integer',
  },
  result: {
    id: 'text', search: 'text', provider: 'text', address: 'text', title: 'text', snippet: 'text', published: 'text', rank: 'integer', decision: 'text', reason: 'text',
  },
  source: {
    id: 'text', address: 'text', title: 'text', publisher: 'text', authors: 'text', tier: 'text', tier_reason: 'text', method: 'text', interest: 'text', state: 'text', reason: 'text',
  },
  snapshot: {
    id: 'text', source: 'text', requested: 'text', address: 'text', retrieved_at: 'text', media_type: 'text', raw_sha256: 'text', text_sha256: 'text', structure_sha256: 'text',
    byte_length: 'integer', text_length: 'integer', language: 'text', published: 'text', modified: 'text', licence: 'text', robots: 'text', missing: 'text', result: 'text',
    holds: 'integer', detail: 'text',
  },
  provenance: { id: 'text', from_source: 'text', to_source: 'text', relation: 'text', claim: 'text', by: 'text', score: 'real', why: 'text' },
  evidence: {
    id: 'text', claim: 'text', relation: 'text', kind: 'text', source: 'text', snapshot: 'text', start: 'integer', end: 'integer', quote: 'text', match: 'text',
    differences: 'text', state: 'text', state_reason: 'text', extractor: 'text', validity: 'text', as_of: 'text', cells: 'text', headings: 'text', locator: 'text',
    reasoning: 'text', result: 'text', search: 'text', worker: 'text',
  },
  premise: { id: 'text', evidence: 'text', position: 'integer', premise: 'text' },
  figure: {
    evidence: 'text', value: 'real', text: 'text', unit: 'text', denominator: 'text', period: 'text', basis: 'text', sample: 'text', row_heading: 'text', column_heading: 'text', formula: 'text',
  },
  conflict: { id: 'text', claim: 'text', sides: 'text', comparability: 'text', state: 'text', cause: 'text', explanation: 'text', carries: 'integer', needed: 'text' },
  block: { id: 'text', position: 'integer', revision: 'integer', kind: 'text', heading: 'text' },
  revision: {
    id: 'text', block: 'text', revision: 'integer', at: 'text', kind: 'text', heading: 'text', text: 'text', quotations: 'integer', claims: 'text', sentences: 'text',
    why: 'text', because: 'text', worker: 'text',
  },
  citation: { id: 'text', block: 'text', revision: 'integer', ordinal: 'integer', start: 'integer', end: 'integer', evidence: 'text', state: 'text' },
  check: {
    id: 'text', block: 'text', revision: 'integer', sentence: 'integer', source: 'text', checker: 'text', self_checked: 'integer', verdict: 'text', why: 'text',
    snapshot: 'text', start: 'integer', end: 'integer', quote: 'text', parts: 'integer', kept: 'text',
  },
  correction: { id: 'text', target: 'text', field: 'text', before: 'text', after: 'text', reason: 'text', by: 'text', at: 'text' },
  update: { id: 'text', at: 'text', text: 'text', about: 'text' },
  budget: { axis: 'text', grant: 'real', spent: 'real', reserved: 'real', unknown: 'real' },
  event: { seq: 'integer', at: 'text', type: 'text', by: 'text', v: 'integer', data: 'text' },
} as const satisfies Record<string, Record<string, ColumnType>>;

export type TableName = keyof typeof tables;
type RowOf<T extends TableName> = Record<keyof (typeof tables)[T], Cell>;

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
const flag = (value: boolean): number => (value ? 1 : 0);

/** Where a table's rows come from. Rows are looked at again only when something in `from` is another value than before. */
interface TableRule {
  table: TableName;
  from(state: RunState): readonly unknown[];
  /** Items in order; each gives its rows, and an item that is the same value as before gives the same ones. */
  items(state: RunState): readonly unknown[];
  /** What else the rows of an item depend on. */
  beside(state: RunState, item: unknown): unknown;
  rows(item: unknown, beside: unknown, index: number): Row[];
}

function rule<T extends TableName, Item, Beside = undefined>(
  table: T,
  items: (state: RunState) => readonly Item[],
  rows: (item: Item, beside: Beside, index: number) => RowOf<T>[],
  more: { from?: (state: RunState) => readonly unknown[]; beside?: (state: RunState, item: Item) => Beside } = {},
): TableRule {
  const { from = (state) => [items(state)], beside = () => undefined as Beside } = more;
  return {
    table, from, items,
    beside: (state, item) => beside(state, item as Item),
    rows: (item, extra, index) => rows(item as Item, extra as Beside, index),
  };
}

const blocks = (state: RunState): BlockState[] => Object.values(state.article.blocks);
const fromBlocks = { from: (state: RunState) => [state.article.blocks] };
const evidenceItems = (state: RunState): readonly Evidence[] => state.ledger.evidence;

const rules: readonly TableRule[] = [
  rule('scope', (state) => (state.ledger.scope ? [state.ledger.scope] : []), (scope) => [{
    version: scope.version, question: scope.question, parts: json(scope.parts), period: json(scope.period), regions: json(scope.regions), terms: json(scope.terms),
    dimensions: json(scope.dimensions), acceptable_sources: json(scope.acceptableSources), constraints: json(scope.constraints), delivery: scope.delivery,
    deadline: scope.deadline, language: scope.language, assumed: json(scope.assumed),
  }], { from: (state) => [state.ledger.scope] }),
  rule('plan_change', (state) => state.ledger.plan?.changes ?? [], (change, _beside, index) => [{
    id: index + 1, version: change.version, at: change.at, by: change.by, reason: change.reason, budget_effect: change.budgetEffect, changes: json(change.changes),
  }], { from: (state) => [state.ledger.plan?.changes] }),
  rule('claim', (state) => state.ledger.claims, (claim, dropped: boolean) => [{
    id: claim.id, parent: claim.parent, part: claim.part, dimension: claim.dimension, text: claim.text, kind: claim.kind, risk: claim.risk, key: flag(claim.key),
    requirement: json(claim.requirement), serves: claim.constraint, dropped: flag(dropped),
  }], { from: ({ ledger }) => [ledger.claims, ledger.dropped], beside: ({ ledger }, { id }) => ledger.dropped.includes(id) }),
  rule('search', (state) => state.ledger.searches, (search) => [{
    id: search.id, query: search.query, intent: search.intent, filters: json(search.filters), claims: json(search.claims), at: search.at, providers: json(search.providers),
    failed: flag(search.failed), failures: json(search.failures), repeats: search.repeats, gain_slots: search.gain.slots, gain_confidence: search.gain.confidence,
    gain_conflicts: search.gain.conflicts, high_value: flag(search.gain.highValue),
  }]),
  rule('result', (state) => state.ledger.results, ({ id, search, provider, address, title, snippet, published, rank, decision, reason }) => [
    { id, search, provider, address, title, snippet, published, rank, decision, reason },
  ]),
  rule('source', (state) => state.source.sources, (source) => [{
    id: source.id, address: source.address, title: source.title, publisher: source.publisher, authors: json(source.authors), tier: source.tier, tier_reason: source.tierReason,
    method: source.method, interest: source.interest, state: source.state, reason: source.reason,
  }]),
  rule('snapshot', (state) => state.source.snapshots, (snapshot, verified: RunState['source']['verified'][string] | undefined) => [{
    id: snapshot.id, source: snapshot.source, requested: snapshot.requested, address: snapshot.address, retrieved_at: snapshot.retrievedAt, media_type: snapshot.mediaType,
    raw_sha256: snapshot.rawSha256, text_sha256: snapshot.textSha256, structure_sha256: snapshot.structureSha256, byte_length: snapshot.byteLength, text_length: snapshot.textLength,
    language: snapshot.language?.value ?? null, published: snapshot.published?.value ?? null, modified: snapshot.modified?.value ?? null, licence: snapshot.licence?.value ?? null,
    robots: snapshot.robots, missing: json(snapshot.missing), result: snapshot.result, holds: verified ? flag(verified.holds) : null, detail: verified?.detail ?? null,
  }], { from: ({ source }) => [source.snapshots, source.verified], beside: ({ source }, { id }) => source.verified[id] }),
  rule('provenance', (state) => state.source.provenance, ({ from, to, relation, claim, by, score, why }) => [{
    id: `${from}:${relation}:${to}${claim === null ? '' : `:${claim}`}`, from_source: from, to_source: to, relation, claim, by, score, why,
  }]),
  rule('evidence', evidenceItems, (item) => [{
    id: item.id, claim: item.claim, relation: item.relation, kind: item.kind, source: item.source, snapshot: item.snapshot, start: item.start, end: item.end, quote: item.quote,
    match: item.match, differences: json(item.differences), state: item.state, state_reason: item.stateReason, extractor: item.extractor, validity: item.validity, as_of: item.asOf,
    cells: json(item.cells), headings: json(item.headings), locator: json(item.locator), reasoning: item.reasoning, result: json(item.result), search: item.search, worker: item.worker,
  }]),
  rule('premise', evidenceItems, ({ id, premises }) => premises.map((premise, index) => ({ id: `${id}:${index + 1}`, evidence: id, position: index + 1, premise }))),
  rule('figure', evidenceItems, ({ id, figure }) => (figure ? [{
    evidence: id, value: figure.value, text: figure.text, unit: figure.unit, denominator: figure.denominator, period: figure.period, basis: figure.basis, sample: figure.sample,
    row_heading: figure.rowHeading, column_heading: figure.columnHeading, formula: figure.formula,
  }] : [])),
  rule('conflict', (state) => state.ledger.conflicts, (conflict) => [{
    id: conflict.id, claim: conflict.claim, sides: json(conflict.sides), comparability: json(conflict.comparability), state: conflict.state, cause: conflict.cause,
    explanation: conflict.explanation, carries: conflict.carries, needed: conflict.needed,
  }]),
  rule('block', blocks, (block, position: number) => {
    const { revision, kind, heading } = currentRevision(block);
    return [{ id: block.id, position, revision, kind, heading }];
  }, { from: ({ article }) => [article.blocks, article.order], beside: ({ article }, { id }) => article.order.indexOf(id) + 1 }),
  rule('revision', blocks, ({ revisions }) => revisions.map((revision) => ({
    id: `${revision.block}:${revision.revision}`, block: revision.block, revision: revision.revision, at: revision.at, kind: revision.kind, heading: revision.heading, text: revision.text,
    quotations: flag(revision.quotations), claims: json(revision.claims), sentences: json(revision.sentences), why: revision.why, because: json(revision.because), worker: revision.worker,
  })), fromBlocks),
  rule('citation', blocks, ({ revisions }) => revisions.flatMap(({ block, revision, citations }) => citations.map(({ ordinal, start, end, evidence, state }) => ({
    id: `${block}:${revision}:${ordinal}`, block, revision, ordinal, start, end, evidence, state,
  }))), fromBlocks),
  rule('check', (state) => state.checks, ({ id, block, revision, sentence, source, checker, selfChecked, verdict, why, snapshot, decides, parts, kept }) => [{
    id, block, revision, sentence, source, checker, self_checked: flag(selfChecked), verdict, why, snapshot: snapshot ?? null,
    start: decides?.start ?? null, end: decides?.end ?? null, quote: decides?.quote ?? null, parts: flag(parts ?? false), kept: kept ?? null,
  }]),
  rule('correction', (state) => state.ledger.corrections, ({ id, target, field, before, after, reason, by, at }) => [
    { id, target, field, before: json(before), after: json(after), reason, by, at },
  ]),
  rule('update', (state) => state.updates, ({ id, at, text, about }) => [{ id, at, text, about: json(about) }]),
  rule('budget', (state) => axes.map((axis) => state.budget.meters[axis]), ({ grant, spent, reserved, unknown }, _beside, index) => (
    // An axis that nothing has touched has no row.
    grant === null && spent === 0 && reserved === 0 && unknown === 0 ? [] : [{ axis: axes[index] ?? '', grant, spent, reserved, unknown }]
  ), { from: (state) => [state.budget.meters] }),
];

const keyColumn = (table: TableName): string => Object.keys(tables[table])[0] ?? '';
const keyOf = (table: TableName, row: Row): string => String(row[keyColumn(table)]);

/** The event table's row. The state does not hold events, so this one comes from the event itself. */
export const eventRow = ({ seq, at, type, by, v, data }: RunEvent): RowOf<'event'> => ({ seq, at, type, by, v, data: JSON.stringify(data) });

/** All rows of a state but those of the event table, by table. */
export function allRows(state: RunState): Record<Exclude<TableName, 'event'>, Row[]> {
  return Object.fromEntries(rules.map((one) => [one.table, one.items(state).flatMap((item, index) => one.rows(item, one.beside(state, item), index))])) as Record<Exclude<TableName, 'event'>, Row[]>;
}

/** Row changes that lead from the tables of one state to those of a later one, which `events` made: the tables are compared once, however many those are. */
export function rowChanges(before: RunState, after: RunState, events: readonly RunEvent[]): RowChange[] {
  return [...rules.flatMap((one) => tableChanges(one, before, after)), ...events.map((event): RowChange => ({ table: 'event', key: String(event.seq), values: eventRow(event) }))];
}

function tableChanges(one: TableRule, before: RunState, after: RunState): RowChange[] {
  const from = one.from(before);
  if (one.from(after).every((value, index) => value === from[index])) return [];
  const old = one.items(before);
  const now = one.items(after);
  const gone = new Map<string, Row>();
  const there = new Map<string, Row>();
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    const [oldItem, newItem] = [old[index], now[index]];
    const [oldBeside, newBeside] = [index < old.length ? one.beside(before, oldItem) : undefined, index < now.length ? one.beside(after, newItem) : undefined];
    if (index < old.length && index < now.length && oldItem === newItem && oldBeside === newBeside) continue;
    if (index < old.length) for (const row of one.rows(oldItem, oldBeside, index)) gone.set(keyOf(one.table, row), row);
    if (index < now.length) for (const row of one.rows(newItem, newBeside, index)) there.set(keyOf(one.table, row), row);
  }
  const changes: RowChange[] = [];
  for (const key of gone.keys()) if (!there.has(key)) changes.push({ table: one.table, key, values: null });
  for (const [key, values] of there) if (!sameRow(gone.get(key), values)) changes.push({ table: one.table, key, values });
  return changes;
}

const sameRow = (a: Row | undefined, b: Row): boolean => a !== undefined && Object.entries(b).every(([column, value]) => a[column] === value);
