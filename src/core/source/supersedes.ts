import { type RunState } from '../run/state';
import { type Source } from './records';

/** How a correction names itself in its title. */
const correction = /\b(?:corrections?|corrected|erratum|errata|corrigendum|amend(?:ed|ment)|restated|revised edition)\b|更正|勘误|修正|订正/i;

export const isCorrectionTitle = (title: string): boolean => correction.test(title);

/**
 * Whether a source is a correction or a newer edition of another: published later by the same publisher, and either calling
 * itself a correction or bearing the same title. What reprinted the older one is superseded with it.
 */
export function supersedesIn(state: RunState): (newer: string, older: string) => boolean {
  const { sources, snapshots, provenance } = state.source;
  const sourceOf = (id: string): Source | undefined => sources.find((source) => source.id === id);
  const dateOf = (id: string): string => {
    const snapshot = snapshots.findLast((known) => known.source === id);
    return snapshot?.published?.value ?? snapshot?.modified?.value ?? '';
  };
  const directly = (newer: string, older: string): boolean => {
    const [a, b] = [sourceOf(newer), sourceOf(older)];
    if (!a || !b || a.id === b.id || a.publisher === null || a.publisher !== b.publisher) return false;
    const [later, earlier] = [dateOf(newer), dateOf(older)];
    if (later === '' || earlier === '' || later <= earlier) return false;
    return isCorrectionTitle(a.title) || (a.title !== '' && a.title === b.title);
  };
  return (newer, older) => {
    const reprinted = provenance.flatMap((edge) => (edge.relation !== 'reposts' ? [] : edge.from === older ? [edge.to] : edge.to === older ? [edge.from] : []));
    return [older, ...reprinted].some((one) => directly(newer, one));
  };
}
