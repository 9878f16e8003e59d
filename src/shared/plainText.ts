/** Control characters but line feed and tab, and the marks that turn the direction of what follows them. */
export const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text without what a terminal obeys or a reader cannot see it by: control characters but line feed and tab, and the marks that turn
 * the direction of what follows them (Unicode UAX #9, embeddings, overrides and isolates). Sources and questions may hold any of them.
 */
export const withoutControls = (text: string): string => text.replace(controls, '');

/**
 * Somebody else's words as one line of Markdown that shows them and does nothing more: no link, picture, tag, emphasis or citation
 * marker comes alive in it. Escapes as in CommonMark 0.31, section 2.4.
 */
export const quotedInMarkdown = (text: string): string =>
  withoutControls(text.replace(/\s+/g, ' ')).replace(/[\\`*[\]]|<(?=[\p{L}/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');

/** The beginning of a text that is longer than so many UTF-16 code units, with an ellipsis; no character is cut in half. */
export const beginning = (text: string, longest: number): string => (text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`);

/** With its full stop, so that another sentence may follow. */
export const sentence = (text: string): string => (text === '' || /[.!?。！？]$/.test(text) ? text : `${text}.`);
