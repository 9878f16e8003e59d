import { type Archive } from './archive';
import { type Snapshot } from './records';

/**
 * A run's archive as WARC 1.1 (ISO 28500:2017). An archived body is a `resource` record, because the exchange itself was not kept to the
 * byte; how it was brought in stands beside it as `metadata`, and the text that is quoted from as its `conversion`.
 */
export interface WarcParts {
  snapshots: readonly Snapshot[];
  archive: Archive;
  /** Such as `ResearchLedger/0.1`. */
  product: string;
  run: string;
  /** ISO 8601 UTC. */
  createdAt: string;
  sha256: (text: string) => string;
}

/** One record, ready to be written or compressed as a member of its own; or what of a snapshot does not hold and is left out. */
export type WarcPiece = { bytes: Uint8Array } | { left: string };

export async function* warcRecords({ snapshots, archive, product, run, createdAt, sha256 }: WarcParts): AsyncGenerator<WarcPiece> {
  const idOf = (what: string): string => urn(sha256(`${run}/${what}`));
  const info = fields({ software: product, format: 'WARC File Format 1.1', conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/', isPartOf: run });
  yield { bytes: record({ 'WARC-Type': 'warcinfo', 'WARC-Record-ID': idOf('info'), 'WARC-Date': seconds(createdAt), 'Content-Type': 'application/warc-fields' }, info) };
  for (const snapshot of snapshots) {
    const [raw, text] = await Promise.all([archive.getBytes(snapshot.rawSha256), archive.getText(snapshot.textSha256)]);
    const [resource, common] = [idOf(`${snapshot.id}/raw`), { 'WARC-Target-URI': snapshot.address, 'WARC-Date': seconds(snapshot.retrievedAt), 'WARC-Warcinfo-ID': idOf('info') }];
    if (raw.state === 'holds') {
      yield { bytes: record({ 'WARC-Type': 'resource', 'WARC-Record-ID': resource, ...common, 'WARC-Block-Digest': `sha256:${snapshot.rawSha256}`, 'WARC-Payload-Digest': `sha256:${snapshot.rawSha256}`, 'Content-Type': snapshot.mediaType }, raw.bytes) };
    } else yield { left: `${snapshot.id} (${snapshot.address}): its bytes are ${raw.state}` };
    const refers = raw.state === 'holds' ? { 'WARC-Refers-To': resource } : {};
    if (text.state === 'holds') {
      yield { bytes: record({ 'WARC-Type': 'conversion', 'WARC-Record-ID': idOf(`${snapshot.id}/text`), ...common, ...refers, 'WARC-Block-Digest': `sha256:${snapshot.textSha256}`, 'Content-Type': 'text/plain; charset=utf-8' }, encode(text.text)) };
    } else yield { left: `${snapshot.id} (${snapshot.address}): its text is ${text.state}` };
    yield { bytes: record({ 'WARC-Type': 'metadata', 'WARC-Record-ID': idOf(`${snapshot.id}/metadata`), ...common, ...refers, 'Content-Type': 'application/warc-fields' }, fields(history(snapshot))) };
  }
}

function history(snapshot: Snapshot): Record<string, string> {
  return {
    snapshot: snapshot.id, source: snapshot.source, requested: snapshot.requested, robots: snapshot.robots, converter: `${snapshot.converter.name} ${snapshot.converter.version}`,
    ...Object.fromEntries(snapshot.hops.map(({ address, status, dialled }, at) => [`hop-${at + 1}`, `${status} ${address}${dialled === null ? '' : ` via ${dialled}`}`])),
    ...Object.fromEntries(Object.entries(snapshot.headers).map(([name, value]) => [`http-header-${name}`, value])),
    ...(snapshot.published ? { published: `${snapshot.published.value} (${snapshot.published.origin})` } : {}),
    ...(snapshot.licence ? { licence: snapshot.licence.value } : {}),
  };
}

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);
/** WARC-Date knows no more than the spec's W3C form; whole seconds are understood everywhere. */
const seconds = (time: string): string => `${time.slice(0, 19)}Z`;
/** A version 8 UUID (RFC 9562), so that exporting the same run again names the same records. */
const urn = (hash: string): string => `<urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}>`;
/** A value from a source must not begin a line of its own. */
const lines = (values: Record<string, string>): string => Object.entries(values).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`).join('');
const fields = (values: Record<string, string>): Uint8Array => encode(lines(values));

function record(headers: Record<string, string>, block: Uint8Array): Uint8Array {
  const [head, tail] = [encode(`WARC/1.1\r\n${lines({ ...headers, 'Content-Length': String(block.length) })}\r\n`), encode('\r\n\r\n')];
  const bytes = new Uint8Array(head.length + block.length + tail.length);
  bytes.set(head);
  bytes.set(block, head.length);
  bytes.set(tail, head.length + block.length);
  return bytes;
}
