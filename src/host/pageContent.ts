import * as vscode from 'vscode';
import { type Structure } from '../core/source/library';
import { markedCells, markedItems, pageAt } from '../core/source/marked';
import { type Table, type TextRange } from '../core/source/reader';
import { type Snapshot } from '../core/source/records';
import { type PageWords, type TableRows, type ToPageView } from '../shared/pageMessages';
import { hasSpan } from '../core/ledger/restsOn';
import { type OpenedRun } from './runRegistry';

/** What the page view shows of one archived version of a source, and which part of it was asked for. */
export interface PageTarget {
  snapshot: string;
  /** Span to mark; empty: only the place to show. Null: the beginning. */
  span: TextRange | null;
}

/** Archived JSON of headings, tables and pages is parsed once for as long as texts stand open. */
const keptStructures = 8;

/** Reads what was archived of a snapshot, with every hash checked, and says what the page view is to draw. */
export class PageContent {
  readonly #structures = new Map<string, Promise<Structure>>();

  /** How the original can be shown; null when its text is all there is to see. Rejects with a sentence when the archive does not hold. */
  async kind(opened: OpenedRun, snapshot: Snapshot): Promise<'pdf' | 'tables' | null> {
    if (snapshot.mediaType === 'application/pdf') return 'pdf';
    return (await this.#structure(opened, snapshot)).tables.length > 0 ? 'tables' : null;
  }

  async document(opened: OpenedRun, target: PageTarget): Promise<ToPageView> {
    const snapshot = snapshotOf(opened, target.snapshot);
    const source = opened.active.state.source.sources.find(({ id }) => id === snapshot.source);
    const [kind, structure, text] = await Promise.all([this.kind(opened, snapshot), this.#structure(opened, snapshot), heldText(opened, snapshot)]);
    const frame = { title: source?.title || snapshot.id, address: snapshot.address, note: null, words: words() };
    const marks = marksOf(opened, target);
    if (kind === 'pdf') {
      const placed = marks.map(({ range, ...mark }) => ({ ...mark, items: markedItems(text, structure.items, range) }));
      const missing = marks.length > 0 && !placed.some(({ asked, items }) => asked && items.length > 0) && target.span !== null;
      return {
        type: 'pdf', ...frame, bytes: await heldBytes(opened, snapshot), page: pageAt(structure.pages, target.span?.start ?? 0) ?? 1, marks: placed,
        note: missing ? vscode.l10n.t('The place of this span on its page is not known; the page is shown without a mark.') : null,
      };
    }
    if (kind === null) throw nothingToDraw(snapshot);
    const { tables } = structure;
    const placeOf = (range: TextRange): { table: number; row: number } | null => {
      for (const table of tables) {
        const [first] = markedCells(table, range);
        if (first) return { table: table.number, row: first.row };
      }
      return null;
    };
    const asked = target.span && placeOf(target.span);
    const near = target.span && tables.find(({ range }) => range.start <= target.span!.end && target.span!.start <= range.end);
    return {
      type: 'tables', ...frame, tables: tables.map((table) => ({ number: table.number, name: nameOf(table) })),
      at: asked ?? { table: near?.number ?? tables[0]?.number ?? 1, row: 0 },
      marks: marks.map(({ range, ...mark }) => ({ ...mark, place: placeOf(range) })),
      note: asked === null && target.span !== null ? vscode.l10n.t('This span stands in no cell of a table; its place is in the text.') : null,
    };
  }

  /** At most `count` rows of one table, beginning with row `from`, counted from 0. */
  async rows(opened: OpenedRun, target: PageTarget, { table: number, from, count }: { table: number; from: number; count: number }): Promise<TableRows> {
    const snapshot = snapshotOf(opened, target.snapshot);
    const table = (await this.#structure(opened, snapshot)).tables.find((one) => one.number === number);
    if (!table) throw new Error(vscode.l10n.t('There is no table {0} in this source.', number));
    const first = Math.max(0, Math.min(from, table.rowCount - 1));
    const cells = table.cells.filter(({ row }) => row >= first && row < first + count);
    const marked = new Map<unknown, string[]>();
    for (const mark of marksOf(opened, target)) {
      for (const cell of markedCells({ ...table, cells }, mark.range)) marked.set(cell, [...(marked.get(cell) ?? []), mark.id]);
    }
    const letters = new Map(cells.flatMap(({ column, cell }) => (cell === null ? [] : [[column, cell.replace(/\d+$/, '')]])));
    const rows = Array.from({ length: Math.min(count, table.rowCount - first) }, (_, index) => {
      const row = cells.filter((cell) => cell.row === first + index);
      return {
        name: /\d+$/.exec(row.find(({ cell }) => cell !== null)?.cell ?? '')?.[0] ?? String(first + index + 1),
        cells: row.map((cell) => ({ column: cell.column, text: cell.text, heading: cell.column === table.rowHeadingColumn, cell: cell.cell, marks: marked.get(cell) ?? [] })),
      };
    });
    return { type: 'rows', table: number, from: first, total: table.rowCount, columns: table.columns.map((heading, column) => ({ heading, letter: letters.get(column) ?? null })), rows };
  }

  #structure(opened: OpenedRun, snapshot: Snapshot): Promise<Structure> {
    const hash = snapshot.structureSha256;
    const known = this.#structures.get(hash);
    if (known) return known;
    const reading = this.#read(opened, snapshot);
    this.#structures.set(hash, reading);
    reading.catch(() => this.#structures.delete(hash));
    if (this.#structures.size > keptStructures) this.#structures.delete([...this.#structures.keys()][0] ?? '');
    return reading;
  }

  async #read(opened: OpenedRun, snapshot: Snapshot): Promise<Structure> {
    const { parseStructure } = await import('../core/source/library');
    const found = await opened.archive.getText(snapshot.structureSha256);
    if (found.state !== 'holds') throw doesNotHold(snapshot, found.state);
    return parseStructure(found.text);
  }
}

export function snapshotOf(opened: OpenedRun, id: string): Snapshot {
  const snapshot = opened.active.state.source.snapshots.find((one) => one.id === id);
  if (!snapshot) throw new Error(vscode.l10n.t('There is no archived version {0} in this run.', id));
  return snapshot;
}

const nothingToDraw = (snapshot: Snapshot): Error => new Error(vscode.l10n.t('{0} has neither pages nor tables to show: its text is all that there is to see.', snapshot.address));

async function heldText(opened: OpenedRun, snapshot: Snapshot): Promise<string> {
  const found = await opened.archive.getText(snapshot.textSha256);
  if (found.state !== 'holds') throw doesNotHold(snapshot, found.state);
  return found.text;
}

async function heldBytes(opened: OpenedRun, snapshot: Snapshot): Promise<Uint8Array<ArrayBuffer>> {
  const found = await opened.archive.getBytes(snapshot.rawSha256);
  if (found.state !== 'holds') throw doesNotHold(snapshot, found.state);
  return new Uint8Array(found.bytes);
}

const doesNotHold = (snapshot: Snapshot, state: 'altered' | 'missing'): Error => new Error(state === 'missing'
  ? vscode.l10n.t('What was archived of {0} is missing, so its page cannot be shown.', snapshot.address)
  : vscode.l10n.t('What was archived of {0} was changed after it was archived: it does not match its hash, so its page is not shown.', snapshot.address));

interface RangedMark {
  id: string;
  label: string;
  quote: string;
  asked: boolean;
  state: 'cited' | 'broken';
  range: TextRange;
}

/** The evidence of the snapshot and, when it is none of them, the span that was asked for. */
function marksOf({ active }: OpenedRun, { snapshot, span }: PageTarget): RangedMark[] {
  const altered = active.state.source.verified[snapshot]?.holds === false;
  const same = (range: TextRange): boolean => range.start === span?.start && range.end === span.end;
  const cited = active.state.ledger.evidence.filter(hasSpan).filter((item) => item.snapshot === snapshot).map((item): RangedMark => ({
    id: item.id, label: `${item.id} → ${item.claim}`, quote: item.quote ?? '', range: { start: item.start, end: item.end },
    asked: same(item), state: item.state !== 'active' || altered ? 'broken' : 'cited',
  }));
  if (span === null || span.start === span.end || cited.some(({ range }) => same(range))) return cited;
  return [{ id: 'selection', label: vscode.l10n.t('Selection'), quote: '', asked: true, state: 'cited', range: span }, ...cited];
}

const nameOf = (table: Table): string => [
  table.sheet ?? vscode.l10n.t('Table {0}', table.number), ...(table.caption === null ? [] : [table.caption.split('\n')[0] ?? '']),
].join(' · ');

const words = (): PageWords => ({
  pageOf: vscode.l10n.t('Page {0} of {1}'),
  rowsOf: vscode.l10n.t('Rows {0} to {1} of {2}'),
  before: vscode.l10n.t('Back'),
  next: vscode.l10n.t('Next'),
  table: vscode.l10n.t('Table'),
  marks: vscode.l10n.t('Marked here'),
  openText: vscode.l10n.t('Open its text'),
  row: vscode.l10n.t('Row'),
  drawingFailed: vscode.l10n.t('The page cannot be drawn ({0}). Its text is archived and can be read beside it.'),
  refused: vscode.l10n.t('The page got something that this version does not understand. Reload the window.'),
  preparing: vscode.l10n.t('The page is being drawn.'),
});
