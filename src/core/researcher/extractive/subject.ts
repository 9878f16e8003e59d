import { stems, type Sought, type SoughtWord } from '../../source/relevance';
import { type Ask } from './ask';

/** What tells the subject of a question from that of its neighbours. */
export interface Subject {
  /** Names that the question writes in one piece. */
  names: readonly string[];
  /** Its other words that do not only measure, each with its weight by rarity. */
  words: readonly SoughtWord[];
}

/** Words that only measure: a figure in bytes or hours is not yet one of what is asked. */
const measuring = new Set(stems('long length large big size high height deep depth wide width amount total time date bit byte kilobyte megabyte gigabyte millisecond second minute hour day week month year percent percentage share proportion rate metre meter kilometre kilometer mile euro dollar 长度 大小 高度 宽度 时间 字节 毫秒 秒钟 分钟 小时 百分 数量 数目 公里 最大 最小 最多 最少 默认 缺省'));

/** @param weighed the sought words of `ask` by how rare they are where the answer is looked for */
export function subjectIn({ sought }: Ask, weighed: Sought): Subject {
  const own = new Set(ownWords(sought));
  return { names: sought.names, words: weighed.words.filter(({ stem }) => own.has(stem) && !measuring.has(stem)) };
}

/** The words of the part itself, not of its context; those that stand in any question only where there are no others. */
export function ownWords({ words }: Sought): string[] {
  const strong = words.filter(({ weight }) => weight >= 1);
  return (strong.length > 0 ? strong : words).map(({ stem }) => stem);
}

/**
 * How much of the subject a text holds: the share of its words by weight, and nothing without one of its names. Two pages of one
 * manual give two defaults, and only the text that holds the name gives the one that is asked for.
 */
export function subjectShare({ names, words }: Subject, text: string): number {
  const lower = text.toLowerCase();
  if (names.length > 0 && !names.some((name) => lower.includes(name))) return 0;
  const has = new Set(stems(text));
  const together = (some: readonly SoughtWord[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  return words.length === 0 ? 1 : together(words.filter(({ stem }) => has.has(stem))) / together(words);
}
