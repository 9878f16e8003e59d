import { type statuses } from '../../shared/view';
import { type Conflict, type Evidence } from './records';
import { type Sought } from './seeking';

export type Status = (typeof statuses)[number];

/** What the status table reads about one claim. Evidence here is live; what an explained conflict sets aside stands apart. */
export interface ClaimFacts {
  /** Conflicts between live sides. */
  conflicts: readonly Conflict[];
  supports: readonly Evidence[];
  contradicts: readonly Evidence[];
  partial: readonly Evidence[];
  uncertain: readonly Evidence[];
  setAside: readonly Evidence[];
  /** Recorded for this claim and no longer live: withdrawn, broken, or fallen with what it stood on. */
  fallen: readonly Evidence[];
  /** Whether what contradicts, or supports, meets the requirement, and in words what it lacks and what it has: reposts of one text are said to be one voice. */
  contradiction: { met: boolean; lacks: string; words: () => string };
  support: { met: boolean; lacks: string; words: () => string };
  sought: Sought;
}

/**
 * Status of a claim: the first row of section 5 of the design that fits. A failure (row 7) never outranks live evidence and
 * never counts as a search that found nothing (row 6).
 */
export function statusOf(facts: ClaimFacts): { status: Status; reason: string } {
  const { conflicts, supports, contradicts, partial, uncertain, setAside, fallen, contradiction, support, sought } = facts;
  const is = (status: Status, reason: string): { status: Status; reason: string } => ({ status, reason });

  const open = conflicts.filter(({ state }) => state === 'open');
  if (open.length > 0) return is('conflicting', `${listed(open)} open: ${open.map(sidesText).join('; ')}.`); // row 1
  const kept = conflicts.filter(({ state }) => state === 'kept');
  if (kept.length > 0) return is('uncertain', `${listed(kept)} kept with both sides: ${kept.map(sidesText).join('; ')}.${kept.map(neededText).join('')}`); // row 2
  if (contradiction.met) return is('contradicted', `Contradicted by ${contradiction.words()}.${asideText(setAside)}`); // row 3
  if (support.met) return is('supported', `Supported by ${support.words()}.${asideText(setAside)}`); // row 4
  if (supports.length + contradicts.length + partial.length > 0) { // row 5
    const has = [['supports', 'support', supports], ['contradicts', 'contradict', contradicts], ['partly supports', 'partly support', partial]] as const;
    const said = has.filter(([, , items]) => items.length > 0).map(([one, many, items]) => `${listed(items)} ${items.length === 1 ? one : many}`).join(', ');
    const side = supports.length > 0 || contradicts.length === 0 ? support : contradiction;
    const words = supports.length + contradicts.length > 1 ? side.words() : '';
    return is('partial', `${said}; lacks ${side.lacks}.${words === '' ? '' : ` So far ${words}.`}${asideText(setAside)}`);
  }
  if (uncertain.length > 0) return is('uncertain', `Only uncertain evidence: ${listed(uncertain)}.`); // row 6
  if (setAside.length > 0) return is('uncertain', `Only evidence that an explained conflict set aside: ${listed(setAside)}.`);
  // What was found and fell again was not "nothing found": the claim is open again.
  if (fallen.length === 0 && sought.exhausted.length > 0) return is('uncertain', `Searched (${listed(sought.exhausted)}) and nothing found.${failureText(sought)}`);
  if (sought.failures.length > 0) return is('unknown-failed', `Unknown: ${sought.failures.join('; ')}.`); // row 7
  return is('open', openReason(facts)); // row 8
}

function openReason({ fallen, sought }: ClaimFacts): string {
  if (fallen.length > 0) return `Open again: ${fallen.map(({ id, stateReason }) => `${id} no longer stands${stateReason === null ? '' : ` (${stateReason.replace(/\.$/, '')})`}`).join('; ')}.`;
  if (sought.unseen.length > 0) return `Open: ${sought.unseen.map(({ search, results }) => `${results} of the results of ${search} not looked at`).join('; ')}.`;
  return sought.executed.length > 0 ? `Open: only searched against it (${listed(sought.executed)}).` : 'Open: not searched yet.';
}

export const listed = (items: readonly { id: string }[]): string => items.map(({ id }) => id).join(', ');

const sidesText = ({ sides }: Conflict): string => sides.map(({ says, evidence }) => `${says} (${evidence.join(', ')})`).join(' against ');
const neededText = ({ needed }: Conflict): string => (needed === null ? '' : ` Would settle it: ${needed.replace(/\.$/, '')}.`);
const asideText = (setAside: readonly Evidence[]): string => (setAside.length === 0 ? '' : ` Set aside: ${listed(setAside)}.`);
const failureText = ({ failures }: Sought): string => (failures.length === 0 ? '' : ` Also: ${failures.join('; ')}.`);
