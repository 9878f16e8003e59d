import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { recordInference } from '../../../src/core/tool/recordInference';
import { calculate } from '../../../src/core/tool/calculateTool';
import { callTool } from '../../fakes/callTool';
import { LogBuilder, requirementOf } from '../../fakes/builders';

const one = requirementOf({ voices: 1 });
const plan = (second = one): LogBuilder => new LogBuilder().plan({ requirement: one }, { requirement: second }, { kind: 'analysis' });
const infer = (log: LogBuilder, ...premises: string[]) => callTool(log, recordInference, { claim: 'C3', relation: 'supports', premises, reasoning: 'So it is.' });
const stand = (log: LogBuilder) => assess(log.state).claims.get('C3');

describe('an inference from a calculation', () => {
  const calculated = async (second = one): Promise<LogBuilder> => {
    const log = plan(second);
    log.evidence({ figure: { value: 10 } });
    log.evidence({ claim: 'C2', figure: { value: 4 } });
    await callTool(log, calculate, { claim: 'C3', relation: 'supports', expression: 'E1 - E2' });
    return log;
  };

  test('on the analysis claim itself stands on the claims of its figures', async () => {
    const log = await calculated();
    expect(stand(log)?.status).toBe('partial');
    expect((await infer(log, 'E3')).text).not.toContain('does not carry');
    expect(stand(log)).toMatchObject({ status: 'supported', confidence: 'medium' });
    expect((await infer(log, 'E4')).text).not.toContain('does not carry');
    expect(stand(log)?.slots.each[0]?.by).toEqual(['E4', 'E5']);
  });

  test('says what the claim of a figure still lacks', async () => {
    const log = await calculated(requirementOf({ voices: 2, orFirstHand: false }));
    expect((await infer(log, 'E3')).text).toContain('E4 does not carry C3 yet: E2 is evidence of C2, which lacks a second independent voice.');
    expect(stand(log)?.status).toBe('partial');
  });
});

test('an inference does not carry by what an explained conflict set aside, or by what takes no stand', async () => {
  const log = plan();
  log.settle(log.conflict([log.evidence()], [log.evidence({ relation: 'contradicts' })]), { state: 'explained', cause: 'time', carries: 0, needed: null });
  log.evidence({ claim: 'C2', relation: 'uncertain' });
  log.evidence({ claim: 'C3' });
  expect((await infer(log, 'E1', 'E2', 'E3', 'E4')).text).toContain('does not carry C3 yet: E2 is set aside by X1; E3 is uncertain: no stand is taken; E4 is evidence of C3 itself');
});
