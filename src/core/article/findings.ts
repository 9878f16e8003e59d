import { type RunState } from '../run/state';
import { citationNow } from './citationNow';
import { noticesOf } from './notices';
import { type Revision } from './records';
import { citationsIn } from './sentences';
import { currentBlocks } from './state';

/** A cited sentence of the article, as a writer may take it into a text of their own. */
export interface Finding {
  block: string;
  /** Index into the sentences of the block's revision. */
  sentence: number;
  /** Markdown with markers. */
  text: string;
  /** The evidence that each marker cites, in their order. */
  citations: string[];
  /** What stands beside the sentence: that it waits for a person, or what a check found. */
  notices: string[];
}

/** What can be taken over now. `leftOut`: cited sentences of which a citation does not hold, or never did. */
export interface Findings {
  findings: Finding[];
  leftOut: number;
}

export function findingsIn(state: RunState): Findings {
  const findings: Finding[] = [];
  let leftOut = 0;
  for (const revision of currentBlocks(state.article)) {
    const notices = noticesOf(state, revision, new Map());
    for (const [index, { end }] of revision.sentences.entries()) {
      if (citationsIn(revision, index).length === 0) continue;
      const start = startOf(revision, index);
      const inside = revision.citations.filter((citation) => citation.start >= start && citation.end <= end);
      const bound = inside.flatMap((citation) => (citation.evidence !== null && citationNow(state, citation) === 'bound' ? [citation.evidence] : []));
      if (bound.length < inside.length) leftOut += 1;
      else findings.push({ block: revision.block, sentence: index, text: revision.text.slice(start, end).replace(structure, ''), citations: bound, notices: notices.flatMap(({ sentence, text }) => (sentence === index ? [text] : [])) });
    }
  }
  return { findings, leftOut };
}

/** What makes a line an item, a quote or a heading where it stands, and would do so elsewhere. */
const structure = /^(?:[-*+•>]\s+|\d+[.)]\s+|#{1,6}\s+)+/;

/** Where a sentence begins, or the first of those that end with it one quotation which was begun before. */
function startOf({ text, sentences }: Revision, index: number): number {
  const last = sentences[index];
  if (!last) return 0;
  let start = last.start;
  for (let at = index - 1; at >= 0 && sentences[at]?.paragraph === last.paragraph && endsQuotation(text.slice(start, last.end)); at--) start = sentences[at]?.start ?? start;
  return start;
}

const endsQuotation = (text: string): boolean => [['“', '”'], ['「', '」'], ['『', '』']].some(([open = '', close = '']) => text.split(close).length > text.split(open).length);
