import { createHash } from 'node:crypto';
import { grantDrafts } from '../../src/core/budget/approver';
import { firstWish } from '../../src/core/budget/depth';
import { extractiveResearcher } from '../../src/core/researcher/extractive/extractive';
import { type Researcher } from '../../src/core/researcher/researcher';
import { type RunEvent } from '../../src/core/run/event';
import { type RunLog } from '../../src/core/run/log';
import { RunLoop, type LoopParts } from '../../src/core/run/loop';
import { type RunClock } from '../../src/core/run/platform';
import { Recorder } from '../../src/core/run/recorder';
import { modelOf, type RunOptions } from '../../src/core/run/records';
import { type Archive } from '../../src/core/source/archive';
import { nothingNew } from '../../src/core/source/folderNews';
import { Library } from '../../src/core/source/library';
import { type ProviderOutcome, type SearchProvider } from '../../src/core/source/provider';
import { type TableEngine } from '../../src/core/source/tableEngine';
import { contentWords } from '../../src/core/source/tokens';
import { toolset } from '../../src/core/tool/toolset';
import { mathCalculator } from '../../src/node/mathCalculator';
import { createSourceReader } from '../../src/node/reader';

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Where no evidence is the result of a table, none is asked again. */
export const asksNothing = (): Promise<null> => Promise.resolve(null);

/** A clock that moves only when asked, so that two runs write the same times. */
export class TestClock implements RunClock {
  milliseconds = Date.UTC(2026, 0, 2, 3, 4, 5);
  /** What is to be done every so often; `pass` does it. */
  readonly #beats = new Set<{ every: number; act: () => void }>();
  now(): string { return new Date(this.milliseconds).toISOString(); }
  monotonic(): number { return this.milliseconds; }
  sleep(milliseconds: number, signal: AbortSignal): Promise<void> { signal.throwIfAborted(); this.milliseconds += milliseconds; return Promise.resolve(); }
  every(milliseconds: number, act: () => void): () => void {
    const beat = { every: milliseconds, act };
    this.#beats.add(beat);
    return () => { this.#beats.delete(beat); };
  }
  get beats(): number { return this.#beats.size; }
  /** Time passes by the second with what is due in it; what an act writes is written when it resolves. */
  async pass(milliseconds: number): Promise<void> {
    for (let passed = 1000; passed <= milliseconds; passed += 1000) {
      this.milliseconds += 1000;
      for (const { every, act } of this.#beats) if (passed % every === 0) act();
      await Promise.resolve();
    }
    await new Promise((done) => { setImmediate(done); });
  }
}

/** A log in memory that keeps only what was appended. `stopAfter` makes it fail as a dying process would: nothing more is written. */
export class MemoryLog implements RunLog {
  readonly mode = 'writer';
  readonly heldBy = null;
  readonly notices: string[] = [];
  readonly events: RunEvent[];
  stopAfter = Infinity;
  constructor(events: readonly RunEvent[] = []) { this.events = [...events]; }
  append(events: readonly RunEvent[]): Promise<void> {
    if (this.events.length + events.length > this.stopAfter) {
      this.stopAfter = this.events.length; // dead is dead: no smaller group slips through behind the one that was lost
      return Promise.reject(new Error('the process died'));
    }
    this.events.push(...events);
    return Promise.resolve();
  }
  follow(): () => void { return () => undefined; }
  checkpoint(): Promise<void> { return Promise.resolve(); }
  close(): Promise<void> { return Promise.resolve(); }
}

export function memoryArchive(): Archive & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const bodies = new Map<string, Uint8Array>();
  return {
    texts,
    putBytes: (bytes) => { const hash = sha256(bytes); bodies.set(hash, bytes); return Promise.resolve(hash); },
    putText: (text) => { const hash = sha256(text); texts.set(hash, text); return Promise.resolve(hash); },
    getBytes: (hash) => { const bytes = bodies.get(hash); return Promise.resolve(bytes ? { state: 'holds' as const, bytes } : { state: 'missing' as const }); },
    getText: (hash) => {
      const text = texts.get(hash);
      if (text === undefined) return Promise.resolve({ state: 'missing' as const });
      const actual = sha256(text);
      return Promise.resolve(actual === hash ? { state: 'holds' as const, text } : { state: 'altered' as const, text, actual });
    },
  };
}

export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Documents by name; the search ranks by shared words, the fetcher hands out their bytes. */
export interface MemoryWorld {
  documents: Map<string, string>;
  archive: ReturnType<typeof memoryArchive>;
  clock: TestClock;
  provider: SearchProvider;
  /** None, until a test gives one. */
  tables: TableEngine;
  /** Set to make every search fail with this. */
  searchFailure: string | null;
  /** `kept`: another archive than the one in memory. */
  parts(log: RunLog, researcher?: Researcher, kept?: Archive): LoopParts;
}

const addressOf = (name: string): string => `file:///documents/${name}`;

export function memoryWorld(files: Record<string, string>): MemoryWorld {
  const documents = new Map(Object.entries(files));
  const archive = memoryArchive();
  const clock = new TestClock();
  const reader = createSourceReader();
  const world: MemoryWorld = {
    documents, archive, clock, searchFailure: null,
    tables: { query: () => Promise.resolve({ ok: false, message: 'this world has no table engine' }) },
    provider: {
      name: 'folder', remote: false,
      search({ query, limit }): Promise<ProviderOutcome> {
        if (world.searchFailure !== null) return Promise.resolve({ ok: false, failure: { kind: 'unreachable', message: world.searchFailure, retryAfter: null } });
        const wanted = new Set(contentWords(query));
        const hits = [...documents].map(([name, text]) => ({ name, text, score: contentWords(text).filter((word) => wanted.has(word)).length }))
          .filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.name.localeCompare(b.name)).slice(0, limit)
          .map(({ name, text, score }) => ({ address: addressOf(name), title: name, snippet: text.slice(0, 80), published: null, score }));
        return Promise.resolve({ ok: true, value: { hits, notes: [] } });
      },
    },
    parts(log, researcher = extractiveResearcher, kept = archive) {
      const recorder = new Recorder(log, clock);
      const library = new Library({
        archive: kept, reader, clock,
        fetcher: {
          fetch({ address }) {
            const text = documents.get(address.slice(addressOf('').length));
            if (text === undefined) return Promise.resolve({ ok: false, failure: { kind: 'not-found', message: `${address} is not there.`, status: null, retryAfter: null, temporary: false } });
            return Promise.resolve({ ok: true, value: { requested: address, final: address, hops: [], status: 200, headers: {}, bytes: new TextEncoder().encode(text), retrievedAt: clock.now(), robots: 'not-asked' } });
          },
        },
      });
      return { recorder, researcher, tools: toolset, library, archive: kept, providers: [world.provider], tables: world.tables, calculator: mathCalculator, sha256, clock, log: quietLog, lookAtFolders: () => Promise.resolve(nothingNew) };
    },
  };
  return world;
}

export const options = (change: Partial<RunOptions> = {}): RunOptions => ({
  folders: ['/documents'], addresses: [], providers: [], researcher: 'extractive', depth: 'auto', limits: {}, allowHosts: [], webQueries: 'deny', reviewPlan: 'never', askScope: false, language: null, ...change,
});

export async function createRun(recorder: Recorder, question: string, change: Partial<RunOptions> = {}, deadline: string | null = null): Promise<void> {
  const run = options(change);
  await recorder.commit(() => [
    { type: 'run.created', by: 'user', data: { run: 'run-test', question, language: 'en', options: run, product: 'test' } },
    ...grantDrafts(run.limits, deadline, modelOf(run, 'main').price),
    ...firstWish(run),
  ]);
}

/** A whole run in memory, from the question to its end. */
export async function research(world: MemoryWorld, question: string, change: Partial<RunOptions> = {}, researcher?: Researcher): Promise<Recorder> {
  const parts = world.parts(new MemoryLog(), researcher);
  await createRun(parts.recorder, question, change);
  await new RunLoop(parts).go();
  return parts.recorder;
}
