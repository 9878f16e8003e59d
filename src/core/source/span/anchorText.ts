import { fold, type Skeleton } from './skeleton';
import { indexGrams, type GramIndex } from './grams';

/**
 * A source's text made ready to look quotes up in. What a look-up needs is made at the first one that needs it and kept,
 * so keep the object as long as quotes of the same text come.
 */
export class AnchorText {
  #skeleton: Skeleton | null = null;
  #grams: GramIndex | null = null;

  /** @param text the extracted text of a snapshot, or any text with LF line ends */
  constructor(readonly text: string) {}

  get skeleton(): Skeleton {
    return (this.#skeleton ??= fold(this.text));
  }

  /** Runs of the skeleton by content, for the approximate search of a long text. */
  get grams(): GramIndex {
    return (this.#grams ??= indexGrams(this.skeleton.text));
  }

  /** Does the word stand somewhere in lower case, as an ordinary word does and a name does not? */
  hasInLowerCase(word: string): boolean {
    const lower = word.toLowerCase();
    for (let at = this.text.indexOf(lower); at >= 0; at = this.text.indexOf(lower, at + 1)) {
      if (!isLetter(this.text[at - 1]) && !isLetter(this.text[at + lower.length])) return true;
    }
    return false;
  }
}

export const anchorText = (text: string): AnchorText => new AnchorText(text);

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}]/u.test(character);
