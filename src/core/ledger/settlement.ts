import { byId } from '../immutable';
import { type SourceState } from '../source/state';
import { supersedesIn } from '../source/supersedes';
import { type Conflict, type Evidence } from './records';
import { type LedgerState } from './state';
import { ledgerWording } from './wording';

/** Ids of sources and evidence as an explanation names them. */
const named = /(?<![\p{L}\p{N}])[SE][1-9]\d*(?![\p{L}\p{N}])/gu;
/** Words that an explanation quotes; a shorter quotation is a term, and stands anywhere. */
const quoted = /“([^”]{12,})”|「([^」]{12,})」|"([^"]{12,})"/g;
/** What the host puts before an explanation whose evidence was corrected: the settlement never rested on that. */
export const speaksNoLonger = (id: string): string => `${id} no longer speaks in it.`;
const asideRemark = /E\d+ no longer speaks in it\./g;

/**
 * A conflict as it stands now: where its explanation rests on what was withdrawn or broken since, it is open again. Nothing of
 * that is written down, so that what is restored brings the settlement back.
 */
export function asItStands(conflict: Conflict, { evidence, scope }: LedgerState, source: SourceState, live: ReadonlyMap<string, Evidence>): Conflict {
  const lost = lostGrounds(conflict, evidence, source, live);
  return lost.length === 0 ? conflict : { ...conflict, state: 'open', cause: null, explanation: ledgerWording(scope?.language).groundsFell(lost.join(', ')), carries: null, needed: null };
}

/**
 * What an explanation rests on and that no longer stands: the sources and evidence it names, and the evidence whose words it
 * quotes. An explanation by version rests on what supersedes, not on what is superseded, and holds while something live does supersede.
 */
function lostGrounds(conflict: Conflict, evidence: readonly Evidence[], source: SourceState, live: ReadonlyMap<string, Evidence>): string[] {
  const { state, cause, carries, sides, claim } = conflict;
  if (state !== 'explained' || conflict.explanation === null) return [];
  const explanation = conflict.explanation.replace(asideRemark, '');
  const aside = new Set(sides.flatMap((side, index) => (index === carries ? [] : side.evidence)));
  const known = (id: string): Evidence[] => { const item = byId('evidence', evidence, id); return item ? [item] : []; };
  const inIt = sides.flatMap((side) => side.evidence.flatMap(known));
  const mayRestOn = ({ id }: Evidence): boolean => cause !== 'version' || !aside.has(id);
  /** Of one ground, the evidence that it speaks by: it stands while any of that does. */
  const lost = (id: string, speaking: readonly Evidence[]): string[] => (speaking.length > 0 && !speaking.some((item) => live.has(item.id)) ? [id] : []);

  const ids = [...new Set(explanation.match(named))].flatMap((id) => {
    if (id.startsWith('E')) return lost(id, known(id).filter(mayRestOn));
    const speaking = inIt.filter((item) => item.source === id);
    const silent = speaking.length === 0 && source.sources.some((one) => one.id === id && one.state === 'withdrawn');
    return silent ? [id] : lost(id, speaking.filter(mayRestOn));
  });
  const quotes = [...explanation.matchAll(quoted)].flatMap(([, ...words]) => {
    const speaking = evidence.filter((item) => item.claim === claim && mayRestOn(item) && words.some((one?: string) => one !== undefined && inOneLine(item.quote ?? '').includes(inOneLine(one))));
    return lost(speaking[0]?.id ?? '', speaking);
  });
  const grounds = [...new Set([...ids, ...quotes])];
  return grounds.length > 0 && cause === 'version' && isStillSuperseded(conflict, source, live) ? [] : grounds;
}

const inOneLine = (words: string): string => words.replace(/\s+/g, ' ').trim();

function isStillSuperseded({ sides, carries }: Conflict, source: SourceState, live: ReadonlyMap<string, Evidence>): boolean {
  const sourcesOn = (isOn: (index: number) => boolean): string[] => sides.flatMap((side, index) => (isOn(index) ? side.evidence.flatMap((id) => live.get(id) ?? []) : [])).flatMap((item) => item.source ?? []);
  const supersedes = supersedesIn({ source });
  const newer = sourcesOn((index) => index === carries);
  return sourcesOn((index) => index !== carries).every((older) => newer.some((one) => supersedes(one, older)));
}
