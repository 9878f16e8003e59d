import { type StallWatch } from './stallWatch';

/** Bytes after decompression: the longest answer of a model, in pieces of a token each, comes to a part of it. */
const longestAnswer = 64_000_000;
/** Bytes without a line end: a whole answer, or the one event that holds it. What reads lines takes the square of it. */
const longestLine = 4_000_000;
/** Bytes of an error: enough to say what it is. */
const longestError = 64_000;

export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/**
 * Reaches a model's server: each byte tells the watch that it is alive, no answer fills the memory, and a request goes to the address
 * that it was meant for and to no other, since it carries the key and what was read.
 */
export const modelFetch = (stall: StallWatch): typeof fetch => async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'manual' });
  stall.beat();
  const limits = response.ok ? { whole: longestAnswer, line: longestLine } : { whole: longestError, line: longestError };
  let whole = 0;
  let line = 0;
  const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      stall.beat();
      whole += bytes.length;
      const end = bytes.lastIndexOf(10);
      line = end < 0 ? line + bytes.length : bytes.length - end - 1;
      if (whole <= limits.whole && line <= limits.line) controller.enqueue(bytes);
      else if (response.ok) controller.error(new AnswerTooLong(`an answer of more than ${Math.round((whole > limits.whole ? limits.whole : limits.line) / 1_000_000)} MB`));
      else controller.terminate();
    },
  }));
  return new Response(body ?? null, { status: response.status, statusText: response.statusText, headers: response.headers });
};
