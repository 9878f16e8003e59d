import { type EventData } from './event';
import { type Outcome, type RunStateName } from './records';
import { say, type Said } from './said';

type Search = EventData<'search.executed'>['search'];

/** The ledger's terms as words, by their name in the events. */
export const terms = {
  states: {
    drafting: say('drafting'), 'awaiting-scope': say('awaiting scope'), planning: say('planning'), 'awaiting-plan': say('awaiting plan'), running: say('running'), paused: say('paused'), finalizing: say('finalizing'), ended: say('ended'),
  } satisfies Record<RunStateName, Said>,
  outcomes: { converged: say('converged'), incomplete: say('incomplete'), cancelled: say('cancelled'), failed: say('failed') } satisfies Record<Outcome, Said>,
  intents: { explore: say('explore'), verify: say('verify'), counter: say('counter'), 'find-primary': say('find primary') } satisfies Record<Search['intent'], Said>,
  relations: { supports: say('supports'), contradicts: say('contradicts'), partial: say('partly supports'), uncertain: say('uncertain on') } satisfies Record<EventData<'evidence.recorded'>['relation'], Said>,
  standing: { active: say('active'), withdrawn: say('withdrawn'), broken: say('broken') } satisfies Record<EventData<'evidence.stateChanged'>['state'], Said>,
  conflicts: { open: say('open'), explained: say('explained'), kept: say('kept') } satisfies Record<EventData<'conflict.settled'>['state'], Said>,
  sources: { archived: say('archived'), lead: say('is only a lead'), failed: say('failed'), withdrawn: say('withdrawn') } satisfies Record<EventData<'source.notArchived'>['source']['state'], Said>,
  rechecks: { same: say('the same'), changed: say('changed'), failed: say('failed') } satisfies Record<EventData<'source.rechecked'>['outcome'], Said>,
  provenance: {
    reposts: say('reposts'), cites: say('cites'), 'shares-data': say('shares data with'), 'same-author': say('has the same author as'), 'same-organisation': say('is of the same organisation as'),
  } satisfies Record<EventData<'provenance.linked'>['relation'], Said>,
  verdicts: {
    supported: say('supported'), partly: say('partly'), unsupported: say('unsupported'), contradicted: say('contradicted'), 'not-checked': say('not checked'), 'unknown-failed': say('unknown: failed'),
  } satisfies Record<EventData<'check.done'>['verdict'], Said>,
} as const;
