import { usePanel } from '../panel';
import type { Mark } from '../voices';

const shownReprints = 4;
const classes: Record<Mark['kind'], string> = { s: '', x: 'x', p: 'p', u: 'u' };

/** One bar a voice: up supports, down contradicts; reprints are thin ticks in the same group, so that four of them are visibly not four sources. */
export function EvidenceMarks({ marks }: { marks: readonly Mark[] }) {
  const { t } = usePanel();
  if (marks.length === 0) return <span class="dim s">{t.none}</span>;
  const count = (kind: Mark['kind']) => marks.filter((mark) => mark.kind === kind).length;
  const said = t.marks(count('s'), count('x'), count('p'), count('u'), marks.reduce((sum, { reprints }) => sum + reprints, 0));
  return <span class="ev" role="img" aria-label={said}>{marks.map((mark, at) => <Group key={at} mark={mark} />)}</span>;
}

function Group({ mark }: { mark: Mark }) {
  const ticks = Array.from({ length: Math.min(shownReprints, mark.reprints) }, (_, at) => <i key={at} class={`${mark.kind === 'x' ? 'x ' : ''}r`} />);
  return <b><i class={classes[mark.kind]} />{ticks}</b>;
}

export function MarksLegend() {
  const { t } = usePanel();
  const entries: [Mark, string][] = [
    [{ kind: 's', reprints: 0 }, t.legend.supports], [{ kind: 'x', reprints: 0 }, t.legend.contradicts], [{ kind: 'p', reprints: 0 }, t.legend.partial], [{ kind: 'u', reprints: 0 }, t.legend.unsure], [{ kind: 's', reprints: 2 }, t.legend.group],
  ];
  return <div class="legend">{entries.map(([mark, text]) => <span key={text}><span class="ev" aria-hidden="true"><Group mark={mark} /></span>{text}</span>)}</div>;
}
