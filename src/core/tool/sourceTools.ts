import * as z from 'zod';
import { text, type Result } from '../ledger/records';
import { type EventDraft } from '../run/event';
import { facts, nextId, type RunState } from '../run/state';
import { addressOrigin, canonicalAddress, shownAddress } from '../source/addresses';
import { bestPassages } from '../source/bestPassages';
import { type BroughtIn, type BringOutcome, type Structure } from '../source/library';
import { passagesOf, shownWhole } from '../source/passages';
import { provenanceAfter, type ArchivedWork } from '../source/provenanceRules';
import { provenance, type Snapshot, type Source } from '../source/records';
import { guessTier } from '../source/tierRules';
import { archivedWorks } from './archivedWorks';
import { nothing, optional, ref, refused, tool, type ToolContext, type ToolOutcome } from './tool';

export const openSource = tool({
  name: 'open_source',
  description: 'Archive a source and see it: a short one whole; of a long one its headings and tables, and the passages that match `words` or else its beginning. Name a result (R3), or an address that the user or an archived source gave.',
  schema: z.object({ target: ref, words: optional(text) }),
  spends: () => ({ reads: 1 }),
  effect: true,
  run: async ({ target, words }, context) => {
    const resultIn = ({ ledger }: RunState) => ledger.results.find(({ id }) => id === target);
    // A result may come from a search of the same turn.
    const named = resultIn(context.state) ?? (/^R\d+$/.test(target) ? resultIn(await context.inOrder()) : undefined);
    const meant = named ? [] : meantBy(target, context.state);
    const [first] = meant;
    if (meant.length > 1) return () => refused(`“${target}” may be ${meant.map(({ id, title, address }) => `${id} (${title || address})`).join(' or ')}: name one by its id.`);
    if (first && 'requested' in first) return (state) => already(first, target, null, context, state);
    const result = named ?? first;
    if (!result && /^[A-Z]\d+$/.test(target)) return () => refused(`There is no result ${target}. Results: ${lastIds(context.state.ledger.results)}.`);
    const address = result?.address ?? target;
    const known = context.state.source.snapshots.findLast((snapshot) => canonicalAddress(snapshot.requested) === canonicalAddress(address));
    if (known) return (state) => already(known, target, result?.id ?? null, context, state);
    if (!result && addressOrigin(context.state, address, await linksOf(context)) === null) {
      return () => refused(`The address ${address} came neither from the user, nor from a result, nor as a link in an archived source, so it is not opened. Search for it first.`);
    }
    const outcome = await context.library.bringIn(address, context.signal);
    if (!outcome.ok) return (state) => notArchived(address, outcome, result?.id ?? null, context, state);
    // Sources opened side by side must know each other too: which is whose repost is seen by comparing them.
    const now = await context.inOrder();
    const beside = now.source.snapshots.findLast((snapshot) => canonicalAddress(snapshot.requested) === canonicalAddress(address));
    if (beside) return (state) => already(beside, target, result?.id ?? null, context, state);
    const works = await archivedWorks({ ...context, state: now });
    return (state) => archived(outcome.value, { result: result?.id ?? null, words: words ?? '' }, works, context, state);
  },
});

/** A result or, where none led to it, a snapshot that is meant by another id, by its title or by the name of its file; each page once. */
function meantBy(target: string, { ledger, source }: RunState): ((Result | Snapshot) & { title: string })[] {
  const archived = source.snapshots.map((snapshot) => ({ ...snapshot, title: source.sources.find(({ id }) => id === snapshot.source)?.title ?? '' }));
  const byId = archived.findLast((snapshot) => snapshot.id === target || snapshot.source === target);
  if (byId) return [byId];
  const wanted = plain(target);
  const isMeant = ({ title, address }: { title: string; address: string }): boolean => plain(title) === wanted || (!target.includes('/') && plain(fileName(address)) === wanted);
  const meant = [...ledger.results, ...archived.toReversed()].filter(isMeant);
  return [...new Map(meant.toReversed().map((one) => [canonicalAddress(one.address), one])).values()].toReversed();
}

const plain = (words: string): string => words.normalize('NFKC').trim().toLowerCase();

function fileName(address: string): string {
  const last = /([^/]+)\/?(?:[?#].*)?$/.exec(address)?.[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const lastIds = (items: readonly { id: string }[]): string => items.slice(-12).map(({ id }) => id).join(', ') || 'none yet';

async function linksOf({ state, library }: ToolContext): Promise<Set<string>> {
  const structures = await Promise.all(state.source.snapshots.map((snapshot) => library.structure(snapshot)));
  return new Set(structures.flatMap(({ links }) => links.map(({ address }) => address)));
}

const chosen = (result: string | null, worker: string): EventDraft[] =>
  result === null ? [] : [{ type: 'results.decided', by: worker, data: { results: [result], decision: 'chosen', reason: null } }];

function already(snapshot: Snapshot, target: string, result: string | null, context: ToolContext, state: RunState): ToolOutcome {
  const source = state.source.sources.find(({ id }) => id === snapshot.source);
  return { ok: true, drafts: chosen(result, context.worker), data: { source: snapshot.source, snapshot: snapshot.id }, settlement: 'released', text: `${result === null || result === target ? '' : `That is ${result}. `}${snapshot.source} is archived already as ${snapshot.id}: ${source?.title ?? snapshot.address}.` };
}

function notArchived(address: string, outcome: Extract<BringOutcome, { ok: false }>, result: string | null, context: ToolContext, state: RunState): ToolOutcome {
  const lead = ['robots', 'login', 'script-only', 'refused'].includes(outcome.kind);
  const known = state.source.sources.find((source) => source.address === canonicalAddress(address));
  const source: Source = {
    id: known?.id ?? nextId(state, 'source'), address: canonicalAddress(address), title: '', publisher: null, authors: [], tier: 'other', tierReason: 'not read',
    method: null, interest: null, state: lead ? 'lead' : 'failed', reason: outcome.message,
  };
  return {
    ok: false, settlement: 'spent', data: { failed: outcome.kind, source: source.id },
    text: `${outcome.message} It is ${lead ? 'a lead' : 'failed'}, and supports nothing${outcome.temporary ? '; trying again later may help' : ''}.`,
    drafts: [...chosen(result, context.worker), { type: 'source.notArchived', by: context.worker, data: { source, attempted: address } }, { type: 'address.asked', by: context.worker, data: { address, status: outcome.kind, provider: null } }],
  };
}

function archived(brought: BroughtIn, { result, words }: { result: string | null; words: string }, works: (state: RunState) => ArchivedWork[], context: ToolContext, state: RunState): ToolOutcome {
  const { record, text: body, structure } = brought;
  const { metadata } = structure;
  const address = canonicalAddress(record.address);
  const known = state.source.sources.find((source) => source.address === address);
  const guess = guessTier(address, metadata, body);
  const source: Source = {
    id: known?.id ?? nextId(state, 'source'), address, title: metadata.title?.value ?? '', publisher: metadata.publisher?.value ?? null, authors: metadata.authors.map(({ value }) => value),
    tier: known?.tier ?? guess.tier, tierReason: known?.tierReason ?? guess.reason, method: metadata.method?.value ?? null, interest: metadata.interest?.value ?? null, state: 'archived', reason: null,
  };
  const snapshot: Snapshot = { ...record, id: nextId(state, 'snapshot'), source: source.id, result };
  const outline = structure.headings.slice(0, 24).map(({ level, text: heading }) => `${'  '.repeat(level - 1)}${heading}`);
  const tables = structure.tables.map((table) => `table ${table.number}${table.caption === null ? '' : ` "${table.caption}"`}: ${table.columns.join(' | ')} (${table.rowCount} rows)`);
  return {
    ok: true, settlement: 'spent',
    data: { source: source.id, snapshot: snapshot.id, length: body.length },
    text: [
      `${source.id} archived as ${snapshot.id}: ${source.title || shownAddress(address, facts(state).options.folders)}`,
      `publisher ${source.publisher ?? 'not said'}; published ${snapshot.published?.value ?? 'not said'}; ${source.tier} (${source.tierReason}); ${body.length} characters`,
      ...(structure.missing.length > 0 ? [`not read: ${structure.missing.join(' ')}`] : []),
      ...(outline.length > 0 && body.length > shownWhole ? ['headings:', ...outline] : []),
      ...tables,
      ...beginningOf(body, structure, words),
    ].join('\n'),
    drafts: [
      ...chosen(result, context.worker),
      { type: 'source.archived', by: context.worker, data: { source, snapshot } },
      { type: 'address.asked', by: context.worker, data: { address: record.requested, status: 'archived', provider: null } },
      ...provenanceAfter(state, { source, snapshot, text: body, links: structure.links }, works(state)),
    ],
  };
}

const beginning = 700;

function beginningOf(body: string, structure: Structure, words: string): string[] {
  if (body.length <= shownWhole) return ['whole text:', body];
  const from = structure.main?.start ?? 0;
  const passages = words === '' ? [] : passagesFor(words, body, structure).slice(0, 3);
  if (passages.length === 0) return [words === '' ? 'begins:' : `no passage has "${words}"; begins:`, body.slice(from, from + beginning)];
  return [`passages for "${words}":`, ...passages.map(({ start, end, headings }) => `[${start}–${end}]${headings.length > 0 ? ` ${headings.join(' › ')}` : ''}\n${body.slice(start, end)}`)];
}

/** Passages and characters that one reading may bring. */
const passageLimit = 8;
const characterLimit = 10_000;

export interface ReadPassage {
  start: number;
  end: number;
  headings: string[];
  text: string;
}

/** By its own id or its source's; one that an earlier call of the same turn archives is waited for. */
export async function snapshotNamed(name: string, { state, inOrder }: ToolContext): Promise<Snapshot | undefined> {
  const among = ({ source }: RunState): Snapshot | undefined => source.snapshots.find(({ id }) => id === name) ?? source.snapshots.findLast((snapshot) => snapshot.source === name);
  return among(state) ?? among(await inOrder());
}

export const readSource = tool({
  name: 'read_source',
  description: 'Read on in an archived source: the passages that match `words` best, or the characters from `start` to `end` (at most 10,000).',
  schema: z.object({ snapshot: ref, words: optional(text), start: optional(z.int().min(0)), end: optional(z.int().min(0)) }),
  spends: () => ({ reads: 1 }),
  effect: true,
  run: async (args, context) => {
    const snapshot = await snapshotNamed(args.snapshot, context);
    if (!snapshot) return () => refused(`There is no snapshot ${args.snapshot}. Snapshots: ${lastIds(context.state.source.snapshots)}.`);
    const [anchor, structure] = await Promise.all([context.library.text(snapshot), context.library.structure(snapshot)]);
    const body = anchor.text;
    const passages: ReadPassage[] = args.start !== null
      ? [{ start: args.start, end: Math.min(args.end ?? args.start + characterLimit, args.start + characterLimit, body.length), headings: [], text: '' }]
      : passagesFor(args.words ?? '', body, structure);
    const read = passages.map((passage) => ({ ...passage, text: body.slice(passage.start, passage.end) })).filter((passage) => passage.text !== '');
    if (read.length === 0) return () => (args.start === null ? { ...refused(`No passage of ${snapshot.id} has these words.`), data: { snapshot: snapshot.id, passages: [] } } : refused(`${snapshot.id} has ${body.length} characters; the range lies outside.`));
    return () => ({
      ok: true, drafts: [], settlement: 'spent', data: { snapshot: snapshot.id, passages: read },
      text: read.map((passage) => `[${snapshot.id} ${passage.start}–${passage.end}]${passage.headings.length > 0 ? ` ${passage.headings.join(' › ')}` : ''}\n${passage.text}`).join('\n\n'),
    });
  },
});

/** The best passages that one reading may bring, in the order of the text. */
function passagesFor(words: string, body: string, structure: Structure): ReadPassage[] {
  const passages = passagesOf({ text: body, ...structure }).map(({ range, headings }) => ({ ...range, headings, text: '' }));
  let length = 0;
  return bestPassages(words, passages, body).slice(0, passageLimit).filter(({ start, end }) => (length += end - start) <= characterLimit || length === end - start).sort((a, b) => a.start - b.start);
}

export const linkSources = tool({
  name: 'link_sources',
  description: 'Say how two sources hang together when you can see it: reposts, cites, shares-data, same-author, same-organisation. Joined sources are one voice. Name the claim when it holds for that claim only.',
  schema: z.object({ from: ref, to: ref, relation: provenance.shape.relation, why: text, claim: optional(ref) }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const missing = [args.from, args.to].filter((id) => !state.source.sources.some((source) => source.id === id));
    if (missing.length > 0) return refused(`There is no source ${missing.join(', ')}. Sources: ${state.source.sources.map(({ id }) => id).join(', ')}.`);
    return { ok: true, text: `${args.from} ${args.relation} ${args.to}: noted.`, drafts: [{ type: 'provenance.linked', by: context.worker, data: { ...args, by: context.worker, score: null } }] };
  },
});
