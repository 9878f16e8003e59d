/** Dates as sources write them, to ISO 8601 as precise as they are. An order that cannot be told (05/04/2024) is no date. */

const monthNames: Record<string, number> = {};
const languages = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'jan feb mar apr may jun jul aug sep oct nov dec', 'jan. feb. mar. apr. may. jun. jul. aug. sept. oct. nov. dec.',
];
for (const line of languages) line.split(' ').forEach((name, index) => { monthNames[name] = index + 1; });
monthNames['sept'] = 9;
const month = Object.keys(monthNames).sort((a, b) => b.length - a.length).map((name) => name.replace('.', '\\.')).join('|');

const clock = String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const patterns: Array<[RegExp, (found: RegExpExecArray) => string | null]> = [
  [new RegExp(String.raw`(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)${clock}`, 'i'), (f) => day(f[1], f[2], f[3], f.slice(4))],
  [new RegExp(String.raw`(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]?${clock}`), (f) => day(f[1], f[2], f[3], f.slice(4))],
  [/(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]/, (f) => day(f[1], f[2], undefined, [])],
  [new RegExp(String.raw`(?<![\d])(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+|of\s+)?(${month})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)(?:,?${clock})`, 'i'), (f) => day(f[3], named(f[2]), f[1], f.slice(4))],
  [new RegExp(String.raw`(?<![\p{L}])(${month})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)(?:,?${clock})`, 'iu'), (f) => day(f[3], named(f[1]), f[2], f.slice(4))],
  [new RegExp(String.raw`(?<![\p{L}])(${month})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)`, 'iu'), (f) => day(f[2], named(f[1]), undefined, [])],
  [/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, (f) => day(f[3], f[2], f[1], [])],
  [/(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/, (f) => slashed(Number(f[1]), Number(f[2]), f[3])],
  [/(?<!\d)(\d{4})-(0[1-9]|1[0-2])(?![\d-])/, (f) => day(f[1], f[2], undefined, [])],
  [/^\s*(\d{4})(0[1-9]|1[0-2])([0-2]\d|3[01])\s*$/, (f) => day(f[1], f[2], f[3], [])],
  [/^\s*(1[5-9]\d{2}|20\d{2})\s*年?\s*$/, (f) => f[1] ?? null],
];

/** The first date in a short text, or null. */
export function isoDate(text: string): string | null {
  let best: { at: number; value: string } | null = null;
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text);
    const value = found === null ? null : read(found);
    if (found !== null && value !== null && (best === null || found.index < best.at)) best = { at: found.index, value };
  }
  return best?.value ?? null;
}

function named(name: string | undefined): string | undefined {
  const number = monthNames[(name ?? '').toLowerCase()];
  return number === undefined ? undefined : String(number);
}

function slashed(first: number, second: number, year: string | undefined): string | null {
  if (first === second || second > 12) return day(year, String(first), String(second), []);
  return first > 12 ? day(year, String(second), String(first), []) : null;
}

function day(year: string | undefined, monthText: string | undefined, dayText: string | undefined, time: Array<string | undefined>): string | null {
  const monthNumber = Number(monthText);
  if (year === undefined || !(monthNumber >= 1 && monthNumber <= 12) || Number(year) < 1400 || Number(year) > 2200) return null;
  const date = `${year}-${monthText?.padStart(2, '0')}`;
  if (dayText === undefined) return date;
  if (!(Number(dayText) >= 1 && Number(dayText) <= new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate())) return null;
  const whole = `${date}-${dayText.padStart(2, '0')}`;
  const [hour, minute, second, zone] = time;
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return whole;
  const offset = zone === undefined ? '' : /^(?:Z|UTC|GMT)$/i.test(zone) ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return `${whole}T${hour.padStart(2, '0')}:${minute}${second === undefined ? '' : `:${second}`}${offset}`;
}
