import { withoutControls } from '../shared/plainText';

/** What a run holds comes from strangers: nothing of it steers the terminal it is shown on. */

/** The answer to a command, on standard output. */
export const print = (text: string): void => void process.stdout.write(withNewline(withoutControls(text)));

/** A stored text to the letter, for a file or another program; on a terminal nothing of it steers. */
export const printExactly = (text: string): void => void process.stdout.write(process.stdout.isTTY ? withNewline(withoutControls(text)) : text);

/** The answer as one JSON value. Every character is there for whoever reads it; none that steers is there raw. */
export const printJson = (value: unknown): void =>
  void process.stdout.write(withNewline(JSON.stringify(value).replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)));

/** The answer as the user wants it: a record of format 1, or a sentence. */
export const answer = (wanted: { json: boolean }, record: object, sentence: string): void => (wanted.json ? printJson({ format: 1, ...record }) : print(sentence));

/** What happens meanwhile, on standard error. */
export const say = (text: string): void => void process.stderr.write(withNewline(withoutControls(text)));

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
