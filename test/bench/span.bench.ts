import approximate from 'approx-string-match';
import { anchorText } from '../../src/core/source/span/anchorText';
import { locateQuote } from '../../src/core/source/span/locate';
import { alteredClasses, changedClasses, honestClasses, passage, seeded } from '../unit/source/span/perturb';
import { prose } from '../unit/source/span/prose';

/**
 * Quotes looked up in 1,000,000 characters: ours against edit distance alone (approx-string-match over the raw text, a fifth of the
 * quote's length in errors), on the same quotes in the same run. Times are milliseconds of processor a quote (what else runs on the machine must not decide), shares are per cent of the quotes.
 */
export interface Row {
  what: string;
  ours: number;
  peer: number;
  /** How many times better ours is. */
  ratio: number;
  met: boolean;
}

const size = 1_000_000;
const quoteLength = 200;
const perClass = 12;
/** Numbers to reach: milliseconds a quote, times faster than the peer, per cent of honest quotes. */
const reach = { milliseconds: 2, faster: 5, honest: 96 };

interface Asked {
  text: string;
  quote: string;
}

export async function rows(): Promise<Row[]> {
  const text = prose('english', size, 23).slice(0, size);
  const anchor = anchorText(text);
  const random = seeded(29);
  const quotes = (make: (quote: string, other: string) => string | null): Asked[] => {
    const made: Asked[] = [];
    for (let attempt = 0; attempt < perClass * 10 && made.length < perClass; attempt++) {
      const [place, other] = [passage(text, quoteLength, random), passage(text, quoteLength, random)];
      const quote = make(text.slice(place.start, place.end), text.slice(other.start, other.end));
      if (quote !== null) made.push({ text, quote });
    }
    return made;
  };
  // The classes that rewrite the source would need a text each; here the quote changes and the source stays.
  const honest = honestClasses.filter((kind) => kind.source(text.slice(0, 2000), seeded(1)).text === text.slice(0, 2000)).flatMap((kind) => quotes((quote) => kind.quote(quote, random)));
  const changed = changedClasses.flatMap((kind) => quotes((quote) => kind.change(quote, random)?.quote ?? null));
  const altered = alteredClasses.flatMap((kind) => quotes((quote, other) => kind.alter(quote, other, random))).filter(({ quote }) => !text.includes(quote));
  const elsewhere = prose('english', 40_000, 31).replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 7) % 26) + 97));
  const absent = quotes(() => {
    const place = passage(elsewhere, quoteLength, random);
    return elsewhere.slice(place.start, place.end);
  });

  const ours = ({ quote }: Asked): boolean => locateQuote(anchor, quote).match !== 'not-found';
  const peer = ({ quote }: Asked): boolean => approximate(text, quote, Math.floor(quote.length * 0.2)).length > 0;
  // Both sides have compiled, and ours has folded and indexed the text, before the clock runs: a source is folded once and asked often.
  for (const find of [ours, peer]) [...changed.slice(0, 3), ...absent.slice(0, 3)].forEach(find);

  const measured = new Map<string, { ours: Measured; peer: Measured }>();
  for (const [name, asked] of Object.entries({ honest, changed, altered, absent })) measured.set(name, { ours: measure(asked, ours), peer: measure(asked, peer) });
  const time = (what: string, names: string[]): Row => {
    const mean = (side: 'ours' | 'peer'): number => {
      const parts = names.map((name) => measured.get(name)![side]);
      return parts.reduce((sum, part) => sum + part.milliseconds, 0) / parts.reduce((sum, part) => sum + part.count, 0);
    };
    const [our, their] = [mean('ours'), mean('peer')];
    return { what, ours: round(our), peer: round(their), ratio: round(their / our), met: our < reach.milliseconds && their / our >= reach.faster };
  };
  const share = (what: string, name: string, met: (percent: number) => boolean, better: (ours: number, peer: number) => number): Row => {
    const { ours: our, peer: their } = measured.get(name)!;
    const [mine, others] = [(100 * our.found) / our.count, (100 * their.found) / their.count];
    return { what, ours: round(mine), peer: round(others), ratio: round(better(mine, others)), met: met(mine) };
  };
  return [
    time('quote → span in 1 MB, all quotes, ms', ['honest', 'changed', 'altered', 'absent']),
    time('quote → span in 1 MB, honest quotes, ms', ['honest']),
    time('quote → span in 1 MB, changed words, ms', ['changed']),
    time('quote → span in 1 MB, other document, ms', ['absent']),
    share('honest quotes found, %', 'honest', (percent) => percent >= reach.honest, (mine, others) => mine / Math.max(others, 1)),
    share('untrue quotes accepted, %', 'altered', (percent) => percent === 0, (mine, others) => others / Math.max(mine, 1)),
  ];
}

interface Measured {
  milliseconds: number;
  count: number;
  found: number;
}

function measure(asked: Asked[], find: (one: Asked) => boolean): Measured {
  const before = process.cpuUsage();
  const found = asked.filter(find).length;
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, count: asked.length, found };
}

const round = (value: number): number => Math.round(value * 100) / 100;
