import { beginning, quotedInMarkdown } from '../../shared/plainText';
import { byId } from '../immutable';
import { cellsNamed, resultNamed } from '../ledger/cells';
import { type Evidence } from '../ledger/records';
import { type RunState } from '../run/state';
import { fileNameOf } from '../source/addresses';
import { currentBlocks } from './state';
import { type Wording } from './wording';

/** What each number stands for. A conclusion names what it rests on, and brings the premises that the article does not cite itself. */
export function citedSources(state: RunState, numbers: ReadonlyMap<string, number>, wording: Wording): string[] {
  return [...numbers].flatMap(([id, n]) => {
    const item = byId('evidence', state.ledger.evidence, id);
    if (!item) return [`${n}. ${id}`];
    const uncited = item.premises.flatMap((premise) => (numbers.has(premise) ? [] : byId('evidence', state.ledger.evidence, premise) ?? []));
    return [`${n}. ${sourceLine(state, item, numbers, wording)}`, ...uncited.map((premise) => `   - ${premise.id}: ${sourceLine(state, premise, numbers, wording)}`)];
  });
}

/** Characters of a cited passage that are printed; its address leads to the rest. */
const wordsShown = 300;

function sourceLine(state: RunState, item: Evidence, numbers: ReadonlyMap<string, number>, wording: Wording): string {
  // By the number that the article gives it, else by its id, which stands below.
  const shown = (id: string): string => { const n = numbers.get(id); return n === undefined ? id : `[${n}]`; };
  return describeEvidence(state, item, shown, quotedByArticle(state, item) ? '' : citedWords(item), wording);
}

/**
 * One evidence for readers, as Markdown: its source with dates, authority and address, then `words`; of a conclusion what it concludes and from what.
 * `shown`: how another evidence is named.
 */
export function describeEvidence(state: RunState, item: Evidence, shown: (id: string) => string, words: string, wording: Wording): string {
  const source = byId('source', state.source.sources, item.source ?? '');
  const snapshot = byId('snapshot', state.source.snapshots, item.snapshot ?? '');
  if (!source || !snapshot) return `${wording.kinds[item.kind]}: ${quotedInMarkdown(item.reasoning ?? '').replace(/\bE\d+\b/g, shown)}${item.premises.length === 0 ? '' : ` (${item.premises.map(shown).join(', ')})`}`;
  const dates = [snapshot.published ? `${wording.published} ${snapshot.published.value}` : wording.noDate, `${wording.retrieved} ${snapshot.retrievedAt.slice(0, 10)}`];
  if (item.asOf !== null && item.asOf !== snapshot.published?.value) dates.push(`${wording.asOf} ${item.asOf}`);
  if (item.validity !== null) dates.push(`${wording.validity} ${quotedInMarkdown(item.validity)}`);
  const near = item.match === 'near' ? ` (${wording.near}: ${item.differences.map(({ quote, text }) => `“${quotedInMarkdown(quote)}” / “${quotedInMarkdown(text)}”`).join(', ')})` : '';
  const cells = cellsNamed(item);
  const result = resultNamed(item);
  return `${source.publisher === null ? '' : `${quotedInMarkdown(source.publisher)}: `}${quotedInMarkdown(source.title || fileNameOf(source.address))}. ${dates.join('; ')}; ${wording.tiers[source.tier] ?? source.tier}. <${source.address}>${words}${cells === null ? '' : ` (${quotedInMarkdown(cells)})`}${result === null ? '' : `; ${wording.kinds.table}: ${quotedInMarkdown(result)}`}${near}`;
}

const quotedByArticle = ({ article }: RunState, { quote }: Evidence): boolean => quote !== null && currentBlocks(article).some(({ text }) => text.includes(quote));

/** The words that were cited, to follow what describes them. */
export function citedWords({ quote }: Evidence): string {
  if (quote === null) return '';
  return ` “${quotedInMarkdown(beginning(quote.replace(/\s+/g, ' '), wordsShown))}”`;
}
