import type { ClaimView } from '../src/shared/view';

/** Whether a claim still lacks what its requirement asks. A claim that the evidence contradicts is decided, too. */
export function fallsShort({ status }: Pick<ClaimView, 'status'>): boolean {
  return status !== 'supported' && status !== 'contradicted';
}
