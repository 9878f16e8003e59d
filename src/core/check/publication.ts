import { markerPattern } from '../../shared/citations';
import { brokenMarkers } from '../article/binding';
import { type Revision } from '../article/records';
import { currentBlocks } from '../article/state';
import { byId } from '../immutable';
import { assess } from '../ledger/assess';
import { type Evidence } from '../ledger/records';
import { type RunState } from '../run/state';
import { type TextRange } from '../source/reader';
import { isOtherScript } from '../source/script';
import { kindNotes } from './kindOfPart';

/**
 * A number as it stands in prose, with its sign, thousands marks and decimals. Letters of a script without spaces may stand
 * against it ("平均为2.6"), those of others make it part of a name ("B2").
 */
const numberPattern = /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d])[-−+]?(?:\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?!\d)|\d+)(?:\.\d+|,\d{1,2}(?![\d,]))?/gu;

/** Digits and decimal mark only, so that "1,500" and "1 500" are one number and "1.5" is another. */
function plainNumber(written: string): string {
  const trimmed = written.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-').replace(/^\+/, '');
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed) ? trimmed.replace(/,/g, '') : trimmed.replace(',', '.');
  return grouped.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

export function numbersIn(text: string): string[] {
  return numbersWithPlace(text).map(({ value }) => value);
}

const approximation = /(?:\b(?:about|around|roughly|nearly|almost|some|approximately|ca|circa)\.?|约|大约|近|将近)\s*$/i;

function numbersWithPlace(text: string): { value: string; about: boolean }[] {
  const plain = text.replace(markerPattern, ' ');
  return [...plain.matchAll(numberPattern)].map((match) => ({ value: plainNumber(match[0]), about: approximation.test(plain.slice(Math.max(0, match.index - 16), match.index)) }));
}

/** Commas in a row of data part numbers, in prose they may belong to one: both readings are known. */
const numbersOfSource = (text: string): string[] => [...numbersIn(text), ...numbersIn(text.replaceAll(',', ' '))];

/** Numbers of a figure's text that its quote does not hold: a figure is what the source states, and nothing that was worked out. */
export function strangeInFigure({ text }: { text: string }, quote: string): string[] {
  const held = new Set(numbersOfSource(quote.normalize('NFKC')));
  return numbersIn(text.normalize('NFKC')).filter((number) => !held.has(number) && !held.has(number.replace('-', '')));
}

/** A number may be given as it is known, rounded, or, where the sentence says "about", within one in a hundred. */
function isKnown({ value, about }: { value: string; about: boolean }, known: ReadonlySet<string>): boolean {
  if (known.has(value)) return true;
  const decimals = value.split('.')[1]?.length ?? 0;
  const number = Number(value);
  return [...known].some((one) => {
    const exact = Number(one);
    return Number(exact.toFixed(decimals)) === number || (about && Math.abs(exact - number) <= Math.abs(exact) * 0.01);
  });
}

const wordsOf = (item: Evidence): string => [item.quote, item.figure?.text, item.figure ? String(item.figure.value) : null, item.asOf, item.headings.join(' '), item.cells.map(({ rowHeading, columnHeading }) => `${rowHeading} ${columnHeading}`).join(' '), item.validity, item.figure?.period, item.result?.row.join(' ')].filter(Boolean).join(' ');

/** The evidence and everything it stands on: a sentence that cites a calculation may use its premises' numbers. */
export function withPremises(state: RunState, ids: readonly string[]): Evidence[] {
  const found = new Map<string, Evidence>();
  const visit = (id: string): void => {
    const item = byId('evidence', state.ledger.evidence, id);
    if (!item || found.has(id)) return;
    found.set(id, item);
    item.premises.forEach(visit);
  };
  ids.forEach(visit);
  return [...found.values()];
}

/** By sentence, what stays wrong with a text until it is mended: markers that bind nothing, and numbers that no cited span holds. */
function standingFaults(state: RunState, revision: Revision): string[] {
  const faults: string[] = [];
  for (const citation of revision.citations) {
    if (citation.state === 'bound') continue;
    const marker = revision.text.slice(citation.start, citation.end);
    const named = byId('evidence', state.ledger.evidence, /:\s*([^\]\s]+)/.exec(marker)?.[1] ?? '');
    const why = named === undefined ? 'there is no such evidence' : named.state === 'active' ? 'it was not there when this was published, so publish this anew' : `${named.id} is ${named.state}`;
    faults.push(`${marker} proves nothing: ${why}.`);
  }
  for (const words of brokenMarkers(revision.text)) faults.push(`"${words}" is no marker and stands there as text: write [[cite:E12]].`);
  for (const { sentence, ids, strange } of strangeNumbers(state, revision)) {
    const { start, end } = revision.sentences[sentence] ?? { start: 0, end: 0 };
    faults.push(`In "${shorten(revision.text.slice(start, end))}" ${strange.join(', ')} stands in none of ${ids.join(', ')}${strange.some((number) => year.test(number)) ? ': give it as the evidence\'s period or validity with correct_evidence, where that is what it says' : ''}.`);
  }
  return faults;
}

/** What may date a statement. */
const year = /^(?:1[5-9]|20)\d\d$/;
/** Faults of one part that are said each turn. */
const faultsSaid = 2;

/** Parts of the article with faults that stand, a line each. Quotations chosen by rule hold nothing that anybody wrote. */
export const partsToMend = (state: RunState): string[] => currentBlocks(state.article).flatMap((block) => {
  const faults = block.quotations ? [] : standingFaults(state, block);
  return faults.length === 0 ? [] : [`${block.block}: ${faults.slice(0, faultsSaid).join(' ')}${faults.length > faultsSaid ? ` And ${faults.length - faultsSaid} more.` : ''}`];
});

/**
 * What the host can say by rule about a text at the moment of its publication, sentence by sentence, so that the one who
 * wrote it mends it at once: markers that bind nothing, sentences without one, numbers that no cited span holds, and
 * contradicting evidence on the same claims that is not mentioned, citations of what a settled conflict set aside, and a kind that is
 * not the part's.
 */
export function publicationNotes(state: RunState, revision: Revision): string[] {
  const notes = standingFaults(state, revision);
  const uncited = revision.sentences.flatMap((range) => {
    const sentence = revision.text.slice(range.start, range.end);
    return boundIn(revision, range).length > 0 || /^\s*(#|\|[\s:|-]+\|?$)/.test(sentence) ? [] : [sentence];
  });
  if (uncited.length > 0) notes.push(`Without a citation: ${uncited.map((sentence) => `"${shorten(sentence)}"`).join('; ')}.`);
  const language = state.run?.language;
  if (language !== undefined && !revision.quotations && isOtherScript(revision.text.replace(markerPattern, ''), language)) notes.push(`This part is not written in the article's language (${language}): replace it.`);
  const { live, setAside } = assess(state).live;
  const cited = new Set(revision.citations.map(({ evidence }) => evidence));
  for (const claim of revision.claims) {
    const against = state.ledger.evidence.filter((item) => item.claim === claim && live.has(item.id) && item.relation === 'contradicts' && !cited.has(item.id) && !setAside.has(item.id));
    if (against.length > 0) notes.push(`${claim} has evidence against it that this part does not mention: ${against.map(({ id }) => id).join(', ')}.`);
  }
  for (const id of cited) {
    if (id === null || !live.has(id)) continue;
    for (const item of withPremises(state, [id])) {
      const conflict = setAside.get(item.id);
      const carrying = (conflict?.sides[conflict.carries ?? -1]?.evidence ?? []).filter((other) => live.has(other));
      // Cited beside what carries, it is shown as the other side.
      if (!conflict || carrying.some((other) => cited.has(other))) continue;
      notes.push(`${id === item.id ? id : `${id} rests on ${item.id}, which`} is set aside by ${conflict.id}${carrying.length > 0 ? `; ${carrying.join(', ')} ${carrying.length > 1 ? 'carry' : 'carries'}` : ''}.`);
    }
  }
  return [...notes, ...kindNotes(state, revision)];
}

const boundIn = ({ citations }: Revision, { start, end }: TextRange): string[] =>
  citations.flatMap((citation) => (citation.start >= start && citation.end <= end && citation.state === 'bound' && citation.evidence !== null ? [citation.evidence] : []));

/** Evidence that a sentence cites, and the numbers in it that stand neither there nor in what that rests on. */
export function sentenceNumbers(state: RunState, revision: Revision, range: TextRange): { ids: string[]; strange: string[] } {
  const ids = boundIn(revision, range);
  const asked = state.run ? [state.run.question, ...state.run.followUps].join(' ') : '';
  const known = new Set([...withPremises(state, ids).flatMap((item) => numbersOfSource(wordsOf(item))), ...numbersIn(asked)]);
  return { ids, strange: ids.length === 0 ? [] : [...new Set(numbersWithPlace(revision.text.slice(range.start, range.end)).filter((number) => !isKnown(number, known)).map(({ value }) => value))] };
}

/** Sentences with numbers that no cited span holds. */
export function strangeNumbers(state: RunState, revision: Revision): { sentence: number; ids: string[]; strange: string[] }[] {
  return revision.sentences.map((range, sentence) => ({ sentence, ...sentenceNumbers(state, revision, range) })).filter(({ strange }) => strange.length > 0);
}

const shorten = (sentence: string): string => {
  const plain = sentence.replace(markerPattern, '').replace(/\s+/g, ' ').trim();
  return plain.length > 90 ? `${plain.slice(0, 88)}…` : plain;
};
