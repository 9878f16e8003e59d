import { areOpposite } from './compare';
import { type Evidence, type Figure } from './records';
import { type LedgerState } from './state';

type Stated = Omit<Figure, 'rowHeading' | 'columnHeading' | 'formula'> | null;
/** What was recorded of a span, or is about to be. */
type Said = Pick<Evidence, 'claim' | 'snapshot' | 'start' | 'end' | 'quote' | 'relation' | 'result'> & { figure: Stated };

/** The same words of one archived text on one claim: a span and that without the marks at its edges are one. Each answer of a table is its own. */
export function areSameWords(a: Said, b: Said): boolean {
  if (a.claim !== b.claim || a.snapshot === null || a.snapshot !== b.snapshot || a.result?.sql !== b.result?.sql) return false;
  return (a.start ?? 0) < (b.end ?? 0) && (b.start ?? 0) < (a.end ?? 0) && bare(a.quote) === bare(b.quote);
}

/** Said of another figure, or by another method, the same words are new evidence. */
export const areSameFigure = (a: Stated, b: Stated): boolean =>
  a === null || b === null ? a === b : a.value === b.value && (['unit', 'denominator', 'period', 'basis', 'sample'] as const).every((name) => a[name] === b[name]);

/**
 * Active evidence that says the contrary by the same words. One statement of one source backs a claim or denies it: on both sides
 * it would count for each. Two figures that stand in the same words are two statements.
 */
export const opposedByItself = ({ evidence }: Pick<LedgerState, 'evidence'>, item: Said & { id?: string }): Evidence | undefined =>
  evidence.find((other) => other.id !== item.id && other.state === 'active' && areSameWords(other, item) && areOpposite(other, item)
    && (other.figure === null || item.figure === null || areSameFigure(other.figure, item.figure)));

const bare = (quote: string | null): string => (quote ?? '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
