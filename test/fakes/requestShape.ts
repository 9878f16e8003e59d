import { type ModelRequest } from '../../src/core/request/modelClient';

/** A request as a server reads it: tools before everything, then the messages. */
export const written = ({ tools, messages }: ModelRequest): string => JSON.stringify(tools) + JSON.stringify(messages);

export const bytesOf = (request: ModelRequest): number => Buffer.byteLength(written(request));

/** Share of a request's bytes that is the same from its start as in the one before: what a server's cache may hold. */
export function identicalShare(before: ModelRequest, after: ModelRequest): number {
  const [a, b] = [Buffer.from(written(before)), Buffer.from(written(after))];
  let at = 0;
  while (at < b.length && a[at] === b[at]) at++;
  return at / b.length;
}

/** Of each request the share that it has in common with the one before, from the second on. */
export const shares = (requests: readonly ModelRequest[]): number[] =>
  requests.slice(1).map((request, index) => identicalShare(requests[index] ?? request, request));

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Bytes by part, in the order in which they stand; the state of now by its sections. */
export function partsOf({ tools, messages }: ModelRequest): Map<string, number> {
  const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const now = messages.at(-1)?.content ?? '';
  return new Map([
    ['tools', size(tools)], ['instructions', size(messages[0])], ['scope and plan', size(messages[1])], ['exchanges', size(messages.slice(2, -1))], ['state of now', size(messages.at(-1))],
    ...now.split('\n\n').slice(1).map((section): [string, number] => [`state of now: ${/^[^\n(:]*/.exec(section)?.[0].trim() ?? ''}`, Buffer.byteLength(section)]),
  ]);
}
