import { type RunEvent } from './event';

/** Turns without anything that matters before it is named to the researcher, and again before the run ends. */
export const stallLimit = 4;

/** Tools whose success is progress only the first time with the same arguments. */
const readings = new Set(['read_source', 'query_table']);

/** Main turns since the last thing that mattered. Updates, refusals, repeats and recalls do not matter, however often they come. */
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
    case 'scope.frozen': case 'scope.proposed': case 'plan.proposed': case 'plan.frozen': case 'plan.changed': case 'source.archived': case 'evidence.recorded':
    case 'conflict.opened': case 'conflict.settled': case 'block.published': case 'child.ended': case 'correction.made': case 'run.continued':
      return true;
    case 'search.executed': return !event.data.search.failed && event.data.search.repeats === null;
    case 'results.decided': return event.data.results.filter((id) => isFirst(id)).length > 0;
    case 'provenance.linked': return isFirst(`${event.data.from} ${event.data.relation} ${event.data.to}`);
    case 'call.settled': return event.data.receipt?.ok === true && read.has(event.data.id) && isFirst(read.get(event.data.id) ?? '');
    default: return false;
  }
}
