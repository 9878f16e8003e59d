import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { sha256 } from '../../../src/compose';
import { type Snapshot } from '../../../src/core/source/records';
import { warcRecords } from '../../../src/core/source/warc';
import { createArchive } from '../../../src/node/store/archiveFiles';

let folder: string;
beforeAll(async () => { folder = await mkdtemp(path.join(tmpdir(), 'warc-')); });
afterAll(() => rm(folder, { recursive: true }));

async function written(): Promise<{ snapshot: Snapshot; bytes: Uint8Array; text: string; pieces: Uint8Array[]; left: string[] }> {
  const archive = createArchive(path.join(folder, '.research'));
  const [bytes, text] = [Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256), 'Tide: 4.82 m — 潮位\r\n\r\nWARC/1.1'];
  const snapshot: Snapshot = {
    id: 'N1', source: 'S1', requested: 'https://tides.example/', address: 'https://tides.example/report.pdf', retrievedAt: '2025-02-03T10:11:12.345Z', headers: { 'content-type': 'application/pdf', etag: 'one\r\nWARC-Type: forged' },
    hops: [{ address: 'https://tides.example/', status: 301, dialled: '192.0.2.1' }], mediaType: 'application/pdf', charset: null, converter: { name: 'pdf', version: '1' },
    rawSha256: await archive.putBytes(bytes), textSha256: await archive.putText(text), structureSha256: '0'.repeat(64), byteLength: bytes.length, textLength: text.length, main: null,
    language: null, published: null, modified: null, licence: null, canonical: null, identifiers: [], agency: null, robots: 'allowed', missing: [], result: null,
  };
  const [pieces, left]: [Uint8Array[], string[]] = [[], []];
  const gone = { ...snapshot, id: 'N2', rawSha256: 'f'.repeat(64) };
  for await (const piece of warcRecords({ snapshots: [snapshot, gone], archive, product: 'ResearchLedger/0.1', run: 'run-1', createdAt: '2025-02-03T10:00:00.000Z', sha256 })) {
    if ('left' in piece) left.push(piece.left);
    else pieces.push(piece.bytes);
  }
  return { snapshot, bytes, text, pieces, left };
}

async function readByAnother(file: string): Promise<{ type: string | null; uri: string | null; id: string | null; refers: string | null; block: Buffer }[]> {
  const records = [];
  const parser = new WARCParser(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>);
  for await (const record of parser) {
    const block = Buffer.from(await record.readFully(false));
    records.push({ type: record.warcType ?? null, uri: record.warcTargetURI ?? null, id: record.warcHeader('WARC-Record-ID') ?? null, refers: record.warcHeader('WARC-Refers-To') ?? null, block });
  }
  return records;
}

describe('an archive exported as WARC', () => {
  it.each(['archive.warc', 'archive.warc.gz'])('is read by another tool, byte for byte: %s', async (name) => {
    const { bytes, text, pieces, left } = await written();
    const file = path.join(folder, name);
    await writeFile(file, Buffer.concat(name.endsWith('.gz') ? pieces.map((piece) => gzipSync(piece)) : pieces));
    const records = await readByAnother(file);
    expect(records.map(({ type }) => type)).toEqual(['warcinfo', 'resource', 'conversion', 'metadata', 'conversion', 'metadata']);
    const [, resource, conversion, metadata] = records;
    expect(resource?.uri).toBe('https://tides.example/report.pdf');
    expect(resource?.block.equals(bytes)).toBe(true);
    expect(conversion?.block.toString()).toBe(text);
    expect([conversion?.refers, metadata?.refers]).toEqual([resource?.id, resource?.id]);
    expect(metadata?.block.toString()).toContain('hop-1: 301 https://tides.example/ via 192.0.2.1\r\n');
    expect(metadata?.block.toString()).toContain('http-header-etag: one WARC-Type: forged\r\n');
    expect(left).toEqual(['N2 (https://tides.example/report.pdf): its bytes are missing']);
  });

  it('names the same records when it is exported again', async () => {
    const [one, other] = await Promise.all([written(), written()]);
    expect(Buffer.concat(one.pieces).equals(Buffer.concat(other.pieces))).toBe(true);
    expect(await readFile(path.join(folder, 'archive.warc')).then((file) => file.equals(Buffer.concat(one.pieces)))).toBe(true);
  });
});
