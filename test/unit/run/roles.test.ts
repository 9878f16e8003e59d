import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { costOf, modelOf, priceOf, runOptions } from '../../../src/core/run/records';
import { memoryWorld, options, research } from '../../fakes/memoryWorld';

const price = { input: 1, cached: 0.1, output: 4 };

describe('models by role', () => {
  test('main answers in every role where nothing is said', () => {
    for (const role of ['main', 'child', 'verifier', 'judge'] as const) {
      expect(modelOf({ researcher: 'openai:big' }, role)).toEqual({ researcher: 'openai:big', maxOutput: null, price: null });
      expect(modelOf({ researcher: 'openai:big', roles: { main: { maxOutput: 900, price } } }, role)).toEqual({ researcher: 'openai:big', maxOutput: 900, price });
    }
  });

  test('another model keeps the limit and never the price of main', () => {
    const table = { main: { maxOutput: 900, price }, child: { researcher: 'openai:small' }, judge: { maxOutput: 50 }, verifier: { researcher: 'editor:x/y', price: { input: 0, cached: 0, output: 0 } } };
    expect(modelOf({ researcher: 'openai:big', roles: table }, 'child')).toEqual({ researcher: 'openai:small', maxOutput: 900, price: null });
    expect(modelOf({ researcher: 'openai:big', roles: table }, 'judge')).toEqual({ researcher: 'openai:big', maxOutput: 50, price });
    expect(modelOf({ researcher: 'openai:big', roles: table }, 'verifier')).toMatchObject({ researcher: 'editor:x/y', price: { input: 0 } });
  });

  test('a price is found by the model’s name whatever its role, and who asks nobody costs nothing', () => {
    const run = { researcher: 'openai:big', roles: { main: { price }, verifier: { researcher: 'openai:small', price: { input: 2, cached: 2, output: 2 } } } };
    expect([priceOf(run, 'openai:big'), priceOf(run, 'openai:small')?.input, priceOf(run, 'openai:other')]).toEqual([price, 2, null]);
    for (const free of ['extractive', 'replay:answers.jsonl']) expect(priceOf(run, free)).toEqual({ input: 0, cached: 0, output: 0 });
    expect(modelOf({ researcher: 'extractive-not' }, 'main').price).toBeNull();
  });

  test('what tokens cost is exact to a billionth', () => {
    expect(costOf({ input: 1000, cached: 400, output: 50 }, price)).toBe((600 * 1 + 400 * 0.1 + 50 * 4) / 1e6);
  });

  test('are options of a run, and a misspelt one is refused', () => {
    expect(runOptions.safeParse(options({ roles: { child: { researcher: 'openai:small' } } })).success).toBe(true);
    expect(runOptions.safeParse({ ...options(), roles: { child: { reseacher: 'openai:small' } } }).success).toBe(false);
    expect(runOptions.safeParse({ ...options(), roles: { helper: {} } }).success).toBe(false);
  });

  test('the limit of output is asked for with each request', async () => {
    const asked: ModelRequest[] = [];
    const client = { name: 'm', tools: true, complete: (request: ModelRequest) => {
      asked.push(request);
      return Promise.resolve({ ok: false as const, settlement: 'released' as const, message: 'enough', temporary: false, retryAfter: null, needsKey: false });
    } };
    await research(memoryWorld({}), 'What?', {}, modelResearcher(client, undefined, 700));
    expect(asked.map(({ maxOutput }) => maxOutput)).toEqual([700]);
  });
});
