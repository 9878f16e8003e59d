import { useMemo, useRef, useState } from 'preact/hooks';
import { numberCitations } from '../../src/shared/citations';
import type { RunView } from '../../src/shared/view';
import { blocksAt, citeState, known as knownOf, type Known } from '../article';
import { useCiteCards } from '../citeCards';
import { Act } from '../controls';
import { usePanel } from '../panel';
import type { Strings } from '../strings';
import { ArticleBar } from './ArticleBar';
import { Band } from './Band';
import { Block } from './Block';
import { CiteCard, type OpenCite } from './CiteCard';
import { Empty } from './Empty';
import { EndMatter } from './EndMatter';
import type { Margin } from './Notice';
import { Outline } from './Outline';
import { Preview } from './Preview';

interface ArticleTabProps { view: RunView; preview: string | null; version: number | null; chooseVersion: (version: number | null) => void; details: Readonly<Record<string, string>>; nextNotice: () => void; current: string | null }

/** The article is the product: one calm column, with doubt beside the sentence that it concerns. */
export function ArticleTab({ view, preview, version, chooseVersion, details, nextNotice, current }: ArticleTabProps) {
  const { t, send, goTo } = usePanel();
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const known = useMemo(() => knownOf(view), [view.evidence, view.sources]);
  const blocks = useMemo(() => blocksAt(view.article, version), [view.article, version]);
  const numbers = useMemo(() => numberCitations(blocks), [blocks]);
  const margin = useMemo(() => marginOf(view, numbers, known), [numbers, known, view.conflicts]);
  const citationAt = (block: string, ordinal: number) => {
    const found = blocks.find(({ id }) => id === block);
    const citation = found?.citations.find((one) => one.ordinal === ordinal);
    return found && citation ? { block: found, citation } : null;
  };
  const { shown, close } = useCiteCards(root, card, ({ block, ordinal }) => citationAt(block, ordinal)?.citation.evidence ?? null, send);
  const open = useMemo((): OpenCite | null => {
    const at = shown && citationAt(shown.block, shown.ordinal);
    if (!at || !shown.button.isConnected) return null;
    return { button: shown.button, ...at, number: at.citation.evidence === null ? null : (numbers.get(at.citation.evidence) ?? null), state: citeState(at.citation, known) };
  }, [shown, blocks, known]);

  const column = useMemo(() => blocks.map((block, at) => (
    <Block key={`${block.id}@${block.revision}`} block={block} title={at === 0} known={known} numbers={numbers} margin={margin} byline={at === 0 ? byline(view, t) : null} />
  )), [blocks, known, numbers, margin, view.run.researcher, view.checks, t]);

  const end = useMemo(() => blocks.length > 0 && <EndMatter view={view} known={known} numbers={numbers} />, [view, known, numbers, t]);

  if (blocks.length === 0 && preview === null) {
    if (view.run.state === 'ended') return <Empty icon="book" title={t.emptyArticleEnded} text={view.run.why ?? t.emptyArticleEndedText}><Act onPress={() => goTo({ tab: 'progress', id: null })}>{t.seeMissing}</Act></Empty>;
    const plan = view.claims.length === 0 ? '' : t.planFixed(view.claims.length, view.claims.filter(({ risk }) => risk === 'high').length);
    return <Empty icon="book" title={t.emptyArticle} text={t.emptyArticleText + plan}><Act onPress={() => goTo({ tab: 'progress', id: null })}>{t.seeNow}</Act></Empty>;
  }
  const notices = blocks.flatMap((block) => block.notices);
  const latest = view.article.version;
  return (
    <>
      {latest > 0 && <ArticleBar article={view.article} version={version} choose={chooseVersion} notices={notices.length} waiting={notices.filter(({ kind }) => kind === 'waiting').length} nextNotice={nextNotice} />}
      <div class="art">
        <Outline blocks={blocks} current={current} />
        <article class="read" aria-label={t.article} lang={view.run.language} ref={setRoot}>
          {version !== null && version < latest && (
            <Band tone="live" icon="history" label={t.oldLabel} title={t.oldVersion(version, latest)}>
              <div class="acts"><Act onPress={() => chooseVersion(null)}>{t.toLatest}</Act><Act onPress={() => send({ type: 'compare', block: null, from: version, to: latest })}>{t.compareTwo(version, latest)}</Act></div>
            </Band>
          )}
          {column}
          {preview !== null && version === null && <Preview text={preview} numbers={numbers} />}
          {end}
        </article>
      </div>
      {open && <CiteCard open={open} known={known} checks={view.checks} card={card} close={() => close(true)} details={details} />}
    </>
  );
}

/** Who wrote the words, and who checked them. */
function byline(view: RunView, t: Strings): string {
  const { researcher } = view.run;
  if (researcher === 'extractive' || view.article.blocks.every(({ quotations }) => quotations)) return t.quotationsBy;
  const name = researcher.replace(/^[a-z]+:/, '');
  const byModel = view.checks.filter(({ checker, verdict }) => checker !== 'rules' && verdict !== 'not-checked' && verdict !== 'unknown-failed');
  const apart = byModel.find(({ selfChecked }) => !selfChecked);
  if (apart) return t.writtenChecked(name, apart.checker);
  return byModel.length > 0 ? t.selfChecked(name) : t.writtenBy(name);
}

/** A notice names what its reader can see: the citation's number, or the id where there is none. */
function marginOf(view: RunView, numbers: ReadonlyMap<string, number>, known: Known): Margin {
  const bySource = new Map<string, number>();
  for (const [id, number] of numbers) {
    const source = known.evidence.get(id)?.source;
    if (source && !bySource.has(source)) bySource.set(source, number);
  }
  return { numberOf: (id) => String(numbers.get(id) ?? bySource.get(id) ?? id), conflicts: new Map(view.conflicts.map((conflict) => [conflict.id, conflict])) };
}
