import * as z from 'zod';
import { strangeInFigure } from '../check/publication';
import { byId } from '../immutable';
import { cellsKept, cellsNamed } from '../ledger/cells';
import { date, method, relation, text, type Evidence, type Locator, type TableResult } from '../ledger/records';
import { areSameFigure, areSameWords, opposedByItself } from '../ledger/sameWords';
import { ledgerWording } from '../ledger/wording';
import { isPerson } from '../run/by';
import { type EventData } from '../run/event';
import { nextId, whatIf, type RunState } from '../run/state';
import { ArchiveBroken, type Structure } from '../source/library';
import { isFromResearch } from '../source/ownArticle';
import { provenanceOfEvidence, type ArchivedWork } from '../source/provenanceRules';
import { type Snapshot } from '../source/records';
import { locateQuote } from '../source/span/locate';
import { type LocatedSpan } from '../source/span/types';
import { archivedWorks } from './archivedWorks';
import { withConsequences } from './consequences';
import { figureArgs } from './figureArgs';
import { resultOf, spanOfResult } from './recordResult';
import { nothing, optional, ref, refused, tool, type Outcome, type ToolContext, type ToolOutcome } from './tool';

const evidenceArgs = z.object({
  claim: ref, relation, snapshot: optional(ref), quote: optional(text), query: optional(ref),
  near: optional(z.int().min(0)), validity: optional(text), as_of: optional(date), method: optional(method), note: optional(text),
  figure: optional(z.preprocess((value) => (value === null || Array.isArray(value) ? value : [value]), z.array(figureArgs).max(12))),
});

/** What is recorded with one figure, or with none. */
type EvidenceWish = Omit<z.infer<typeof evidenceArgs>, 'figure'> & { figure: z.infer<typeof figureArgs> | null };

export const recordEvidence = tool({
  name: 'record_evidence',
  description: 'Record what an archived source says on a claim, with the exact quote from the snapshot; the host finds the span. What a table gave: `query`, the id of its query_table call, in place of snapshot and quote, with the figure as it stands in the result. `validity`: for what it holds; `as_of`: at what date, unless that is when it was published. `figure` when there is one, or a list of those in the same words, each then evidence of its own: value, text as it stands in the quote, unit, denominator (of what), basis (how measured or defined), period, sample; the same words for the same thing, since figures that differ in them are not set against each other. `method`: by what the source knows this, where the claim asks for one. `near`: a character offset, for a quote that occurs twice.',
  schema: evidenceArgs,
  spends: () => nothing,
  claims: ({ claim }) => [claim],
  effect: false,
  run: async (wish, context) => {
    const figures = wish.figure === null || wish.figure.length === 0 ? [null] : wish.figure;
    const outcomes = await Promise.all(figures.map((figure) => recordOne({ ...wish, figure }, context)));
    return (state) => inTurn(outcomes, state);
  },
});

/** Evidence of the same words, each recorded on what the one before it left; where one does not hold, none is. */
function inTurn([first, ...others]: readonly Outcome[], state: RunState): ToolOutcome {
  const begun = first?.(state) ?? refused('Nothing is recorded.');
  if (others.length === 0) return begun;
  const said = [begun];
  for (const outcome of others) {
    if (said.at(-1)?.ok !== true) break;
    said.push(outcome(whatIf(state, said.flatMap(({ drafts }) => drafts))));
  }
  const last = said.at(-1) ?? begun;
  if (!last.ok) return last;
  return { ok: true, drafts: said.flatMap(({ drafts }) => drafts), data: said.map(({ data }) => data), text: said.map(({ text: words }) => words).join('\n') };
}

async function recordOne(wish: EvidenceWish, context: ToolContext): Promise<Outcome> {
  if (wish.query !== null) return recordResult(wish, wish.query, context);
  const { snapshot: named, quote } = wish;
  if (named === null || quote === null) return () => refused('Name the snapshot and quote it exactly, or name the query_table call whose result it is.');
  const args = { ...wish, snapshot: named, quote };
  const { snapshots } = context.state.source;
  const ofSource = snapshots.filter(({ source }) => source === args.snapshot);
  const snapshot = snapshots.find(({ id }) => id === args.snapshot) ?? (ofSource.length === 1 ? ofSource[0] : undefined);
  if (!snapshot) {
    if (ofSource.length > 1) return () => refused(`${args.snapshot} was archived more than once: name the snapshot that you quote, ${ofSource.map(({ id }) => id).join(' or ')}.`);
    const result = context.state.ledger.results.find(({ id }) => id === args.snapshot);
    const opened = result && snapshots.findLast((one) => one.result === result.id);
    if (opened) return () => refused(`${args.snapshot} is a search result. A snippet is a lead, never evidence: quote from ${opened.id}, which open_source ${args.snapshot} archived.`);
    return () => refused(result ? `${args.snapshot} is a search result. A snippet is a lead, never evidence: open_source ${args.snapshot} first.` : `There is no snapshot ${args.snapshot}. Snapshots: ${context.state.source.snapshots.map(({ id }) => id).join(', ') || 'none yet'}.`);
  }
  try {
    const [anchor, structure] = await Promise.all([context.library.text(snapshot), context.library.structure(snapshot)]);
    if (isFromResearch(anchor.text)) return () => refused(`${snapshot.source} is written from research: it cites what a run archived, so it reposts that and is no evidence of its own. Open the sources it names, and record what they say.`);
    const cell = citedCell(structure, anchor.text, args.quote, args.near);
    const located = cell ?? locateQuote(anchor, args.quote, args.near === null ? undefined : { within: { start: Math.max(0, args.near - 4000), end: args.near + 4000 } });
    if (located.match === 'not-found') {
      const nearest = located.nearest.slice(0, 2).map(({ range }) => `\nnearest text: "${anchor.text.slice(range.start, range.end)}"`).join('');
      return () => refused(`The quote does not hold in ${snapshot.id}: ${located.message}${nearest}`);
    }
    const works = await archivedWorks(context);
    return (state) => recordSpan(args, snapshot, works(state), structure, located, anchor.text.slice(located.range.start, located.range.end), context, state);
  } catch (cause) {
    if (cause instanceof ArchiveBroken) return () => refused(cause.message);
    throw cause;
  }
}

/** The result of a table: its figure is compared with the answer that was kept, and its span is the rows it rests on. */
async function recordResult(wish: EvidenceWish, call: string, context: ToolContext): Promise<Outcome> {
  const asked = await resultOf(call, context);
  if (typeof asked === 'string') return () => refused(asked);
  const snapshot = byId('snapshot', context.state.source.snapshots, asked.snapshot);
  if (!snapshot) return () => refused(`There is no snapshot ${asked.snapshot}.`);
  try {
    const [anchor, structure, works] = await Promise.all([context.library.text(snapshot), context.library.structure(snapshot), archivedWorks(context)]);
    const table = structure.tables.find(({ number }) => number === asked.table);
    const found = table ? spanOfResult(call, asked, table, wish.figure) : `${asked.snapshot} has no table ${asked.table}.`;
    if (typeof found === 'string') return () => refused(found);
    const { range, result, coverage: { from, to, gaps } } = found;
    const said = gaps.length === 0 ? [] : [ledgerWording(context.state.ledger.scope?.language).gaps(from ?? '', to ?? '', gaps.join(', '))];
    const dated = { ...wish, as_of: wish.as_of ?? to, validity: [wish.validity, ...said].filter((part) => part !== null).join('; ') || null };
    return (state) => recordSpan(dated, snapshot, works(state), structure, { match: 'verbatim', range, parts: [range], differences: [] }, anchor.text.slice(range.start, range.end), context, state, result);
  } catch (cause) {
    if (cause instanceof ArchiveBroken) return () => refused(cause.message);
    throw cause;
  }
}

/** A whole cell of a table, quoted as `query_table` gave it: its range is known, and a number in it ends where the cell ends. */
function citedCell({ tables }: Structure, text: string, quote: string, near: number | null): LocatedSpan | null {
  const wanted = quote.trim();
  const cells = tables.flatMap((table) => table.cells.flatMap(({ range }) => (range && text.slice(range.start, range.end).trim() === wanted ? [range] : [])));
  const [only, ...others] = near === null ? cells : cells.filter(({ start, end }) => start <= near && near <= end);
  return only && others.length === 0 ? { match: 'verbatim', range: only, parts: [only], differences: [] } : null;
}

function recordSpan(wish: EvidenceWish, snapshot: Snapshot, works: readonly ArchivedWork[], structure: Structure, located: LocatedSpan, quoted: string, context: ToolContext, state: RunState, result: TableResult | null = null): ToolOutcome {
  const { ledger, source } = state;
  if (!ledger.claims.some(({ id }) => id === wish.claim) || ledger.dropped.includes(wish.claim)) return refused(`There is no claim ${wish.claim}. Claims: ${ledger.claims.map(({ id }) => id).join(', ')}.`);
  if (source.sources.find(({ id }) => id === snapshot.source)?.state === 'withdrawn') return refused(`${snapshot.source} was withdrawn: it supports nothing.`);
  const strange = wish.figure === null || result !== null ? [] : strangeInFigure(wish.figure, quoted);
  if (strange.length > 0) return refused(notInQuote(strange));
  const { start, end } = located.range;
  const said = { claim: wish.claim, relation: wish.relation, figure: wish.figure, snapshot: snapshot.id, start, end, quote: quoted, result };
  const twin = ledger.evidence.find((item) => item.state === 'active' && areSameWords(item, said) && item.relation === wish.relation && areSameFigure(item.figure, wish.figure) && (wish.method === null || item.method === wish.method));
  if (twin) return { ok: true, drafts: [], text: `That span is evidence already: ${twin.id} ${twin.relation} ${twin.claim}. Cite it as [[cite:${twin.id}]].`, data: { evidence: twin.id } };
  const contrary = opposedByItself(ledger, said);
  if (contrary) return refused(onBothSides(contrary, context.worker));
  const cells = structure.tables.flatMap((table) => table.cells.flatMap((cell) => (cell.range && cell.range.start < end && cell.range.end > start
    ? [{ table: table.number, row: cell.row, column: cell.column, rowHeading: cell.rowHeading, columnHeading: cell.columnHeading, start: cell.range.start, end: cell.range.end, cell: cell.cell }] : [])));
  const numberCell = wish.figure === null ? undefined : cells.find((cell) => cell.end - cell.start < 60 && snapshotHas(wish.figure?.text ?? '', quoted, cell, start));
  const item: EventData<'evidence.recorded'> = {
    id: nextId(state, 'evidence'), claim: wish.claim, relation: wish.relation, kind: cells.length > 0 ? 'table' : 'direct',
    source: snapshot.source, snapshot: snapshot.id, start, end, quote: quoted, match: located.match, differences: located.differences,
    extractor: context.extractor, validity: wish.validity, asOf: wish.as_of ?? snapshot.published?.value ?? null,
    figure: wish.figure === null ? null : { ...wish.figure, rowHeading: numberCell?.rowHeading || null, columnHeading: numberCell?.columnHeading || null, formula: null },
    cells: cells.slice(0, cellsKept), headings: headingsAbove(structure, start), locator: locatorOf(structure, cells, start), premises: [], method: wish.method, reasoning: wish.note, ...(result === null ? {} : { result }),
    search: state.ledger.results.find(({ id }) => id === snapshot.result)?.search ?? null, worker: context.worker,
  };
  const named = cellsNamed(item);
  const own = works.find((work) => work.snapshot.id === snapshot.id);
  const linked = own ? provenanceOfEvidence(state, item, own, works) : [];
  return withConsequences(item, state, result !== null ? `result of ${result.call} over ${result.rows} of ${result.of} rows` : `${located.match === 'near' ? `near: differs in ${located.differences.map((difference) => `"${difference.quote}" / "${difference.text}"`).join(', ')}` : 'verbatim'}${named === null ? '' : ` (${named})`}`, linked);
}

export const notInQuote = (numbers: readonly string[]): string => `${numbers.join(', ')} does not stand in the quote: the text of a figure is as it stands there; what follows from it is for calculate.`;

/** Names what stands, and who may mend it how. */
function onBothSides({ id, relation: stand, claim, worker: recorder }: Evidence, worker: string): string {
  const mend = isPerson(recorder) ? `A person recorded ${id}: where it is wrong, say so in an update`
    : worker !== 'main' && recorder !== worker ? `${id} is not yours: where it is wrong, say so in the reason of finish`
      : `Where ${id} misreads them, correct_evidence sets its relation (partial, where they say both) or takes it back`;
  return `These words are evidence already: ${id} ${stand} ${claim}, and one statement does not stand on both sides of a claim. ${mend}; where other words say this, quote those, and where each is of another figure in them, give both theirs.`;
}

const snapshotHas = (figureText: string, quoted: string, cell: { start: number; end: number }, start: number): boolean =>
  figureText !== '' && quoted.slice(Math.max(0, cell.start - start), Math.max(0, cell.end - start)).includes(figureText);

function headingsAbove({ headings }: Structure, at: number): string[] {
  const path: { level: number; text: string }[] = [];
  for (const heading of headings) {
    if (heading.start > at) break;
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
  }
  return path.map(({ text: words }) => words);
}

function locatorOf(structure: Structure, cells: readonly { table: number; row: number; cell: string | null }[], at: number): Locator {
  const [cell] = cells;
  const table = cell && structure.tables.find(({ number }) => number === cell.table);
  return { page: structure.pages.find(({ start, end }) => start <= at && at < end)?.page ?? table?.page ?? null, sheet: table?.sheet ?? null, cell: cell?.cell ?? null, row: cell ? cell.row + 1 : null };
}
