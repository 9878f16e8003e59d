import { Worker } from 'node:worker_threads';
import { type ReadOutcome } from '../../core/source/reader';
import { type FormatInput } from './format';
import { type ReadableKind } from './readFormat';

/** Reads in a thread of its own that is ended when its time or memory runs out. `memory` is its heap in MB. */
export function readInWorker(workerPath: string, memory: number, kind: ReadableKind, input: FormatInput, signal: AbortSignal): Promise<ReadOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerPath, { workerData: { kind, input }, resourceLimits: { maxOldGenerationSizeMb: memory, stackSizeMb: 8 }, stdout: true, stderr: true });
    const seconds = input.limits.maxMilliseconds / 1_000;
    const settle = (answer: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      answer();
    };
    const fail = (failure: Extract<ReadOutcome, { ok: false }>['failure']): void => { settle(() => { resolve({ ok: false, failure }); }); };
    const abort = (): void => { settle(() => { reject(signal.reason instanceof Error ? signal.reason : new Error('Reading was stopped.')); }); };
    const timer = setTimeout(() => {
      fail({ kind: 'too-slow', message: `${input.address} was not read within ${seconds} seconds and was given up. Cut out the part that matters and add it as a file of its own.` });
    }, input.limits.maxMilliseconds);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (outcome: ReadOutcome) => { settle(() => { resolve(outcome); }); });
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        fail({ kind: 'too-large', message: `${input.address} needs more than ${memory} MB of memory to read and was given up. Cut out the part that matters and add it as a file of its own.` });
      } else fail({ kind: 'damaged', message: `${input.address} could not be read as ${input.mediaType}: ${error.message}. Try another copy of it.` });
    });
    worker.once('exit', () => { fail({ kind: 'damaged', message: `${input.address} could not be read as ${input.mediaType}: its reader ended without an answer. Try another copy of it.` }); });
  });
}
