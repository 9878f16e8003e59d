import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderHit } from '../../../src/core/source/provider';
import { fuseRanks } from '../../../src/core/source/rankFusion';

const hit = (address: string, more: Partial<ProviderHit> = {}): ProviderHit => ({ address, title: address, snippet: '', published: null, score: null, ...more });
const plain = (address: string): string => address.replace(/#.*$/, '');

describe('rank fusion', () => {
  it('puts first what several providers rank well', () => {
    const fused = fuseRanks([
      { provider: 'a', hits: [hit('x'), hit('y'), hit('z')] },
      { provider: 'b', hits: [hit('y'), hit('w')] },
    ], plain);
    expect(fused.map(({ hit: { address } }) => address)).toEqual(['y', 'x', 'w', 'z']);
    expect(fused[0]).toMatchObject({ found: [{ provider: 'a', rank: 2 }, { provider: 'b', rank: 1 }] });
    expect(fused[0]?.score).toBeCloseTo(1 / 61 + 1 / 62, 12);
  });

  it('takes the better ranked hit of one address and fills its gaps', () => {
    const [only] = fuseRanks([
      { provider: 'a', hits: [hit('q'), hit('x#part', { title: 'worse', snippet: 'words', published: '2020' })] },
      { provider: 'b', hits: [hit('x', { title: 'better' })] },
    ], plain);
    expect(only?.hit).toEqual(hit('x', { title: 'better', snippet: 'words', published: '2020' }));
  });

  it('counts an address once for each provider', () => {
    const fused = fuseRanks([{ provider: 'a', hits: [hit('x'), hit('x#2'), hit('y')] }], plain);
    expect(fused.map(({ hit: { address }, found }) => [address, found])).toEqual([['x', [{ provider: 'a', rank: 1 }]], ['y', [{ provider: 'a', rank: 3 }]]]);
  });

  it('loses nothing, invents nothing, and is in order', () => {
    const lists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd#1', 'd', 'e'), { maxLength: 6 }), { maxLength: 4 });
    fc.assert(fc.property(lists, (answers) => {
      const fused = fuseRanks(answers.map((addresses, n) => ({ provider: `p${n}`, hits: addresses.map((address) => hit(address)) })), plain);
      expect(new Set(fused.map(({ hit: { address } }) => plain(address)))).toEqual(new Set(answers.flat().map(plain)));
      expect(new Set(fused.map(({ hit: { address } }) => plain(address))).size).toBe(fused.length);
      for (let n = 1; n < fused.length; n += 1) expect(fused[n - 1]?.score).toBeGreaterThanOrEqual(fused[n]?.score ?? 0);
      for (const { found, score } of fused) expect(score).toBeCloseTo(found.reduce((sum, { rank }) => sum + 1 / (60 + rank), 0), 12);
    }));
  });
});
