import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idKinds, idNumber, type IdKind } from '../../../src/core/ids';
import { parseEvent, type RunEvent } from '../../../src/core/run/event';
import { emptyRun, nextId, reduce, replay } from '../../../src/core/run/state';
import { randomLog, wholeLog } from './logs';

const kinds = Object.keys(idKinds) as IdKind[];

/** So that a reducer that writes to its input throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

test('replaying gives the same state, from any point on, after a way through JSON, and changes nothing it was given', () => {
  fc.assert(fc.property(randomLog, fc.nat(), (events, cut) => {
    const state = replay(events.map(frozen), frozen(emptyRun));
    const at = cut % (events.length + 1);
    expect(replay(events.slice(at), frozen(replay(events.slice(0, at))))).toEqual(state);
    expect(replay(events.map((event) => parseEvent(JSON.parse(JSON.stringify(event)))))).toEqual(state);
  }), { numRuns: 60 });
});

test('a fold in place gives what event by event gives, and no record of the state changes with the list it was taken from', () => {
  fc.assert(fc.property(randomLog, (events) => {
    expect(replay(events)).toEqual(events.reduce(reduce, emptyRun));
  }), { numRuns: 60, examples: [[wholeLog()]] });
});

test('every event is counted, and no id is handed out that a log has used', () => {
  fc.assert(fc.property(randomLog, (events) => {
    const state = replay(events);
    expect(state.seq).toBe(events.length);
    const used = new Set(JSON.stringify(events.map(({ data }) => data)).match(/"[A-Z][1-9]\d*"/g)?.map((id) => id.slice(1, -1)));
    for (const kind of kinds) expect(used.has(nextId(state, kind)), nextId(state, kind)).toBe(false);
  }), { numRuns: 60 });
});

test('counters only grow, and records stand where their number says', () => {
  fc.assert(fc.property(randomLog, (events: RunEvent[]) => {
    events.reduce((state, event) => {
      const next = reduce(state, event);
      for (const kind of kinds) expect(next.counters[kind] ?? 0).toBeGreaterThanOrEqual(state.counters[kind] ?? 0);
      return next;
    }, emptyRun);
    const { ledger, source } = replay(events);
    for (const [kind, list] of [['claim', ledger.claims], ['search', ledger.searches], ['result', ledger.results], ['evidence', ledger.evidence], ['conflict', ledger.conflicts], ['source', source.sources], ['snapshot', source.snapshots]] as const) {
      list.forEach(({ id }, index) => expect(idNumber(kind, id)).toBe(index + 1));
    }
  }), { numRuns: 60 });
});
