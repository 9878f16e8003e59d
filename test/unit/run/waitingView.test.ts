import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../src/core/run/view';
import { claimOf, LogBuilder, scopeOf } from '../../fakes/builders';

const view = ({ state, events }: LogBuilder) => viewOf(state, { now: '2026-01-01T00:00:00Z', folder: '/run', writer: true, events });

describe('the view of what waits for the user', () => {
  it('shows the drafted scope while it is asked', () => {
    const log = new LogBuilder().add('scope.proposed', { scope: scopeOf({ regions: ['north'] }), unclear: [] }).add('run.stateChanged', { state: 'awaiting-scope', waitingFor: 'scope', reason: null });
    expect(view(log).scope).toMatchObject({ version: 0, regions: ['north'] });
  });

  it('shows the proposed claims and the hash to approve while the plan is reviewed', () => {
    const log = new LogBuilder().scope().add('plan.proposed', { claims: [claimOf({ id: 'C1', text: 'It is cold.' })], searches: [], hash: 'abc' }).add('run.stateChanged', { state: 'awaiting-plan', waitingFor: 'plan', reason: null });
    expect(view(log)).toMatchObject({ plan: { version: 0, hash: 'abc' }, claims: [{ id: 'C1', text: 'It is cold.', status: 'open' }] });
  });

  it('shows a plan that was not approved nowhere else', () => {
    const log = new LogBuilder().scope().add('plan.proposed', { claims: [claimOf({ id: 'C1' })], searches: [], hash: 'abc' });
    expect(view(log)).toMatchObject({ plan: null, claims: [] });
  });

  it('takes other options over from the start form', () => {
    const log = new LogBuilder();
    const options = log.state.run!.options;
    log.add('options.changed', { options: { ...options, researcher: 'openai:small' } });
    expect(view(log).run.researcher).toBe('openai:small');
  });
});
