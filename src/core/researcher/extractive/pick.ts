import { type Evidence } from '../../ledger/records';
import { relevance, stems, weighedIn } from '../../source/relevance';
import { type ReadPassage } from '../../tool/sourceTools';
import { fit } from './answerType';
import { type Ask } from './ask';
import { ownWords, subjectShare, subjectIn } from './subject';
import { unitsOf, type Unit } from './units';

export interface Picked {
  /** Range in the snapshot's text. */
  start: number;
  end: number;
  text: string;
  /** The unit in it that answers; what stands before only names the subject. */
  answer: string;
  /** 0 to about 1.2: how much of what is asked it holds, less what it lacks as an answer. */
  score: number;
  /** The entry it belongs to, and the headings above it. */
  around: string;
  /** How much of the subject it holds with what stands around it, 0 to 1: by this a figure in it is the one that is asked for, or another. */
  onSubject: number;
}

/** Quotations of one source that are offered for one claim. */
const perSource = 2;
/** Least score of a quotation, and of the second beside the first. */
const leastScore = 0.4;
const secondShare = 0.85;
/** Least share of a row's score at which a sentence is preferred to it. */
const cleanerShare = 0.7;
const shortest = 8;
/** Characters of a quotation; a script without spaces says as much in two fifths of them. */
const longest = 480;
/** Units before the answering one that may be quoted with it, so that the quotation says what it speaks of. */
const mostBefore = 3;
/** What a word counts that stands around the quotation: in the entry it belongs to, in the headings above. */
const entryWorth = 0.7;
const headingWorth = 0.45;
/** What a quotation keeps for each unit before the answering one. */
const perUnit = 0.95;
/** A sentence that says what the figure before it counts is quoted with it. */
const definesFigure = /^(?:The|This|That) (?:figure|number|share|value|percentage|amount)\b|^(?:这一|该|这个)(?:数字|比例|数值)/;
/** What a quotation loses for the characters beyond the first hundred, over its whole allowance. */
const lengthCost = 0.25;

/**
 * The quotations that answer best: by the weight of the asked words they hold, those in their entry and headings counting less,
 * and by whether they are the kind of answer that was asked for. A sentence is quoted with those before it when only they name the subject.
 */
export function pickQuotations(ask: Ask, passages: readonly ReadPassage[], accepts: (sentence: string) => boolean = () => true): Picked[] {
  const units = unitsOf(passages);
  const known = new Map(units.map((unit) => [unit, new Set(stems(unit.text))]));
  const sought = weighedIn(ask.sought, [...known.values()]);
  const own = new Set(ownWords(ask.sought));
  const subject = subjectIn(ask, sought);
  const candidates = units.flatMap((focus, at): Picked[] => {
    if (!isStatement(focus) || !accepts(focus.text)) return [];
    const [entry, headings] = [new Set(stems(focus.entry)), new Set(stems(focus.headings.join(' ')))];
    const entryText = focus.entry.toLowerCase();
    const around = (sign: string): number => (entry.has(sign) || entryText.includes(sign) ? entryWorth : headings.has(sign) ? headingWorth : 0);
    const next = units[at + 1];
    const last = next?.follows === true && definesFigure.test(next.text) ? next : focus;
    const found: Picked[] = [];
    let held = 0;
    for (let first = at; first >= 0 && first >= at - mostBefore; first -= 1) {
      const unit = units[first];
      if (!unit || (first < at && unit.kind === 'label')) break;
      const end = textBetween(passages, unit.start, last.end) !== null ? last.end : focus.end;
      const text = textBetween(passages, unit.start, end);
      if (text === null || weigh(text) > longest) break;
      const said = withoutTitles(text);
      if (ask.counted !== null && ![said, focus.entry, ...focus.headings].some((words) => words.includes(ask.counted ?? ''))) continue;
      const words = new Set(stems(said));
      const holds = [...own].filter((stem) => words.has(stem)).length + ask.sought.names.filter((name) => text.toLowerCase().includes(name)).length;
      // What stands before is quoted only for a word of the subject that is missing without it.
      if (holds > held) {
        // A line of code is what the words before it say it is.
        const kept = fit(ask.traits, focus.text, focus.kind === 'term' ? text : focus.entry);
        const cost = 1 - (lengthCost * Math.max(0, weigh(text) - 100)) / longest;
        found.push({ start: unit.start, end, text, answer: focus.text, around: [focus.entry, ...focus.headings].join('\n'), score: relevance(sought, said, around) * kept * cost * perUnit ** (at - first), onSubject: subjectShare(subject, [said, focus.entry, ...focus.headings].join('\n')) });
      }
      held = Math.max(held, holds);
      if (!unit.follows) break;
    }
    return found;
  });
  const chosen: Picked[] = [];
  const sorted = candidates.sort((a, b) => b.score - a.score || a.start - b.start);
  for (const candidate of sorted.filter((one) => !isSaidCleaner(one, sorted))) {
    if (chosen.length === perSource || candidate.score < leastScore || candidate.score < (chosen[0]?.score ?? 0) * secondShare) break;
    if (chosen.every(({ start, end }) => candidate.end <= start || candidate.start >= end)) chosen.push(candidate);
  }
  return chosen;
}

/** Whether a sentence of the same source answers a table's row nearly as well with the same figures: it reads cleaner. */
function isSaidCleaner(row: Picked, others: readonly Picked[]): boolean {
  const figures = row.answer.match(/\d[\d.,]*\d|\d/g) ?? [];
  return / \| /.test(row.answer) && figures.length > 0 && others.some(({ answer, score }) => !/ \| /.test(answer) && score >= Math.max(leastScore, row.score * cleanerShare) && figures.every((figure) => answer.includes(figure)));
}

/**
 * A quotation with what its paragraph says of the corrected statement just before: "The release said 98.2 percent. That was the
 * share for October alone. The correct share is 91.4 percent." As picked when nothing is retold there, or it would be too long.
 */
export function withRetold(picked: Picked, passages: readonly ReadPassage[], retold: (sentence: string) => boolean): Picked {
  const units = unitsOf(passages);
  const at = units.findIndex(({ start }) => start === picked.start);
  for (let first = at; first > 0 && units[first]?.follows === true && first > at - mostBefore; first -= 1) {
    const before = units[first - 1];
    if (!before || !retold(before.text)) continue;
    const text = textBetween(passages, before.start, picked.end);
    return text === null || weigh(text) > longest ? picked : { ...picked, start: before.start, text };
  }
  return picked;
}

/** The score is kept with the evidence, so that quotations of several sources can be set in order later. */
export const noteOf = (score: number): string => `Chosen by rule, rated ${score.toFixed(2)}.`;

/** How well a recorded quotation answers, beside those of other sources; evidence that others took is rated by its words. */
export function rate(ask: Ask, { quote, headings, reasoning }: Pick<Evidence, 'quote' | 'headings' | 'reasoning'>): number {
  const noted = /^Chosen by rule, rated (\d\.\d\d)\.$/.exec(reasoning ?? '')?.[1];
  const above = new Set(stems(headings.join(' ')));
  const byWords = relevance(ask.sought, quote ?? '', (sign) => (above.has(sign) ? headingWorth : 0)) * fit(ask.traits, quote ?? '', headings.join(' '));
  // The first knows what stood around the quotation, the second compares sources by one measure.
  return noted === undefined ? byWords : (Number(noted) + byWords) / 2;
}

/** Without what stands in quotation marks and ends like no sentence: the name of another work. */
const withoutTitles = (text: string): string => text.replace(/["“]([^"”\n]{12,}[^"”\n.,!?。！？])["”]|《[^》]*》/g, ' ');

const weigh = (text: string): number => text.length + 1.4 * (text.match(/[\u3400-\u9fff]/g)?.length ?? 0);

/** The text of a range that one passage, or several without a gap, hold; null when something between was not read. */
function textBetween(passages: readonly ReadPassage[], start: number, end: number): string | null {
  const passage = passages.find((one) => one.start <= start && one.end >= end);
  return passage ? passage.text.slice(start - passage.start, end - passage.start) : null;
}

/** A row of numbers is read by its table's head. A question, a field of front matter, a rule and a list of links state nothing. */
function isStatement({ kind, text, entry }: Unit): boolean {
  if (kind === 'label' || text.length < shortest || weigh(text) > longest || !/\p{L}/u.test(kind === 'row' ? text + entry : text) || /[?？]\s*$/.test(text)) return false;
  return !/^-{3,}\s|\s-{3,}$/.test(text) && !/^(?:title|author|publisher|date|url|lang|type|tags?|source):\s/im.test(text);
}
