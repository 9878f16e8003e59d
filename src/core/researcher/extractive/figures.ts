import { type Figure } from '../../ledger/records';
import { contentWords } from '../../source/tokens';

/** Units as they are written, with the name under which two of them can be compared. */
const units: readonly [RegExp, string][] = [
  [/^(?:kWh\s*(?:\/|per )\s*km|千瓦时\s*[/每]\s*公里|度\s*[/每]\s*公里)/i, 'kWh/km'],
  [/^(?:kWh|千瓦时)/i, 'kWh'], [/^MWh/i, 'MWh'], [/^kW\b/i, 'kW'],
  [/^(?:%|per ?cent\b|percent\b|个百分点|％)/i, '%'],
  [/^(?:°\s*C|degrees? Celsius|℃|摄氏度)/i, '°C'],
  [/^(?:million (?:euros?|EUR)|M€|百万欧元)/i, 'M€'], [/^(?:billion (?:euros?|EUR))/i, 'bn€'], [/^(?:euros?\b|EUR\b|€|欧元)/i, '€'],
  [/^(?:million (?:US )?dollars?)/i, 'M$'], [/^(?:dollars?\b|USD\b)/i, '$'],
  [/^(?:亿元)/, '亿元'], [/^(?:万元)/, '万元'], [/^元/, '元'],
  [/^(?:km\b|kilomet(?:re|er)s?\b|公里|千米)/i, 'km'], [/^(?:m\b|met(?:re|er)s?\b|米)/i, 'm'],
  [/^(?:tonnes?\b|t\b|吨)/i, 't'], [/^(?:kg\b|公斤|千克)/i, 'kg'],
  [/^(?:buses\b|vehicles\b|辆)/i, 'vehicles'], [/^(?:passengers?\b|人次)/i, 'passengers'], [/^(?:households?\b|户)/i, 'households'],
  [/^(?:days?\b|天)/i, 'days'], [/^(?:years?\b|年(?!\s*\d))/i, 'years'], [/^(?:hours?\b|小时)/i, 'hours'], [/^(?:minutes?\b|分钟)/i, 'minutes'], [/^(?:seconds?\b|秒)/i, 'seconds'], [/^(?:months?\b|个月)/i, 'months'],
  [/^(?:GB|GiB)\b/, 'GB'], [/^(?:MB|MiB|megabytes?)\b/i, 'MB'], [/^(?:kB|KB|KiB|kilobytes?)\b/i, 'kB'], [/^(?:bytes?\b|字节)/i, 'bytes'], [/^(?:ms|milliseconds?)\b/i, 'ms'],
];

const bases: readonly [RegExp, string][] = [
  [/\byear[- ]on[- ]year\b|同比/i, 'year on year'], [/\bmonth[- ]on[- ]month\b|环比/i, 'month on month'],
  [/\b(?:on|in) (?:the )?(?:cold|winter|frost)[^.,;]{0,24}|冬季|低温/i, 'cold days'], [/\b(?:over|in|for|across) the (?:whole |full |entire )?year\b|\bannual(?:ly)? (?:average|mean)\b|全年|年均/i, 'whole year'],
  [/\b(?:including|with) (?:cabin )?heating\b|含(?:车厢)?供暖/i, 'with heating'], [/\b(?:without|excluding) (?:cabin )?heating\b|不含(?:车厢)?供暖/i, 'without heating'],
  [/\b(?:test (?:cycle|track|bench)|data ?sheet|catalogue|laborator(?:y|ies))\b|台架|实验室|厂家/i, 'test cycle'],
];

const number = /(?<![\p{L}\d.,])(?:[-−]\s?)?\d{1,3}(?:[,  ]\d{3})+(?:\.\d+)?|(?<![\p{L}\d.,])[-−]?\d+(?:[.,]\d+)?/gu;

/** A plain year or date is no figure. */
const isDate = (written: string, rest: string, before: string): boolean =>
  (/^(?:1[5-9]|20)\d\d$/.test(written) && !/^\s*(?:km|kWh|buses|%|€|euro)/i.test(rest)) || /^\s*[年月日]/.test(rest) || /(?:January|February|March|April|May|June|July|August|September|October|November|December)\s$/.test(before) || /^-\d\d/.test(rest);

/**
 * Figures of a sentence with a unit, each with its basis as the sentence words it. A number of things that the claim asks after
 * ("34 winter sailings") has them as its unit.
 */
export function figuresIn(sentence: string, claim = ''): Omit<Figure, 'rowHeading' | 'columnHeading' | 'formula'>[] {
  const asked = new Set(contentWords(claim));
  const basis = bases.filter(([pattern]) => pattern.test(sentence)).map(([, name]) => name).join(', ') || null;
  const period = /\b((?:19|20)\d\d)(?:\s*[-–—]\s*((?:19|20)?\d\d))?\b/.exec(sentence)?.[0] ?? null;
  return [...sentence.matchAll(number)].flatMap((match) => {
    const written = match[0].trim();
    const rest = sentence.slice(match.index + match[0].length);
    if (isDate(written, rest, sentence.slice(0, match.index))) return [];
    const unit = units.find(([pattern]) => pattern.test(rest.replace(/^[\s -]+/, '')))?.[1] ?? currencyBefore(sentence.slice(0, match.index)) ?? countedThing(rest, asked);
    if (unit === null) return [];
    return [{ value: valueOf(written), text: written, unit, denominator: null, period, basis, sample: null }];
  });
}

/** The last word of up to three after a number that the claim has too, when nothing but words stands between. */
function countedThing(rest: string, asked: ReadonlySet<string>): string | null {
  const phrase = /^\s+((?:[\p{L}-]+\s?){1,3})/u.exec(rest)?.[1] ?? /^\s?(?:个|次|艘|班|辆|条|项)?([\u3400-\u9fff]{2,4})/.exec(rest)?.[1] ?? '';
  // The word as it is written: `sailings`, though the claim's words are compared without their endings.
  return phrase.split(/\s+/).filter((word) => contentWords(word).some((token) => asked.has(token))).at(-1) ?? null;
}

const currencyBefore = (before: string): string | null => ({ '€': '€', $: '$', '¥': '元' })[before.trimEnd().at(-1) ?? ''] ?? null;

function valueOf(written: string): number {
  const plain = written.replace('−', '-').replace(/[\s ]/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replace(/,/g, ''));
  return Number(plain.replace(',', '.'));
}
