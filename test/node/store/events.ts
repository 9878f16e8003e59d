import { type RunEvent } from '../../../src/core/run/event';

const at = '2026-01-02T03:04:05.678Z';

/** The n-th event of a plain log: a run that is created and then told things. */
export function event(seq: number, text = `notice ${seq}`): RunEvent {
  if (seq > 1) return { seq, at, v: 1, type: 'notice.given', by: 'host', data: { text, about: null } };
  return {
    seq, at, v: 1, type: 'run.created', by: 'host',
    data: {
      run: 'run-1', question: 'What is it?', language: 'en', product: '0.1.0',
      options: { folders: ['/documents'], addresses: [], providers: [], researcher: 'extractive', depth: 'auto', limits: {}, allowHosts: [], webQueries: 'deny', reviewPlan: 'never', askScope: false, language: null },
    },
  };
}

export const events = (from: number, to: number, text?: string): RunEvent[] => Array.from({ length: to - from + 1 }, (_, index) => event(from + index, text));
