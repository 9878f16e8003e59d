import { type Claim } from '../ledger/records';
import { type TurnView } from '../researcher/researcher';
import { facts, type RunState, type Standing } from '../run/state';

type Framed = Pick<TurnView, 'state' | 'standing' | 'objective'>;

/** What is frozen: question, scope, and the plan as it stood when what is shown began. A child sees its task, and of the plan its own claims. */
export function framing({ state, standing, objective }: Framed): string {
  const run = facts(state);
  const { scope } = state.ledger;
  const lines = [`Question: ${run.question}`, ...run.followUps.map((question) => `Asked further: ${question}`)];
  if (objective) lines.push(`Your task (${objective.id}): ${objective.objective}`, `Hand back: ${objective.output}`, `Boundaries: ${objective.boundaries}`, `Claims: ${objective.claims.join(', ')}`, ...(objective.sources.length > 0 ? [`Sources to look at: ${objective.sources.map((source) => named(state, source)).join('; ')}`] : []));
  if (run.options.addresses.length > 0) lines.push(`Addresses the user gave: ${run.options.addresses.join(' ')}`);
  const { template } = run.options;
  if (template) lines.push(`Template “${template.name}”: ${[...(objective ? [] : template.planHints), ...(template.preferredSources.length > 0 ? [`prefer ${template.preferredSources.join(', ')}`] : [])].join('; ')}`);
  if (run.options.folders.length > 0) lines.push('The user gave folders; search finds their files.');
  if (scope) lines.push(`Scope (frozen): ${JSON.stringify(scopeFor(scope, objective === null ? null : partsOf(standing.claims, objective.claims)))}`);
  if (standing.plan) {
    const isOwn = (claim: string): boolean => objective?.claims.includes(claim) ?? true;
    const searches = standing.plan.searches.filter(({ claim }) => isOwn(claim));
    lines.push(`Plan version ${standing.plan.version}:`, ...planLines(standing).filter(([id]) => isOwn(id)).map(([, line]) => line));
    if (searches.length > 0) lines.push(`Searches meant (call search to run them): ${searches.map(({ claim, query }) => `${claim} "${query}"`).join('; ')}`);
  }
  return lines.join('\n');
}

/** A source that a child was given by an id, with what it is called: it saw no result of the main loop. */
function named({ ledger, source }: RunState, given: string): string {
  const of = source.snapshots.find(({ id }) => id === given)?.source ?? given;
  const title = ledger.results.find(({ id }) => id === given)?.title ?? source.sources.find(({ id }) => id === of)?.title ?? '';
  return title === '' ? given : `${given} ${title.slice(0, 80)}`;
}

type Scope = NonNullable<RunState['ledger']['scope']>;

/** What a scope says; of a child's, what concerns its parts and not the article. */
function scopeFor({ parts, period, regions, terms, dimensions, acceptableSources, constraints, delivery, language, deadline, assumed }: Scope, own: readonly string[] | null): object {
  const shared = { period, regions, terms, acceptableSources, assumed };
  return own === null ? { parts, dimensions, constraints, delivery, language, deadline, ...shared } : { parts: parts.filter(({ id }) => own.includes(id)), ...shared };
}

const partsOf = (claims: readonly Claim[], own: readonly string[]): string[] => claims.filter(({ id }) => own.includes(id)).map(({ part }) => part);

/** What became of the plan since, in full lines: the beginning of the request keeps it as it was. */
export function planChanges({ state: { ledger }, standing, objective }: Framed): string[] {
  const before = new Map(planLines(standing));
  const now = new Map(planLines(ledger));
  const isOwn = (claim: string): boolean => objective?.claims.includes(claim) ?? true;
  return [
    ...[...now].filter(([id, line]) => before.get(id) !== line).map(([id, line]): [string, string] => [id, line]),
    ...[...before.keys()].filter((id) => !now.has(id)).map((id): [string, string] => [id, `${id} is dropped`]),
  ].filter(([id]) => isOwn(id)).map(([, line]) => line);
}

const planLines = ({ claims, dropped }: Pick<Standing, 'claims' | 'dropped'>): [id: string, line: string][] =>
  claims.filter(({ id }) => !dropped.includes(id)).map((claim) => [claim.id, `${claim.id} (${claim.part}, ${claim.kind}, ${claim.risk} risk${claim.key ? ', key' : ''}) ${claim.text} — needs ${needsOf(claim)}`]);

/** An analysis is not voted on by sources: it follows from what other claims hold. */
function needsOf({ kind, constraint, requirement: { voices, orFirstHand, kinds, period, method, disinterested, counterSearch } }: Claim): string {
  const inferred = `an inference (record_inference) from evidence of claims that meet their requirement${kind === 'recommendation' ? ` and the user’s constraint it serves${constraint === null ? ' (none named yet)' : `: ${constraint}`}` : ''}`;
  const sourced = [
    `${voices} independent voice${voices > 1 ? 's' : ''}${orFirstHand ? ' or one first-hand' : ''}`, kinds.join('/'), period === null ? '' : `dated ${period.from ?? ''} to ${period.to ?? 'now'}`,
    method === null ? '' : `by ${method}`, disinterested ? 'one without interest' : '',
  ];
  return [...(kind === 'fact' ? sourced : [inferred]), counterSearch ? 'counter-search' : ''].filter((part) => part !== '').join(', ');
}
