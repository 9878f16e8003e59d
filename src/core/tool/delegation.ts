import { type Amounts } from '../budget/events';
import { type Relation } from '../ledger/records';

/** Free model requests below which there is nothing worth sharing. */
export const delegateFrom = 12;

/** What a child is sent for. `share` is the part of what is free of requests, reads and searches, 0 to 1. */
export interface ChildOrder {
  objective: string;
  output: string;
  boundaries: string;
  claims: readonly string[];
  sources: readonly string[];
  share: number;
}

/** What a child recorded, with the place of its words; null where it is no quote. */
export interface ChildEvidence {
  id: string;
  claim: string;
  relation: Relation;
  words: string;
  snapshot: string | null;
  start: number | null;
  end: number | null;
  asOf: string | null;
  validity: string | null;
}

export interface ChildResult {
  id: string;
  objective: string;
  /** False when it broke; what it had recorded stays. */
  ok: boolean;
  summary: string;
  /** What was set aside for it; what it did not use is free again. */
  share: Amounts;
  /** Its claims without any evidence of its own. */
  notFound: readonly string[];
  /** What failed for its claims and so stays unknown: searches, fetches, checks. */
  failures: readonly string[];
  evidence: readonly ChildEvidence[];
}

export type Delegation = { ok: true; results: readonly ChildResult[] } | { ok: false; message: string };

/** Port: sends children and comes back when all have ended. */
export type Delegate = (orders: readonly ChildOrder[], call: string, signal: AbortSignal) => Promise<Delegation>;
