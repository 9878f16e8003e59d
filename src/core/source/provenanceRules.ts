import { type EventDraft } from '../run/event';
import { type RunState } from '../run/state';
import { tiers, type Evidence } from '../ledger/records';
import { domainOf } from './domains';
import { isFromResearch } from './ownArticle';
import { type Link } from './reader';
import { type Provenance, type Snapshot, type Source } from './records';
import { isNewerEdition } from './supersedes';
import { containment, longRun, sharedRunOver, shinglesOf, unitsOf, type Shingles, type TextUnits } from './shingles';

/** One archived version of a work as the rules of provenance see it. */
export interface ArchivedWork {
  source: Source;
  snapshot: Snapshot;
  text: string;
  /** Links of the text, resolved against its address. */
  links: readonly Link[];
}

/** From this containment on, one text reposts the other: copies stand at 0.4 and more, unrelated texts at 0.01 (sources.md, "Syndication"). */
const repostThreshold = 0.3;

type Edge = Omit<Provenance, 'by'>;

/** Units and shingles of an archived text: a memory of a pure function, gone with the snapshot's record. */
const remembered = new WeakMap<Snapshot, { units: TextUnits; shingles: Shingles }>();

function piecesOf({ snapshot, text }: ArchivedWork): { units: TextUnits; shingles: Shingles } {
  const known = remembered.get(snapshot);
  if (known) return known;
  const units = unitsOf(text);
  const pieces = { units, shingles: shinglesOf(units) };
  remembered.set(snapshot, pieces);
  return pieces;
}

/**
 * Edges between a newly archived work and those that were there: near-duplicate text, canonical link, shared author, agency or
 * organisation, and citation by link or identifier. Joining one work of a group is joining all of them, so each group gets one edge.
 * `registrableDomain` gives the domain that an organisation registers (`example.co.uk`), or null for an address without one.
 */
export function provenanceAfter(state: RunState, arrived: ArchivedWork, others: readonly ArchivedWork[], registrableDomain = domainOf): EventDraft[] {
  const work = arrived;
  const rest = others.filter(({ source }) => source.id !== arrived.source.id);
  return drafts(state, [
    ...rest.flatMap((other) => repostEdge(work, other) ?? []),
    ...rest.flatMap((other) => [...canonicalEdges(work, other), ...canonicalEdges(other, work)]),
    ...rest.flatMap((other) => [...ownArticleEdges(work, other), ...ownArticleEdges(other, work)]),
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
  const { start, end, claim } = evidence;
  if (start === null || end === null) return [];
  const sentence = sentenceAround(own.text, { start, end });
  return drafts(state, others.filter(({ source }) => source.id !== own.source.id).flatMap((other): Edge[] => {
    const takes = (from: ArchivedWork, to: ArchivedWork, why: string): Edge[] => [{ from: from.source.id, to: to.source.id, relation: 'cites', score: null, claim, why }];
    const run = sharedRunOver(piecesOf(own).units, { start, end }, piecesOf(other).units);
    if (run && areEditions(own, other)) return [];
    if (run) {
      // Whole texts that repost each other are joined already, and for every claim.
      if (state.source.provenance.some(({ relation, from, to, claim: of }) => relation === 'reposts' && of === null && [from, to].includes(own.source.id) && [from, to].includes(other.source.id))) return [];
      const { from, to, why } = direction(own, other);
      return takes(from, to, `the sentence stands in ${run.words} words that both have (${longRun} decide); ${why}`);
    }
    if (own.links.some((link) => link.start < sentence.end && link.end > sentence.start && isAddressOf(link.address, other))) return takes(own, other, 'the sentence links to it');
    const { publisher } = other.source;
    const words = own.text.slice(sentence.start, sentence.end);
    const attributes = publisher !== null && publisher.length >= shortestName && publisher !== own.source.publisher && words.toLowerCase().includes(publisher.toLowerCase()) && attribution.test(words);
    return attributes ? takes(own, other, `the sentence gives ${publisher} as where it comes from`) : [];
  }));
}

const attribution = /\b(?:according to|citing|cited|reported by|quot(?:ed|ing)|per)\b|据|據|援引|根据|根據/iu;
const shortestName = 2;

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

/** A body that says its own words anew takes them from nobody: the two are one voice by their publisher. */
const areEditions = (one: ArchivedWork, other: ArchivedWork): boolean => isNewerEdition(one, other) || isNewerEdition(other, one);

function repostEdge(work: ArchivedWork, other: ArchivedWork): Edge | null {
  if (areEditions(work, other)) return null;
  const score = containment(piecesOf(work).shingles, piecesOf(other).shingles);
  if (score < repostThreshold) return null;
  const { from, to, why } = direction(work, other);
  return { from: from.source.id, to: to.source.id, relation: 'reposts', score, claim: null, why: `${Math.round(score * 100)} % of the shorter text stands in both; ${why}` };
}

/** The later of two works took it from the earlier; without dates the one that credits an agency, that has less authority or was archived later is taken to be, and the edge says so. */
function direction(work: ArchivedWork, other: ArchivedWork): { from: ArchivedWork; to: ArchivedWork; why: string } {
  const [date, otherDate] = [work.snapshot.published?.value ?? null, other.snapshot.published?.value ?? null];
  if (date !== null && otherDate !== null) {
    const length = Math.min(date.length, otherDate.length);
    const [mine, theirs] = [date.slice(0, length), otherDate.slice(0, length)];
    if (mine !== theirs) {
      const [from, to] = mine > theirs ? [work, other] : [other, work];
      return { from, to, why: `dated ${from.snapshot.published?.value} after ${to.snapshot.published?.value}` };
    }
  }
  if ((work.snapshot.agency === null) !== (other.snapshot.agency === null)) {
    const [from, to] = work.snapshot.agency === null ? [other, work] : [work, other];
    return { from, to, why: `it credits ${from.snapshot.agency?.value}` };
  }
  const rank = ({ source }: ArchivedWork): number => tiers.indexOf(source.tier);
  const isLess = rank(work) === rank(other) ? Number(work.source.id.slice(1)) > Number(other.source.id.slice(1)) : rank(work) > rank(other);
  const [from, to] = isLess ? [work, other] : [other, work];
  return { from, to, why: rank(work) === rank(other) ? 'which was first is not known' : `taken to be from the ${to.source.tier}, which was first is not known` };
}

function canonicalEdges(work: ArchivedWork, other: ArchivedWork): Edge[] {
  const canonical = work.snapshot.canonical?.value;
  if (canonical === undefined || isAddressOf(canonical, work) || !isAddressOf(canonical, other)) return [];
  return [{ from: work.source.id, to: other.source.id, relation: 'reposts', score: null, claim: null, why: `it names ${canonical} as its canonical address` }];
}

function ownArticleEdges(work: ArchivedWork, other: ArchivedWork): Edge[] {
  if (!isFromResearch(work.text) || ![other.source.address, other.snapshot.address].some((address) => work.text.includes(address))) return [];
  return [{ from: work.source.id, to: other.source.id, relation: 'reposts', score: null, claim: null, why: 'an article by Research Ledger that cites it' }];
}

/** By-lines that name no person. */
const noPerson = /^(?:admin(?:istrator)?|staff|editors?|editorial(?: (?:staff|team|board))?|newsroom|news desk|team|guest|anonymous|unknown|contributor|press office|编辑|編輯|编辑部|本报记者|小编|佚名)$/iu;

function authorEdges(work: ArchivedWork, rest: readonly ArchivedWork[]): Edge[] {
  return work.source.authors.filter((author) => !noPerson.test(author.trim())).flatMap((author): Edge[] => {
    const other = rest.find(({ source }) => source.authors.some((one) => folded(one) === folded(author)));
    return other ? [{ from: work.source.id, to: other.source.id, relation: 'same-author', score: null, claim: null, why: author }] : [];
  });
}

/** Services that distribute whatever they are paid for: a credit to one says nothing about who speaks. */
const distributors = new Set(['pr newswire', 'business wire', 'businesswire', 'globenewswire', 'globe newswire', 'accesswire', 'ein presswire', '美通社']);

/** Two stories that credit one agency are one voice, and so is the agency's own page. */
function agencyEdges(work: ArchivedWork, rest: readonly ArchivedWork[]): Edge[] {
  const creditOf = ({ snapshot: { agency } }: ArchivedWork): string | null => (agency === null || distributors.has(folded(agency.value)) ? null : folded(agency.value));
  const publisherOf = ({ source: { publisher } }: ArchivedWork): string | null => (publisher === null ? null : folded(publisher));
  const credit = creditOf(work);
  const other = rest.find((one) => (credit !== null && (creditOf(one) === credit || publisherOf(one) === credit)) || (creditOf(one) !== null && creditOf(one) === publisherOf(work)));
  if (!other) return [];
  const name = work.snapshot.agency?.value ?? other.snapshot.agency?.value ?? '';
  return [{ from: work.source.id, to: other.source.id, relation: 'same-organisation', score: null, claim: null, why: `agency credit ${name}` }];
}

/** Hosts that carry works of others: one address there says nothing about who speaks. */
const hostsOfOthers = new Set([
  'arxiv.org', 'biorxiv.org', 'doi.org', 'nih.gov', 'github.com', 'gitlab.com', 'medium.com', 'archive.org', 'researchgate.net', 'zenodo.org', 'ssrn.com', 'jstor.org', 'youtube.com', 'reddit.com',
  'stackexchange.com', 'stackoverflow.com', 'linkedin.com', 'x.com', 'twitter.com', 'facebook.com', 'zhihu.com', 'weibo.com', 'qq.com', 'prnewswire.com', 'businesswire.com', 'globenewswire.com',
]);

function organisationEdges(work: ArchivedWork, rest: readonly ArchivedWork[], registrableDomain: typeof domainOf): Edge[] {
  const { publisher, address } = work.source;
  const domain = registrableDomain(address);
  const byName = publisher === null ? undefined : rest.find(({ source }) => source.publisher !== null && folded(source.publisher) === folded(publisher));
  if (byName) return [{ from: work.source.id, to: byName.source.id, relation: 'same-organisation', score: null, claim: null, why: `publisher ${publisher}` }];
  if (domain === null || hostsOfOthers.has(domain)) return [];
  // Publishers that are named and differ outrank a shared domain.
  const byDomain = rest.find(({ source }) => registrableDomain(source.address) === domain && (publisher === null || source.publisher === null));
  return byDomain ? [{ from: work.source.id, to: byDomain.source.id, relation: 'same-organisation', score: null, claim: null, why: `domain ${domain}` }] : [];
}

function citationEdges(work: ArchivedWork, other: ArchivedWork): Edge[] {
  const edge = (why: string): Edge[] => [{ from: work.source.id, to: other.source.id, relation: 'cites', score: null, claim: null, why }];
  if (work.links.some(({ address }) => isAddressOf(address, other))) return edge('it links to it');
  const named = other.snapshot.identifiers.find(({ value }) => names(work.text, value));
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

function isAddressOf(address: string, { source, snapshot }: ArchivedWork): boolean {
  const page = pageOf(address);
  return [source.address, snapshot.address, snapshot.requested].some((one) => pageOf(one) === page);
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
