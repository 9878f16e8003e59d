import { areComparable, areEqualWithinRounding } from './compare';
import { type Conflict, type Evidence, type Figure } from './records';
import { type LedgerWording } from './wording';

const longestSaying = 120;

export const shortened = (words: string): string => (words.length > longestSaying ? `${words.slice(0, longestSaying)}…` : words);

/** "91.4% (October 2024–March 2025)", "57 sailings (2025)", "118 kWh". */
export function sayingOf({ text, unit, period }: Figure): string {
  const amount = unit === null || text.includes(unit) ? text : unit === '%' ? `${text}%` : `${text} ${unit}`;
  return period === null ? amount : `${amount} (${period})`;
}

/**
 * What a side of a conflict says, for readers: its figures, else its first words with the stand they take. It follows from the
 * evidence as it is now, which may have been corrected since the side was recorded.
 */
export function saysOf({ says, evidence }: Conflict['sides'][number], known: (id: string) => Evidence | undefined, w: LedgerWording): string {
  const items = evidence.flatMap((id) => known(id) ?? []);
  const figures = items.reduce<Figure[]>((distinct, { figure }) => (figure === null || distinct.some((one) => areComparable(one, figure) && areEqualWithinRounding(one, figure)) ? distinct : [...distinct, figure]), []);
  if (figures.length > 0) return figures.map(sayingOf).join(w.semicolon);
  const [first] = items;
  return first ? w.stand[first.relation](shortened((first.quote ?? first.reasoning ?? '').replace(/\s+/g, ' '))) : says;
}
