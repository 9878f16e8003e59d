import { type Figure } from '../../ledger/records';
import { isFaint, stemOf, stems } from '../../source/relevance';
import { contentWords } from '../../source/tokens';
import { asksForFigure, traitsOf } from './answerType';
import { askedNoun } from './askedNoun';
import { isDeniedAt } from './denial';

/** Units as they are written, with the name under which two of them can be compared. */
const units: readonly [RegExp, string][] = [
  [/^(?:kWh\s*(?:\/|per )\s*km|千瓦时\s*[/每]\s*公里|度\s*[/每]\s*公里)/i, 'kWh/km'],
  [/^(?:kWh|kilowatt[- ]hours?|千瓦时)/i, 'kWh'], [/^MWh/i, 'MWh'], [/^kW\b/i, 'kW'],
  [/^(?:%|per ?cent\b|percent\b|个百分点|％)/i, '%'],
  [/^(?:°\s*C|degrees? Celsius|℃|摄氏度)/i, '°C'],
  [/^(?:million (?:euros?|EUR)|M€|百万欧元)/i, 'M€'], [/^(?:billion (?:euros?|EUR))/i, 'bn€'], [/^(?:euros?\b|EUR\b|€|欧元)/i, '€'],
  [/^(?:million pounds?\b(?! of\b))/i, 'M£'], [/^(?:billion pounds?\b(?! of\b))/i, 'bn£'], [/^(?:pounds?\b(?! of\b)|GBP\b|£|英镑)/i, '£'],
  [/^(?:million (?:US )?dollars?)/i, 'M$'], [/^(?:dollars?\b|USD\b)/i, '$'],
  [/^(?:亿元)/, '亿元'], [/^(?:万元)/, '万元'], [/^元/, '元'],
  [/^(?:km\b|kilomet(?:re|er)s?\b|公里|千米)/i, 'km'], [/^(?:m\b|met(?:re|er)s?\b|米)/i, 'm'],
  [/^(?:tonnes?\b|t\b|吨)/i, 't'], [/^(?:kg\b|公斤|千克)/i, 'kg'],
  [/^(?:buses\b|vehicles\b|辆)/i, 'vehicles'], [/^(?:passengers?\b|人次)/i, 'passengers'], [/^(?:households?\b|户)/i, 'households'],
  [/^(?:days?\b|天)/i, 'days'], [/^(?:years?\b|年(?!\s*\d))/i, 'years'], [/^(?:hours?\b|小时)/i, 'hours'], [/^(?:minutes?\b|分钟)/i, 'minutes'], [/^(?:seconds?\b|秒)/i, 'seconds'], [/^(?:months?\b|个月)/i, 'months'],
  [/^(?:GB|GiB)\b/, 'GB'], [/^(?:MB|MiB|megabytes?)\b/i, 'MB'], [/^(?:kB|KB|KiB|kilobytes?)\b/i, 'kB'], [/^(?:bytes?\b|字节)/i, 'bytes'], [/^(?:ms|milliseconds?)\b/i, 'ms'],
];

const money = /[€£$]$|^[亿万]?元$/;
/** A mass, where the sentence or the question weighs: `pounds` are money otherwise. */
const weighs = /\b(?:weigh\w*|heavy)\b/i;

/** Under what a figure holds, as its sentence words it; figures of different basis are not set against each other. */
const bases: readonly [RegExp, string][] = [
  [/\byear[- ]on[- ]year\b|同比/i, 'year on year'], [/\bmonth[- ]on[- ]month\b|环比/i, 'month on month'],
  [/\b(?:in|over|for|on) (?:the )?(?:cold(?:est)?|frost)[^.,;]{0,24}|低温/i, 'cold days'], [/\b(?:over|in|for|across) the (?:whole |full |entire )?year\b|\bannual(?:ly)? (?:average|mean)\b|全年|年均/i, 'whole year'],
  [/\b(?:including|with)\b[^.;]{0,40}\bheating\b(?! off)|(?<!不)(?:包?含|包括)[^。；]{0,10}(?:供暖|取暖)/i, 'with heating'], [/\b(?:without|excluding|no)\b[^.;]{0,20}\bheating\b|\bheating off\b|不含[^。；]{0,16}(?:供暖|取暖)/i, 'without heating'],
  [/\b(?:test (?:cycle|track|bench)|data ?sheet|catalogue|laborator(?:y|ies))\b|台架|实验室|厂家/i, 'test cycle'],
];
/** Where something was metered: "at the battery terminals", "from the shore connection", "按岸电电表". */
const metered = /\b(?:at|from) the ((?:\w+ )?(?:meter|terminals?|plug|socket|wheel|grid|pump|connection))\b|在([\u3400-\u9fff]{2,4}端)测|按([\u3400-\u9fff]{2,4}表)/i;

function basisOf(sentence: string): string | null {
  const place = metered.exec(sentence);
  const named = [...bases.filter(([pattern]) => pattern.test(sentence)).map(([, name]) => name), ...(place ? [place[1] ? `at the ${place[1].toLowerCase()}` : (place[2] ?? place[3] ?? '')] : [])];
  return named.length > 0 ? named.join(', ') : null;
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const monthRange = new RegExp(`(?:\\d{1,2} )?\\b(${months})\\b ?(\\d{4})? (?:to|and|until|through|–|-) (?:\\d{1,2} )?(${months})\\b ?(\\d{4})`);
const oneMonth = new RegExp(`\\b(${months}) (\\d{4})\\b`);

/** The time a sentence speaks of, in whole months or years; "1 January and 31 March 2025" and "January to March 2025" are one period. */
function periodOf(sentence: string): string | null {
  const range = monthRange.exec(sentence);
  if (range) return `${range[1] ?? ''}${range[2] !== undefined && range[2] !== range[4] ? ` ${range[2]}` : ''}–${range[3] ?? ''} ${range[4] ?? ''}`;
  const month = oneMonth.exec(sentence.replace(/\b\d{1,2} (?=\p{Lu})[^,.;]*?\d{4}/gu, ''));
  if (month) return `${month[1] ?? ''} ${month[2] ?? ''}`;
  return /\b(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?\b/.exec(sentence)?.[0] ?? null;
}

/** No part of a name: `NAMEDATALEN-1`, `UTF-8`. */
const number = /(?<![\p{L}\d.,]|[\p{Script=Latin}][-−_/])(?:[-−]\s?)?\d{1,3}(?:[,  ]\d{3})+(?:\.\d+)?|(?<![\p{L}\d.,]|[\p{Script=Latin}][-−_/])[-−]?\d+(?:[.,]\d+)?/gu;

const numberWords: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, fifteen: 15, eighteen: 18, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 };
const inWords = Object.keys(numberWords).join('|');
/** By itself: no part of `twenty-five`, `one hundred`, `six-month`, `one of`. */
const writtenOut = new RegExp(`(?<![\\p{L}\\p{N}-]|\\b(?:hundred|thousand)(?: and)? )(?:${inWords})(?= \\p{L})`, 'giu');

/** A plain year or date is no figure. */
const isDate = (written: string, rest: string, before: string): boolean =>
  priceAt(before, rest) === null && ((/^(?:1[5-9]|20)\d\d$/.test(written) && !/^\s*(?:km|kWh|buses|%|€|euro|£|pounds)/i.test(rest)) || /^\s*[年月日]/.test(rest) || /(?:January|February|March|April|May|June|July|August|September|October|November|December)\s$/.test(before) || /^-\d\d/.test(rest));

/**
 * Figures of a sentence with a unit, each with its basis as the sentence words it. A number of things that the claim asks after
 * ("34 winter sailings") has them as its unit.
 */
export const figuresIn = (sentence: string, claim = ''): StatedFigure[] => placedFigures(sentence, claim).map(({ figure }) => figure);

type StatedFigure = Omit<Figure, 'rowHeading' | 'columnHeading' | 'formula'>;

function placedFigures(sentence: string, claim: string): { figure: StatedFigure; start: number }[] {
  const asked = new Set(contentWords(claim));
  const basis = basisOf(sentence);
  const period = periodOf(sentence);
  const digits = [...sentence.matchAll(number)].flatMap((match) => {
    const written = match[0].trim();
    const rest = sentence.slice(match.index + match[0].length);
    if (isDate(written, rest, sentence.slice(0, match.index))) return [];
    const measured = unitAt(rest, `${sentence} ${claim}`);
    const price = measured === null ? priceAt(sentence.slice(0, match.index), rest) : null;
    const unit = measured?.name ?? price?.unit ?? countedThing(rest, asked);
    if (unit === null) return [];
    const text = `${price?.sign ?? ''}${written}${price?.scale ?? ''}`;
    return [{ figure: { value: valueOf(written), text, unit, denominator: null, period, basis, sample: null }, start: match.index - (price?.sign.length ?? 0) + match[0].indexOf(written) }];
  });
  const words = [...sentence.matchAll(writtenOut)].flatMap((match) => {
    const rest = sentence.slice(match.index + match[0].length);
    const unit = unitAt(rest, `${sentence} ${claim}`);
    return unit === null ? [] : [{ figure: { value: numberWords[match[0].toLowerCase()] ?? 0, text: `${match[0]} ${unit.written}`, unit: unit.name, denominator: null, period, basis, sample: null }, start: match.index }];
  });
  return [...digits, ...words].sort((a, b) => a.start - b.start);
}

/** The unit that a text begins with, as it is written and by its name. */
function unitAt(rest: string, around: string): { written: string; name: string } | null {
  const bare = rest.replace(/^[\s -]+/, '');
  const [pattern, name] = units.find(([one]) => one.test(bare)) ?? [];
  return pattern === undefined || name === undefined ? null : { written: pattern.exec(bare)?.[0] ?? '', name: name === '£' && weighs.test(around) ? 'lb' : name };
}

/** The unit that a claim asks for, where it says so. */
const askedUnits: readonly [RegExp, RegExp][] = [
  [/\b(?:share|percent(?:age)?|proportion)\b|率|比例|百分/i, /^%$/],
  [/\b(?:energy|electricity|power)\b|耗电|能耗/i, /^[kM]Wh?(?:\/km)?$/],
  [/\bhow (?:large|big)\b|多大/i, /^(?!(?:days|years|hours|minutes|seconds|months|ms|%|°C)$)/],
  [/\bhow (?:long|often)\b|多久|几年|多长时间/i, /^(?:days|years|hours|minutes|seconds|months|ms)$/],
];

/** Before a figure that only bounds another: "not less than 64 kB", "between 30 seconds and one day", "不超过". */
const bounding = /\b(?:(?:less|more|fewer|greater|smaller|larger|higher|lower) than|at (?:least|most)|up to|between|exceed\w*)\s*$|(?:不少于|不多于|不低于|不高于|不超过|至少|最多|介于)\s*$/i;

const rangeBefore = new RegExp(`\\bbetween\\s+(?:(?:[€$£¥]?[\\d.,]+|${inWords})\\s*\\S{0,8}\\s*and\\s+)?$|(?:\\d|\\b(?:${inWords}))\\s*(?:\\S{1,8}\\s+)?(?:to|or)\\s+$|\\d\\s*[–-]$`, 'i');
const rangeAfter = new RegExp(`^\\s*(?:\\S{1,8}\\s+)?to\\s+(?:[€$£¥]?\\d|(?:${inWords})\\b)|^[–-][€$£¥]?\\d`, 'i');
/** One end of a range is not the figure: "between 112 and 126 kWh", "112 to 126 kWh", "112–126 kWh". */
const ofRange = (text: string, start: number, length: number): boolean =>
  rangeBefore.test(text.slice(0, start)) || rangeAfter.test(text.slice(start + length));

/**
 * The figure of the sentence that answers, one that only bounds another after the others unless a limit is asked for; null when there
 * is none of the kind that is asked for, or it is only denied. What stands in inner quotation marks is somebody else's.
 */
export function answeringFigure(answer: string, claim: string): StatedFigure | null {
  const given = answeringFigures(answer, claim).filter(({ figure, start }) => !isDeniedAt(answer, start, figure.text.length) && !ofRange(answer, start, figure.text.length));
  if (!asksForFigure(claim)) return figureOfNoun(answer, claim, given);
  const stated = traitsOf(claim).some(({ name }) => name === 'limit') ? given : given.filter(({ start }) => !bounding.test(answer.slice(0, start)));
  return (stated[0] ?? given[0])?.figure ?? null;
}

/** Of a noun that is asked after, the only amount of money in a sentence that has the noun, or the only figure, when it is measured and stands in the noun's clause. */
function figureOfNoun(answer: string, claim: string, given: readonly { figure: StatedFigure; start: number }[]): StatedFigure | null {
  const noun = askedNoun(claim);
  const word = [...answer.matchAll(/[\p{L}-]+/gu)].find(([written]) => stems(written).includes(noun ?? ''));
  if (word === undefined) return null;
  const amounts = given.filter(({ figure: { unit } }) => money.test(unit ?? ''));
  const [only, ...others] = amounts.length > 0 ? amounts : given;
  if (only === undefined || others.length > 0) return null;
  const isMeasured = units.some(([, name]) => name === only.figure.unit) && !/[,;]|\b(?:that|which|because|when|if|where|who|until)\b/i.test(answer.slice(word.index, only.start));
  return amounts.length > 0 || isMeasured ? only.figure : null;
}

/** Whether the text gives what is asked for only to deny it; a question that itself asks after what is not is never denied. */
export function denies(answer: string, claim: string): boolean {
  if (/\bnot\b|n[’']t\b|\bnever\b|[不没未]/i.test(claim)) return false;
  const given = asksForFigure(claim)
    ? answeringFigures(answer, claim).map(({ figure, start }) => ({ start, length: figure.text.length }))
    : [...answer.matchAll(namedAnswers(claim))].map((match) => ({ start: match.index, length: match[0].length }));
  return given.length > 0 && given.every(({ start, length }) => isDeniedAt(answer, start, length));
}

/** Units that count things; the others measure. */
const counting = new Set(['vehicles', 'passengers', 'households']);
const asksCount = /\bhow many\b|多少(?:个|条|台|辆|艘|座|次|班|名|位|家|栋|只|张)/i;
const noNumber = /\b(?:no|none|never|any number|unlimited|no limit|as many|several|dozens|hundreds|thousands)\b|[没无]/i;

/**
 * Whether a text gives figures, and none of the kind that is asked for: a share or a price of things is no number of them, and no
 * number of kilowatt-hours either. "How many" is not answered by words without any number.
 */
export function answersOther(text: string, claim: string): boolean {
  const stated = figuresIn(text, claim);
  const wanted = askedUnits.find(([asks]) => asks.test(claim))?.[1];
  if (wanted !== undefined) return stated.length > 0 && !stated.some(({ unit }) => unit !== null && wanted.test(unit));
  if (!asksCount.test(claim)) return false;
  const named = (unit: string): boolean => units.some(([pattern, name]) => name === unit && claim.split(/\s+|(?<=多少)/).some((word) => pattern.test(word)));
  if (stated.length === 0) return !noNumber.test(text) && !countWord.test(withoutDates(text));
  return stated.every(({ unit }) => unit !== null && units.some(([, name]) => name === unit) && !counting.has(unit) && !named(unit));
}

/** A number in digits or words that counts no times, months or the like. */
const countWord = /(?<![\p{L}\p{N}])(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|half)(?![\p{L}\p{N}-])(?!\s+(?:times|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)|[零〇一二两三四五六七八九十百千万亿]/iu;

const withoutDates = (text: string): string => text.replace(new RegExp(`\\b\\d{1,2} (?:${months})\\b|\\b(?:${months}) \\d{4}\\b|\\b(?:1[5-9]|20)\\d\\d(?:[/–-]\\d{2,4})?\\b`, 'g'), ' ');

/** Who did it, after "by", or the year of it: answers without a figure whose place in the sentence is sure. */
const namedAnswers = (claim: string): RegExp => {
  const asked = traitsOf(claim).map(({ name }) => name);
  return asked.includes('person') ? /(?<=\bby (?:the )?)\p{Lu}\p{L}+/gu : asked.includes('time') ? /\b(?:1[5-9]|20)\d\d\b/g : /(?!)/g;
};

function answeringFigures(answer: string, claim: string): ReturnType<typeof placedFigures> {
  const wanted = askedUnits.find(([asks]) => asks.test(claim))?.[1];
  return placedFigures(answer.replace(/(?<=[\s,(])["“][^"”]+["”]/g, (words) => ' '.repeat(words.length)), claim).filter(({ figure: { unit } }) => wanted === undefined || (unit !== null && wanted.test(unit)));
}

/** What up to three words after a number count, one of which the claim has: the first in the plural, or else the last that the claim has; in Chinese the noun right after it. */
function countedThing(rest: string, asked: ReadonlySet<string>): string | null {
  const chinese = /^\s?(?:个|次|艘|班|辆|条|项|名|种|座|家|件|台)?([\u3400-\u9fff]{2,4})/.exec(rest)?.[1];
  if (chinese !== undefined) {
    const pairs = Array.from({ length: chinese.length - 1 }, (_, at) => chinese.slice(at, at + 2));
    const known = pairs.findIndex((pair) => !asked.has(pair));
    const length = known < 0 ? pairs.length : known;
    return length === 0 ? null : chinese.slice(0, length + 1);
  }
  const phrase = /^\s+((?:(?:(?![\u3400-\u9fff])[\p{L}-])+\s?){1,3})/u.exec(rest)?.[1] ?? '';
  // The word as it is written: `sailings`, though the claim's words are compared without their endings.
  const known = phrase.split(/\s+/).filter((word) => contentWords(word).some((token) => asked.has(token) && !isFaint(stemOf(token))));
  return known.length === 0 ? null : plural.exec(phrase)?.[0] ?? known.at(-1) ?? null;
}

/** The currency before a number with the scale after it, as they are written: "£1.2 million". */
function priceAt(before: string, rest: string): { sign: string; scale: string; unit: string } | null {
  const sign = /[€$£¥]\s?$/.exec(before)?.[0];
  if (sign === undefined) return null;
  const scale = /^\s?(?:million|m|billion|bn)\b/i.exec(rest)?.[0] ?? '';
  return { sign, scale, unit: `${scale === '' ? '' : /^\s?m/i.test(scale) ? 'M' : 'bn'}${sign.trim().replace('¥', '元')}` };
}

const plural = /\b(?:people|children|men|women|staff|\p{Ll}{2,}(?<![siu])s)\b/u;

function valueOf(written: string): number {
  const plain = written.replace('−', '-').replace(/[\s ]/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replace(/,/g, ''));
  return Number(plain.replace(',', '.'));
}
