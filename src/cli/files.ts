import { writeFile } from 'node:fs/promises';
import { errorMessage } from '../core/run/platform';

/** Writes a file that the user named. Rejects with a sentence. */
export async function writeFor(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: unknown) => { throw new Error(`${file} could not be written: ${errorMessage(cause)}. Name a file in a folder that is there: --out FILE`); });
}
