import { facts, type RunState, type Turn } from '../run/state';

/** A part of a hosted report that was refused: by its call it is read as it was meant. */
export interface Unpublished {
  call: string;
  heading: string | null;
}

/** Parts of the report on the last question that never stood in the article. A model that writes here sends a refused part again by itself; a report is written once. */
export function unpublishedParts(state: RunState): Unpublished[] {
  return reportTurns(state).flatMap(({ calls }) => calls).filter(({ name, receipt }) => name === 'send_answer_part' && receipt?.ok === false).map(({ id, args }) => ({ call: id, heading: headingIn(args) }));
}

/** True where the server of the report ended it before its end: nothing else has a reason to end there. */
export const isReportCut = (state: RunState): boolean => reportTurns(state).some(({ finish }) => finish !== null);

function reportTurns(state: RunState): readonly Turn[] {
  const { options, turnsBefore } = facts(state);
  return options.researcher.startsWith('hosted:') ? state.turns.slice(turnsBefore) : [];
}

const headingIn = (args: unknown): string | null => (typeof args === 'object' && args !== null && 'heading' in args && typeof args.heading === 'string' ? args.heading : null);

/** Each by its call, with its heading where it has one. */
export const inOneLine = (parts: readonly Unpublished[]): string => parts.map(({ call, heading }) => (heading === null ? call : `${call} “${heading}”`)).join(', ');
