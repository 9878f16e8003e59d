import { ignorable, lettersOf } from './skeleton';
import { hanTermAt, hanUnitsAfterNumber, isUnitAfterNumber, senseOfWord, type Sense } from './lexicon';

/**
 * Cuts a stretch of original text into tokens that can be compared one by one. Typography is levelled first (quotes,
 * dashes, widths, ligatures, invisible characters), but nothing that a number is made of is lost: "1.5", "-5" and "10²"
 * stay what they are, which the skeleton does not keep.
 */
export interface Token {
  kind: 'word' | 'character' | 'number' | 'sign';
  /** Offsets in the original. */
  start: number;
  end: number;
  /** As it stood, levelled. */
  raw: string;
  /** Its skeleton; empty for signs. */
  letters: string;
  /** What has to be equal. */
  key: string;
  sense: Sense | null;
  /** A dash, `+` or `>` that may be a sign or only a mark of a list, a block quote or a pause: its presence alone is no difference. */
  loose: boolean;
  /** A capital that only the beginning of a sentence may have asked for. */
  opensSentence: boolean;
}

/** Original stretch with its typography levelled, and for each unit the range of the code point that it came from. */
interface Levelled {
  text: string;
  starts: number[];
  ends: number[];
}

const dash = /[\p{Pd}\u2212]/u;
const waveDash = /[\u301c\uff5e]/;
const single = /[\u2018\u2019\u201a\u201b\u2032\u02bc\uff07]/;
const slash = /[\u2044\u2215]/;
const superscript = /[\u00b2\u00b3\u00b9\u2070-\u207e]/;
const subscript = /[\u2080-\u208e]/;
const fraction = /[\u00bc-\u00be\u2150-\u215f\u2189]/;

function level(text: string, from: number, to: number): Levelled {
  let result = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let raised: '' | '^' | '_' = '';
  for (let index = from; index < to; ) {
    const start = index;
    if (text.charCodeAt(index) < 128) {
      result += text[index++]!;
      starts.push(start);
      ends.push(index);
      raised = '';
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index)!);
    index += character.length;
    if (ignorable.test(character)) continue;
    let plain = character.normalize('NFKC').replace(slash, '/');
    if (dash.test(character)) plain = '-';
    else if (waveDash.test(character)) plain = '~';
    else if (single.test(character)) plain = "'";
    else if (/\s/.test(character)) plain = ' ';
    // A raised or lowered digit after a digit is an exponent or an index, never one digit more.
    const wasRaised: string = raised;
    raised = superscript.test(character) ? '^' : subscript.test(character) ? '_' : '';
    if (raised !== '') {
      plain = plain.replace(dash, '-');
      if (raised !== wasRaised && /\p{N}$/u.test(result)) plain = raised + plain;
    } else if (fraction.test(character) && /\p{N}$/u.test(result)) {
      plain = ` ${plain}`;
    }
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(start);
      ends.push(index);
    }
    result += plain;
  }
  return { text: result, starts, ends };
}

/** Letters of scripts that put no space between words: each is a token, unless the lexicon knows a longer one. */
const unspaced = String.raw`(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const spaced = String.raw`(?!${unspaced})\p{L}`;
/** What may stand inside one number: separators, exponents, and the dash of a range with or without spaces. */
const inNumber = String.raw`(?:[.,'·٫٬:/_]|\^-?|[^\S\n]*(?:-+|~)\s*)`;
const pattern = new RegExp(
  [
    String.raw`(?<number>(?:(?<![\p{L}\p{N}.])\.)?\p{N}+(?:${inNumber}\p{N}+)*(?:[eE][+-]?\p{N}+)?)`,
    String.raw`(?<character>${unspaced}\p{M}*)`,
    // A word cut at the end of a line is one word.
    String.raw`(?<word>${spaced}(?:${spaced}|\p{M}|'(?=${spaced})|-[^\S\n]*\n\s*(?=\p{Ll}))*)`,
    String.raw`(?<dash>-+(?=[^\S\n]?\p{Sc}?[^\S\n]?\.?\p{N}))`,
    String.raw`(?<about>(?<!~)~(?=\s?\p{N}))`,
    String.raw`(?<slash>(?<=[\p{L}\p{N}%°])/(?=[\p{L}\p{N}]))`,
    String.raw`(?<sign>[%‰‱°^]|\p{Sc}|(?![|~])\p{Sm})`,
    String.raw`(?<mark>\p{M})`,
  ].join('|'),
  'gu',
);
type Kind = 'number' | 'character' | 'word' | 'dash' | 'about' | 'slash' | 'sign' | 'mark';
const kinds: Kind[] = ['number', 'character', 'word', 'dash', 'about', 'slash', 'sign', 'mark'];

/** A sentence, list item, heading or table cell begins after this. */
const beforeSentence = /(?:^|[.!?。！？:;：；|]|\n[^\S\n]*\n|\n[^\S\n]*(?:[#*•·-]+|\d+[.)]))[\s"'“”„«»()[\]*_`#]*$/;
const opensLine = /(?:^|\n)[^\S\n>]*>*[^\S\n]*$/;
const looksBack = 40;

/**
 * The tokens of `text` from `from` to `to`.
 * @param caseMatters false where the whole quote is in one case, so that capitals say nothing
 */
export function tokenize(text: string, from: number, to: number, caseMatters: boolean): Token[] {
  const levelled = level(text, from, to);
  const tokens: Token[] = [];
  let previousEnd = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(levelled.text); match !== null; match = pattern.exec(levelled.text)) {
    const { index } = match;
    const kind = kinds.find((name) => match?.groups?.[name] !== undefined)!;
    const before = levelled.text.slice(Math.max(0, index - looksBack), index);
    const previous = tokens.at(-1);
    const afterNumber = previous?.kind === 'number' && /^[^\S\n]*-?$/.test(levelled.text.slice(previousEnd, index));
    if (kind === 'slash' && previous?.sense !== 'unit' && previous?.kind !== 'number') continue;

    const term = kind === 'character' ? hanTermAt(levelled.text, index) : null;
    const length = Math.max(match[0].length, term?.length ?? 0);
    const end = index + length;
    pattern.lastIndex = end;
    const raw = levelled.text.slice(index, end);
    const letters = ['dash', 'about', 'slash', 'sign'].includes(kind) ? '' : lettersOf(raw);
    const token: Token = {
      kind: kind === 'number' || kind === 'character' || kind === 'word' ? kind : 'sign',
      start: levelled.starts[index]!,
      end: levelled.ends[end - 1]!,
      raw,
      letters,
      key: letters === '' ? raw : letters,
      sense: null,
      loose: false,
      opensSentence: false,
    };
    if (kind === 'number') {
      token.key = raw.toLowerCase().replace(/\s+/g, '').replace(/-+/g, '-');
      token.sense = 'number';
    } else if (kind === 'character') {
      token.sense = term?.sense ?? (afterNumber && hanUnitsAfterNumber.has(raw) ? 'unit' : null);
    } else if (kind === 'word') {
      const unit = afterNumber && isUnitAfterNumber(letters);
      token.sense = unit ? 'unit' : senseOfWord(letters);
      // "5 MW" is not "5 mW".
      if (unit && caseMatters && letters.length <= 4) token.key = raw;
      token.opensSentence = /^\p{Lu}/u.test(raw) && beforeSentence.test(before);
    } else if (kind === 'dash') {
      token.key = '-';
      token.sense = 'sign';
      token.loose = /[\p{L}\p{M}]$/u.test(before) || (opensLine.test(before) && /^\s/.test(levelled.text.slice(end)));
    } else if (raw === '+' || raw === '>') {
      token.sense = 'sign';
      token.loose = (raw === '+' ? /(?:^|\s)$/ : opensLine).test(before) && /^(?:\s+(?![-.]?\p{N})|>)/u.test(levelled.text.slice(end, end + looksBack));
    } else if (kind !== 'mark') {
      token.sense = 'sign';
    }
    tokens.push(token);
    previousEnd = end;
  }
  return tokens;
}
