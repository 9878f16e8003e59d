/**
 * A segment is one immutable file of the index:
 *
 *     magic · texts · postings · termBytes · termEnds · postingEnds · counts · passages · files · directory · trailer
 *
 * texts       blocks of 8 passages, each a zlib stream of JSON `[[headings, text], …]`
 * postings    per term, ascending by passage: varint(gap × 2 + (frequency is 1)), then varint(frequency) where it is not 1
 * termBytes   the terms in UTF-8, sorted by UTF-16 code units; `termEnds`, `postingEnds` and `counts` are u32 per term
 * passages    u32 each, column by column: file, start, end, length in tokens; then the ends of the text blocks
 * files       JSON, see `IndexedFile`
 * directory   JSON, see `Directory`
 * trailer     u32 length of the directory, u32 CRC-32 of all before the trailer, magic
 *
 * Numbers are little-endian. The CRC is checked when the file is opened, so that a damaged index is rebuilt and never answers.
 */
import * as z from 'zod';

export const magic = 'RLCORP01';
export const trailerLength = 8 + magic.length;
export const passagesPerBlock = 8;
export const passageColumns = ['file', 'start', 'end', 'length'] as const;

export const indexedFile = z.object({
  path: z.string(),
  /** Size, modification time and inode: the file is read again only when one of them differs. */
  stamp: z.string(),
  title: z.string(),
  published: z.string().nullable(),
  /** BCP 47 tag that the file declares. */
  language: z.string().nullable(),
  /** What most of its text is written in, as `scriptOf` names it: all that is known of its language when it declares none. */
  script: z.string().nullable(),
  /** How many passages the file has; they are consecutive. */
  passages: z.number(),
});
export type IndexedFile = z.infer<typeof indexedFile>;

const place = z.tuple([z.number(), z.number()]);
export const directory = z.object({
  passages: z.number(),
  terms: z.number(),
  /** Offset and length in bytes. */
  sections: z.object({ texts: place, postings: place, termBytes: place, termEnds: place, postingEnds: place, counts: place, passages: place, blockEnds: place, files: place }),
});
export type Directory = z.infer<typeof directory>;
export type SectionName = keyof Directory['sections'];

/** What a text block holds for one passage: its headings and its text. */
export type StoredPassage = [headings: string[], text: string];

/** What is wrong with a file of the index. The index answers it by building itself anew. */
export class DamagedIndex extends Error {
  override name = 'DamagedIndex';
}
