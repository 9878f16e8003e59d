/** One factor of a unit: what the library calls it, and its power. */
export interface UnitPart {
  name: string;
  power: number;
}

/** A unit as people write it. `scale`: what one of it comes to in its factors, 1e6 for "million t", 0.01 for "kWh/100 km". */
export interface WrittenUnit {
  scale: number;
  parts: readonly UnitPart[];
  /** Words in it that are no measure: what they name is counted. */
  counts: readonly string[];
}

/** What is written in several ways, in the order of replacement; a name in capitals is a currency, which stands for itself. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/per ?cent(?:age)?(?: points?)?|pct\b|个?百分点|百分比|%/gi, ' percent '],
  [/€\s?-?ct\b|¢|\bcents?\b|\bct\b/gi, ' cents '],
  [/US\$|\bUSD\b|\bUS dollars?\b|\$|美元/gi, ' USD '], [/€|\beuros?\b|欧元/gi, ' EUR '], [/£/g, ' GBP '], [/\byen\b|日元/gi, ' JPY '], [/人民币|\b(?:RMB|renminbi|yuan)\b|CN¥|¥|元/gi, ' CNY '], [/\bz[łl]oty(?:s|ch)?\b/gi, ' PLN '],
  [/℃|°C|摄氏度/g, ' degC '], [/(?<![A-Za-z])μ(?=[A-Za-z])/g, 'u'],
  [/千瓦时/g, ' kWh '], [/公里/g, ' km '], [/公斤|千克/g, ' kg '], [/吨/g, ' tonne '], [/小时/g, ' hour '], [/分钟/g, ' minute '], [/[天日]/g, ' day '], [/年/g, ' year '],
  [/万/g, ' 10000 '], [/亿/g, ' 100000000 '], [/\bthousand\b/gi, ' 1000 '], [/\b(?:million|mio|mn)\b/gi, ' 1000000 '], [/\b(?:billion|mrd|bn)\b/gi, ' 1000000000 '],
  [/(\d),(?=\d{3})/g, '$1'], [/(?<=(?:^|[\s/(])[\d.]+)(?=\p{L})/gu, ' '], [/\bper\b|\ban?\s+(?=\p{L})/giu, '/'],
];

const aliases: Readonly<Record<string, string>> = { t: 'tonne', a: 'year', yr: 'year', yrs: 'year', d: 'day', ha: 'hectare' };

const currencies = new Set(['EUR', 'USD', 'GBP', 'CNY', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD', 'INR', 'KRW', 'BRL']);
export const isCurrency = (name: string): boolean => currencies.has(name);

/** Takes a unit apart: "ct/kWh", "€ per month", "% of orders", "million t CO2". What is no measure (sailings, persons) is a count and no factor. */
export function writtenUnit(written: string, isKnown: (name: string) => boolean): WrittenUnit {
  const folded = written.normalize('NFKC').trim().replace(/\s+of\s.*$/i, '');
  const spelled = spellings.reduce((text, [pattern, name]) => text.replace(pattern, name), folded);
  const parts: UnitPart[] = [];
  const counts: string[] = [];
  let scale = 1;
  // What stands behind a stroke divides, to the end of its brackets: "€/(m³/day)" is € times days by m³.
  let [begun, sign]: [1 | -1, 1 | -1] = [1, 1];
  const outside: [1 | -1, 1 | -1][] = [];
  for (const factor of spelled.split(/([/()])|[\s·⋅*]+/)) {
    if (factor === '/') sign = begun === 1 ? -1 : 1;
    else if (factor === '(') {
      outside.push([begun, sign]);
      begun = sign;
    } else if (factor === ')') [begun, sign] = outside.pop() ?? [begun, sign];
    else if (factor !== undefined) {
      if (/^\d+(\.\d+)?$/.test(factor) && Number(factor) > 0) scale *= Number(factor) ** sign;
      const [, word = '', power = '1'] = /^(\p{L}[\p{L}\d]*?)(?:\^(-?[1-4]))?$/u.exec(factor) ?? [];
      const name = aliases[word] ?? word;
      if (name === 'percent' || name === 'cents' || isCurrency(name) || isKnown(name)) parts.push({ name, power: Number(power) * sign });
      else if (word !== '') counts.push(word);
    }
  }
  return { scale, parts, counts };
}

/** How a unit is printed that nobody wrote. */
export function printed(parts: readonly UnitPart[]): string {
  const shown = ({ name, power }: UnitPart): string => `${signs[name] ?? name}${Math.abs(power) === 1 ? '' : `^${Math.abs(power)}`}`;
  const above = parts.filter(({ power }) => power > 0).map(shown).join(' ');
  return [above === '' ? '1' : above, ...parts.filter(({ power }) => power < 0).map(shown)].join('/').replace(/\^2\b|(?<=m)2\b/g, '²').replace(/\^3\b|(?<=m)3\b/g, '³');
}

const signs: Readonly<Record<string, string>> = { percent: '%', cents: 'ct', tonne: 't', degC: '°C', hectare: 'ha', EUR: '€', USD: 'US$', GBP: '£' };
