import type { ClaimView } from '../src/shared/view';
import { word, type Strings } from './strings';

/** A claim's evidence requirement as one line: `statistics or first-hand, two voices, since 2020, counter-search`. */
export function requirementLine({ requirement, constraint, kind }: ClaimView, t: Strings): string {
  const { kinds, voices, orFirstHand, period, method, disinterested, counterSearch } = requirement;
  const from = period?.from?.slice(0, 10);
  const to = period?.to?.slice(0, 10);
  return [
    kinds.map((tier) => word(t.tiers, tier)).join(t.or), kind === 'fact' && t.needVoices(voices) + (orFirstHand ? ` ${t.orFirstHand}` : ''), method && word(t.methods, method),
    from && t.since(from), to && t.until(to), disinterested && t.disinterested, counterSearch && t.counterSearch, kind === 'recommendation' && constraint,
  ].filter(Boolean).join(t.comma);
}
