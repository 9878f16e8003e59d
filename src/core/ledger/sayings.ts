import { areComparable, areEqualWithinRounding } from './compare';
import { type Conflict, type Evidence, type Figure } from './records';
import { type LedgerWording } from './wording';

const longestSaying = 120;

export const shortened = (words: string): string => (words.length > longestSaying ? `${words.slice(0, longestSaying)}…` : words);

/** A figure with its unit: "91.4%", "57 sailings". One whose text names a unit in its own way, as "96.1 percent" or "€1.21", stands as it is. */
export function amountOf({ text, unit }: Pick<Figure, 'text' | 'unit'>): string {
  if (unit === null || /[\p{L}\p{Sc}%‰]/u.test(text)) return text;
  return unit === '%' ? `${text}%` : `${text} ${unit}`;
}

/** An id with the figure that it gives, since a claim may leave its own open: "E14 (1.0 mg/L)". */
export const withAmount = ({ id, figure }: Pick<Evidence, 'id' | 'figure'>): string => (figure === null ? id : `${id} (${amountOf(figure)})`);

/** "91.4% (October 2024–March 2025)", "57 sailings (2025)", "118 kWh". */
export const sayingOf = (figure: Figure): string => (figure.period === null ? amountOf(figure) : `${amountOf(figure)} (${figure.period})`);

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
