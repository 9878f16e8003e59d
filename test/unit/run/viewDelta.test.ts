import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedView } from '../../../src/core/run/boundedView';
import { viewDelta } from '../../../src/core/run/viewDelta';
import { keyedParts, toPanel } from '../../../src/shared/messages';
import { type RunView } from '../../../src/shared/view';
import { emptyState, reduce } from '../../../webview/store';
import { freshRun, richRun } from '../../fakes/runView';

/** What the panel shows after `before` and the delta, through the check that it makes on arrival. */
function applied(before: RunView, after: RunView): RunView | null {
  const shown = reduce(emptyState, { type: 'snapshot', protocol: 1, n: 1, view: before, locale: 'en', omitted: 0, offer: null });
  const delta = viewDelta(before, after);
  return delta === null ? shown.view : reduce(shown, toPanel.parse({ type: 'delta', n: 2, ...delta })).view;
}

describe('a delta', () => {
  it('is null between equal views', () => {
    expect(viewDelta(richRun(), structuredClone(richRun()))).toBeNull();
  });

  it('carries only the changed item of a keyed list', () => {
    const after = richRun();
    after.claims[1] = { ...after.claims[1]!, status: 'conflicting', reason: 'two sides' };
    const delta = viewDelta(richRun(), after);
    expect(delta).toEqual({ parts: {}, upserts: { claims: [after.claims[1]] } });
  });

  it('carries the whole list when an item left, since items alone cannot say so', () => {
    const after = richRun();
    after.claims.splice(0, 1);
    expect(viewDelta(richRun(), after)).toEqual({ parts: { claims: after.claims }, upserts: {} });
  });

  it('turns an empty run into a rich one and back', () => {
    expect(applied(freshRun(), richRun())).toEqual(richRun());
    expect(applied(richRun(), freshRun())).toEqual(freshRun());
  });

  it('applied to the view before equals the view after, whatever changed', () => {
    const rich = richRun();
    const parts = Object.keys(rich) as (keyof RunView)[];
    const edit = fc.record({ part: fc.constantFrom(...parts), seed: fc.nat(), way: fc.constantFrom('whole', 'drop', 'append', 'change', 'reverse') });
    fc.assert(fc.property(fc.array(edit, { maxLength: 8 }), fc.array(edit, { maxLength: 8 }), (first, second) => {
      const before = first.reduce(edited, rich);
      const after = second.reduce(edited, before);
      expect(applied(before, after)).toEqual(after);
    }), { numRuns: 300 });
  });
});

/** A view with one part changed in one way. */
function edited(view: RunView, { part, seed, way }: { part: keyof RunView; seed: number; way: string }): RunView {
  const value = view[part];
  if (!Array.isArray(value) || way === 'whole') return { ...view, [part]: freshRun()[part] };
  const items = [...(value as { id: string }[])];
  if (way === 'reverse') items.reverse();
  if (way === 'drop' && items.length > 0) items.splice(seed % items.length, 1);
  const chosen = items[seed % Math.max(1, items.length)];
  const other = (richRun()[part] as { id: string }[])[0];
  if (way === 'change' && chosen && (keyedParts as readonly string[]).includes(part)) items[seed % items.length] = { ...chosen, ...flipped(chosen, seed) };
  if (way === 'append' && other) items.push('id' in other ? { ...other, id: `${other.id}${items.length}${seed}` } : other);
  return { ...view, [part]: items };
}

/** One text field of an item with other words, where its schema takes any. */
function flipped(item: object, seed: number): object {
  const field = ['text', 'query', 'title', 'quote', 'explanation', 'why', 'after'].find((name) => typeof (item as Record<string, unknown>)[name] === 'string');
  return field === undefined ? {} : { [field]: `changed ${seed}` };
}

describe('a bounded view', () => {
  it('keeps the newest of what only grows, says how much it left out, and leaves the ledger whole', () => {
    const view = richRun();
    const update = view.updates[0]!;
    view.updates = Array.from({ length: 1000 }, (_, at) => ({ ...update, id: `U${at + 1}` }));
    const { view: bounded, omitted } = boundedView(view);
    expect(omitted).toBe(700);
    expect(bounded.updates.at(-1)?.id).toBe('U1000');
    expect(bounded.updates).toHaveLength(300);
    expect(bounded.evidence).toEqual(view.evidence);
    expect(bounded.article.blocks).toEqual(view.article.blocks);
  });
});
