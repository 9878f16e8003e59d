import { markerPattern } from '../../src/shared/citations';
import type { PreviewShown } from '../../src/shared/messages';
import type { ActivityView, RunView } from '../../src/shared/view';
import { Act } from '../controls';
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

/** Code units of a preview that are read at a glance. */
const glance = 320;

/** What the researcher writes at this moment, its newest words; of a part the article shows the whole. Never announced. */
export function Written({ preview: { kind, text } }: { preview: PreviewShown }) {
  const { t, goTo } = usePanel();
  const plain = text.replace(markerPattern, '').trim();
  return (
    <div class="preview" aria-busy="true">
      <p class="lbl"><Icon name="sync" tone="live" spin />{t.preview}</p>
      <p class="written">{plain.length > glance ? `…${plain.slice(-glance)}` : plain}<span class="caret" aria-hidden="true" /></p>
      {kind === 'part' && <p class="s"><Act onPress={() => goTo({ tab: 'article', id: 'preview' })}>{t.show(t.article)}</Act></p>}
    </div>
  );
}
