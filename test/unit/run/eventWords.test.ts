import { describe, expect, it } from 'vitest';
import { type EventData } from '../../../src/core/run/event';
import { traceLine } from '../../../src/core/run/trace';
import { LogBuilder } from '../../fakes/builders';

const said = (log: LogBuilder): string => {
  const last = log.events.at(-1);
  if (!last) throw new Error('Nothing was logged.');
  const { title, detail } = traceLine(last);
  return detail === '' ? title : `${title} — ${detail}`;
};
const log = () => new LogBuilder('How cold is it?');
const receipt = (ok: boolean) => ({ ok, text: { text: ok ? 'Two results.' : 'There is no source S9.' }, data: null });

describe('a line of the trace', () => {
  it('says time as a person counts it', () => {
    expect(said(log().add('time.passed', { milliseconds: 3_400 }))).toBe('Worked for 3 seconds');
    expect(said(log().add('time.passed', { milliseconds: 12 }))).toBe('Worked for less than a second');
  });

  it('says what came of a call, not how it was booked', () => {
    const settle = (data: Partial<EventData<'call.settled'>>) => said(log().add('call.settled', { id: 'K138', settlement: 'spent', receipt: receipt(true), usage: null, failure: null, ...data }));
    expect(settle({})).toBe('Call K138 done — Two results.');
    expect(settle({ settlement: 'released', receipt: receipt(false), failure: 'refused' })).toBe('Call K138 not done — refused');
    expect(settle({ settlement: 'unknown', receipt: null, failure: 'the answer broke off' })).toBe('Call K138 ended, what it cost is unknown — the answer broke off');
  });

  it('shows no event as it is stored', () => {
    expect(said(log().add('budget.granted', { grant: { requests: 57, milliseconds: 3_600_000 }, explicit: [], deadline: null, finalization: {} }))).toBe('Budget granted — 57 model requests, 60 minutes');
    expect(said(log().add('gain.credited', { search: 'Q1', gain: { slots: 0, confidence: 0, conflicts: 0, highValue: false } }))).toBe('Gain of Q1 — nothing new');
    expect(said(log().add('folder.changed', { added: ['a.md'], changed: [], removed: ['b.md'] }))).toBe('The folder changed — new: a.md; gone: b.md');
  });
});
