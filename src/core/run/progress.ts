import { type RunEvent } from './event';

/** Turns without anything that matters before it is named to the researcher, and again before the run ends. */
export const stallLimit = 4;

/** Tools whose success is progress only the first time with the same arguments. */
const readings = new Set(['read_source', 'query_table']);

/**
 * Main turns since the last thing that mattered. Updates, refusals, repeats and recalls do not matter, however often they come,
 * nor does what says again what was said before: the same span or premises as evidence, the same words as a part, the same change of a plan.
 */
export function idleTurns(events: readonly RunEvent[]): number {
  let idle = 0;
  const seen = new Set<string>();
  const read = new Map<string, string>();
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0;
  for (const event of events) {
    if (event.type === 'turn.answered') {
      if (event.data.worker === 'main') idle++;
      for (const { id, name, args } of event.data.calls) if (readings.has(name)) read.set(id, `${name} ${JSON.stringify(args)}`);
    } else if (matters(event, isFirst, read)) idle = 0;
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
