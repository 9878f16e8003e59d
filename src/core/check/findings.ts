import { type Revision } from '../article/records';
import { citationsIn } from '../article/sentences';
import { currentBlocks } from '../article/state';
import { byId } from '../immutable';
import { type LedgerInputs } from '../ledger/live';
import { type Check } from './events';

/** The last check of each sentence against each source, by block and revision; checks by rule are said in the receipt and are not here. A memory of a pure function. */
const remembered = new WeakMap<readonly Check[], ReadonlyMap<string, readonly Check[]>>();

function standing(checks: readonly Check[]): ReadonlyMap<string, readonly Check[]> {
  const known = remembered.get(checks);
  if (known) return known;
  const groups = new Map<string, Map<string, Check>>();
  for (const check of checks) {
    if (check.checker === 'rules') continue;
    const key = `${check.block} ${check.revision}`;
    const group = groups.get(key) ?? new Map<string, Check>();
    groups.set(key, group.set(`${check.sentence ?? ''} ${check.source ?? ''}`, check));
  }
  const last = new Map([...groups].map(([key, group]) => [key, [...group.values()]]));
  remembered.set(checks, last);
  return last;
}

/** What models said of one revision: the word that stands for each sentence and source. */
export const checksOf = (checks: readonly Check[], { block, revision }: Pick<Revision, 'block' | 'revision'>): readonly Check[] => standing(checks).get(`${block} ${revision}`) ?? [];

export type Finding = Check & { verdict: 'partly' | 'unsupported' | 'contradicted' };

/** Checks that found a sentence of this revision to say something else than its source. */
export const findingsOf = (checks: readonly Check[], revision: Pick<Revision, 'block' | 'revision'>): Finding[] =>
  checksOf(checks, revision).filter((check): check is Finding => check.verdict === 'partly' || check.verdict === 'unsupported' || check.verdict === 'contradicted');

/** A check in a line: `B1:2 against S3: unsupported: why; the source says “…”`. The words are a source's and a verifier's. */
export function findingLine({ block, sentence, source, verdict, why, decides, selfChecked }: Check): string {
  const words = decides?.quote.replace(/\s+/g, ' ').slice(0, quoteLimit);
  return `${sentence === null ? block : `${block}:${sentence + 1}`} against ${source ?? 'its sources'}: ${verdict.replace('-', ' ')}${selfChecked ? ' (self-checked)' : ''}: ${why.slice(0, reasonLimit).replace(/[.。]$/, '')}${words === undefined ? '' : `; the source says “${words}”`}`;
}

/** UTF-16 code units of the reason and of the deciding words that a line shows. */
const reasonLimit = 200;
const quoteLimit = 160;

/** Claims whose evidence, as a model that read its source found, does not bear a sentence of the article that cites it. */
export function faultedClaims({ article, checks, ledger }: Pick<LedgerInputs, 'article' | 'checks' | 'ledger'>): ReadonlySet<string> {
  const claimsOf = (revision: Revision, { sentence, source }: Check): string[] => (sentence === null ? revision.claims : citationsIn(revision, sentence).flatMap(({ evidence }) => {
    const cited = byId('evidence', ledger.evidence, evidence ?? '');
    return cited && (cited.source === source || cited.premises.length > 0) ? [cited.claim] : [];
  }));
  return new Set(currentBlocks(article).flatMap((revision) => findingsOf(checks, revision).filter(({ verdict }) => verdict !== 'partly').flatMap((check) => claimsOf(revision, check))));
}
