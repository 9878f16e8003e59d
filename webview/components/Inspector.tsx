import type { TraceLine } from '../../src/shared/view';
import { clock } from '../format';
import { usePanel } from '../panel';

/** Exactly what was recorded for one event. */
export function Inspector({ seq, line, detail }: { seq: number | null; line: TraceLine | undefined; detail: string | undefined }) {
  const { t } = usePanel();
  if (seq === null) return <aside class="insp" aria-label={t.events}><p class="dim s">{t.chooseEvent}</p></aside>;
  return (
    <aside class="insp" aria-label={t.event(seq)}>
      <p class="acts"><b>{t.event(seq)}</b>{line && <span class="dim s num">{clock(line.at, true)}</span>}</p>
      {line && <dl class="kv s"><dt>{t.type}</dt><dd class="hash">{line.type}</dd><dt>{t.by}</dt><dd>{line.by}</dd><dt>{t.what}</dt><dd>{line.title}{line.detail && <><br /><span class="dim">{line.detail}</span></>}</dd></dl>}
      {detail === undefined ? <p class="dim s" role="status">{t.loading}</p> : <pre tabIndex={0} role="region" aria-label={t.event(seq)}>{detail}</pre>}
    </aside>
  );
}
