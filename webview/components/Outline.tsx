import { usePanel } from '../panel';
import type { BlockView } from '../../src/shared/view';

/** Contents beside the article, where there is room. */
export function Outline({ blocks, current }: { blocks: readonly BlockView[]; current: string | null }) {
  const { t } = usePanel();
  const entries = blocks.flatMap((block, at) => (at === 0 ? [{ id: block.id, text: t.shortAnswer }] : block.heading === null ? [] : [{ id: block.id, text: block.heading }]));
  const go = (id: string) => (event: Event) => {
    event.preventDefault();
    const target = document.getElementById(id);
    target?.scrollIntoView({ block: 'start' });
    target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
  return (
    <nav class="toc" aria-label={t.contents}>
      {[...entries, { id: 'end', text: t.end }].map(({ id, text }) => <a key={id} href={`#${id}`} onClick={go(id)} {...(current === id ? { 'aria-current': 'true' as const } : {})}>{text}</a>)}
    </nav>
  );
}
