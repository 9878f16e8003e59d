import { type ReadFailure, type ReadOutcome, type ReadRequest, type SourceReader } from '../../core/source/reader';
import { charsetParameter } from './charset';
import { type FormatInput, type PdfAssets } from './format';
import { type ReadableKind, readFormat } from './readFormat';
import { sniff, type Sniffed } from './sniff';
import { readInWorker } from './readInWorker';

export { type PdfAssets } from './format';

export interface SourceReaderOptions {
  /** The bundled worker (absolute path). Without it everything is read on the calling thread, where a hostile file cannot be stopped. */
  workerPath?: string;
  /** Without it a PDF is answered as unsupported. */
  pdfAssets?: PdfAssets;
  /** Heap of one worker in MB. */
  workerMemory?: number;
}

const alwaysHeavy = new Set<ReadableKind>(['pdf', 'docx', 'xlsx', 'epub']);
/** Bytes of a page or table that are read in about 50 ms; above, a worker keeps the caller responsive. */
const lightBytes = 300_000;

export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  return {
    async read(request) {
      request.signal.throwIfAborted();
      const early = refuseEarly(request);
      if (early !== null) return failed(early);
      const sniffed = await sniff(request.bytes, request.address, request.declaredType);
      if (sniffed.kind === 'binary' || sniffed.kind === 'old-office') return failed(notReadable(sniffed, request));
      const input: FormatInput = {
        bytes: request.bytes, address: request.address, mediaType: sniffed.mediaType, declaredCharset: charsetParameter(request.declaredType),
        limits: request.limits, pdfAssets: options.pdfAssets ?? null,
      };
      const heavy = alwaysHeavy.has(sniffed.kind) || request.bytes.length > lightBytes;
      if (options.workerPath !== undefined && heavy) return readInWorker(options.workerPath, options.workerMemory ?? 512, sniffed.kind, input, request.signal);
      return readHere(sniffed.kind, input, request.signal);
    },
  };
}

async function readHere(kind: ReadableKind, input: FormatInput, signal: AbortSignal): Promise<ReadOutcome> {
  const outcome = await readFormat(kind, input);
  signal.throwIfAborted();
  return outcome;
}

function failed(failure: ReadFailure): ReadOutcome {
  return { ok: false, failure };
}

function refuseEarly(request: ReadRequest): ReadFailure | null {
  const { bytes, address, limits } = request;
  if (bytes.length === 0) return { kind: 'empty', message: `${address} is empty: there is nothing to read.` };
  if (bytes.length > limits.maxBytes) {
    return { kind: 'too-large', message: `${address} has ${megabytes(bytes.length)} MB, above the limit of ${megabytes(limits.maxBytes)} MB for one source. Cut out the part that matters and add it as a file of its own.` };
  }
  return null;
}

function notReadable(sniffed: Extract<Sniffed, { kind: 'binary' | 'old-office' }>, request: ReadRequest): ReadFailure {
  if (sniffed.kind === 'old-office') {
    return { kind: 'unsupported', message: `${request.address} is an Office file of the old kind (before 2007) or an encrypted one. Save it as .docx, .xlsx or PDF without a password.` };
  }
  return { kind: 'binary', message: `${request.address} is ${sniffed.mediaType === 'application/octet-stream' ? 'a binary file' : sniffed.mediaType}, which holds no text to read. Look for a version of it in HTML, PDF or text.` };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}
