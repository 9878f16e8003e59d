/**
 * The only changes made to a source's characters: no BOM, LF as the one line end, no NUL, no lone surrogates.
 * Every other character stays as it stood, so that a quote can be compared with what the source really says.
 */
const lineEnds = /\r\n?|[\u2028\u2029\u0085\f]/g;
const loneSurrogate = /\p{Surrogate}/gu;
const anyTrouble = /[\r\u2028\u2029\u0085\f\0\ud800-\udfff]/;

export function cleanText(text: string): string {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return anyTrouble.test(bare) ? bare.replace(lineEnds, '\n').replaceAll('\0', ' ').replace(loneSurrogate, '\ufffd') : bare;
}

/** The last offset at or before `at` that does not cut a surrogate pair. */
export function safeCut(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return at < text.length && last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}
