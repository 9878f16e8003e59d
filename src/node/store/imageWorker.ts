import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import initSqlJs from 'sql.js';
import { errorMessage } from '../../core/run/platform';
import { ImageBroken } from './image';
import { type ImageAnswer, type ImageRequest } from './imageMessages';
import { LedgerImage } from './ledgerImage';

/** The image's thread: one request after the other. `workerData.wasm` is the path of sql-wasm.wasm. */
const port = parentPort;
if (!port) throw new Error('The image worker is started as a worker thread.');

const { wasm } = workerData as { wasm: string };
const ready = readFile(wasm).then(async (bytes) => new LedgerImage(await initSqlJs({ wasmBinary: new Uint8Array(bytes).buffer })));

async function answer(request: ImageRequest): Promise<{ value: ImageAnswer['value']; transfer: ArrayBuffer[] }> {
  const image = await ready;
  switch (request.kind) {
    case 'load': {
      image.load(request.bytes, (piece) => port?.postMessage({ id: request.id, value: null, piece } satisfies ImageAnswer));
      return { value: { seq: image.seq }, transfer: [] };
    }
    case 'apply':
      image.apply(Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength));
      return { value: null, transfer: [] };
    case 'export': {
      const bytes = image.export();
      return { value: { bytes, seq: image.seq }, transfer: [bytes.buffer as ArrayBuffer] };
    }
    case 'query':
      return { value: image.query(request.sql, request.parameters, request.rows), transfer: [] };
  }
}

port.on('message', (request: ImageRequest) => {
  answer(request).then(
    ({ value, transfer }) => port.postMessage({ id: request.id, value } satisfies ImageAnswer, transfer),
    (cause: unknown) => port.postMessage({ id: request.id, value: null, failed: { broken: cause instanceof ImageBroken, message: errorMessage(cause) } } satisfies ImageAnswer),
  );
});
