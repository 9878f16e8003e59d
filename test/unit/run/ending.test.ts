import { expect, test } from 'vitest';
import { grantDrafts } from '../../../src/core/budget/approver';
import { endDrafts } from '../../../src/core/run/ending';
import { LogBuilder } from '../../fakes/builders';

test('who ends early where a limit keeps them from going on is told which limit, with their own words behind it', () => {
  const log = new LogBuilder().append(...grantDrafts({ searches: 0 }, null)).plan({});
  log.evidence();
  expect(endDrafts(log.state, { holds: false, conditions: [] }, 'finished-early', 'A second voice is missing.').at(-1)).toMatchObject({
    data: { stopReason: 'budget', why: 'a limit was reached: no searches are left (0 of 0 spent, 0 reserved): A second voice is missing.; a new run may be given more' },
  });
});
