import { soughtIn, stems, type Sought } from '../../source/relevance';
import { contentWords } from '../../source/tokens';
import { traitsOf, type Trait } from './answerType';
import { leadOf, partsOf } from './question';

/** A part of a question, read for what must be found. */
export interface Ask {
  /** The part without the words that only ask. */
  subject: string;
  /** What the question says before its first part and, where the part points back, in its other parts. */
  context: string;
  sought: Sought;
  traits: readonly Trait[];
  /** What is counted, where the question names it: a quotation holds it, or its table or heading does. */
  counted: string | null;
}

/** A measure word counts the noun after it and is no part of it: "有多少条裂缝" asks about 裂缝; "多少支持" has none. */
const measured = /(?:多少|几)(?:个(?![人性])|条(?![件款])|台(?!阶)|辆|种(?=[\u3400-\u9fff])(?![子类])|次(?=[\u3400-\u9fff])(?!数)|艘|座(?!位)|项(?!目)|名(?![称单额])|位(?=[\u3400-\u9fff])(?!置)|件|处(?![理罚])|家(?!庭)|栋|层(?=[\u3400-\u9fff])|米(?=[\u3400-\u9fff])|只|张|根(?!据)|块|棵|间(?!隔)|支(?![持出付])|部(?![分门件]))/g;

/** The noun that a measure word counts, by its first two characters: who quotes a number of other things answers nothing. */
const countedIn = (claim: string): string | null => new RegExp(`${measured.source}([\\u3400-\\u9fff]{2})`).exec(claim)?.[1] ?? null;

/** Words that ask, each with what it asks about: "how large" asks about a size. */
const asking: readonly [RegExp, string][] = [
  [measured, ' '],
  [/\b(?:what|which) (?:share|percentage|proportion|fraction|amount) of\b/gi, ' '],
  [/\bhow (?:large|big)\b/gi, ' size '], [/\bhow (?:many|much|long|often|far|fast|high|old|soon)\b/gi, ' '],
  [/\b(?:what|which|who|whom|whose|where|when|why|how)\b/gi, ' '],
  [/请问|为什么|为何|什么时候|什么样|用什么|什么|怎么样?|怎样|如何|多少|多大|多长|多久|多高|哪一?[个些里种条位年天]|哪|几[年天]|是否|可不可以|可以|能够|应该|又是|分别/g, ' '],
  [/(?<=[\u3400-\u9fff\s])[的了吗呢是把被从由在又有它其](?=[\u3400-\u9fff\w\s/]|$)/g, ' '],
];
/** A part that points back at what was named before it. */
const pointing = /\b(?:it|its|they|them|their|that|this|one|these|those)\b|[它其]|又|该|这个|那个/i;

export const subjectOf = (part: string): string => asking.reduce((text, [pattern, instead]) => text.replace(pattern, instead), part).replace(/[?？。，、！；：“”]/g, ' ').replace(/\s+/g, ' ').trim();

/** What "it" stands for in a part that points back: the subject of the part before; empty where nothing points or nothing is before. */
export function antecedentOf(claim: string, question: string): string {
  const parts = partsOf(question);
  const before = parts[parts.indexOf(claim) - 1];
  return pointing.test(claim) && before !== undefined ? subjectOf(before) : '';
}

/** The words of a text that carry meaning, as they are written there, each stem once: what a search is told, and a reader sees. */
export function writtenWords(text: string): string[] {
  const written = (text.match(/[\p{L}\p{M}\p{N}]+(?:[.,'’_/-][\p{L}\p{M}\p{N}]+)*/gu) ?? []).map((word) => word.replace(/['’]s$/, '')).filter((word) => contentWords(word).length > 0);
  const seen = new Set<string>();
  return written.filter((word) => {
    const stem = stems(word).join(' ');
    return !seen.has(stem) && seen.add(stem);
  });
}

const verbs = 'is|are|was|were|did|do|does|has|have|had|can|could|will|would';
/**
 * Whose amount is asked, which a source on it names once and not where it gives the amount: "how many sailings *of the battery ferry* were
 * cancelled", "what share of *the ferry's* sailings", "how much energy does *the battery ferry* use". A name tells two of a kind apart, and
 * stays with what is asked.
 */
const owners: readonly RegExp[] = [
  new RegExp(`(?<=\\b[Hh]ow (?:many|much) (?:[\\p{L}-]+ ){1,4})(?:of|on|in|at|by|from) (?:the|this) [\\p{Ll}' -]+?(?= (?:${verbs})\\b)`, 'u'),
  /(?<=\b(?:[Hh]ow (?:many|much)|[Ww]hat (?:share|percentage|proportion)) (?:of )?)(?:the |this )[\p{Ll} -]+?[’']s(?= )/u,
  /(?<=\b[Hh]ow (?:many|much) (?:[\p{L}-]+ ){1,4}(?:do|does|did) )(?:the|this) [\p{Ll} -]+?(?= \p{Ll}+(?: (?:per|in|on|at|for|from|over|during|with|by)\b|[?？]?$))/u,
];

/** What a claim asks; the rest of the question helps, and helps more where the claim points back at it. */
export function askOf(claim: string, question: string): Ask {
  const owner = owners.flatMap((pattern) => pattern.exec(claim)?.[0] ?? [])[0] ?? '';
  const subject = subjectOf(claim.replace(owner, ''));
  const points = pointing.test(claim);
  const others = points ? partsOf(question).filter((part) => part !== claim).map(subjectOf) : [];
  const context = [leadOf(question), owner, ...others].join(' ').trim();
  return { subject, context, sought: soughtIn(subject, context, points ? 0.5 : 0.2), traits: traitsOf(claim), counted: countedIn(claim) };
}

/** Words by which a source is read for a claim. */
export const readingWords = (claim: string, question: string): string => {
  const { subject, context } = askOf(claim, question);
  return `${subject} ${pointing.test(claim) ? context : ''}`.trim() || claim;
};
