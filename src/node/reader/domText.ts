import { type Heading, type Link, type Table, type TextRange } from '../../core/source/reader';
import { layTable, maxTableCells, type WrittenCell } from './tableGrid';
import { TextWriter } from './textWriter';

/** `marginal`: inside navigation, a link, a form, comments or other parts around the text. */
export interface Place extends TextRange {
  marginal: boolean;
}

/** What a page says, in the order it says it, and where each piece stands. */
export interface PageText {
  text: string;
  headings: Heading[];
  tables: Table[];
  links: Link[];
  /** Where each text node's characters went; a node that wrote nothing is absent. */
  nodes: Map<Node, Place>;
  /** Tables and preformatted blocks, which the main range must not lose. */
  kept: Place[];
  pictures: Element[];
  hiddenCharacters: number;
  missing: string[];
}

const blocks = new Set(('address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
  'html legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul caption option optgroup').split(' '));
/** Blocks that a blank line sets apart. */
const spaced = new Set('article aside blockquote dl figure form h1 h2 h3 h4 h5 h6 main menu nav ol p pre section table ul'.split(' '));
const silent = new Set(('script style noscript template head title meta link base iframe object embed audio video canvas select datalist textarea input map rp svg ' +
  'annotation annotation-xml col colgroup param source track area frame frameset progress meter').split(' '));
const superscripts: Record<string, string> = { 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹', '+': '⁺', '-': '⁻', '−': '⁻', '=': '⁼', '(': '⁽', ')': '⁾', n: 'ⁿ', i: 'ⁱ' };
const subscripts: Record<string, string> = { 0: '₀', 1: '₁', 2: '₂', 3: '₃', 4: '₄', 5: '₅', 6: '₆', 7: '₇', 8: '₈', 9: '₉', '+': '₊', '-': '₋', '−': '₋', '=': '₌', '(': '₍', ')': '₎' };
const marginalNames = new Set(['nav', 'header', 'footer', 'aside', 'form', 'a']);
const marginalRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);
const marginalLabel = /comment|disqus|related|recommend|promo|newsletter|outbrain|taboola|sidebar|trending|popular|nav(?:header|footer|bar|igation)/i;
const cellSeparator = ' | ';
/** Empty slots written for one merged cell; nonsense spans would fill the text with separators. */
const maxWrittenSpan = 60;
const elementNode = 1;
const textNode = 3;
/** Deeper nesting than any page needs would end in a stack overflow. */
const maxDepth = 400;

/**
 * Writes a document's body: blocks on lines of their own, headings after `#` marks, list items after `-` or their number, code as it stands,
 * table rows as lines of cells between ` | `. Superscripts become `x²` where Unicode has the sign, else `x^(…)`; subscripts `H₂O`, else `x_(…)`;
 * a superscript that links inside the page is a footnote mark, `[1]`. Ruby stands in parentheses.
 */
export function pageText(body: Element, base: string): PageText {
  const walker = new Walker(base);
  walker.children(body, 0);
  return walker.page();
}

class Walker {
  private readonly writer = new TextWriter();
  private readonly headings: Heading[] = [];
  private readonly tables: Table[] = [];
  private readonly links: Link[] = [];
  private readonly nodes = new Map<Node, Place>();
  private readonly kept: PageText['kept'] = [];
  private readonly pictures: Element[] = [];
  private readonly missing: string[] = [];
  private readonly resolved = new Map<string, string | null>();
  private hidden = 0;
  private cells = 0;
  private lists: Array<{ next: number | null }> = [];
  private inPre = false;
  private inCell = false;
  private marginal = false;

  constructor(private readonly base: string) {}

  page(): PageText {
    return { text: this.writer.text(), headings: this.headings, tables: this.tables, links: this.links, nodes: this.nodes, kept: this.kept, pictures: this.pictures, hiddenCharacters: this.hidden, missing: this.missing };
  }

  children(element: Element, depth: number): void {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === textNode) this.textNode(node);
      else if (node.nodeType === elementNode) this.element(node as Element, depth + 1);
    }
  }

  private textNode(node: Node): void {
    const text = node.nodeValue ?? '';
    if (text === '') return;
    const mark = this.writer.begin();
    if (this.inPre) this.writer.verbatim(text);
    else this.writer.flow(text);
    const range = this.writer.end(mark);
    if (range.end > range.start) this.nodes.set(node, { ...range, marginal: this.marginal });
  }

  private element(element: Element, depth: number): void {
    const name = element.localName.toLowerCase();
    if (silent.has(name)) {
      if (name === 'svg' || name === 'canvas') this.pictures.push(element);
      return;
    }
    if (depth > maxDepth) {
      if (!this.missing.some((one) => one.startsWith('Parts nested'))) this.missing.push(`Parts nested deeper than ${maxDepth} elements were read without their structure.`);
      this.writer.flow(element.textContent ?? '');
      return;
    }
    if (isHidden(element, name)) {
      this.hidden += (element.textContent ?? '').trim().length;
      return;
    }
    const before = this.marginal;
    this.marginal ||= isMarginal(element, name);
    const own = this.special[name];
    if (own !== undefined) own(element, depth);
    else if (blocks.has(name)) this.block(element, name, depth);
    else this.children(element, depth);
    this.marginal = before;
  }

  private block(element: Element, name: string, depth: number): void {
    const lines = spaced.has(name) && !this.inCell && !(this.lists.length > 0 && (name === 'ul' || name === 'ol' || name === 'p')) ? 2 : 1;
    this.boundary(lines);
    this.children(element, depth);
    this.boundary(lines);
  }

  /** Inside a cell a block ends in a space, because a table row is one line. */
  private boundary(lines: 1 | 2): void {
    if (this.inCell) this.writer.flow(' ');
    else this.writer.breakLine(lines);
  }

  private readonly special: Record<string, ((element: Element, depth: number) => void) | undefined> = {
    br: () => {
      if (this.inPre) this.writer.verbatim('\n');
      else this.boundary(1);
    },
    hr: () => { this.boundary(2); },
    wbr: () => undefined,
    img: (element) => { this.pictures.push(element); },
    pre: (element, depth) => { this.pre(element, depth); },
    listing: (element, depth) => { this.pre(element, depth); },
    xmp: (element, depth) => { this.pre(element, depth); },
    a: (element, depth) => { this.link(element, depth); },
    sup: (element, depth) => { this.raised(element, depth, superscripts, '^'); },
    sub: (element, depth) => { this.raised(element, depth, subscripts, '_'); },
    rt: (element, depth) => {
      this.writer.flow('(');
      this.children(element, depth);
      this.writer.flow(')');
    },
    ul: (element, depth) => { this.list(element, depth, null); },
    menu: (element, depth) => { this.list(element, depth, null); },
    ol: (element, depth) => { this.list(element, depth, Number.parseInt(element.getAttribute('start') ?? '1', 10) || 1); },
    li: (element, depth) => { this.item(element, depth); },
    table: (element, depth) => { this.table(element, depth); },
    h1: (element, depth) => { this.heading(element, depth, 1); },
    h2: (element, depth) => { this.heading(element, depth, 2); },
    h3: (element, depth) => { this.heading(element, depth, 3); },
    h4: (element, depth) => { this.heading(element, depth, 4); },
    h5: (element, depth) => { this.heading(element, depth, 5); },
    h6: (element, depth) => { this.heading(element, depth, 6); },
  };

  private heading(element: Element, depth: number, level: number): void {
    if (this.inCell) {
      this.block(element, 'h1', depth);
      return;
    }
    this.writer.breakLine(2);
    this.writer.prefix(`${'#'.repeat(level)} `);
    const mark = this.writer.begin();
    this.inline(element, depth);
    const range = this.writer.end(mark);
    this.writer.dropPrefix();
    if (range.end > range.start) this.headings.push({ ...range, level, text: this.writer.since(mark) });
    this.writer.breakLine(2);
  }

  /** Children on one line, as in a heading or a cell. */
  private inline(element: Element, depth: number): void {
    const before = this.inCell;
    this.inCell = true;
    this.children(element, depth);
    this.inCell = before;
  }

  private pre(element: Element, depth: number): void {
    if (this.inPre || this.inCell) {
      this.children(element, depth);
      return;
    }
    this.writer.breakLine(2);
    const first = element.firstChild;
    if (first?.nodeType === textNode && first.nodeValue?.startsWith('\n') === true) first.nodeValue = first.nodeValue.slice(1);
    let last: Node | null = element;
    while (last?.lastChild) last = last.lastChild;
    if (last?.nodeType === textNode) last.nodeValue = (last.nodeValue ?? '').trimEnd();
    this.inPre = true;
    const mark = this.writer.begin();
    this.children(element, depth);
    this.kept.push({ ...this.writer.end(mark), marginal: this.marginal });
    this.inPre = false;
    this.writer.breakLine(2);
  }

  private link(element: Element, depth: number): void {
    const address = this.resolve(element.getAttribute('href'));
    const mark = this.writer.begin();
    this.children(element, depth);
    const range = this.writer.end(mark);
    if (address !== null && range.end > range.start) this.links.push({ ...range, address, text: this.writer.since(mark) });
  }

  private resolve(target: string | null): string | null {
    if (target === null || target.trim() === '') return null;
    const known = this.resolved.get(target);
    if (known !== undefined) return known;
    const address = URL.canParse(target, this.base) ? new URL(target, this.base).href : null;
    const usable = address !== null && /^(?:https?|file|ftp|mailto|doi):/i.test(address) ? address : null;
    this.resolved.set(target, usable);
    return usable;
  }

  private raised(element: Element, depth: number, signs: Record<string, string>, mark: string): void {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const anchor = element.querySelector('a[href]') ?? element.closest('a[href]');
    if (anchor?.getAttribute('href')?.includes('#') === true && mark === '^') {
      if (!/^[[(]/.test(text)) this.writer.flow('[');
      this.children(element, depth);
      if (!/^[[(]/.test(text)) this.writer.flow(']');
    } else if (text === '') this.children(element, depth);
    else if ([...text].every((sign) => signs[sign] !== undefined)) this.writer.flow([...text].map((sign) => signs[sign]).join(''));
    // Ordinals (1st, 2e, nº) and marks that are raised already read the same on the line.
    else if (mark === '^' && /^(?:st|nd|rd|th|er|e|re|o|a|º|ª|®|™|©|\*+|[†‡§¶]+|TM|SM)$/i.test(text)) this.children(element, depth);
    else if (/^[[(].*[\])]$/.test(text)) this.children(element, depth);
    else {
      this.writer.flow([...text].length === 1 ? mark : `${mark}(`);
      this.children(element, depth);
      if ([...text].length > 1) this.writer.flow(')');
    }
  }

  private list(element: Element, depth: number, first: number | null): void {
    const outer = this.lists.length === 0 ? 2 : 1;
    this.boundary(outer);
    this.lists.push({ next: first });
    this.children(element, depth);
    this.lists.pop();
    this.boundary(outer);
  }

  private item(element: Element, depth: number): void {
    const list = this.lists.at(-1);
    const given = Number.parseInt(element.getAttribute('value') ?? '', 10);
    if (list && list.next !== null && !Number.isNaN(given)) list.next = given;
    this.boundary(1);
    if (!this.inCell) {
      this.writer.dropPrefix();
      this.writer.prefix(`${'  '.repeat(Math.max(0, this.lists.length - 1))}${list && list.next !== null ? `${list.next}.` : '-'} `);
    }
    if (list && list.next !== null) list.next += 1;
    this.children(element, depth);
    this.writer.dropPrefix();
    this.boundary(1);
  }

  private table(element: Element, depth: number): void {
    const rows = ownRows(element);
    const menu = this.marginal && rows.length <= 3;
    if (this.inCell || menu || !isDataTable(element, rows)) {
      this.block(element, 'table', depth);
      return;
    }
    this.writer.breakLine(2);
    const whole = this.writer.begin();
    const captionElement = childNamed(element, 'caption');
    let caption = captionAbove(this.writer.tail());
    if (captionElement) {
      caption = (captionElement.textContent ?? '').replace(/\s+/g, ' ').trim();
      this.inline(captionElement, depth);
      this.writer.breakLine(1);
    }
    const spanned: number[] = [];
    const written = rows.map((row) => this.row(row, depth, spanned));
    const range = this.writer.end(whole);
    this.writer.breakLine(2);
    this.kept.push({ ...range, marginal: this.marginal });
    const thead = childNamed(element, 'thead');
    const headingRows = thead ? rows.filter((row) => row.parentNode === thead).length : null;
    this.cells += written.reduce((sum, row) => sum + row.length, 0);
    if (this.cells > maxTableCells) {
      this.missing.push(`Table ${this.tables.length + 1} and what follows it are kept as text only: the page has more than ${maxTableCells} cells.`);
      return;
    }
    this.tables.push(layTable(written, this.tables.length + 1, { caption, sheet: null, page: null, headingRows, range }));
  }

  /** `spanned` counts, for each column, the rows that a merged cell above still covers: their slots stay empty, so that columns line up. */
  private row(row: Element, depth: number, spanned: number[]): WrittenCell[] {
    this.writer.breakLine(1);
    const written: WrittenCell[] = [];
    let column = 0;
    const slot = (): void => {
      if (column > 0) this.writer.separate(cellSeparator);
      column += 1;
    };
    const skipCovered = (): void => {
      for (let rows = spanned[column]; rows !== undefined && rows > 0; rows = spanned[column]) {
        spanned[column] = rows - 1;
        slot();
      }
    };
    for (let cell = row.firstElementChild; cell !== null; cell = cell.nextElementSibling) {
      const name = cell.localName.toLowerCase();
      if ((name !== 'td' && name !== 'th') || isHidden(cell, name)) continue;
      skipCovered();
      slot();
      const mark = this.writer.begin();
      this.inline(cell, depth);
      const range = this.writer.end(mark);
      const scope = (cell.getAttribute('scope') ?? '').toLowerCase();
      const [columnSpan, rowSpan] = [span(cell, 'colspan'), span(cell, 'rowspan')];
      written.push({ text: this.writer.since(mark), range, heading: name === 'th', rowScope: name === 'th' && (scope === 'row' || scope === 'rowgroup'), columnSpan, rowSpan });
      spanned[column - 1] = rowSpan - 1;
      for (let extra = 1; extra < Math.min(columnSpan, maxWrittenSpan); extra += 1) {
        spanned[column] = rowSpan - 1;
        slot();
      }
    }
    skipCovered();
    return written;
  }
}

/** `rowspan="0"` means to the end; nonsense means one. */
function span(cell: Element, attribute: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(cell.getAttribute(attribute) ?? '1', 10);
  return Number.isNaN(value) || value < 0 ? 1 : Math.min(value, 10_000);
}

/** Rows of this table, not of one nested in it; `thead` first and `tfoot` last, as they are shown. */
function ownRows(table: Element): Element[] {
  const sections: Record<'thead' | 'tbody' | 'tfoot', Element[]> = { thead: [], tbody: [], tfoot: [] };
  for (let part = table.firstElementChild; part !== null; part = part.nextElementSibling) {
    const name = part.localName.toLowerCase();
    if (name === 'tr') sections.tbody.push(part);
    else if (name === 'thead' || name === 'tbody' || name === 'tfoot') {
      for (let row = part.firstElementChild; row !== null; row = row.nextElementSibling) if (row.localName.toLowerCase() === 'tr') sections[name].push(row);
    }
  }
  return [...sections.thead, ...sections.tbody, ...sections.tfoot];
}

/** Old pages lay themselves out with tables: those hold other tables, long running text, or a single row or column. */
function isDataTable(table: Element, rows: Element[]): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none' || rows.length === 0) return false;
  if (table.querySelector('table') !== null) return false;
  if (childNamed(table, 'thead') || childNamed(table, 'caption') || role === 'table' || role === 'grid') return true;
  const widths = rows.map((row) => row.childElementCount);
  const headed = rows.some((row) => childNamed(row, 'th'));
  if (Math.max(...widths.slice(0, 1_000)) < 2) return false;
  // A heading beside an icon, above its text, is a notice.
  if (headed) return rows.length > 2 || table.querySelector('img,svg') === null;
  const cells = rows.slice(0, 50).flatMap((row) => [...row.children]);
  if (rows.length < 2) return false;
  const blocky = cells.filter((cell) => cell.querySelector('ul,ol,form,h1,h2,h3,h4,iframe,p + p,div + div') !== null || (cell.textContent ?? '').length > 400).length;
  return blocky <= cells.length * 0.3;
}

/** Many manuals write a table's title as the paragraph above it. */
function captionAbove(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line.length <= 200 && /^(?:table|tab\.|tabelle|tableau|表)\s*[\dIVX]/iu.test(line) ? line : null;
}

function childNamed(element: Element, name: string): Element | null {
  for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) if (child.localName.toLowerCase() === name) return child;
  return null;
}

function isMarginal(element: Element, name: string): boolean {
  return marginalNames.has(name) || marginalRoles.has(element.getAttribute('role') ?? '')
    || marginalLabel.test(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`);
}

/** What the page itself says is not shown. Style sheets are not read. */
function isHidden(element: Element, name: string): boolean {
  if (name === 'body' || name === 'main' || name === 'article') return false;
  if (element.hasAttribute('hidden')) return element.getAttribute('hidden') !== 'until-found';
  const style = element.getAttribute('style');
  return style !== null && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}
