import type { ActivityView, RunView } from '../../src/shared/view';
import { took } from '../format';
import { usePanel } from '../panel';
import { word } from '../strings';
import { Icon } from './Icon';

const glyphs = { done: <Icon name="pass" tone="ok" />, running: <Icon name="sync" tone="live" spin />, failed: <Icon name="question" tone="heed" /> };

/** The claim at work, why, and the calls of this turn. A failed call is unknown, never red. */
export function NowCard({ activity, view }: { activity: ActivityView; view: RunView }) {
  const { t } = usePanel();
  const claim = view.claims.find(({ id }) => id === activity.claim);
  return (
    <div class="now">
      {claim && <p class="s dim"><span class="id">{claim.id}</span> {[word(t.claimKinds, claim.kind), word(t.riskLong, claim.risk), claim.key && t.key].filter(Boolean).join(t.comma)}</p>}
      {claim && <p class="claim">{claim.text}</p>}
      <p>{activity.text}</p>
      <ul class="calls">{activity.calls.map((call) => <li key={call.id}>{glyphs[call.state]}<span>{call.title}</span>{call.milliseconds !== null && <span class="num dim">{took(call.milliseconds, t)}</span>}</li>)}</ul>
    </div>
  );
}
