import * as z from 'zod';
import { errorMessage, type Clock } from '../run/platform';
import { type Archive, type Sha256 } from './archive';
import { type Fetcher, type FetchFailure } from './fetcher';
import { defaultReadLimits, type ReadFailure, type ReadText, type SourceReader } from './reader';
import { type Snapshot } from './records';
import { anchorText, type AnchorText } from './span/anchorText';

/** Everything of a `ReadText` but the text; archived beside it so that a resumed run need not read again. */
export type Structure = Omit<ReadText, 'text'>;

/** A source that was brought in: its snapshot's record before it has ids. */
export interface BroughtIn {
  record: Omit<Snapshot, 'id' | 'source' | 'result'>;
  text: string;
  structure: Structure;
}

export type BringOutcome =
  | { ok: true; value: BroughtIn }
  | { ok: false; kind: FetchFailure['kind'] | ReadFailure['kind']; message: string; temporary: boolean };

/** Thrown when an archived body is not what its snapshot says. The citation that rests on it does not hold. */
export class ArchiveBroken extends Error {
  override readonly name = 'ArchiveBroken';
}

const structureCheck = z.custom<Structure>((value) => typeof value === 'object' && value !== null && 'headings' in value && 'tables' in value);

/** Throws for what is no archived structure. */
export const parseStructure = (body: string): Structure => structureCheck.parse(JSON.parse(body));

/**
 * Archive before use: fetch, read, write both bodies, and only then say that a source is there.
 * Keeps what it read lately, so that a run looks up many quotes in one text without folding it anew.
 */
export class Library {
  readonly #texts = new Map<Sha256, AnchorText>();
  readonly #structures = new Map<Sha256, Structure>();

  constructor(
    private readonly parts: { archive: Archive; fetcher: Fetcher; reader: SourceReader; clock: Clock },
    /** Texts, and as many structures, kept in memory. */
    private readonly capacity = 64,
  ) {}

  async bringIn(address: string, signal: AbortSignal): Promise<BringOutcome> {
    const { archive, fetcher, reader } = this.parts;
    const fetched = await fetcher.fetch({ address, signal });
    if (!fetched.ok) return { ok: false, kind: fetched.failure.kind, message: fetched.failure.message, temporary: fetched.failure.temporary };
    const body = fetched.value;
    const declaredType = body.headers['content-type'];
    const read = await reader.read({ bytes: body.bytes, address: body.final, ...(declaredType === undefined ? {} : { declaredType }), limits: defaultReadLimits, signal });
    if (!read.ok) return { ok: false, kind: read.failure.kind, message: read.failure.message, temporary: false };
    const { text, ...structure } = read.value;
    const [rawSha256, textSha256, structureSha256] = await Promise.all([archive.putBytes(body.bytes), archive.putText(text), archive.putText(JSON.stringify(structure))]);
    this.#keep(this.#texts, textSha256, anchorText(text));
    this.#keep(this.#structures, structureSha256, structure);
    const { metadata } = structure;
    return {
      ok: true,
      value: {
        text, structure,
        record: {
          requested: body.requested, address: body.final, hops: body.hops, retrievedAt: body.retrievedAt, headers: body.headers,
          mediaType: structure.mediaType, charset: structure.charset, converter: structure.converter,
          rawSha256, textSha256, structureSha256, byteLength: body.bytes.length, textLength: text.length, main: structure.main,
          language: metadata.language, published: metadata.published, modified: metadata.modified, licence: metadata.licence,
          canonical: metadata.canonical, identifiers: metadata.identifiers, agency: metadata.agency, robots: body.robots, missing: structure.missing,
        },
      },
    };
  }

  /** The archived text, hashed again when it comes from the disk. Throws ArchiveBroken when it is not what was archived. */
  async text(snapshot: Snapshot): Promise<AnchorText> {
    const kept = this.#texts.get(snapshot.textSha256);
    if (kept) return kept;
    const anchor = anchorText(await this.#body(snapshot.textSha256, `The archived text of ${snapshot.id} (${snapshot.address})`));
    this.#keep(this.#texts, snapshot.textSha256, anchor);
    return anchor;
  }

  /** What is in memory of a snapshot, at once: a decision in the run's queue cannot wait for the disk. */
  kept({ textSha256, structureSha256 }: Snapshot): { text: string; structure: Structure } | null {
    const [anchor, structure] = [this.#texts.get(textSha256), this.#structures.get(structureSha256)];
    return anchor && structure ? { text: anchor.text, structure } : null;
  }

  async structure(snapshot: Snapshot): Promise<Structure> {
    const kept = this.#structures.get(snapshot.structureSha256);
    if (kept) return kept;
    const what = `The archived structure of ${snapshot.id} (${snapshot.address})`;
    const body = await this.#body(snapshot.structureSha256, what);
    try {
      const structure = parseStructure(body);
      this.#keep(this.#structures, snapshot.structureSha256, structure);
      return structure;
    } catch (cause) {
      throw new ArchiveBroken(`${what} is not readable: ${errorMessage(cause)}.`);
    }
  }

  async #body(hash: Sha256, what: string): Promise<string> {
    const found = await this.parts.archive.getText(hash);
    if (found.state === 'holds') return found.text;
    throw new ArchiveBroken(found.state === 'missing' ? `${what} is missing from the archive.` : `${what} was changed after it was archived: its hash is ${found.actual.slice(0, 12)}…, not ${hash.slice(0, 12)}….`);
  }

  #keep<T>(held: Map<Sha256, T>, hash: Sha256, value: T): void {
    held.delete(hash);
    held.set(hash, value);
    if (held.size > this.capacity) {
      const [oldest] = held.keys();
      if (oldest !== undefined) held.delete(oldest);
    }
  }
}
