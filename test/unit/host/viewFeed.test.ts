import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewFeed } from '../../../src/host/viewFeed';
import { toPanel, type StartOffer, type ToPanel } from '../../../src/shared/messages';
import { type RunView } from '../../../src/shared/view';
import { emptyState, reduce } from '../../../webview/store';
import { freshRun, richRun } from '../../fakes/runView';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A feed whose view the test sets, and the panel that hears it. */
function feed({ cost = 0 } = {}) {
  const run = { view: freshRun(), made: 0, offer: null as StartOffer | null };
  const sent: ToPanel[] = [];
  let now = 0;
  const made = new ViewFeed({
    view: (): RunView => {
      run.made += 1;
      now += cost;
      return run.view;
    },
    offer: () => run.offer, locale: 'en', monotonic: () => now, post: (message) => sent.push(toPanel.parse(message)),
  });
  return { feed: made, run, sent, shown: () => sent.reduce(reduce, emptyState) };
}

describe('the feed of a panel', () => {
  it('says nothing before the panel is ready, and makes no view for it', () => {
    const { feed: made, run, sent } = feed();
    made.changed();
    vi.advanceTimersByTime(10_000);
    expect(sent).toEqual([]);
    expect(run.made).toBe(0);
  });

  it('answers ready with a snapshot, then numbers its deltas without a gap', () => {
    const { feed: made, run, sent, shown } = feed();
    made.snapshot();
    for (const question of ['one', 'two', 'three']) {
      run.view = { ...run.view, run: { ...run.view.run, question } };
      made.changed();
      vi.advanceTimersByTime(100);
    }
    expect(sent.map((message) => ('n' in message ? message.n : 0))).toEqual([1, 2, 3, 4]);
    expect(shown().view?.run.question).toBe('three');
    expect(shown().gap).toBe(false);
  });

  it('tells many changes at most ten times a second', () => {
    const { feed: made, run, sent } = feed();
    made.snapshot();
    for (let at = 0; at < 1000; at++) {
      run.view = { ...run.view, run: { ...run.view.run, question: `${at}` } };
      made.changed();
      vi.advanceTimersByTime(1);
    }
    expect(sent.length - 1).toBeLessThanOrEqual(10);
    expect(sent.length - 1).toBeGreaterThanOrEqual(9);
  });

  it('asks less often for a view that is slow to make', () => {
    const { feed: made, run, sent } = feed({ cost: 100 });
    made.snapshot();
    run.view = richRun();
    made.changed();
    vi.advanceTimersByTime(400);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(sent).toHaveLength(2);
  });

  it('is silent while the panel is hidden, and tells everything when it is back', () => {
    const { feed: made, run, sent, shown } = feed();
    made.snapshot();
    made.stop();
    run.view = richRun();
    made.changed();
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
    made.snapshot();
    expect(shown().view?.claims).toEqual(richRun().claims);
  });

  it('sends nothing when nothing that a panel shows has changed', () => {
    const { feed: made, sent } = feed();
    made.snapshot();
    made.changed();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });

  it('sends a snapshot when what the start form offers has changed', () => {
    const { feed: made, run, sent } = feed();
    made.snapshot();
    run.offer = { questions: [], places: [], depths: [], researchers: [], depth: 'auto', researcher: 'extractive' };
    made.changed();
    vi.advanceTimersByTime(1000);
    expect(sent.map(({ type }) => type)).toEqual(['snapshot', 'snapshot']);
  });
});
