import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type ModelAnswer, type ModelClient } from '../../core/request/modelClient';

const line = z.object({
  worker: z.string().optional(),
  turn: z.number().optional(),
  answer: z.object({
    content: z.string().nullish(),
    tool_calls: z.array(z.object({ name: z.string(), arguments: z.unknown() })).nullish(),
    finish_reason: z.string().nullish(),
  }),
});

/** Recorded answers, one JSON a line, matched by worker and turn; a line that names no turn is the next one of `main`. Nothing is sent anywhere. */
export async function replayClient(file: string): Promise<ModelClient> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((one) => one.trim() !== '');
  const answers = new Map<string, ModelAnswer>();
  let unnamed = 0;
  lines.forEach((written, index) => {
    const parsed = line.safeParse(JSON.parse(written));
    if (!parsed.success) throw new Error(`Line ${index + 1} of ${file} is no recorded answer: ${z.prettifyError(parsed.error)}`);
    const { worker = 'main', turn = ++unnamed, answer } = parsed.data;
    answers.set(`${worker} ${turn}`, {
      text: answer.content ?? '', finish: answer.finish_reason ?? null, model: 'replay',
      calls: (answer.tool_calls ?? []).map((call, at) => ({ id: `call_${at}`, name: call.name, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}) })),
    });
  });
  return {
    name: 'replay', tools: true,
    complete({ about }) {
      const value = answers.get(`${about.worker} ${about.turn}`);
      if (!value) return Promise.resolve({ ok: false, settlement: 'released', temporary: false, retryAfter: null, needsKey: false, message: `The recording ${file} has no answer for turn ${about.turn} of ${about.worker}.` });
      return Promise.resolve({ ok: true, value, usage: { input: null, cached: null, output: null, cost: 0 }, body: JSON.stringify(value) });
    },
  };
}
