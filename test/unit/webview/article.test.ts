import { describe, expect, it } from 'vitest';
import { numberCitations } from '../../../src/shared/citations';
import type { RunView } from '../../../src/shared/view';
import { blocksAt, citeState, known, methodText, newSince } from '../../../webview/article';
import { richRun } from '../../fakes/runView';

describe('the article', () => {
  const view = richRun();

  it('numbers citations by first appearance', () => {
    expect([...numberCitations(view.article.blocks)]).toEqual([['E1', 1], ['E2', 2], ['E3', 3], ['E4', 4], ['E7', 5], ['E8', 6]]);
  });

  it('says of each citation whether it holds', () => {
    const state = (evidence: string | null, stored: 'bound' | 'unverified' | 'broken' = 'bound', run: RunView = view) => citeState({ evidence, state: stored }, known(run));
    expect(state('E3')).toBe('ok');
    expect(state('E2')).toBe('near');
    expect(state('E7')).toBe('broken');
    expect(state('E8')).toBe('changed');
    expect(state('E99')).toBe('none');
    expect(state(null, 'unverified')).toBe('none');
    expect(state('E3', 'broken')).toBe('broken');
    expect(state('E9')).toBe('ok');
    const withdrawn = { ...view, sources: view.sources.map((source) => (source.id === 'S1' ? { ...source, state: 'withdrawn' as const } : source)) };
    expect(state('E3', 'bound', withdrawn)).toBe('broken');
    const hash = { ...view, sources: view.sources.map((source) => (source.id === 'S1' ? { ...source, snapshots: source.snapshots.map((one) => ({ ...one, holds: false })) } : source)) };
    expect(state('E3', 'bound', hash)).toBe('broken');
  });

  it('can be read as it stood at an earlier version', () => {
    expect(blocksAt(view.article, null)).toBe(view.article.blocks);
    const second = blocksAt(view.article, 2);
    expect(second.map(({ id, revision }) => `${id}@${revision}`)).toEqual(['B1@1', 'B2@1']);
    expect(second[1]).toMatchObject({ text: 'The data sheet gives 1.6 kWh/km in winter[[cite:E4]].', notices: [] });
    expect(second[1]?.citations).toMatchObject([{ ordinal: 1, evidence: 'E4' }]);
    expect([...numberCitations(second)]).toEqual([['E1', 1], ['E2', 2], ['E4', 3]]);
  });

  it('knows what is new to a reader', () => {
    expect(newSince(view.article, null)).toEqual([]);
    expect(newSince(view.article, 4)).toEqual(['B5', 'B2']);
    expect(newSince(view.article, 6)).toEqual([]);
  });

  it('takes the method from the generated end, whatever its language', () => {
    expect(methodText(view.article.end)).toMatch(/^Four searches/);
    expect(methodText(richRun('zh').article.end)).toMatch(/^检索文件夹/);
    expect(methodText('')).toBe('');
  });
});
