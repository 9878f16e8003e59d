import { cutSentences } from '../../article/sentences';
import { type ReadPassage } from '../../tool/sourceTools';

/** The smallest piece of a source that can be quoted, with what stands around it. */
export interface Unit {
  /** Range in the snapshot's text. */
  start: number;
  end: number;
  text: string;
  /** `term` is what a definition list defines, or a line of code by itself; `label` is a heading, a caption or a table's head. */
  kind: 'sentence' | 'row' | 'term' | 'label';
  /** What it belongs to: the term it defines, or the caption and column headings of its table. */
  entry: string;
  headings: readonly string[];
  /** Whether the unit before it may be quoted with it: the sentence before, the term it defines, the words that announce it. */
  follows: boolean;
}

const longestTerm = 90;
/** A sentence that announces what comes next: "as follows:", "下列命令". */
const announces = /[:：]\s*$|\b(?:following|as follows|below)\b|下列|如下|以下|下面/;
const sentenceEnd = /[.!?。！？；;]["”’)）]?\s*$/;

/** Cuts what was read into units: sentences, list items, table rows, and the terms of definition lists. */
export function unitsOf(passages: readonly ReadPassage[]): Unit[] {
  const units: Unit[] = [];
  let [entry, reached] = ['', -1];
  for (const passage of passages) {
    // A passage that goes on where the last one ended goes on with its term.
    if (passage.start - reached > 4) entry = '';
    reached = passage.end;
    const blocks = [...passage.text.matchAll(/[^\n](?:[^\n]|\n(?!\s*\n))*/g)].flatMap((block) => partedAtHeadings(block[0], block.index)).filter(({ words }) => words.trim() !== '');
    for (const [index, { words, start: blockStart }] of blocks.entries()) {
      const from = passage.start + blockStart;
      const unit = (kind: Unit['kind'], start: number, text: string, follows: boolean): void => {
        const lead = text.length - text.trimStart().length;
        units.push({ start: from + start + lead, end: from + start + lead + text.trim().length, text: text.trim(), kind, entry, headings: passage.headings, follows });
      };
      const announced = announces.test(units.at(-1)?.text ?? '');
      const next = blocks[index + 1]?.words ?? '';
      if (headingLine.test(words)) {
        entry = '';
        unit('label', 0, words, false);
      } else if (/ \| /.test(words) || isDelimited(words)) {
        const caption = units.at(-1)?.kind === 'term' || units.at(-1)?.kind === 'label' ? (units.at(-1)?.text ?? '') : '';
        const rows = [...words.matchAll(/[^\n]+/g)];
        const [head] = rows;
        entry = `${caption} ${head?.[0] ?? ''}`;
        rows.forEach((row, number) => { if (!/^[\s|:-]+$/.test(row[0])) unit(number === 0 && rows.length > 1 ? 'label' : 'row', row.index, row[0], false); });
        entry = '';
      } else if (isTerm(words)) {
        if (next !== '' && !announced) entry = words.trim();
        unit('term', 0, words, announced);
      } else {
        cutSentences(words).forEach(({ start, end }, number) => {
          const item = /^\s*(?:[-*+•]|\d+[.)])\s/.test(words.slice(start, end));
          unit('sentence', start, words.slice(start, end), number > 0 && !item ? true : announced || units.at(-1)?.kind === 'term');
        });
      }
    }
  }
  return units;
}

/** A heading of Markdown, or a line that is nothing but bold. */
const headingLine = /^\s*(?:#{1,6}\s|(\*\*|__)[^\n*_]+\1[:：]?\s*$)/;

/** A heading is one though no empty line sets it apart from what it heads, or from what stands before it. */
function partedAtHeadings(block: string, from: number): { words: string; start: number }[] {
  const parts: { words: string; start: number; heads: boolean }[] = [];
  for (const { 0: line, index } of block.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (line === '') continue;
    const heads = headingLine.test(line.trimEnd());
    const last = parts.at(-1);
    if (last && !heads && !last.heads) last.words += line;
    else parts.push({ words: line, start: from + index, heads });
  }
  return parts;
}

/** Lines of comma, semicolon or tab separated values: two and more, each with as many separators, and no blank after them as in prose. */
function isDelimited(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && [/,(?! )/g, /;(?! )/g, /\t/g].some((separator) => {
    const counts = new Set(lines.map((line) => line.replace(/"[^"]*"/g, '').match(separator)?.length ?? 0));
    return counts.size === 1 && !counts.has(0);
  });
}

/** A line by itself that is no sentence. */
const isTerm = (block: string): boolean => !block.trim().includes('\n') && block.trim().length <= longestTerm && !sentenceEnd.test(block) && !/[:：]\s*$/.test(block) && !/^\s*(?:[-*+•>]|\d+[.)])\s/.test(block);
