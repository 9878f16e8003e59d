import { describe, expect, it } from 'vitest';
import { TraceIndex } from '../../../src/core/run/traceRange';
import { LogBuilder } from '../../fakes/builders';

const all = { filter: null, kind: null };

describe('a range of the trace', () => {
  const log = new LogBuilder('How cold is it?').plan({ key: true, text: 'It is cold.' });
  for (let n = 1; n <= 20; n++) log.add('notice.given', { text: `notice ${n}${n % 5 === 0 ? ' Frost' : ''}`, about: null });
  const trace = new TraceIndex(() => log.events);

  it('gives the lines asked for and how many there are', () => {
    const { total, from, lines } = trace.range({ from: 2, count: 3, ...all });
    expect([total, from, lines.length]).toEqual([log.events.length, 2, 3]);
    expect(lines[0]?.seq).toBe(3);
  });

  it('counts from the first line that passes the filter, whatever the case of the words', () => {
    const { total, lines } = trace.range({ from: 1, count: 10, filter: 'frost', kind: null });
    expect(total).toBe(4);
    expect(lines.map(({ detail }) => detail)).toEqual(['notice 10 Frost', 'notice 15 Frost', 'notice 20 Frost']);
  });

  it('narrows to a kind, by its first word or its whole name', () => {
    expect(trace.range({ from: 0, count: 99, filter: null, kind: 'notice' }).total).toBe(20);
    expect(trace.range({ from: 0, count: 99, filter: null, kind: 'notice.given' }).total).toBe(20);
    expect(trace.range({ from: 0, count: 99, filter: null, kind: 'not' }).total).toBe(0);
  });

  it('knows what was recorded since it was last asked', () => {
    const before = trace.range({ from: 0, count: 1, ...all }).total;
    log.add('notice.given', { text: 'late', about: null });
    expect(trace.range({ from: before, count: 5, ...all })).toMatchObject({ total: before + 1, lines: [{ detail: 'late' }] });
  });

  it('takes senseless numbers as none', () => {
    expect(trace.range({ from: -5, count: -1, ...all })).toMatchObject({ from: 0, lines: [] });
  });
});
