import { describe, expect, test } from 'vitest';
import { sendAnswerPart } from '../../../src/core/tool/articleTools';
import { LogBuilder } from '../../fakes/builders';
import { callTool } from '../../fakes/callTool';

/** Facts E1 of C1 and E2 of C2, an inference E3 on the analysis C3 and E4 on the recommendation C4, a calculation E5 on C3; C5 serves nothing. */
function run(): LogBuilder {
  const log = new LogBuilder().plan({}, {}, { kind: 'analysis' }, { kind: 'recommendation', constraint: 'at most 40 t' }, { kind: 'recommendation' });
  log.evidence();
  log.evidence({ claim: 'C2' });
  log.evidence({ claim: 'C3', premises: ['E1', 'E2'] });
  log.evidence({ claim: 'C4', premises: ['E3'] });
  log.evidence({ claim: 'C3', kind: 'calculation', premises: ['E1'] });
  return log;
}
const part = async (log: LogBuilder, kind: string, claims: string[], cites: string[], replaces: object | null = null): Promise<string[]> => {
  const { ok, text } = await callTool(log, sendAnswerPart, { kind, claims, text: `So it is ${cites.map((id) => `[[cite:${id}]]`).join('')}.`, replaces });
  expect(ok).toBe(true);
  return text.split('\n').slice(1);
};

describe('the kind of a part that is published', () => {
  const rows: [why: string, kind: string, claims: string[], cites: string[], notes: string[]][] = [
    ['facts', 'fact', ['C1'], ['E1'], []],
    ['an analysis with its inference', 'analysis', ['C3'], ['E3', 'E1'], []],
    ['an analysis by calculation', 'analysis', ['C3'], ['E5'], []],
    ['a recommendation with its inference and constraint', 'recommendation', ['C4', 'C1'], ['E4', 'E1'], []],
    ['an analysis that cites only facts', 'analysis', ['C3'], ['E1', 'E2'], ['- This is an analysis and cites no inference: what sources say does not say it yet. record_inference from E1, E2, and cite that.']],
    ['a recommendation by calculation alone', 'recommendation', ['C4'], ['E5'], ['- This is a recommendation and cites no inference: what sources say does not say it yet. record_inference from E5, and cite that.']],
    ['a recommendation that serves nothing', 'recommendation', ['C5'], ['E4'], ['- C5 names no constraint of the user that it serves.']],
    ['a recommendation of facts', 'recommendation', ['C1', 'C3'], ['E3'], ['- This is a recommendation, and its claims are none: C1 fact, C3 analysis.']],
    ['an inference among facts', 'fact', ['C1'], ['E1', 'E3'], ['- E3 is inferred: that is analysis, a part of its own kind.']],
  ];
  test.each(rows)('%s', async (_why, kind, claims, cites, notes) => expect(await part(run(), kind, claims, cites)).toEqual(notes));

  test('a revision that loses the inference it had', async () => {
    const log = run();
    await part(log, 'analysis', ['C3'], ['E3']);
    expect(await part(log, 'analysis', ['C3'], ['E1'], { block: 'B1', revision: 1, why: 'shorter' })).toEqual(['- The revision before rested on E3, an inference that this one no longer cites.']);
  });

  test('one that fell is not missed', async () => {
    const log = run();
    await part(log, 'analysis', ['C3'], ['E3']);
    log.add('evidence.stateChanged', { evidence: ['E3'], state: 'withdrawn', reason: 'misread' });
    expect(await part(log, 'fact', ['C1'], ['E1'], { block: 'B1', revision: 1, why: 'E3 fell' })).toEqual([]);
  });
});
