import { expect, test } from 'vitest';
import { killRepeatedly } from './kills';

test('killed at random instants, a run loses no confirmed event, is never refused, and keeps groups whole', async () => {
  const { kills, confirmed, faults } = await killRepeatedly(40);
  expect(faults).toEqual([]);
  expect(kills).toBe(40);
  expect(confirmed).toBeGreaterThan(100);
}, 180_000);
