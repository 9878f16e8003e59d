import { type Found, type Heading, type Link, type Table, type WorkMetadata } from '../../core/source/reader';
import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { isoDate } from './dates';
import { type FormatReader, noMetadata, plainReading } from './format';
import { layTable, type WrittenCell } from './tableGrid';
import { addressIdentifiers, dedupe, people, withLineFacts } from './workFacts';

interface Line {
  start: number;
  text: string;
}

/** Markdown is its own text: nothing is converted, marks included, so that a span opens in the very file. */
export const read: FormatReader = async (input) => {
  const { text: raw, charset, missing } = decodeText(input.bytes, input.declaredCharset, false);
  const text = cleanText(raw);
  const frontMatter = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const bodyStart = frontMatter?.[0].length ?? 0;
  const lines = proseLines(text, bodyStart);
  const headings = headingsOf(lines);
  const declared = frontMatterFacts(frontMatter?.[1] ?? '');
  const heading = headings[0];
  const metadata: WorkMetadata = {
    ...declared,
    title: declared.title ?? (heading === undefined ? null : { value: heading.text, origin: 'first heading', guessed: heading.level !== 1 }),
    identifiers: dedupe([...declared.identifiers, ...addressIdentifiers(input.address, 'address')]),
  };
  return withLineFacts({
    ...plainReading(text, 'text/markdown', 'markdown'), charset, missing, headings, metadata,
    main: bodyStart > 0 && bodyStart < text.length ? { start: bodyStart, end: text.length } : null,
    tables: tablesOf(lines), links: linksOf(lines, input.address),
  });
};

/** The lines outside fenced code: what stands in code is no heading and no table. */
function proseLines(text: string, from: number): Line[] {
  const lines: Line[] = [];
  let fence: string | null = null;
  for (let start = from; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence === null) lines.push({ start, text: line });
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    start = end + 1;
  }
  return lines;
}

function headingsOf(lines: Line[]): Heading[] {
  const headings: Heading[] = [];
  lines.forEach((line, index) => {
    const marked = /^( {0,3}(#{1,6})[ \t]+)(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line.text);
    if (marked) {
      const start = line.start + (marked[1]?.length ?? 0);
      const text = marked[3] ?? '';
      if (text !== '') headings.push({ start, end: start + text.length, level: marked[2]?.length ?? 1, text: bare(text) });
      return;
    }
    const rule = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(lines[index + 1]?.text ?? '')?.[1];
    const text = line.text.trim();
    if (rule === undefined || text === '' || lines[index + 1]?.start !== line.start + line.text.length + 1 || /^(?:[|>#]|[-*+] |={3,}$|-{3,}$)/.test(text)) return;
    const start = line.start + line.text.indexOf(text);
    headings.push({ start, end: start + text.length, level: rule.startsWith('=') ? 1 : 2, text: bare(text) });
  });
  return headings;
}

function tablesOf(lines: Line[]): Table[] {
  const tables: Table[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const [head, rule] = [lines[at - 1], lines[at]];
    if (!head || !rule || !/^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/.test(rule.text) || !rule.text.includes('|') || !head.text.includes('|')) continue;
    const columns = pipeCells(head, true);
    if (columns.length !== pipeCells(rule, false).length) continue;
    const rows = [columns];
    let end = rule;
    for (let row = lines[at + 1]; row && row.text.includes('|') && row.start === end.start + end.text.length + 1; row = lines[at + rows.length]) {
      rows.push(pipeCells(row, false).slice(0, columns.length));
      end = row;
    }
    tables.push(layTable(rows, tables.length + 1, {
      caption: captionAbove(lines, at - 2), sheet: null, page: null, headingRows: 1, range: { start: head.start, end: end.start + end.text.length },
    }));
    at += rows.length;
  }
  return tables;
}

/** A line such as "Table 3: …" right above a table. */
function captionAbove(lines: Line[], at: number): string | null {
  const text = (lines[at]?.text.trim() === '' ? lines[at - 1]?.text : lines[at]?.text)?.trim() ?? '';
  return /^[*_]*(?:table|tab\.|tabelle|tableau|表)\s*\d*/iu.test(text) ? bare(text) : null;
}

function pipeCells(line: Line, heading: boolean): WrittenCell[] {
  const cells: WrittenCell[] = [];
  const inner = line.text.replace(/\s+$/, '');
  let from = /^[ \t]*\|?/.exec(inner)?.[0].length ?? 0;
  const cell = (end: number): void => {
    const written = inner.slice(from, end);
    const text = written.trim();
    const start = line.start + from + (text === '' ? 0 : written.indexOf(text));
    cells.push({ text: bare(text.replaceAll('\\|', '|')), range: { start, end: start + text.length }, heading, rowScope: false, columnSpan: 1, rowSpan: 1 });
    from = end + 1;
  };
  for (let at = from; at < inner.length; at += 1) if (inner[at] === '|' && inner[at - 1] !== '\\') cell(at);
  if (from < inner.length) cell(inner.length);
  return cells;
}

function linksOf(lines: Line[], address: string): Link[] {
  return lines.flatMap((line) => [...line.text.matchAll(/(?<!!)\[([^\][]*)\]\(<?([^\s)>]+)>?[^)]*\)|<(https?:\/\/[^>\s]+)>|(?<![(<[\w])(https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?'"])/g)].flatMap((found) => {
    const target = found[2] ?? found[3] ?? found[4] ?? '';
    const text = found[1] ?? target;
    const start = line.start + found.index + found[0].indexOf(text);
    const resolved = resolve(target, address);
    return resolved === null || text === '' ? [] : [{ start, end: start + text.length, address: resolved, text }];
  }));
}

function resolve(target: string, base: string): string | null {
  return URL.canParse(target, base) ? new URL(target, base).href : null;
}

/** The flat part of YAML that front matter uses: `key: value`, `key: [a, b]`, and a list of `- value` or `- name: value` lines. */
function frontMatterFacts(source: string): WorkMetadata {
  const fields = new Map<string, string[]>();
  let key = '';
  for (const line of source.split('\n')) {
    const field = /^([\w.-]+)\s*:\s*(.*)$/.exec(line);
    const item = /^\s+(?:-\s+)?(?:name\s*:\s*)?(\S.*)$|^-\s+(?:name\s*:\s*)?(\S.*)$/.exec(line);
    if (field) {
      key = (field[1] ?? '').toLowerCase();
      const value = field[2] ?? '';
      const list = /^\[(.*)\]\s*$/.exec(value)?.[1];
      fields.set(key, (list === undefined ? [value] : list.split(',')).map(unquoted).filter((one) => one !== '' && !/^[>|][+-]?$/.test(one)));
    } else if (item && !/^\s*(?!name\b)[\w-]+\s*:\s/.test(line)) fields.get(key)?.push(unquoted(item[1] ?? item[2] ?? ''));
  }
  const first = (names: string[], map: (value: string) => string | null = (value) => value): Found<string> | null => {
    for (const name of names) {
      const value = fields.get(name)?.[0];
      const mapped = value === undefined ? null : map(value);
      if (mapped !== null && mapped !== '') return { value: mapped, origin: `front matter ${name}`, guessed: false };
    }
    return null;
  };
  const authorKey = ['author', 'authors', 'by'].find((name) => fields.get(name)?.length);
  const doi = first(['doi']);
  return {
    ...noMetadata(),
    title: first(['title']), publisher: first(['publisher', 'organization', 'site', 'source']), language: first(['lang', 'language']),
    authors: authorKey === undefined ? [] : (fields.get(authorKey) ?? []).flatMap(people).map((value) => ({ value, origin: `front matter ${authorKey}`, guessed: false })),
    published: first(['published', 'date', 'pubdate', 'publishdate', 'created'], isoDate), modified: first(['modified', 'updated', 'lastmod', 'last_modified', 'revised'], isoDate),
    canonical: first(['canonical', 'canonical_url', 'url']), licence: first(['license', 'licence', 'rights']),
    interest: first(['funding', 'sponsor', 'interest', 'disclosure']), method: first(['method', 'methodology']), agency: first(['agency']),
    identifiers: doi === null ? [] : [{ ...doi, value: `doi:${doi.value.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/i, '')}` }],
  };
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, '$2').replace(/\s+#\s.*$/, '').trim();
}

/** Text without inline marks, for headings and cells; the range keeps them. */
function bare(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/(\*\*|__|`+)(.+?)\1/g, '$2').replace(/(?<![\p{L}\d*_])([*_])(\S(?:.*?\S)?)\1(?![\p{L}\d*_])/gu, '$2').replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1').trim();
}
