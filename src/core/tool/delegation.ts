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

export interface ChildResult {
  id: string;
  objective: string;
  /** False when it broke; what it had recorded stays. */
  ok: boolean;
  summary: string;
  notFound: readonly string[];
  evidence: readonly { id: string; claim: string; relation: Relation; quote: string; asOf: string | null }[];
}

export type Delegation = { ok: true; results: readonly ChildResult[] } | { ok: false; message: string };

/** Port: sends children and comes back when all have ended. */
export type Delegate = (orders: readonly ChildOrder[], call: string, signal: AbortSignal) => Promise<Delegation>;
