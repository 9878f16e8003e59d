import { byId } from '../immutable';
import { type EventDraft } from '../run/event';
import { type RunState } from '../run/state';
import { type Evidence } from '../ledger/records';
import { type Link } from './reader';
import { type Provenance, type Snapshot, type Source } from './records';
import { containment, longRun, sharedRunOver, type Shingles, type TextUnits } from './shingles';

/** One archived text as the rules of provenance see it. Units and shingles are made once a snapshot and kept by the caller. */
export interface ArchivedWork {
  source: string;
  snapshot: string;
  text: string;
  units: TextUnits;
  shingles: Shingles;
  /** Links of the text, resolved against its address. */
  links: readonly Link[];
}

/** From this containment on, one text reposts the other: copies stand at 0.4 and more, unrelated texts at 0.01 (sources.md, "Syndication"). */
export const repostThreshold = 0.3;

type Edge = Omit<Provenance, 'by'>;

/** A known work with its records. */
interface Work extends ArchivedWork {
  record: Source;
  version: Snapshot;
}

/**
 * Edges between a newly archived work and those that were there: near-duplicate text, canonical link, shared author, agency or
 * organisation, and citation by link or identifier. Joining one work of a group is joining all of them, so each group gets one edge.
 * `registrableDomain` gives the domain that an organisation registers (`example.co.uk`), or null for addresses without one.
 */
export function provenanceAfter(state: RunState, arrived: ArchivedWork, others: readonly ArchivedWork[], registrableDomain: (address: string) => string | null): EventDraft[] {
  const work = known(state, arrived);
  if (!work) return [];
  const rest = others.flatMap((other) => (other.source === arrived.source ? [] : (known(state, other) ?? [])));
  return drafts(state, [
    ...rest.flatMap((other) => repostEdge(work, other) ?? []),
    ...rest.flatMap((other) => [...canonicalEdges(work, other), ...canonicalEdges(other, work)]),
    ...authorEdges(work, rest),
    ...agencyEdges(work, rest),
    ...organisationEdges(work, rest, registrableDomain),
    ...rest.flatMap((other) => [...citationEdges(work, other), ...citationEdges(other, work)]),
  ]);
}

/**
 * Edges for one claim: the sentence that carries the evidence stands in a run of 20 words and more that another work has too, or
 * names the other as where it comes from. The two are one witness for this claim, even if the rest differs.
 */
export function provenanceOfEvidence(state: RunState, evidence: Pick<Evidence, 'claim' | 'start' | 'end'>, own: ArchivedWork, others: readonly ArchivedWork[]): EventDraft[] {
  const work = known(state, own);
  const { start, end, claim } = evidence;
  if (!work || start === null || end === null) return [];
  const sentence = sentenceAround(own.text, { start, end });
  return drafts(state, others.flatMap((one): Edge[] => {
    const other = one.source === own.source ? undefined : known(state, one);
    if (!other) return [];
    const run = sharedRunOver(own.units, { start, end }, other.units);
    if (run) {
      const { from, to, why } = direction(work, other);
      return [{ from, to, relation: 'cites', score: null, claim, why: `the sentence stands in ${run.words} words that both have (${longRun} decide); ${why}` }];
    }
    const link = own.links.find((one) => one.start < sentence.end && one.end > sentence.start && isAddressOf(one.address, other));
    if (link) return [{ from: own.source, to: other.source, relation: 'cites', score: null, claim, why: 'the sentence links to it' }];
    const { publisher } = other.record;
    const words = own.text.slice(sentence.start, sentence.end);
    const attributes = publisher !== null && publisher.length >= shortestName && publisher !== work.record.publisher && words.toLowerCase().includes(publisher.toLowerCase()) && attribution.test(words);
    return attributes ? [{ from: own.source, to: other.source, relation: 'cites', score: null, claim, why: `the sentence gives ${publisher} as where it comes from` }] : [];
  }));
}

const attribution = /\b(?:according to|citing|cited|reported by|quot(?:ed|ing)|per)\b|据|據|援引|根据|根據/iu;
const shortestName = 2;

function known(state: RunState, work: ArchivedWork): Work | undefined {
  const record = byId('source', state.source.sources, work.source);
  const version = byId('snapshot', state.source.snapshots, work.snapshot);
  return record && version ? { ...work, record, version } : undefined;
}

/** Only what is new; and not what a person set: a correction of this relation on this source stands. */
function drafts({ source, ledger }: RunState, edges: readonly Edge[]): EventDraft[] {
  const keyOf = ({ from, to, relation, claim }: Pick<Edge, 'from' | 'to' | 'relation' | 'claim'>): string => `${from} ${relation} ${to} ${claim ?? ''}`;
  const seen = new Set(source.provenance.map(keyOf));
  return edges.flatMap((edge): EventDraft[] => {
    if (seen.has(keyOf(edge)) || ledger.corrections.some(({ target, field }) => target === edge.from && field === edge.relation)) return [];
    seen.add(keyOf(edge));
    return [{ type: 'provenance.linked', by: 'host', data: { ...edge, by: 'host' } }];
  });
}

function repostEdge(work: Work, other: Work): Edge | null {
  const score = containment(work.shingles, other.shingles);
  if (score < repostThreshold) return null;
  const { from, to, why } = direction(work, other);
  return { from, to, relation: 'reposts', score, claim: null, why: `${Math.round(score * 100)} % of the shorter text stands in both; ${why}` };
}

/** The later of two works took it from the earlier; without dates the one archived later is taken to be, and the edge says so. */
function direction(work: Work, other: Work): { from: string; to: string; why: string } {
  const [date, otherDate] = [work.version.published?.value ?? null, other.version.published?.value ?? null];
  if (date !== null && otherDate !== null) {
    const length = Math.min(date.length, otherDate.length);
    const [mine, theirs] = [date.slice(0, length), otherDate.slice(0, length)];
    if (mine !== theirs) {
      const [from, to] = mine > theirs ? [work, other] : [other, work];
      return { from: from.source, to: to.source, why: `dated ${from.version.published?.value} after ${to.version.published?.value}` };
    }
  }
  if ((work.version.agency === null) !== (other.version.agency === null)) {
    const [from, to] = work.version.agency === null ? [other, work] : [work, other];
    return { from: from.source, to: to.source, why: `it credits ${from.version.agency?.value}` };
  }
  return { from: work.source, to: other.source, why: 'which was first is not known' };
}

function canonicalEdges(work: Work, other: Work): Edge[] {
  const canonical = work.version.canonical?.value;
  if (canonical === undefined || isAddressOf(canonical, work) || !isAddressOf(canonical, other)) return [];
  return [{ from: work.source, to: other.source, relation: 'reposts', score: null, claim: null, why: `it names ${canonical} as its canonical address` }];
}

/** By-lines that name no person. */
const noPerson = /^(?:admin(?:istrator)?|staff|editors?|editorial(?: (?:staff|team|board))?|newsroom|news desk|team|guest|anonymous|unknown|contributor|press office|编辑|編輯|编辑部|本报记者|小编|佚名)$/iu;

function authorEdges(work: Work, rest: readonly Work[]): Edge[] {
  return work.record.authors.filter((author) => !noPerson.test(author.trim())).flatMap((author): Edge[] => {
    const other = rest.find(({ record }) => record.authors.some((one) => folded(one) === folded(author)));
    return other ? [{ from: work.source, to: other.source, relation: 'same-author', score: null, claim: null, why: author }] : [];
  });
}

/** Services that distribute whatever they are paid for: a credit to one says nothing about who speaks. */
const distributors = new Set(['pr newswire', 'business wire', 'businesswire', 'globenewswire', 'globe newswire', 'accesswire', 'ein presswire', '美通社']);

/** Two stories that credit one agency are one voice, and so is the agency's own page. */
function agencyEdges(work: Work, rest: readonly Work[]): Edge[] {
  const creditOf = ({ version }: Work): string | null => (version.agency === null || distributors.has(folded(version.agency.value)) ? null : folded(version.agency.value));
  const publisherOf = ({ record }: Work): string | null => (record.publisher === null ? null : folded(record.publisher));
  const credit = creditOf(work);
  const other = rest.find((one) => (credit !== null && (creditOf(one) === credit || publisherOf(one) === credit)) || (creditOf(one) !== null && creditOf(one) === publisherOf(work)));
  if (!other) return [];
  const name = work.version.agency?.value ?? other.version.agency?.value ?? '';
  return [{ from: work.source, to: other.source, relation: 'same-organisation', score: null, claim: null, why: `agency credit ${name}` }];
}

/** Hosts that carry works of others: one address there says nothing about who speaks. */
const hostsOfOthers = new Set([
  'arxiv.org', 'biorxiv.org', 'doi.org', 'nih.gov', 'github.com', 'gitlab.com', 'medium.com', 'archive.org', 'researchgate.net', 'zenodo.org', 'ssrn.com', 'jstor.org', 'youtube.com', 'reddit.com',
  'stackexchange.com', 'stackoverflow.com', 'linkedin.com', 'x.com', 'twitter.com', 'facebook.com', 'zhihu.com', 'weibo.com', 'qq.com', 'prnewswire.com', 'businesswire.com', 'globenewswire.com',
]);

function organisationEdges(work: Work, rest: readonly Work[], registrableDomain: (address: string) => string | null): Edge[] {
  const { publisher, address } = work.record;
  const domain = registrableDomain(address);
  const byName = publisher === null ? undefined : rest.find(({ record }) => record.publisher !== null && folded(record.publisher) === folded(publisher));
  if (byName) return [{ from: work.source, to: byName.source, relation: 'same-organisation', score: null, claim: null, why: `publisher ${publisher}` }];
  if (domain === null || hostsOfOthers.has(domain)) return [];
  // Publishers that are named and differ outrank a shared domain.
  const byDomain = rest.find(({ record }) => registrableDomain(record.address) === domain && (publisher === null || record.publisher === null));
  return byDomain ? [{ from: work.source, to: byDomain.source, relation: 'same-organisation', score: null, claim: null, why: `domain ${domain}` }] : [];
}

function citationEdges(work: Work, other: Work): Edge[] {
  const edge = (why: string): Edge[] => [{ from: work.source, to: other.source, relation: 'cites', score: null, claim: null, why }];
  if (work.links.some(({ address }) => isAddressOf(address, other))) return edge('it links to it');
  const named = other.version.identifiers.find(({ value }) => names(work.text, value));
  return named ? edge(`it names ${named.value}`) : [];
}

/** Whether a text holds an identifier such as `doi:10.1000/182`, with or without its scheme, and not as part of a longer one. */
function names(text: string, identifier: string): boolean {
  const [, scheme = '', rest = ''] = /^(\w+):(.+)$/.exec(identifier) ?? [];
  // A bare number would be found anywhere.
  const needle = (/^\d+$/.test(rest) ? `${scheme} ${rest}` : rest || identifier).toLowerCase();
  const low = text.toLowerCase();
  for (let at = low.indexOf(needle); at !== -1; at = low.indexOf(needle, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(low[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(low[at + needle.length] ?? ' ')) return true;
  }
  return false;
}

function isAddressOf(address: string, { record, version }: Work): boolean {
  const page = pageOf(address);
  return [record.address, version.address, version.requested].some((one) => pageOf(one) === page);
}

/** A page is the same with and without an anchor, TLS or a last slash. */
const pageOf = (address: string): string => address.replace(/#.*$/, '').replace(/^http:/, 'https:').replace(/\/$/, '');

const folded = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** From the end of the sentence or line before to the end of this one. */
function sentenceAround(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const before = text.slice(0, start);
  const from = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('。'), ...['. ', '! ', '? '].map((mark) => before.lastIndexOf(mark))) + 1;
  if (/[.!?。\n]$/u.test(text.slice(start, end))) return { start: from, end };
  const rest = text.slice(end).search(/\n|。|[.!?](?:\s|$)/u);
  return { start: from, end: rest === -1 ? text.length : end + rest };
}
