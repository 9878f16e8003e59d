import { areComparable, areEqualWithinRounding } from './compare';
import { type Evidence, type Figure } from './records';

/**
 * Evidence of one side in groups that say the same thing: figures that are one number stated for one thing, and words, which agree
 * with any of them. A figure may stand in several groups, where the others leave open what it states. `rivals` are the evidence on
 * the sides of a kept conflict: they count together, whichever of them may be right. The groups do not depend on the order of recording.
 */
export function groupsThatAgree(evidence: readonly Evidence[], rivals: ReadonlySet<string> = new Set()): Evidence[][] {
  const keys = new Map(evidence.flatMap((item): [Evidence, string][] => (item.figure === null ? [] : [[item, keyOf(item, rivals)]])));
  const distinct = [...new Map([...keys].map(([item, key]): [string, Evidence] => [key, item]))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (distinct.length < 2) return [[...evidence]];
  const groups = new Map<string, ReadonlySet<string>>();
  for (const seed of distinct) {
    const together = [seed];
    for (const other of distinct) if (other !== seed && together.every(([, item]) => sayTheSame(item, other[1], rivals))) together.push(other);
    const members = new Set(together.map(([key]) => key));
    groups.set([...members].sort().join(), members);
  }
  return [...groups.values()].map((members) => evidence.filter((item) => item.figure === null || members.has(keys.get(item) ?? '')));
}

const sayTheSame = (a: Evidence, b: Evidence, rivals: ReadonlySet<string>): boolean =>
  (rivals.has(a.id) && rivals.has(b.id)) || (a.figure !== null && b.figure !== null && isOneNumber(a.figure, b.figure));

const isOneNumber = (a: Figure, b: Figure): boolean => areComparable(a, b) && areEqualWithinRounding(a, b);

/** What decides with which figures one agrees. */
const keyOf = ({ id, figure }: Evidence, rivals: ReadonlySet<string>): string =>
  JSON.stringify([figure?.value, figure?.text, figure?.unit, figure?.denominator, figure?.basis, figure?.period, figure?.sample, rivals.has(id)]);
