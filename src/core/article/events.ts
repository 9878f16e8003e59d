import * as z from 'zod';
import { text } from '../ledger/records';
import { revision } from './records';

export const articleEvents = {
  /** `after` places a new block behind that one; null at the end, `first` at the head. A revision keeps its place. */
  'block.published': z.object({ revision, after: z.union([z.literal('first'), text]).nullable() }),
  /** The readers' file was written: the hash of what stands in it, so that a person's edit is seen and left alone. */
  'article.written': z.object({ file: text, sha256: text }),
  /** A reader approved or rejected a sentence that waited for a person. */
  'sentence.reviewed': z.object({ block: text, revision: z.int(), sentence: z.int(), verdict: z.enum(['approved', 'rejected']), reason: text.nullable(), by: text }),
} as const;
