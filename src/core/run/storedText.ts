import { type Archive } from '../source/archive';
import { type StoredText } from './records';

/** What is longer goes to the archive, where an unchanged text is stored once. UTF-16 code units; 4 KB in design section 4. */
const inlineLimit = 4096;

export async function store(archive: Archive, text: string): Promise<StoredText> {
  return text.length <= inlineLimit ? { text } : { sha256: await archive.putText(text), length: text.length };
}

/** UTF-16 code units. */
export const lengthOf = (stored: StoredText): number => ('text' in stored ? stored.text.length : stored.length);

/** The text exactly as it was stored; a sentence in its place when the archive lost it. */
export async function restore(archive: Archive, stored: StoredText): Promise<string> {
  if ('text' in stored) return stored.text;
  const found = await archive.getText(stored.sha256);
  if (found.state === 'holds') return found.text;
  return `(The stored text ${stored.sha256.slice(0, 12)}… is ${found.state} in the archive.)`;
}

/** The data exactly as it was stored, or null when the archive lost it: whoever needs it then does without, or asks again. */
export async function restoreData(archive: Archive, stored: StoredText): Promise<unknown> {
  if ('text' in stored) return JSON.parse(stored.text) as unknown;
  const found = await archive.getText(stored.sha256);
  return found.state === 'holds' ? (JSON.parse(found.text) as unknown) : null;
}
