import { useMemo } from 'preact/hooks';
import { parseParagraphs } from '../markdown';
import { usePanel } from '../panel';
import { Icon } from './Icon';
import { Pieces } from './Rich';
import { Row } from './Row';

/** A block while it is written. Not a revision, not announced, and without working citations: nothing is bound yet. */
export function Preview({ text, numbers }: { text: string; numbers: ReadonlyMap<string, number> }) {
  const { t } = usePanel();
  const whole = text.replace(/\[\[[^\]]*\]?$/, '');
  const paragraphs = useMemo(() => parseParagraphs(whole), [whole]);
  return (
    <section aria-label={t.previewLabel} aria-busy="true" class="block" id="preview">
      <Row notices={[]} text={(
        <div class="preview">
          <p class="lbl"><Icon name="sync" tone="live" spin />{t.preview}</p>
          {paragraphs.map((pieces, at) => <Pieces key={at} pieces={pieces} cite={(evidence, start) => <span key={start} class="cite soon">{numbers.get(evidence) ?? '·'}</span>} />)}
          <span class="caret" aria-hidden="true" />
        </div>
      )} />
    </section>
  );
}
