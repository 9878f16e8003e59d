/** Ways in which an honest quote differs from its source, and ways in which a quote is untrue. Deterministic. */

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;

/** A source rewritten, with the new place of each old offset. */
export interface Rewritten {
  text: string;
  at: (offset: number) => number;
}

/** Replaces every match of `pattern`; `by` may return the match to leave it. */
function rewrite(text: string, pattern: RegExp, by: (match: string, index: number) => string): Rewritten {
  const starts: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  const result = text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const index = rest.find((value): value is number => typeof value === 'number')!;
    const made = by(match, index);
    if (made !== match) {
      shift += made.length - match.length;
      starts.push(index + match.length);
      shifts.push(shift);
    }
    return made;
  });
  const at = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low - 1] ?? 0);
  };
  return { text: result, at };
}

const chain = (first: Rewritten, then: (text: string) => Rewritten): Rewritten => {
  const second = then(first.text);
  return { text: second.text, at: (offset) => second.at(first.at(offset)) };
};

const unchanged = (text: string): Rewritten => ({ text, at: (offset) => offset });
const ligatures: Record<string, string> = { ffi: 'ﬃ', ffl: 'ﬄ', ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ' };
const han = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}]';

const hardWrap = (text: string): Rewritten => {
  let column = 0;
  return rewrite(text, new RegExp(`[^\\S\\n]+|\\n|(?<=${han})(?=${han})`, 'gu'), (match, index) => {
    if (match === '\n' || index - column < (match === '' ? 30 : 60)) {
      if (match === '\n') column = index;
      return match;
    }
    column = index;
    return '\n';
  });
};
const softHyphens = (text: string, random: Random): Rewritten => rewrite(text, /(?<=\p{Ll}{3})(?=\p{Ll}{3})/gu, () => (random() < 0.3 ? '\u00ad' : ''));
const lineEndHyphens = (text: string, random: Random): Rewritten => rewrite(text, /(?<=\p{Ll}{3})(?=\p{Ll}{3})/gu, () => (random() < 0.05 ? '-\n' : ''));
const withLigatures = (text: string): Rewritten => rewrite(text, /ffi|ffl|ff|fi|fl/g, (match) => ligatures[match]!);
const decomposed = (text: string): Rewritten => rewrite(text, /[^\p{ASCII}]/gu, (match) => match.normalize('NFD'));

const straighten = (text: string): string => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replace(/[–—]/g, '-');
const curl = (text: string): string => text.replace(/(?<=^|[\s(])"/g, '“').replace(/"/g, '”').replace(/'/g, '’').replace(/ - /g, ' – ').replace(/(?<=\p{L})-(?=\p{L})/gu, '‑');
const markWords = (text: string, random: Random): string =>
  text.replace(/\p{L}{4,}/gu, (word) => (random() < 0.15 ? pick([`**${word}**`, `_${word}_`, `\`${word}\``, `~~${word}~~`], random) : word));

export interface HonestClass {
  name: string;
  source: (text: string, random: Random) => Rewritten;
  quote: (quote: string, random: Random) => string;
}

const same = (quote: string): string => quote;
const collapse = (quote: string): string => quote.replace(/\s+/g, ' ');

export const honestClasses: HonestClass[] = [
  { name: 'identical', source: unchanged, quote: same },
  { name: 'whitespace collapsed', source: (text, random) => rewrite(text, / /g, () => (random() < 0.1 ? '  ' : random() < 0.05 ? '\u00a0' : ' ')), quote: collapse },
  { name: 'source hard-wrapped', source: hardWrap, quote: collapse },
  { name: 'curly quotes, dashes', source: unchanged, quote: curl },
  { name: 'straight quotes, dashes', source: unchanged, quote: straighten },
  { name: 'soft hyphens in source', source: softHyphens, quote: same },
  { name: 'end-of-line hyphens in source', source: lineEndHyphens, quote: same },
  { name: 'ligatures in source', source: withLigatures, quote: same },
  { name: 'NFD source, NFC quote', source: decomposed, quote: (quote) => quote.normalize('NFC') },
  { name: 'upper case', source: unchanged, quote: (quote) => quote.toUpperCase() },
  { name: 'lower case', source: unchanged, quote: (quote) => quote.toLowerCase() },
  { name: 'full width', source: unchanged, quote: (quote) => quote.replace(/[a-zA-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)) },
  { name: 'Markdown marks in quote', source: unchanged, quote: markWords },
  { name: 'quotation marks around', source: unchanged, quote: (quote) => `“${quote.trim()}”` },
  {
    name: 'ellipsis in the middle',
    source: unchanged,
    quote: (quote, random) => {
      const cuts = [...quote.matchAll(new RegExp(`(?<=\\s)(?=\\S)|(?<=${han})(?=${han})`, 'gu'))].map((match) => match.index);
      const [from, to] = [cuts[Math.floor(cuts.length * 0.4)]!, cuts[Math.floor(cuts.length * 0.65)]!];
      return `${quote.slice(0, from).trim()} ${pick(['…', '...', '[…]', '[...]', '……'], random)} ${quote.slice(to)}`;
    },
  },
  {
    name: 'PDF mix of four',
    source: (text, random) => chain(chain(chain(withLigatures(text), (one) => softHyphens(one, random)), (one) => lineEndHyphens(one, random)), hardWrap),
    quote: collapse,
  },
];

/** A stretch of about `length` units between word or character bounds; no number is cut from its sign or unit, and no 有 from its 没. */
export function passage(text: string, length: number, random: Random): { start: number; end: number } {
  const bound = new RegExp(`(?<=^|\\s)(?=["“(]?\\p{L})|(?<=${han}|[，。、])(?<![没不未])(?=${han})`, 'gu');
  const ending = new RegExp(`(?<=[\\p{Ll},.;])(?=\\s)|(?<=${han})(?=${han})|(?<=[。，、])`, 'gu');
  bound.lastIndex = Math.floor(random() * (text.length - 2 * length - 200));
  const start = bound.exec(text)!.index;
  ending.lastIndex = start + length;
  return { start, end: ending.exec(text)!.index };
}

/** A copy of `quote` with `by` put in place of one of the matches of `pattern`, or null when there is none. */
const once = (quote: string, pattern: RegExp, by: (match: string) => string, random: Random): string | null => {
  const matches = [...quote.matchAll(pattern)].filter((match) => match.index > 0);
  if (matches.length === 0) return null;
  const match = pick(matches, random);
  return quote.slice(0, match.index) + by(match[0]) + quote.slice(match.index + match[0].length);
};

export interface AlteredClass {
  name: string;
  /** Null when the quote has nothing of the kind. `other` stands elsewhere in the same text. */
  alter: (quote: string, other: string, random: Random) => string | null;
}

const halves = (quote: string): [string, string] => {
  const middle = quote.indexOf(' ', Math.floor(quote.length / 2));
  const at = middle < 0 ? Math.floor(quote.length / 2) : middle;
  return [quote.slice(0, at), quote.slice(at)];
};
const shuffled = (words: string[], random: Random): string[] => words.map((word) => ({ word, order: random() })).sort((one, other) => one.order - other.order).map(({ word }) => word);

/** Each changes what the passage claims; every one has to be refused. */
export const alteredClasses: AlteredClass[] = [
  { name: 'number inserted', alter: (quote, _, random) => once(quote, / (?=\p{Ll}{3})/gu, () => ` ${2 + Math.floor(random() * 90)} `, random) },
  { name: 'digit changed', alter: (quote, _, random) => once(quote, /\d/g, (digit) => String((Number(digit) + 3) % 10), random) },
  { name: 'digit dropped', alter: (quote, _, random) => once(quote, /\d(?=\d)/g, () => '', random) },
  { name: 'decimal point dropped', alter: (quote, _, random) => once(quote, /(?<=\d)\.(?=\d)/g, () => '', random) },
  { name: 'decimal point for thousands', alter: (quote, _, random) => once(quote, /(?<=\d),(?=\d)/g, () => '.', random) },
  { name: 'minus sign dropped', alter: (quote, _, random) => once(quote, /[-−](?=\d)/g, () => '', random) },
  { name: 'minus sign inserted', alter: (quote, _, random) => once(quote, /(?<= )(?=\d)/g, () => '-', random) },
  { name: 'percent sign dropped', alter: (quote, _, random) => once(quote, / ?[%％]/g, () => '', random) },
  { name: 'currency changed', alter: (quote, _, random) => once(quote, /\$/g, () => '€', random) },
  { name: 'unit changed', alter: (quote, _, random) => once(quote, /\b(?:mg|g|hectares|million|kilogram|litre)\b|公顷|毫克|亿元|億円/g, (unit) => ({ mg: 'g', g: 'kg', hectares: 'acres', million: 'billion', kilogram: 'gram', litre: 'gallon', 公顷: '亩', 毫克: '克', 亿元: '万元', 億円: '万円' })[unit]!, random) },
  { name: 'month changed', alter: (quote, _, random) => once(quote, /\b(?:January|March|June|August|October|November)\b/g, () => 'April', random) },
  { name: '"not" inserted', alter: (quote, _, random) => once(quote, / (?=(?:was|rose|fell|found|measured|contained|accepted|carried|covered)\b)/g, () => ' never ', random) },
  { name: '"not" dropped', alter: (quote, _, random) => once(quote, /\bnot |没有|未能|ない/g, (found) => (found === 'ない' ? 'る' : ''), random) },
  { name: 'Chinese negation inserted', alter: (quote, _, random) => once(quote, /(?<=[们师员])(?=[认觉相])|(?=[采修检批写画看传])/g, () => '不', random) },
  { name: 'hedge dropped', alter: (quote, _, random) => once(quote, /\b(?:roughly|about|nearly|may|mostly|partly) |可能|大部分|かもしれない/g, () => '', random) },
  { name: 'modal changed', alter: (quote, _, random) => once(quote, /\bmay\b|可能/g, (found) => (found === 'may' ? 'will' : '必定'), random) },
  { name: 'name changed', alter: (quote, _, random) => once(quote, /\b(?:Halden|Orvik|Tessaro|Brindle|Marrow|Quillon|Voss|Tarrow|Pell|Wickham|Lindqvist|Orme|Vellmar|Tirano|Okehurst|Dunmere)\b/g, () => 'Osgood', random) },
  { name: 'quoted word changed', alter: (quote, _, random) => once(quote, /(?<=["“][^"”]{0,14})\b(?:water|shed|gate|harvest|valve|clock|gauge)\b(?=[^"”]*["”])/g, () => 'ladder', random) },
  { name: 'tail invented', alter: (quote) => `${quote.replace(/[\s.,;]+$/, '')}${/\p{sc=Han}/u.test(quote) ? '，从而证明了整个理论的正确性' : ', which proves the whole theory beyond dispute'}` },
  { name: 'head invented', alter: (quote) => (/\p{sc=Han}/u.test(quote) ? `众所周知的事实表明，${quote}` : `as everyone in the trade understands, ${quote}`) },
  { name: 'two passages joined', alter: (quote, other) => halves(quote)[0] + halves(other)[1] },
  { name: 'words shuffled', alter: (quote, _, random) => (quote.split(/\s+/).length > 8 ? shuffled(quote.split(/\s+/), random).join(' ') : shuffled([...quote], random).join('')) },
];

/** Lower-case words without a meaning that a quote must keep: what a reader may miss, but no claim hangs on. */
const ordinary = /(?<=[\p{L},] )\b(?:valley|workshops|orchards|stations|households|pumps|engines|ledgers|turbines|flow|output|pace|river|factory|harbour|archive|bridge|library|reservoir|tunnel|passengers|volumes|chapel|mill|market|walls|seedlings|windows|maps|soil|owners|tenants|settlers|fibres|crystals|threads|balconies|stairs|stalls|courtyards|atlas|statute|catalogue|rivers|footpaths|boundaries|lighthouses|crates|folders|envelopes|keys|lists|labels|mudflats|rooftops|islands|wind|tide|moon|pattern|rhythm|habit|praise|repair|patience|attention)\b(?=,? \p{Ll})/gu;
const ordinaryHan = /工程师|农户|教师|船员|水泵|机床|风车|锅炉|河流|车间|节奏|秩序|工具|路线|墙壁|秧苗|窗户|地图|游客|学生|商人|阳台|楼梯|摊位|院子|景象|习惯|滩涂|屋顶|小岛|故事|图样|桟橋|果樹園|農家|道具|経路|干潟|小島|漁師/gu;

export interface ChangedClass {
  name: string;
  /** The quote with a change of ordinary words, and what a reader has to be shown; null when there is no such word. */
  change: (quote: string, random: Random) => { quote: string; shown: { quote: string; text: string } } | null;
}

const inside = (quote: string, match: RegExpMatchArray): boolean => match.index! > 8 && match.index! + match[0].length < quote.length - 8;

export const changedClasses: ChangedClass[] = [
  {
    name: 'one word replaced',
    change: (quote, random) => {
      const pattern = /\p{sc=Han}/u.test(quote) ? ordinaryHan : ordinary;
      const matches = [...quote.matchAll(pattern)].filter((match) => inside(quote, match));
      if (matches.length === 0) return null;
      const match = pick(matches, random);
      const by = pattern === ordinary ? pick(['blanket', 'copper', 'gardens', 'spoon'], random) : pick(['棉花', '石桥', '蓝灯'], random);
      return { quote: quote.slice(0, match.index) + by + quote.slice(match.index + match[0].length), shown: { quote: by, text: match[0] } };
    },
  },
  {
    name: 'three words dropped',
    change: (quote, random) => {
      const pattern = /\p{sc=Han}/u.test(quote) ? ordinaryHan : /(?<=\p{L} )(?:of the \p{Ll}+|in the \p{Ll}+|near the \p{Ll}+|on the \p{Ll}+|beside the \p{Ll}+|behind the \p{Ll}+|by the \p{Ll}+) (?=\p{Ll})/gu;
      const matches = [...quote.matchAll(pattern)].filter((match) => inside(quote, match));
      if (matches.length === 0) return null;
      const match = pick(matches, random);
      return { quote: quote.slice(0, match.index) + quote.slice(match.index + match[0].length), shown: { quote: '', text: match[0].trim().split(' ').at(-1)! } };
    },
  },
];
