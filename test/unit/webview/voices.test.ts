import { describe, expect, it } from 'vitest';
import type { ClaimView } from '../../../src/shared/view';
import { evidenceOf, heard, marksOf, matchesFilter, sortClaims, voicesFor } from '../../../webview/voices';
import { richRun } from '../../fakes/runView';

describe('voices', () => {
  const view = richRun();
  const claim = (id: string) => view.claims.find((one) => one.id === id) as ClaimView;

  it('are one mark each, whatever the number of reprints; what is broken is uncertain', () => {
    expect(marksOf(claim('C2'), evidenceOf(view, 'C2'))).toEqual([{ kind: 's', reprints: 0 }, { kind: 'u', reprints: 0 }, { kind: 'x', reprints: 4 }]);
    expect(heard(claim('C2'), evidenceOf(view, 'C2'))).toBe(1);
    expect(heard(claim('C1'), evidenceOf(view, 'C1'))).toBe(2);
  });

  it('count an inference as a mark but not as a voice', () => {
    expect(marksOf(claim('C4'), evidenceOf(view, 'C4')).map(({ kind }) => kind)).toEqual(['s', 's', 'p']);
    expect(heard(claim('C4'), evidenceOf(view, 'C4'))).toBe(1);
  });

  it('are ordered from the origin to its reprints', () => {
    const against = voicesFor(view, claim('C2')).find(({ side }) => side === 'against');
    expect(against?.sources.map(({ source, depth }) => `${source.id}:${depth}`)).toEqual(['S9:0', 'S5:1', 'S6:2', 'S7:2', 'S8:2']);
  });

  it('end even where provenance runs in a circle', () => {
    const circle = { ...view, provenance: [...view.provenance, { from: 'S9', to: 'S5', relation: 'cites', by: 'host', score: null, why: '' }] };
    expect(voicesFor(circle, claim('C2'))).toHaveLength(2);
  });
});

describe('the claims of the ledger', () => {
  const view = richRun();
  const ids = (by: 'missing' | 'plan' | 'risk') => sortClaims(view.claims, by).map(({ claim, level }) => `${claim.id}/${level}`);

  it('show what is missing first, each child under its parent', () => {
    expect(ids('missing')).toEqual(['C5/1', 'C2/1', 'C4/1', 'C7/1', 'C1/1', 'C8/2', 'C6/1']);
    expect(ids('plan')).toEqual(['C1/1', 'C8/2', 'C2/1', 'C4/1', 'C5/1', 'C6/1', 'C7/1']);
    expect(ids('risk').slice(0, 2)).toEqual(['C1/1', 'C8/2']);
  });

  it('keep a child whose parent is filtered away', () => {
    expect(sortClaims(view.claims.filter(({ id }) => id === 'C8'), 'plan').map(({ level }) => level)).toEqual([1]);
  });

  it('are found by their words, by their evidence and by their sources', () => {
    const found = (words: string) => view.claims.filter((claim) => matchesFilter(claim, view, words)).map(({ id }) => id);
    expect(found('Batteries')).toEqual(['C5']);
    expect(found('incl. masts')).toEqual(['C2']);
    expect(found('tessel')).toEqual(['C2']);
    expect(found('E13')).toEqual(['C5']);
    expect(found('nothing like it')).toEqual([]);
  });
});
