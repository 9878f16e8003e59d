/** Letters of a name; a longer question is cut at a word. */
const longestName = 60;

/** A question as a file's name on every system: its words, without the signs that one of them refuses. Empty when nothing is left. */
export function fileName(question: string): string {
  const words = question.replace(/[\p{C}\\/:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const letters = [...words];
  const short = letters.length <= longestName ? words : cutAtWord(letters.slice(0, longestName).join(''));
  return short.replace(/[. ]+$/, '').replace(/^[. ]+/, '');
}

/** Chinese has no spaces: there it is cut where it is. */
const cutAtWord = (text: string): string => (text.includes(' ') ? text.slice(0, text.lastIndexOf(' ')) : text);
