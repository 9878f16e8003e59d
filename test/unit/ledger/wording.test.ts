import { expect, test } from 'vitest';
import { converge } from '../../../src/core/ledger/convergence';
import { assess } from '../../../src/core/ledger/assess';
import { memoryWorld, research } from '../../fakes/memoryWorld';

test('a run in Chinese gives its reasons in Chinese', async () => {
  const recorder = await research(memoryWorld({ 'ferry.md': '# 渡轮试验\n\n电池渡轮每次横渡平均耗电118千瓦时。\n' }), '电池渡轮每次横渡耗电多少？');
  const reasons = [...assess(recorder.state).claims.values()].map(({ reason }) => reason);
  const conditions = converge(recorder.state, '2026-01-02T00:00:00.000Z').conditions.map(({ why }) => why);
  expect(reasons.length).toBe(1);
  for (const words of [...reasons, ...conditions]) expect(words, words).not.toMatch(/[a-z]{4,}/);
});
