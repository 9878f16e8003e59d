/** Where the code point that holds the UTF-16 unit at `offset` starts. */
export function codePointStart(text: string, offset: number): number {
  const inside = isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1));
  return inside ? offset - 1 : offset;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const joiner = 0x200d;
/** Combining marks, variation selectors, tags and skin tones: what belongs to the character before. */
const extender = /[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]/u;

/** `end`, moved behind everything that belongs to the character before it, and never inside a surrogate pair. */
export function characterEnd(text: string, end: number): number {
  let at = codePointStart(text, end) === end ? end : end + 1;
  while (at > 0 && at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const joined = text.charCodeAt(at - 1) === joiner;
    if (codePoint !== joiner && !joined && !extender.test(String.fromCodePoint(codePoint))) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}

/** `start`, moved before the character that it would cut. */
export function characterStart(text: string, start: number): number {
  let at = codePointStart(text, start);
  while (at > 0 && at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const joined = text.charCodeAt(at - 1) === joiner;
    if (codePoint !== joiner && !joined && !extender.test(String.fromCodePoint(codePoint))) break;
    at = codePointStart(text, at - 1);
  }
  return at;
}

/** Without surrogates that have lost their partner, as when a quote was cut at a count of units. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}
