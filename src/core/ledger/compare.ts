import { remembered } from '../once';
import { causes, type Comparability, type Evidence, type Figure } from './records';

/** How two pieces of evidence on one claim stand to each other. `apart`: neither says what the other does, nor against it. */
export type Stance = 'agree' | 'disagree' | 'apart';

/**
 * Evidence disagrees when one supports and the other contradicts, or when their figures are stated for the same thing and differ
 * beyond rounding. Figures of different unit, denominator, basis, period or sample are apart: no conflict without conversion.
 * What only one of them states differs from nothing; the comparability of the conflict says so. Calculations made in another way
 * are variants, not a dispute, and one in another unit than what a source states is of another thing.
 */
export function stanceBetween(a: Evidence, b: Evidence): Stance {
  if (a.relation === 'uncertain' || b.relation === 'uncertain') return 'apart';
  if (areOpposite(a, b)) return a.snapshot === null || a.snapshot !== b.snapshot ? 'disagree' : isOwnFigure(a, b) || isOwnFigure(b, a) ? 'agree' : 'apart';
  if (a.figure && b.figure) {
    if (!areComparable(a.figure, b.figure)) return 'apart';
    if (areEqualWithinRounding(a.figure, b.figure)) return 'agree';
    return !areOfOneThing(a, b) || areVariants(a, b) || saysPartOfIt(a) || saysPartOfIt(b) || isUnstatedCalculation(a, b) ? 'apart' : 'disagree';
  }
  return a.figure === null && b.figure === null && a.relation === b.relation ? 'agree' : 'apart';
}

/** A figure that only partly answers is of something beside what is claimed: it disputes nothing. */
const saysPartOfIt = ({ relation }: Evidence): boolean => relation === 'partial';

/** What a calculation came to disputes a stated figure only when both say on what basis they stand. */
const isUnstatedCalculation = (a: Evidence, b: Evidence): boolean =>
  (a.kind === 'calculation') !== (b.kind === 'calculation') && (a.figure?.basis == null || b.figure?.basis == null);

/** One text that denies a figure and gives another stands with both on one side: it is not set against itself. */
const isOwnFigure = (denial: Evidence, given: Evidence): boolean =>
  denial.relation === 'contradicts' && denial.figure === null && given.figure !== null && denial.quote?.includes(given.figure.text) === false;

/** One backs the statement, the other denies it. */
export const areOpposite = (a: Pick<Evidence, 'relation'>, b: Pick<Evidence, 'relation'>): boolean =>
  (a.relation === 'supports' && b.relation === 'contradicts') || (a.relation === 'contradicts' && b.relation === 'supports');

/** Two cells or sentences of one snapshot, and a figure and what was calculated from it, speak of different things when their numbers differ. */
const areOfOneThing = (a: Evidence, b: Evidence): boolean =>
  (a.snapshot === null || a.snapshot !== b.snapshot) && !a.premises.includes(b.id) && !b.premises.includes(a.id);

/** Of two calculations only the same one with another result disagrees; of a calculation and a stated figure, only in the same unit. */
function areVariants(a: Evidence, b: Evidence): boolean {
  const calculated = [a, b].filter(({ kind }) => kind === 'calculation').length;
  if (calculated === 2) return spaceless(a.figure?.formula) !== spaceless(b.figure?.formula) || a.premises.toSorted().join() !== b.premises.toSorted().join();
  return calculated === 1 && compared(a.figure?.unit ?? '', b.figure?.unit ?? '') !== 'same';
}

const spaceless = (formula: string | null | undefined): string => (formula ?? '').replace(/\s/g, '');

/** For what a figure is stated. */
export const dimensions = ['unit', 'denominator', 'basis', 'period', 'sample'] as const;
export type Dimension = (typeof dimensions)[number];

/** In what two figures are stated for different things; what only one of them says differs from nothing. */
export const differingDimensions = (a: Figure, b: Figure): Dimension[] => dimensions.filter((dimension) => compared(a[dimension], b[dimension]) === 'different');

export const areComparable = (a: Figure, b: Figure): boolean => differingDimensions(a, b).length === 0;

type WrittenNumber = Pick<Figure, 'value' | 'text'>;

/** Whether two figures are one number, as coarsely as the coarser of them is written: `2.3` and `2.31` are, `40` and `38` are not. */
export function areEqualWithinRounding(a: WrittenNumber, b: WrittenNumber): boolean {
  const slack = Math.max(lastPlace(a), lastPlace(b)) / 2;
  return Math.abs(a.value - b.value) <= slack * (1 + 1e-9) + Math.abs(a.value) * 1e-12;
}

/** The worth of the last written digit: 0.1 for `2.3`, a million for `5 million`; 0 when the text holds no number. */
const lastPlace = remembered(({ value, text }: WrittenNumber): number => {
  const written = /\d[\d,.]*/.exec(text.normalize('NFKC'))?.[0].replace(/[,.]$/, '') ?? '';
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(written) ? written.replaceAll(',', '') : written.replace(',', '.');
  const number = Number(plain);
  if (plain === '' || Number.isNaN(number)) return 0;
  const scale = number === 0 ? 1 : Math.abs(value) / number;
  return scale * 10 ** -(plain.split('.')[1]?.length ?? 0);
});

/** On what two pieces of evidence can be compared: definition (unit, denominator, basis), time, sample, environment, version. */
export function comparabilityOf(a: Evidence, b: Evidence): Comparability {
  const of = (dimension: Dimension): Compared => compared(a.figure?.[dimension] ?? null, b.figure?.[dimension] ?? null);
  const period = of('period');
  // What neither states is no part of the definition.
  const stated = (['unit', 'denominator', 'basis'] as const).filter((dimension) => (a.figure?.[dimension] ?? b.figure?.[dimension] ?? null) !== null);
  return {
    definition: together(stated.map(of)),
    // Two dates of publication are no two periods: only what both state as the time they speak of differs.
    time: period === 'unknown' && compared(a.asOf, b.asOf) === 'same' ? 'same' : period,
    sample: of('sample'),
    environment: compared(a.validity, b.validity),
    version: a.source === null || a.source !== b.source ? 'unknown' : a.snapshot === b.snapshot ? 'same' : 'different',
  };
}

type Compared = Comparability['definition'];

/** What differs in any pair differs; what is the same in each is the same. */
export function comparabilityOver(pairs: readonly Comparability[]): Comparability {
  return Object.fromEntries(causes.map((cause) => [cause, together(pairs.map((pair) => pair[cause]))])) as Comparability;
}

function together(all: readonly Compared[]): Compared {
  if (all.includes('different')) return 'different';
  return all.length > 0 && all.every((one) => one === 'same') ? 'same' : 'unknown';
}

function compared(a: string | null, b: string | null): Compared {
  if (a === null || b === null) return 'unknown';
  return folded(a) === folded(b) ? 'same' : 'different';
}

/** One word for what is written in several ways. */
const synonyms: Readonly<Record<string, string>> = {
  'percent': '%', 'per cent': '%', 'pct': '%', '百分比': '%',
  'yoy': 'year on year', 'y/y': 'year on year', 'year over year': 'year on year', 'year-over-year': 'year on year', 'year-on-year': 'year on year', '同比': 'year on year',
  'mom': 'month on month', 'm/m': 'month on month', 'month over month': 'month on month', 'month-over-month': 'month on month', 'month-on-month': 'month on month', '环比': 'month on month',
};

function folded(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  return synonyms[plain] ?? plain;
}
