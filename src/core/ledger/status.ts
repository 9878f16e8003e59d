import { type statuses } from '../../shared/view';
import { type Conflict, type Evidence } from './records';
import { withAmount } from './sayings';
import { type Sought } from './seeking';
import { type LedgerWording } from './wording';

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
  contradiction: SideFacts;
  support: SideFacts;
  sought: Sought;
}

/** Whether what contradicts, or supports, meets the requirement, and in words what it lacks, what it has (reposts of one text are said to be one voice), and what says another thing. */
export interface SideFacts {
  met: boolean;
  lacks: string;
  words: () => string;
  apart: string;
}

/**
 * Status of a claim: the first row of section 5 of the design that fits. A failure (row 7) never outranks live evidence and
 * never counts as a search that found nothing (row 6).
 */
export function statusOf(facts: ClaimFacts, w: LedgerWording): { status: Status; reason: string } {
  const { conflicts, supports, contradicts, partial, uncertain, setAside, fallen, contradiction, support } = facts;
  const is = (status: Status, reason: string): { status: Status; reason: string } => ({ status, reason });

  const open = conflicts.filter(({ state }) => state === 'open');
  if (open.length > 0) return is('conflicting', w.conflictsOpen(listed(open), sidesText(open, w))); // row 1
  const kept = conflicts.filter(({ state }) => state === 'kept');
  if (kept.length > 0) return is('uncertain', `${w.conflictsKept(listed(kept), sidesText(kept, w))}${kept.map(({ needed }) => (needed === null ? '' : w.wouldSettle(withoutStop(needed)))).join('')}`); // row 2
  if (contradiction.met) return is('contradicted', `${w.contradictedBy(contradiction.words())}${contradiction.apart}${asideText(setAside, w)}`); // row 3
  if (support.met) return is('supported', `${w.supportedBy(support.words())}${support.apart}${asideText(setAside, w)}`); // row 4
  if (supports.length + contradicts.length + partial.length > 0) { // row 5
    const has = [['supports', supports], ['contradicts', contradicts], ['partial', partial]] as const;
    const said = has.filter(([, items]) => items.length > 0).map(([relation, items]) => w.relation[relation](items.map(withAmount).join(', '), items.length > 1)).join(w.comma);
    const side = supports.length > 0 || contradicts.length === 0 ? support : contradiction;
    const words = supports.length + contradicts.length > 1 ? side.words() : '';
    return is('partial', `${w.lacks(said, side.lacks)}${words === '' ? '' : w.soFar(words)}${side.apart}${asideText(setAside, w)}`);
  }
  if (uncertain.length > 0) return is('uncertain', w.onlyUncertain(listed(uncertain))); // row 6
  if (setAside.length > 0) return is('uncertain', w.onlySetAside(listed(setAside)));
  const { sought } = facts;
  // What was found and fell again was not "nothing found": the claim is open again.
  // One entry that was read through says nothing of what another brought and nobody read.
  if (fallen.length === 0 && sought.exhausted.length > 0 && sought.unseen.length + sought.unread.length === 0) return is('uncertain', `${sought.anyRead ? w.readInVain(listed(sought.exhausted)) : w.searchedInVain(listed(sought.exhausted))}${sought.failures.length === 0 ? '' : w.also(sought.failures.join(w.semicolon))}`);
  if (sought.failures.length > 0) return is('unknown-failed', w.unknown(sought.failures.join(w.semicolon))); // row 7
  return is('open', openReason(facts, w)); // row 8
}

function openReason({ fallen, sought }: ClaimFacts, w: LedgerWording): string {
  if (fallen.length > 0) return w.openAgain(fallen.map(({ id, stateReason }) => w.noLongerStands(id, stateReason === null ? null : withoutStop(stateReason))).join(w.semicolon));
  const left = [...(sought.unread.length > 0 ? [w.unread(sought.unread.join(', '))] : []), ...sought.unseen.map(({ search, results }) => w.unseenOf(results, search))];
  if (left.length > 0) return w.unseen(left.join(w.semicolon));
  return sought.executed.length > 0 ? w.onlyCounter(listed(sought.executed)) : w.notSearched;
}

export const listed = (items: readonly { id: string }[]): string => items.map(({ id }) => id).join(', ');

const sidesText = (conflicts: readonly Conflict[], w: LedgerWording): string =>
  conflicts.map(({ sides }) => sides.map(({ says, evidence }) => w.one(says, evidence.join(', '))).join(w.against)).join(w.semicolon);
const asideText = (setAside: readonly Evidence[], w: LedgerWording): string => (setAside.length === 0 ? '' : w.setAside(listed(setAside)));
const withoutStop = (text: string): string => text.replace(/[.。]$/, '');
