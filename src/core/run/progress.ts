import { type RunEvent } from './event';
import { type RunState } from './state';

/** Turns without anything that matters before it is named to the researcher, and again before the run ends. */
export const stallLimit = 4;

/** What is due to a worker whose turns bring nothing: a word once, and its end after as many turns again. */
export function stallOf({ turns }: Pick<RunState, 'turns'>, events: readonly RunEvent[], of: string): { idle: number; due: 'nothing' | 'word' | 'end' } {
  const idle = idleTurns(events, of);
  const told = (): boolean => turns.filter(({ worker }) => worker === of).slice(-idle).some(({ reminders }) => reminders.some(({ kind }) => kind === 'no-progress'));
  if (idle < stallLimit) return { idle, due: 'nothing' };
  return { idle, due: !told() ? 'word' : idle >= 2 * stallLimit ? 'end' : 'nothing' };
}

/** Tools whose success is progress only the first time with the same arguments. */
const readings = new Set(['read_source', 'query_table']);

/**
 * Turns of a worker since the last thing that mattered: to the main one what its children find matters too. Updates, refusals,
 * repeats and recalls do not matter, however often they come, nor does what says again what was said before: the same span or
 * premises as evidence, the same words as a part, the same change of a plan.
 */
function idleTurns(events: readonly RunEvent[], worker: string): number {
  let idle = 0;
  const seen = new Set<string>();
  const read = new Map<string, string>();
  const isOwn = (by: string): boolean => worker === 'main' || by === worker;
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0;
  for (const event of events) {
    if (event.type === 'turn.answered') {
      if (event.data.worker === worker) idle++;
      if (isOwn(event.data.worker)) for (const { id, name, args } of event.data.calls) if (readings.has(name)) read.set(id, `${name} ${JSON.stringify(args)}`);
    } else if ((isOwn(event.by) || event.type === 'call.settled') && matters(event, isFirst, read)) idle = 0;
  }
  return idle;
}

function matters(event: RunEvent, isFirst: (key: string) => boolean, read: ReadonlyMap<string, string>): boolean {
  switch (event.type) {
    case 'plan.proposed': case 'plan.frozen': case 'source.archived': case 'conflict.opened': case 'child.ended': case 'run.continued':
      return true;
    case 'scope.frozen': case 'scope.proposed': return isFirst(`scope ${event.data.scope.question}`);
    case 'plan.changed': return isFirst(`plan ${JSON.stringify(event.data.changes.map(({ change, claim }) => [change, claim]))}`);
    case 'evidence.recorded': return isFirst(`evidence ${event.data.claim} ${event.data.snapshot ?? ''} ${event.data.start ?? event.data.premises.toSorted().join(' ')}`);
    case 'conflict.settled': return isFirst(`conflict ${event.data.id} ${event.data.state} ${event.data.cause ?? ''} ${event.data.carries ?? ''}`);
    case 'block.published': return isFirst(`part ${event.data.revision.text}`);
    case 'correction.made': return isFirst(`${event.data.target} ${event.data.field} ${JSON.stringify(event.data.after)}`);
    case 'search.executed': return !event.data.search.failed && event.data.search.repeats === null;
    case 'results.decided': return event.data.results.filter((id) => isFirst(id)).length > 0;
    case 'provenance.linked': return isFirst(`${event.data.from} ${event.data.relation} ${event.data.to}`);
    case 'call.settled': return event.data.receipt?.ok === true && read.has(event.data.id) && isFirst(read.get(event.data.id) ?? '');
    default: return false;
  }
}
