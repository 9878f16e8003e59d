import { modelResearcher } from '../../src/core/researcher/model/modelResearcher';
import { type ModelRequest } from '../../src/core/request/modelClient';
import { type Recorder } from '../../src/core/run/recorder';
import { prose } from '../unit/source/span/prose';
import { memoryWorld, research, type MemoryWorld } from './memoryWorld';
import { scriptedModel, type Said, type ScriptedModel } from './scriptedModel';

/**
 * A deep research of 54 main turns as real ones went: several calls a turn, receipts of 1 to 6 KB, a plan change every fifth
 * turn, conflicts that are settled, parts that are published and revised, children twice, and deep asked for on the way. The
 * model knows what the documents say; every id it uses it read in a request.
 */
const regions = ['Halden', 'Orvik', 'Tessaro', 'Brindle', 'Kestrel', 'Marrow', 'Quillon', 'Vellmar', 'Anders', 'Hask', 'Tirano', 'Okehurst'];
const kinds = ['report', 'study', 'news'] as const;
type Kind = (typeof kinds)[number];
const question = 'How well do heat pumps heat old houses through cold winters, and where should the grant go first?';
const rounds = 9;
const turnsOfRound = 5;

/** In these regions the study says something else than the report. */
const disputed = new Set(['Tessaro', 'Kestrel', 'Anders']);

const factor = (region: string, kind: Kind): string => (2 + (regions.indexOf(region) % 9) / 10 + (kind === 'study' && disputed.has(region) ? 0.6 : 0)).toFixed(1);
const facts = (region: string, kind: Kind): string[] => {
  const n = regions.indexOf(region);
  return [
    `In ${region} the metered seasonal performance factor of the monitored heat pumps was ${factor(region, kind)}, averaged over ${120 + n} dwellings in the winter of 2024.`,
    `In ${region} the back-up heaters supplied ${4 + n} percent of the heat on days below minus fifteen degrees.`,
    `The monitoring in ${region} left out ${3 + n} dwellings whose sensors were silent for more than ten days.`,
    `Installers in ${region} had set the flow temperature ${5 + (n % 4)} degrees above what the design asked for in most of the houses that were visited.`,
  ];
};

function document(region: string, kind: Kind): string {
  const seed = 7 * regions.indexOf(region) + kinds.indexOf(kind);
  const paragraphs = prose('english', kind === 'news' ? 2200 : 9000, seed + 1).trim().split('\n\n');
  const headings = ['Method', 'Results', 'Limits', 'What follows'];
  const body = paragraphs.flatMap((paragraph, at) => [
    ...(at % Math.ceil(paragraphs.length / headings.length) === 0 ? [`## ${headings[Math.floor((at * headings.length) / paragraphs.length)] ?? 'More'}`] : []),
    paragraph, ...facts(region, kind).filter((_, fact) => at === fact + 1),
  ]);
  const publisher = { report: `${region} Energy Agency`, study: `Institute for Building Physics ${region}`, news: `${region} Herald` }[kind];
  return `---\npublisher: ${publisher}\ndate: 2025-0${1 + (seed % 9)}-11\ntitle: ${titleOf(region, kind)}\n---\n\n${body.join('\n\n')}\n`;
}

const titleOf = (region: string, kind: Kind): string => `Heat pumps in ${region}, ${kind}`;
const fileOf = (region: string, kind: Kind): string => `${region}-${kind}.md`;
const claimOf = (region: string): string => `C${1 + regions.indexOf(region)}`;

/** What the model has read in its requests. */
class Seen {
  readonly snapshots = new Map<string, string>();
  readonly results = new Map<string, string>();
  readonly evidence = new Map<string, string[]>();
  readonly open = new Set<string>();
  readonly parts = new Map<string, number>();

  read({ messages }: ModelRequest): this {
    for (const message of messages) {
      if (message.role !== 'tool') continue;
      const text = message.content;
      for (const [, id, file] of text.matchAll(/(R\d+) (\w+-\w+\.md)/g)) this.results.set(file ?? '', id ?? '');
      for (const [, id, title] of text.matchAll(/archived (?:already )?as (N\d+): (.+?)\.?$/gm)) this.snapshots.set(title ?? '', id ?? '');
      for (const [, id, claim] of text.matchAll(/^(E\d+) \w+ (C\d+), /gm)) this.#add(claim ?? '', id ?? '');
      for (const [, id, claim] of text.matchAll(/\[\[cite:(E\d+)\]\] \w+ (C\d+)/g)) this.#add(claim ?? '', id ?? '');
      for (const [, id] of text.matchAll(/Conflict (X\d+) is open/g)) this.open.add(id ?? '');
      for (const [, id] of text.matchAll(/^(X\d+) is (?:explained|kept)/gm)) this.open.delete(id ?? '');
      for (const [, id, revision] of text.matchAll(/(B\d+) revision (\d+) is published/g)) this.parts.set(id ?? '', Math.max(this.parts.get(id ?? '') ?? 0, Number(revision)));
    }
    return this;
  }

  #add(claim: string, id: string): void {
    const known = this.evidence.get(claim) ?? [];
    if (!known.includes(id)) this.evidence.set(claim, [...known, id]);
  }
}

type Calls = [name: string, args: unknown][];

const open = (seen: Seen, region: string, kind: Kind): Calls => [['open_source', { target: seen.results.get(fileOf(region, kind)) ?? `file:///documents/${fileOf(region, kind)}`, words: `${region} seasonal performance factor metered dwellings` }]];
const read = (seen: Seen, region: string, kind: Kind, words: string): Calls => {
  const snapshot = seen.snapshots.get(titleOf(region, kind));
  return snapshot === undefined ? [] : [['read_source', { snapshot, words }]];
};
const record = (seen: Seen, region: string, kind: Kind, fact: number, relation = 'supports'): Calls => {
  const snapshot = seen.snapshots.get(titleOf(region, kind));
  if (snapshot === undefined) return [];
  const figure = fact === 0 ? { value: Number(factor(region, kind)), text: factor(region, kind), unit: 'kWh/kWh', basis: 'metered, whole winter', period: '2024', denominator: 'electricity used' } : null;
  return [['record_evidence', {
    claim: claimOf(region), relation, snapshot, quote: facts(region, kind)[fact], validity: `monitored dwellings in ${region}, winter of 2024`, as_of: '2024-12-31', figure,
    note: `The ${kind} says how it was measured under Method; the houses were built before 1960 and were not renovated in the last ten years.`,
  }]];
};

/** A part on a region, from what is recorded on it. */
function part(seen: Seen, region: string, extra: Record<string, unknown> = {}): Calls {
  const cited = seen.evidence.get(claimOf(region)) ?? [];
  if (cited.length === 0) return [];
  const marker = (at: number): string => `[[cite:${cited[Math.min(at, cited.length - 1)] ?? ''}]]`;
  const [measured, backUp, leftOut, flow] = facts(region, 'report').map((fact) => fact.replace(/\.$/, ''));
  const text = `${measured} ${marker(0)}. ${backUp} ${marker(1)}. This is what meters in the houses showed, over the whole winter, and not what a laboratory found.\n\n${leftOut} ${marker(2)}, so that the figure speaks for the houses that reported without a gap. ${flow} ${marker(cited.length - 1)}; where it was lowered to what the design asked for, the factor rose within the same season.`;
  const more = 'replaces' in extra ? ` The second source says the same of the settings ${marker(cited.length - 1)}.` : '';
  return [['send_answer_part', { heading: `What the winter showed in ${region}`, kind: 'fact', claims: [claimOf(region)], text: `${text}${more}`, ...extra }]];
}

function planChange(round: number): Calls {
  const region = regions[round % regions.length] ?? '';
  const add = round % 2 === 1 ? [{ text: `Most flow temperatures in ${region} were set above what the design asked for.`, part: 'P2', kind: 'fact', risk: 'medium', key: false }] : [];
  const raise = round % 2 === 0 ? [{ claim: `C${2 + round}`, risk: 'high', voices: 2 }] : [];
  return [['change_plan', { reason: `What was read on ${region} shows that the settings decide as much as the device does.`, budget_effect: 'One or two reads more; no further search.', add, raise }]];
}

const settle = (seen: Seen): Calls => [...seen.open].map((conflict) => ['settle_conflict', {
  conflict, state: 'kept', explanation: 'Report and study metered the same winter and the same kind of house, and neither says which meters it trusted; both figures stand side by side.', needed: 'the raw meter data of both',
}]);

const query = (region: string, words: string, intent: string) => ({ query: `${region} ${words}`, intent, claims: [claimOf(region)] });

/** Objectives of the children of a round. */
const order = (region: string) => ({
  objective: `What was metered in ${region}: seasonal performance factor, back-up heat, and what was left out.`, output: 'The figures with their quotes, and what you did not find.', boundaries: `Only ${region}; nothing about costs.`,
  claims: [claimOf(region)], sources: [], share: 0.2,
});

function main(seen: Seen, turn: number): { text?: string; calls: Calls } {
  if (turn === 1) return { calls: [['set_scope', {
    parts: ['How well do heat pumps heat old houses in cold winters?', 'What decides how well they do?', 'Where should the grant go first?'], period: { from: '2023-10', to: '2025-04' }, regions, terms: [{ term: 'seasonal performance factor', meaning: 'heat delivered over electricity used, metered over the whole heating season' }],
    dimensions: [], acceptable_sources: [], constraints: ['the grant pays for at most 4,000 houses a year'], delivery: 'full', language: 'en', assumed: ['Old houses are those built before 1960.'], unclear: [],
  }]] };
  if (turn === 2) return { calls: [['set_plan', {
    claims: [
      ...regions.map((region, at) => ({ text: `The heat pumps that were monitored in ${region} reached a stated seasonal performance factor over the whole winter.`, part: at % 3 === 2 ? 'P2' : 'P1', kind: 'fact', risk: at % 4 === 0 ? 'high' : 'medium', key: at % 3 === 0 })),
      { text: 'The settings of the heating circuit explain more of the differences than the outdoor temperature does.', part: 'P2', kind: 'analysis', risk: 'medium', key: false },
      { text: 'The grant goes first where flow temperatures can be lowered without new radiators.', part: 'P3', kind: 'recommendation', risk: 'medium', key: false, constraint: 'the grant pays for at most 4,000 houses a year' },
    ],
    searches: regions.map((region) => ({ claim: claimOf(region), query: `${region} heat pump monitoring seasonal performance factor` })),
  }]] };
  const round = Math.floor((turn - 3) / turnsOfRound);
  if (round >= rounds) return closing(seen, turn);
  const [a = '', b = ''] = [regions[(2 * round) % regions.length], regions[(2 * round + 1) % regions.length]];
  const earlier = [...seen.parts.keys()][Math.max(0, round - 2)];
  const revised = regions[Math.max(0, 2 * (round - 2)) % regions.length] ?? '';
  switch ((turn - 3) % turnsOfRound) {
    case 0: return {
      text: `${a} and ${b} are next. For ${a} I expect a report of its agency and an independent study; what was left out of the monitoring matters as much as the mean, since silent sensors are not spread evenly over the houses.`,
      calls: [
        round === 3 || round === 7 ? ['delegate', { children: [order(a), order(b)] }] : ['search', { queries: [query(a, 'heat pump monitoring report', 'explore'), query(b, 'heat pump monitoring study', 'explore'), query(a, 'back-up heaters failures complaints criticism', 'counter')] }],
        ['send_research_update', { text: `Looking for what was metered in ${a} and ${b}.`, about: [claimOf(a), claimOf(b)] }],
        ...(turn === 8 ? [['enable_deep_research', { reason: 'Twelve regions with two sources each cannot be read within the standard limits.' }] as [string, unknown]] : []),
      ],
    };
    case 1: return { calls: [...open(seen, a, 'report'), ...open(seen, a, 'study'), ...open(seen, b, 'report')] };
    case 2: return { calls: [...read(seen, a, 'study', `${a} back-up heaters sensors left out`), ...read(seen, b, 'report', `${b} flow temperature installers design`), ...open(seen, b, 'study'), ...(seen.results.has(fileOf(b, 'news')) ? [['drop_results', { results: [seen.results.get(fileOf(b, 'news'))], reason: 'A newspaper that repeats the report.' }] as [string, unknown]] : [])] };
    case 3: return { text: `Both sources of ${a} meter the whole season, so their figures can be set side by side.`, calls: [...record(seen, a, 'report', 0), ...record(seen, a, 'study', 0), ...record(seen, a, 'report', 1), ...record(seen, b, 'report', 0), ...record(seen, b, 'report', 2, 'uncertain')] };
    default: return { calls: [...settle(seen), ...part(seen, a), ...(earlier === undefined || round < 2 ? [] : part(seen, revised, { replaces: { block: earlier, revision: seen.parts.get(earlier), why: 'The second source says the same of the settings.' } })), ...planChange(round)] };
  }
}

function closing(seen: Seen, turn: number): { calls: Calls } {
  const premises = ['C1', 'C4', 'C7'].flatMap((claim) => seen.evidence.get(claim)?.slice(0, 1) ?? []);
  switch (turn - 3 - rounds * turnsOfRound) {
    case 0: return { calls: [...settle(seen), ...record(seen, 'Okehurst', 'study', 1), ...part(seen, 'Okehurst')] };
    case 1: return { calls: [['record_inference', { claim: 'C13', relation: 'supports', premises, reasoning: 'Where the flow temperature was lowered the factor rose in the same winter, at the same outdoor temperature.' }]] };
    case 2: return { calls: [['recall', { id: 'B1' }], ...record(seen, 'Tirano', 'study', 3)] };
    case 3: case 4: case 5: return { calls: part(seen, regions[turn % regions.length] ?? '') };
    default: return { calls: [['finish', { reason: 'What can be known within the limits stands.' }]] };
  }
}

function child(seen: Seen, request: ModelRequest): { calls: Calls } {
  const task = request.messages.map(({ content }) => content).join('\n');
  const region = regions.find((name) => task.includes(`What was metered in ${name}`)) ?? '';
  switch (request.about.turn) {
    case 1: return { calls: request.tools.some(({ name }) => name === 'search') ? [['search', { queries: [query(region, 'heat pump monitoring report study', 'find-primary')] }]] : open(seen, region, 'report') };
    case 2: return { calls: [...open(seen, region, 'report'), ...open(seen, region, 'study')] };
    case 3: return { calls: read(seen, region, 'study', `${region} back-up heaters sensors`) };
    case 4: return { calls: [...record(seen, region, 'report', 0), ...record(seen, region, 'study', 0), ...record(seen, region, 'study', 2, 'uncertain')] };
    default: return { calls: [['finish', { reason: `Two figures for ${region} are recorded; what the houses cost was not asked.` }]] };
  }
}

export interface DeepResearch {
  model: ScriptedModel;
  recorder: Recorder;
}

export async function deepResearch(): Promise<DeepResearch> {
  const world: MemoryWorld = memoryWorld(Object.fromEntries(regions.flatMap((region) => kinds.map((kind) => [fileOf(region, kind), document(region, kind)]))));
  const { search } = world.provider;
  // As long as the snippets of search engines are.
  world.provider = { ...world.provider, search: async (asked) => {
    const answered = await search(asked);
    return answered.ok ? { ok: true, value: { ...answered.value, hits: answered.value.hits.map((hit) => ({ ...hit, snippet: world.documents.get(hit.title)?.replace(/^---[\s\S]*?---\s*/, '').slice(0, 300) ?? '' })) } } : answered;
  } };
  const seen = new Seen();
  const model = scriptedModel([(request): Said => {
    seen.read(request);
    return request.about.worker === 'main' ? main(seen, request.about.turn) : child(seen, request);
  }]);
  const recorder = await research(world, question, { depth: 'auto' }, modelResearcher(model));
  return { model, recorder };
}
