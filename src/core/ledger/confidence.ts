import { type confidences } from '../../shared/view';

export type Confidence = (typeof confidences)[number];

/** From none to high; a step is one place. */
const order: readonly Confidence[] = ['none', 'low', 'medium', 'high'];

export const confidenceRank = (confidence: Confidence): number => order.indexOf(confidence);

export const lowest = (confidences: readonly Confidence[]): Confidence => order[Math.min(...confidences.map(confidenceRank))] ?? 'none';

/** What confidence reads about the evidence that carries a claim's status. */
export interface ConfidenceFacts {
  /** Some live evidence takes a stand, if only in part. */
  some: boolean;
  met: boolean;
  /** Some of what meets the requirement is authoritative first-hand. */
  firstHand: boolean;
  /** A conflict between live sides is open, or kept without being settled. */
  disputed: boolean;
  /** All of it is a near match of its source. */
  nearOnly: boolean;
  /** It was checked by a model, and only by the one that wrote. */
  selfCheckedOnly: boolean;
  /** A model that read the whole source found that it does not bear a sentence which cites it for the claim. */
  faulted: boolean;
}

/**
 * Confidence (section 5 of the design): high = requirement met first-hand and no open conflict; medium = requirement met;
 * low = some live support; none. Second-hand only caps at medium; near matches or self-checked only cap at low, and so does a
 * check that found against what is written.
 */
export function confidenceOf({ some, met, firstHand, disputed, nearOnly, selfCheckedOnly, faulted }: ConfidenceFacts): Confidence {
  if (!some) return 'none';
  if (!met || nearOnly || selfCheckedOnly || faulted) return 'low';
  return firstHand && !disputed ? 'high' : 'medium';
}
