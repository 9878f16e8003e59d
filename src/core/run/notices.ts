import { type EventDraft } from './event';
import { recorded, type Words } from './said';
import { type RunState } from './state';

/** What is to be said to a person and was not said in this run yet; `about` names what it concerns. */
export const newNotices = (state: Pick<RunState, 'notices'>, notices: readonly Words[], about: string | null = null): EventDraft[] =>
  notices.map(recorded).filter(({ reason }) => state.notices.every(({ text }) => text !== reason)).map(({ reason, said }) => ({ type: 'notice.given', by: 'host', data: { text: reason, about, said } }));
