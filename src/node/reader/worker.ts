import { parentPort, workerData } from 'node:worker_threads';
import { type FormatInput } from './format';
import { type ReadableKind, readFormat } from './readFormat';

/** Entry of the reading worker: one source, one answer. */
const { kind, input } = workerData as { kind: ReadableKind; input: FormatInput };
void readFormat(kind, input).then((outcome) => parentPort?.postMessage(outcome));
