import { useMemo } from 'preact/hooks';
import { citeState, type Known } from '../article';
import { day } from '../format';
import { hold, parseParagraphs, type Inline, type Piece } from '../markdown';
import { usePanel } from '../panel';
import type { BlockView, NoticeView } from '../../src/shared/view';
import { Cite } from './Cite';
import { Kind } from './Kind';
import { Notice, type Margin } from './Notice';
import { Pieces, type DrawCite } from './Rich';
import { Row } from './Row';

interface BlockProps { block: BlockView; title: boolean; known: Known; numbers: ReadonlyMap<string, number>; margin: Margin; byline: string | null }

/** One part of the article: its heading, then a row for each paragraph. */
export function Block({ block, title, known, numbers, margin, byline }: BlockProps) {
  const { t } = usePanel();
  const paragraphs = useMemo(() => held(block), [block]);
  const cite: DrawCite = (evidence, start) => {
    const citation = block.citations.find((one) => one.start === start) ?? { ordinal: 0, evidence, state: 'unverified' as const, start, end: start };
    const found = citation.evidence === null ? undefined : known.evidence.get(citation.evidence);
    const source = found?.source ? known.sources.get(found.source) : undefined;
    const about = source ? [source.publisher ?? source.title, source.snapshots[0]?.publishedAt && day(source.snapshots[0].publishedAt)].filter(Boolean).join(', ') : null;
    return <Cite key={start} number={citation.evidence === null ? null : (numbers.get(citation.evidence) ?? null)} state={citeState(citation, known)} block={block.id} ordinal={citation.ordinal} about={about} />;
  };
  const drawn = (notices: readonly NoticeView[]) => notices.map((notice, at) => <Notice key={`${notice.kind}${at}`} notice={notice} block={block} margin={margin} />);
  const whole = withRevision(block).filter(({ paragraph }) => paragraph === null);
  // Beside a heading there is room for one line: what else concerns the whole part stands beside its first paragraph.
  const byHeading = whole.filter(({ kind }) => kind === 'revised');
  const byText = block.heading === null ? whole : whole.filter(({ kind }) => kind !== 'revised');
  const headed = block.heading !== null;
  const heading = `h-${block.id}`;
  return (
    <section id={block.id} class="block" {...(headed ? { 'aria-labelledby': heading } : { 'aria-label': block.kind === 'recommendation' ? t.recommendation : block.kind === 'analysis' ? t.analysis : t.part(block.id.slice(1)) })}>
      {headed && (
        <Row heading anchor={`${block.id}:h`} notices={drawn(byHeading)} text={<div><h2 id={heading}>{block.heading}</h2>{title && byline && <p class="byline">{byline}</p>}</div>} />
      )}
      {!headed && title && byline && <Row heading notices={[]} text={<div><p class="byline">{byline}</p></div>} />}
      {paragraphs.map((pieces, at) => (
        <Row key={at} anchor={`${block.id}:${at}`}
          notices={drawn([...(at === 0 ? byText : []), ...block.notices.filter(({ paragraph }) => paragraph === at)])}
          text={<Kind block={block} known={known} first={at === 0} last={at === paragraphs.length - 1}><Pieces pieces={pieces} cite={cite} lead={title && at === 0} /></Kind>} />
      ))}
    </section>
  );
}

/** A later revision says so, also where the host left it unsaid. */
function withRevision(block: BlockView): NoticeView[] {
  if (block.revision === 1 || block.notices.some(({ kind }) => kind === 'revised')) return block.notices;
  return [{ kind: 'revised', paragraph: null, text: '', refs: [], sentence: null }, ...block.notices];
}

/** Paragraphs with the sentences that wait for a person marked. */
function held(block: BlockView): Piece[][] {
  const paragraphs = parseParagraphs(block.text);
  const ranges = block.notices.flatMap(({ kind, sentence }) => {
    const range = kind === 'waiting' && sentence !== null ? block.sentences[sentence] : undefined;
    return range ? [range] : [];
  });
  return ranges.length === 0 ? paragraphs : paragraphs.map((pieces) => pieces.map((piece) => mark(piece, (inline) => hold(inline, ranges))));
}

function mark(piece: Piece, change: (inline: Inline[]) => Inline[]): Piece {
  switch (piece.kind) {
    case 'paragraph': case 'quote': case 'heading': return { ...piece, inline: change(piece.inline) };
    case 'list': return { ...piece, items: piece.items.map((item) => ({ ...item, inline: change(item.inline) })) };
    case 'table': return { ...piece, rows: piece.rows.map((row) => row.map(change)) };
    case 'code': return piece;
  }
}
