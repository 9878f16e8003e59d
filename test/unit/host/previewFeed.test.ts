import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LivePreview } from '../../../src/core/request/preview';
import { PreviewFeed } from '../../../src/host/previewFeed';
import { toPanel, type ToPanel } from '../../../src/shared/messages';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function previewing() {
  const preview = new LivePreview();
  const sent: ToPanel[] = [];
  const feed = new PreviewFeed({ preview, post: (message) => sent.push(toPanel.parse(message)) });
  preview.onChange(() => feed.changed());
  const write = (text: string) => preview.show(() => ({ kind: 'part', text }));
  return { preview, feed, write, shown: () => sent.map((message) => (message.type === 'preview' ? message.preview?.text ?? null : message)) };
}

describe('the preview of a panel', () => {
  it('comes at most ten times a second, the newest', () => {
    const { feed, write, shown } = previewing();
    feed.start();
    for (let at = 1; at <= 1000; at++) {
      write(`${at}`);
      vi.advanceTimersByTime(1);
    }
    expect(shown().length - 1).toBeLessThanOrEqual(10);
    expect(shown().at(-1)).toBe('1000');
  });

  it('goes at once when the answer is there, and does not come back', () => {
    const { preview, feed, write, shown } = previewing();
    feed.start();
    write('one');
    vi.advanceTimersByTime(100);
    write('one two');
    preview.show(null);
    expect(shown()).toEqual([null, 'one', null]);
    vi.advanceTimersByTime(10_000);
    expect(shown()).toEqual([null, 'one', null]);
  });

  it('is not made while the panel is hidden, and stands again when it is back', () => {
    const { preview, feed, shown } = previewing();
    let made = 0;
    const show = () => preview.show(() => ({ kind: 'part', text: `${++made}` }));
    show();
    feed.start();
    feed.stop();
    show();
    vi.advanceTimersByTime(10_000);
    expect(made).toBe(1);
    feed.start();
    expect(shown()).toEqual(['1', '2']);
  });
});
