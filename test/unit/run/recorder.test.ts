import { expect, test } from 'vitest';
import { EventRefused, type EventDraft } from '../../../src/core/run/event';
import { LogFailed } from '../../../src/core/run/log';
import { Recorder } from '../../../src/core/run/recorder';
import { MemoryLog, TestClock } from '../../fakes/memoryWorld';

const notice = (text: string): EventDraft => ({ type: 'notice.given', by: 'host', data: { text, about: null } });

/** A log whose appends wait until they are let go. */
class SlowLog extends MemoryLog {
  appends: number[] = [];
  #go: (() => void)[] = [];
  override async append(events: Parameters<MemoryLog['append']>[0]): Promise<void> {
    this.appends.push(events.length);
    await new Promise<void>((go) => this.#go.push(go));
    await super.append(events);
  }
  release(): void { this.#go.splice(0).forEach((go) => go()); }
}

test('numbers events in the order of their decisions, and acknowledges after they are written', async () => {
  const log = new SlowLog();
  const recorder = new Recorder(log, new TestClock());
  const seen: number[] = [];
  recorder.onChange((_state, events) => seen.push(...events.map(({ seq }) => seq)));
  const first = recorder.commit(() => [notice('a'), notice('b')]);
  const second = recorder.commit((state) => [notice(`after ${state.notices.length}`)]);
  await Promise.resolve();
  await Promise.resolve();
  expect(log.events).toEqual([]);
  expect(seen).toEqual([]);
  log.release();
  expect((await first).map(({ seq }) => seq)).toEqual([1, 2]);
  // The second decision was made on the state as it would be, and shared the flush.
  expect((await second)[0]?.data).toEqual({ text: 'after 2', about: null });
  expect(log.appends).toEqual([2, 1]);
  expect(seen).toEqual([1, 2, 3]);
});

test('refuses what does not fit before anything is written', async () => {
  const log = new MemoryLog();
  const recorder = new Recorder(log, new TestClock());
  await expect(recorder.commit(() => [notice('fine'), notice('')])).rejects.toBeInstanceOf(EventRefused);
  expect(log.events).toEqual([]);
  await recorder.commit(() => [notice('next')]);
  expect(log.events.map(({ seq }) => seq)).toEqual([1]);
});

test('writes nothing more after an append failed: the run must be opened again', async () => {
  const log = new MemoryLog();
  const recorder = new Recorder(log, new TestClock());
  await recorder.commit(() => [notice('kept')]);
  const append = log.append.bind(log);
  log.append = () => Promise.reject(new LogFailed('full', 'The disk is full.'));
  await expect(recorder.commit(() => [notice('lost')])).rejects.toThrow('The disk is full.');
  log.append = append;
  await expect(recorder.commit(() => [notice('later')])).rejects.toThrow('The disk is full.');
  expect(recorder.state.notices.map(({ text }) => text)).toEqual(['kept']);
  expect(recorder.writable).toBe(false);
});
