import type { EvidenceView } from '../../src/shared/view';

const n = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const en = {
  lang: 'en',
  // frame
  views: 'Views of this run', article: 'Article', progress: 'Progress', ledger: 'Ledger', trace: 'Trace',
  conditionsMissing: (count: number) => `${n(count, 'condition')} missing`,
  claimsShort: (count: number) => (count === 1 ? '1 claim falls short' : `${count} claims fall short`),
  partsNew: (count: number): string => (count === 1 ? ' part is new' : ' parts are new'),
  partsNewSaid: (count: number) => (count === 1 ? '1 part is new' : `${count} parts are new`),
  waitingForHost: 'Opening the run…',
  pause: 'Pause', stop: 'Stop', resume: 'Resume', export: 'Export', continue: 'Continue…', verify: 'Check all citations', askLedger: 'Ask this ledger…', send: 'Send', cancel: 'Cancel', close: 'Close', more: 'More actions', tryNow: 'Try now', continueWith: 'Continue with this…',
  running: 'Running', finalizing: 'Finalizing', paused: 'Paused', converged: 'Ended: converged', incomplete: 'Ended: incomplete', cancelled: 'Ended: cancelled', failed: 'Ended: failed',
  drafting: 'Drafting the scope', planning: 'Planning', awaitingScope: 'Waiting for the scope', awaitingPlan: 'Waiting for the plan', following: 'Read-only, following',
  turnAndTime: (turn: number, time: string) => `turn ${turn}, ${time}`, publishingOnly: 'publishing only, no new searches',
  allHoldCount: (count: number) => `all ${count} conditions hold`, anotherWindow: 'another window is writing',
  continueQuestion: 'What should be researched further?', askQuestion: 'Question to the finished ledger', ledgerHoldsNothing: 'The ledger holds nothing on this question.', ledgerHoldsNothingOn: (words: string) => `The ledger holds nothing on: ${words}`, setAsideBy: (conflict: string) => `set aside by ${conflict}`, noSearchSpent: 'Answered from the ledger alone: no search, no read.',
  minutes: (value: number) => `${value} min`, seconds: (value: number) => `${value} s`, hours: (h: number, m: number) => (m === 0 ? `${h} h` : `${h} h ${m} min`),
  // scope
  scope: (version: number) => `Scope ${version}`, period: 'Period', regions: 'Regions', terms: 'Terms', comparedBy: 'Compared by', constraint: 'Constraint', deadline: 'Deadline', acceptable: 'Sources', parts: 'Parts', assumed: 'Assumed', since: (from: string) => `since ${from}`, until: (to: string) => `until ${to}`,
  // budget
  axis: 'Axis', grant: 'Grant', spent: 'Spent', reserved: 'Reserved', unknown: 'Unknown', left: 'Left', bar: 'Bar', unlimited: 'no limit',
  axes: { turns: 'Turns', requests: 'Model requests', reads: 'Reads', searches: 'Searches', publications: 'Publications', milliseconds: 'Active time (min)', revisions: 'Revisions', tokens: 'Tokens', money: 'Money' } as Record<string, string>,
  axisNouns: { turns: 'turns', requests: 'requests', reads: 'reads', searches: 'searches', publications: 'publications', milliseconds: 'min', revisions: 'revisions', tokens: 'tokens', money: 'money' } as Record<string, string>,
  depths: { standard: 'Standard depth', 'recorded-pending': 'Deep, about to apply', deep: 'Deep', unknown: 'Depth unknown: behaves as standard' } as Record<string, string>,
  ofSpent: (spent: string, grant: string, noun: string) => `${spent} of ${grant} ${noun}`, reservedCount: (value: string) => `${value} reserved`, unknownCount: (value: string) => `${value} unknown`, leftCount: (value: string) => `${value} left`, spentEnd: (spent: string, grant: string, noun: string) => `${spent} of ${grant} ${noun} spent`,
  meterSaid: (axis: string, grant: string, spent: string, reserved: string, unknown: string, left: string) => `${axis}: ${spent} of ${grant} spent, ${reserved} reserved, ${unknown} unknown, ${left} left`,
  deepRule: 'Deep becomes possible at half of requests or time and is refused past 80 %.', askDeep: 'Ask for deep…', unknownCalls: (count: number) => `What ${n(count, 'call')} cost is unknown.`, decisions: 'Decisions',
  // bands
  whyIncomplete: 'Why incomplete', conditionsFail: (failing: number, all: number) => `${failing} of ${all} conditions do not hold`, seeMissing: 'See what is missing', seeNext: 'See the next searches',
  pausedSafe: (version: number) => (version === 0 ? 'Everything done so far is saved. No claim changed because of this.' : `Everything up to now is saved, article version ${version} included. No claim changed because of this.`),
  pausedTitle: 'The run is paused', otherModel: 'Choose another model…', exactError: 'Show the exact error',
  lockedTitle: 'This run is being written by another window', lockedText: 'What you see follows its journal. You can take over here once that window closes or is silent for 30 s.', readOnly: 'Read-only', takeOver: 'Take over here',
  untrustedTitle: 'This run came with a folder that is not trusted', untrustedText: 'So it is only read, and nothing is sent. Trust the folder to work on it here.', untrustedShort: 'the folder is not trusted',
  queryTitle: 'A web query waits for your word', queryText: 'This run has read private files, so nothing leaves for the web before you say so.', allowQuery: 'Allow', denyQuery: 'Deny', keyTitle: 'A key is missing', addKey: 'Add a key…',
  oldVersion: (version: number, latest: number) => `You are reading version ${version}; the latest is ${latest}`, toLatest: 'Go to the latest', compareTwo: (a: number, b: number) => `Compare ${a} and ${b}`, oldLabel: 'Old version',
  failure: 'That did not work', badMessage: (where: string) => `The panel received something it cannot read${where === '' ? '' : ` (${where})`}. What you see may be old: close the panel and open the run again.`, dismiss: 'Dismiss', omitted: (count: number) => `${n(count, 'older item')} not shown here; ${count === 1 ? 'it is' : 'they are'} in the run's folder.`,
  // article
  version: 'Version', versionLatest: (version: number, time: string) => `Version ${version} (latest), ${time}`, versionOld: (version: number, time: string) => `Version ${version}, ${time}`, compare: 'Compare…', compareLower: 'compare', compareUpper: 'Compare',
  notices: (count: number) => n(count, 'notice'), waitingCount: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} waiting for you`, nextNotice: (count: number) => `${n(count, 'notice')}: go to the next (F8)`, contents: 'Contents', shortAnswer: 'Short answer', part: (id: string) => `Part ${id}`,
  quotationsBy: 'Quotations chosen by rule, with their sources. Nobody here wrote the words.', writtenBy: (who: string) => `Written by ${who}.`, writtenChecked: (who: string, checker: string) => `Written by ${who}, checked by ${checker}.`, selfChecked: (who: string) => `Written by ${who} and checked by itself only.`,
  analysis: 'Analysis', recommendation: 'Recommendation', restsOn: (count: number) => `Rests on ${n(count, 'premise')}`, servesConstraint: 'Serves the constraint:',
  preview: 'Preview, not saved: being written, may change or vanish', previewLabel: 'Preview',
  // notices: the sentences of docs/architecture.md
  noCitation: 'no verifiable inline citation recorded in this paragraph', someUnverified: 'some inline citations in this paragraph could not be verified',
  citationBroken: (number: string) => `Citation ${number} does not hold`, sourceChanged: (number: string) => `Source ${number} changed after it was archived`, sourceWithdrawn: 'Source withdrawn',
  conflictExplained: (id: string) => `Conflict ${id}, explained`, conflictKept: (id: string) => `Conflict ${id}, kept`, conflictOpen: (id: string) => `Conflict ${id}, open`, seeSides: 'see both sides',
  revised: (revision: number) => `revised · ${revision}`, becauseOf: (ids: string) => `because of ${ids}`, waiting: 'Waiting for you', approve: 'Approve', reject: 'Reject…', rejectNow: 'Reject', reason: 'Reason', reasonHint: 'What is wrong? The writer sees this.', fetchAgain: 'Fetch again and compare', openArchived: 'Open the archived text',
  // citation card
  citation: (number: string) => `Citation ${number}`, citeSaid: { ok: '', near: ', approximate match', none: ', not verified', changed: ', source changed', broken: ', does not hold' },
  citeTitle: { ok: 'Exact match, hash holds', near: 'Approximate match, hash holds', none: 'Not verified', changed: 'Holds; the source changed later', broken: 'Does not hold' },
  noneText: 'The marker names no recorded evidence, so nothing stands behind this number.', brokenText: 'It no longer counts as evidence.', calculation: 'Calculation', inference: 'Inference', sourceSays: 'the source says', quotedAs: 'quoted as',
  page: (page: number) => `p. ${page}`, published: (date: string) => `published ${date}`, retrieved: (date: string) => `retrieved ${date}`, asOf: (date: string) => `as of ${date}`,
  openSpan: 'Open span', openSpanLower: 'open span', copyCitation: 'Copy with citation', whatWrong: 'What is wrong here?', checkAgain: 'Check again', openSource: 'Open source', complaint: 'What is wrong with this sentence?', explainSend: 'Find the fault',
  // end matter
  end: 'Sources and method', sources: 'Sources', conflictsSides: 'Conflicts, both sides', notCovered: 'Not covered', nextSearches: 'Next searches worth doing', method: 'Method', methodLine: (searches: number, reads: number, failures: number) => `${n(searches, 'search', 'searches')}, ${n(reads, 'source')} read, ${n(failures, 'failure')}`,
  hashBroken: 'hash does not hold, not used as evidence', oneVoiceWith: (numbers: string) => `one voice with ${numbers}`, interest: (what: string) => `interest: ${what}`,
  // empty
  emptyArticle: 'Nothing is published yet', emptyArticleText: 'The first part appears here as soon as evidence answers a sub-question.', planFixed: (claims: number, high: number) => ` The plan is fixed: ${n(claims, 'claim')}, ${high} of them high-risk.`, seeNow: 'See what is being checked',
  emptyArticleEnded: 'This run ended without an article', emptyArticleEndedText: 'No claim is supported by what was found, so nothing is asserted.',
  emptyProgress: 'The first search is about to start', emptyProgressText: 'Scope and plan are fixed. This tab shows what is being checked, what was found and what is still missing.', emptyPlanning: 'The plan is being made', emptyPlanningText: 'Claims and what each must rest on are fixed before the first search.',
  emptyLedger: 'The ledger is empty so far', emptyLedgerText: 'Claims appear when the plan is fixed, evidence with every source that is read.',
  emptyTrace: 'The first turn has not ended', emptyTraceText: 'Every request, tool call, budget line and decision is recorded here.',
  // progress
  beingChecked: 'Being checked now', missing: 'Missing for convergence', convergence: 'Convergence', holdCount: (holding: number, all: number) => `${holding} of ${all} hold`, allHold: 'all hold', holds: 'Holds', doesNotHold: 'Does not hold', show: (id: string) => `Show ${id}`,
  updates: 'Updates', noUpdates: 'No update yet.', older: (count: number) => `Show ${n(count, 'older update')}`, searchesGain: 'Searches and what they gained', noSearches: 'No search yet.', gain: (value: number) => `gain ${value}`, failedLower: 'failed', noConclusion: 'no conclusion', repeats: (id: string) => `repeats ${id}`, kept: (chosen: number, all: number) => `${chosen} of ${all} kept`, nothingFound: 'nothing found; recorded', compareRevisions: (a: number, b: number) => `Compare revisions ${a} and ${b}`,
  intents: { explore: 'explore', verify: 'verify', counter: 'counter', 'find-primary': 'find primary' } as Record<string, string>,
  conditions: { 'high-risk claims': 'High-risk claims meet their requirement', 'key claims': 'Key claims have two voices or one authoritative first-hand source', conflicts: 'Conflicts are explained or kept', 'counter-search': 'Each key claim had its counter-search', 'quiet searches': 'The last searches brought nothing new of weight', 'budget and deadline': 'Budget and deadline are not passed' } as Record<string, string>,
  // ledger
  claims: 'Claims', claimsLine: (all: number, short: number) => (short === 0 ? `${all}, all meet their requirement` : `${all}, of which ${short} fall${short === 1 ? 's' : ''} short`), filterClaims: 'Filter claims and evidence', allStatuses: 'All statuses', statusLabel: 'Status', sortLabel: 'Sort', sortMissing: 'Sort: what is missing first', sortPlan: 'Sort: as planned', sortRisk: 'Sort: highest risk first',
  expand: 'Expand', expandClaim: (id: string) => `Expand ${id}`, collapseClaim: (id: string) => `Collapse ${id}`, claim: 'Claim', status: 'Status', risk: 'Risk', voices: 'Voices', evidence: 'Evidence', requirement: 'Requirement', voicesSuffix: ' voices', none: 'none', noMatch: 'Nothing fits this filter.', key: 'key', correct: 'correct…', correctTitle: (id: string) => `Correct ${id}`, newValue: 'New value', field: 'Field', save: 'Save',
  statuses: { conflicting: 'conflicting', uncertain: 'uncertain', contradicted: 'contradicted', supported: 'supported', partial: 'partial', 'unknown-failed': 'unknown: failed', open: 'open' } as Record<string, string>,
  risks: { high: 'high', medium: 'medium', low: 'low' } as Record<string, string>, riskLong: { high: 'high risk', medium: 'medium risk', low: 'low risk' } as Record<string, string>,
  claimKinds: { fact: 'fact', analysis: 'analysis', recommendation: 'recommendation' } as Record<string, string>,
  relations: { supports: 'supports', contradicts: 'contradicts', partial: 'partial', uncertain: 'uncertain' } as Record<EvidenceView['relation'], string>, relationOn: (relation: string, claim: string) => `${relation} ${claim}`, was: (relation: string) => `was: ${relation}`, notCounted: 'not counted',
  matches: { verbatim: 'exact', near: 'approximate' } as Record<string, string>,
  tiers: { specification: 'specification', 'source-code': 'source code', paper: 'paper', filing: 'filing', statistics: 'statistics', 'first-hand': 'first-hand', secondary: 'secondary', other: 'other' } as Record<string, string>,
  methods: { specification: 'specification', measurement: 'controlled measurement', 'field-experience': 'field experience', statistics: 'statistics' } as Record<string, string>,
  needVoices: (count: number) => (count === 1 ? 'one voice' : `${['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count - 2] ?? count} voices`), orFirstHand: 'or one first-hand', disinterested: 'one without interest', counterSearch: 'counter-search', or: ' or ', comma: ', ',
  marks: (supports: number, against: number, partial: number, unsure: number, reprints: number) => [supports && `${n(supports, 'voice')} for`, partial && `${partial} partial`, against && `${n(against, 'voice')} against`, unsure && `${unsure} uncertain or broken`, reprints && `${n(reprints, 'reprint')}`].filter(Boolean).join(', ') || 'no evidence',
  legend: { supports: 'supports', contradicts: 'contradicts', partial: 'partial', unsure: 'uncertain or broken', group: 'a group = one voice and its reprints' },
  conflicts: 'Conflicts', noConflicts: 'No conflict.', conflictStates: { open: 'open', explained: 'explained', kept: 'kept' } as Record<string, string>, onClaim: (state: string, claim: string) => `${state}, on ${claim}`, causes: { definition: 'different definitions', time: 'different times', sample: 'different samples', environment: 'different environments', version: 'a newer version' } as Record<string, string>, carries: 'carries the statement', settle: 'What would settle it:',
  compared: { definition: { same: 'definitions comparable', different: 'definitions differ', unknown: 'definitions: unknown' }, time: { same: 'times comparable', different: 'times differ', unknown: 'times: unknown' }, sample: { same: 'samples comparable', different: 'samples differ', unknown: 'samples: unknown' }, environment: { same: 'environments comparable', different: 'environments differ', unknown: 'environments: unknown' }, version: { same: 'same version', different: 'versions differ', unknown: 'versions: unknown' } },
  sourcesToVoices: 'How sources become voices', forClaim: (id: string) => `for claim ${id}`, oneVoice: 'one voice', forVoice: (names: string) => `For: ${names}. One voice.`, againstVoice: (names: string) => `Against: ${names}. One voice.`, besideVoice: (names: string) => `Beside: ${names}. One voice.`, joined: { reposts: 'reposts', cites: 'cites', 'shares-data': 'shares data with', 'same-author': 'same author as', 'same-organisation': 'same organisation as' } as Record<string, string>, noVoices: 'No source speaks on this claim yet.',
  allSearches: 'Searches',
  results: (count: number) => n(count, 'result'), decisionWords: { chosen: 'chosen', dropped: 'dropped', unseen: 'not looked at' },
  fields: { relation: 'relation', asOf: 'as of', validity: 'scope of validity', tier: 'tier', publisher: 'publisher', text: 'text', risk: 'risk', kind: 'kind' } as Record<string, string>, withdrawSource: 'withdraw this source',
  // trace
  turns: 'Turns', turnsTitle: 'Turns: request size and tool calls', turnsCalls: 'Turns: tool calls', peak: (tokens: string) => `peak ${tokens} tokens`, turnSaid: (turn: number, tokens: string | null, calls: number, publications: number, failures: number) => [`Turn ${turn}`, tokens !== null && `${tokens} tokens`, n(calls, 'call'), publications > 0 && n(publications, 'publication'), failures > 0 && `${failures} failed`].filter(Boolean).join(', '), call: 'call', publication: 'publication', failedMark: 'failed', turn1: (turn: number) => `turn ${turn}`,
  budgetRequests: 'Budget: model requests', chartSaid: (turns: number, spent: number, reserved: number, grant: string) => `Requests over ${n(turns, 'turn')}: ${spent} spent and ${reserved} reserved of a grant of ${grant}.`, grantIs: (grant: string) => `grant ${grant}`, deepCloses: 'deep closes', deepOpens: 'deep opens', reservedIs: (value: number) => `reserved ${value}`, spentIs: (value: number) => `spent ${value}`,
  events: 'Events', findEvents: 'Find in events', kind: 'Kind', allKinds: 'All kinds', eventsCount: (count: number) => n(count, 'event'), loading: 'loading…', event: (seq: number) => `Event ${seq}`, chooseEvent: 'Choose an event to see exactly what was recorded.', by: 'by', type: 'type', what: 'what', noEvents: 'No event fits.',
  eventKinds: { call: 'Requests and calls', turn: 'Turns', search: 'Searches', source: 'Sources', evidence: 'Evidence', claim: 'Claims', conflict: 'Conflicts', block: 'Article', check: 'Checks', budget: 'Budget', depth: 'Depth', run: 'Run' } as Record<string, string>,
  // start form and plan
  newResearch: 'New research', question: 'Question', wouldChange: 'What would change the answer', eachDefault: 'Each has a sensible default, so you can simply start. The scope is frozen from then on.', meaningOf: (term: string) => `What does “${term}” mean?`, acceptableSources: 'Acceptable sources', articleLanguage: 'Article language', deadlineOptional: 'Deadline (may stay empty)', constraints: 'Constraints (may stay empty)', whereToLook: 'Where to look', addFolder: 'Add a folder…', addAddress: 'Add addresses…', depth: 'Depth',
  depthNames: { auto: 'Automatic', standard: 'Standard', deep: 'Deep' }, autoHint: 'Starts as standard; may become deep where there is a reason and enough budget.', researcher: 'Researcher', start: 'Start', reviewFirst: 'Review the plan first', querySafety: 'Because it reads your folder, web queries are shown to you before they are sent.',
  languages: { en: 'English', zh: '中文', 'zh-Hans': '简体中文', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' } as Record<string, string>, allSources: 'Any kind', firstHandOnly: 'Statistics, filings, papers, first-hand',
  reviewPlan: 'Review the plan', planRule: "Requirements are fixed before the first search. If one is loosened later, the article's method says so.", claimCount: (count: number) => n(count, 'claim'), highAndKey: (high: number, key: number) => `${high} high-risk, ${key} key`, edit: (id: string) => `Edit ${id}`, done: 'Done', keyClaim: 'Key claim', dropClaim: 'Leave this claim out', dropped: 'left out', voicesNeeded: 'Voices needed', showOther: (count: number) => `Show the other ${n(count, 'claim')}`, approveStart: 'Approve and start', approveExactly: 'You approve exactly this plan:',
};

export type Strings = typeof en;
