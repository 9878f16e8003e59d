import { Button, Dropdown, IconButton } from '../controls';
import { clock } from '../format';
import { usePanel } from '../panel';
import type { ArticleView } from '../../src/shared/view';

interface ArticleBarProps { article: ArticleView; version: number | null; choose: (version: number | null) => void; notices: number; waiting: number; nextNotice: () => void }

/** Which version is read, what changed since, and the way to the next notice. */
export function ArticleBar({ article, version, choose, notices, waiting, nextNotice }: ArticleBarProps) {
  const { t, send } = usePanel();
  const shown = version ?? article.version;
  const options = [...new Map(article.versions.map((entry) => [entry.version, entry])).values()].reverse().map((entry) => ({
    value: String(entry.version), label: entry.version === article.version ? t.versionLatest(entry.version, clock(entry.at)) : t.versionOld(entry.version, clock(entry.at)),
  }));
  const from = version === null ? article.version - 1 : version;
  const line = [t.notices(notices), waiting > 0 && t.waitingCount(waiting)].filter(Boolean).join(t.comma);
  return (
    <div class="bar">
      <Dropdown label={t.version} value={String(shown)} options={options} onChange={(value) => choose(Number(value) === article.version ? null : Number(value))} />
      {article.version > 1 && <Button class="cmp2" onPress={() => send({ type: 'compare', block: null, from: Math.max(1, from), to: article.version })}>{t.compare}</Button>}
      <span class="sp" />
      {notices > 0 && <><span class="s dim t">{line}</span><IconButton icon="arrow-down" label={t.nextNotice(notices)} title="F8" onPress={nextNotice}><span class="nt s" aria-hidden="true">{t.notices(notices)}</span></IconButton></>}
    </div>
  );
}
