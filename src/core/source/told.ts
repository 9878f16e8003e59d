import { remembered } from '../once';
import { isPerson } from '../run/by';
import { type Provenance } from './records';
import { type SourceState } from './state';

/**
 * Provenance that still stands: what only a withdrawn source tells of falls with it, and stands again when that is restored. It
 * alone tells whom it cites and of which page it calls itself a copy; text, author or publisher in common are seen in the other as
 * well, and what a person set stands by that person's word.
 */
export const toldProvenance = remembered((source: SourceState): readonly Provenance[] => {
  const withdrawn = new Set(source.sources.flatMap(({ id, state }) => (state === 'withdrawn' ? id : [])));
  const falls = ({ from, relation, score, by }: Provenance): boolean => withdrawn.has(from) && !isPerson(by) && (relation === 'cites' || (relation === 'reposts' && score === null));
  return source.provenance.some(falls) ? source.provenance.filter((edge) => !falls(edge)) : source.provenance;
});
