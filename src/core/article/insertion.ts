import { quotedInMarkdown } from '../../shared/plainText';
import { byId } from '../immutable';
import { hasSpan, restsOn, type SpanEvidence } from '../ledger/restsOn';
import { facts, type RunState } from '../run/state';
import { fileNameOf } from '../source/addresses';
import { citedWords, describeEvidence } from './citedSources';
import { type Finding } from './findings';
import { renderWords } from './markdown';
import { wordingOf } from './wording';

export const citationStyles = ['footnote', 'link'] as const;
export type CitationStyle = (typeof citationStyles)[number];

/** What a finding becomes in a Markdown file: its words, and the footnotes that they need, by label. */
export interface Insertion {
  text: string;
  footnotes: Map<string, string>;
}

/**
 * A finding with citations that lead to the archived words. A footnote names the source, its dates and the words themselves, so that the
 * file says what it rests on where there is no ledger; its label is the same each time, so that citing again needs no second one.
 * `addresses`: of the archived span of each evidence that stands on one.
 */
export function insertionOf(state: RunState, run: string, finding: Finding, style: CitationStyle, addresses: ReadonlyMap<string, string>): Insertion {
  const wording = wordingOf(facts(state).language);
  const footnotes = new Map<string, string>();
  const archived = (id: string): string => { const address = addresses.get(id); return address === undefined ? '' : ` [${wording.archived}](${address})`; };
  const described = (id: string): string => {
    const item = byId('evidence', state.ledger.evidence, id);
    if (!item) return id;
    const premises = item.premises.map((premise) => ` ${premise}: ${described(premise)}`).join('');
    return `${describeEvidence(state, item, (other) => other, citedWords(item), wording)}${archived(id)}${premises}`;
  };
  const text = renderWords(finding.text.replace(/\s+(?=\[\[cite:)/g, ''), (n, behind) => {
    const id = finding.citations[n] ?? '';
    if (style === 'link') {
      const name = quotedInMarkdown(sourceName(state, id));
      const address = addresses.get(spanUnder(state, id)?.id ?? '');
      return address === undefined ? ` (${name})` : ` ([${name}](${address}))`;
    }
    const label = `${id}-${run.split('-').at(-1) ?? run}`;
    footnotes.set(label, described(id));
    return `[^${label}]${behind}`;
  });
  return { text, footnotes };
}

/** The span that a link leads to: of the evidence itself, or of what a conclusion rests on. */
const spanUnder = (state: RunState, id: string): SpanEvidence | undefined => restsOn(state.ledger.evidence, [id]).find(hasSpan);

/** Who says it, and when it was published; of a conclusion, who says the first that it rests on and that stands in a text. */
export function sourceName(state: RunState, id: string): string {
  const item = spanUnder(state, id);
  const source = byId('source', state.source.sources, item?.source ?? '');
  if (!source) return id;
  const published = byId('snapshot', state.source.snapshots, item?.snapshot ?? '')?.published?.value.slice(0, 4);
  return `${source.publisher ?? (source.title || fileNameOf(source.address))}${published === undefined ? '' : `, ${published}`}`;
}

/** The spans that an insertion links to. */
export const spansOf = (state: RunState, findings: readonly Finding[]): SpanEvidence[] =>
  restsOn(state.ledger.evidence, findings.flatMap(({ citations }) => citations)).filter(hasSpan);
