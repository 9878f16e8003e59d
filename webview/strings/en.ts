import type { EvidenceView } from '../../src/shared/view';
import type { later } from './later';

/** A count with its noun. */
export const n = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What opens a run: its frame and its article. */
export const en = {
  lang: 'en',
  // frame
  views: 'Views of this run', article: 'Article', progress: 'Progress', ledger: 'Ledger', trace: 'Trace',
  conditionsMissing: (count: number) => `${n(count, 'condition')} missing`,
  claimsShort: (count: number) => (count === 1 ? '1 claim falls short' : `${count} claims fall short`),
  partsNew: (count: number): string => (count === 1 ? ' part is new' : ' parts are new'),
  partsNewSaid: (count: number) => (count === 1 ? '1 part is new' : `${count} parts are new`),
  waitingForHost: 'Opening the run…',
  pause: 'Pause', stop: 'Stop', resume: 'Resume', export: 'Export', continue: 'Continue…', verify: 'Check all citations', askLedger: 'Ask this ledger…', cancel: 'Cancel', close: 'Close', more: 'More actions', tryNow: 'Try now', continueWith: 'Continue with this…',
  running: 'Running', finalizing: 'Finalizing', paused: 'Paused', converged: 'Ended: converged', fallen: 'Ended: converged, but no longer', incomplete: 'Ended: incomplete', cancelled: 'Ended: cancelled', failed: 'Ended: failed',
  drafting: 'Drafting the scope', planning: 'Planning', awaitingScope: 'Waiting for the scope', awaitingPlan: 'Waiting for the plan', following: 'Read-only, following', interrupted: 'Interrupted', nobodyWrites: 'nobody works on it',
  turnAndTime: (turn: number, time: string) => `turn ${turn}, ${time}`, publishingOnly: 'publishing only, no new searches',
  allHoldCount: (count: number) => `all ${count} conditions hold`,
  minutes: (value: number) => `${value} min`, seconds: (value: number) => `${value} s`, hours: (h: number, m: number) => (m === 0 ? `${h} h` : `${h} h ${m} min`),
  // scope
  scope: (version: number) => `Scope ${version}`, period: 'Period', regions: 'Regions', terms: 'Terms', comparedBy: 'Compared by', constraint: 'Constraint', deadline: 'Deadline', acceptable: 'Sources', parts: 'Parts', assumed: 'Assumed', since: (from: string) => `since ${from}`, until: (to: string) => `until ${to}`,
  // budget
  unlimited: 'no limit',
  axes: { turns: 'Turns', requests: 'Model requests', reads: 'Reads', searches: 'Searches', publications: 'Publications', milliseconds: 'Active time (min)', revisions: 'Revisions', tokens: 'Tokens', money: 'Money' } as Record<string, string>,
  axisNouns: { turns: 'turns', requests: 'requests', reads: 'reads', searches: 'searches', publications: 'publications', milliseconds: 'min', revisions: 'revisions', tokens: 'tokens', money: 'money' } as Record<string, string>,
  depths: { standard: 'Standard depth', 'recorded-pending': 'Deep, about to apply', deep: 'Deep', unknown: 'Depth unknown: behaves as standard' } as Record<string, string>,
  ofSpent: (spent: string, grant: string, noun: string) => `${spent} of ${grant} ${noun}`, reservedCount: (value: string) => `${value} reserved`, unknownCount: (value: string) => `${value} unknown`, leftCount: (value: string) => `${value} left`, spentEnd: (spent: string, grant: string, noun: string) => `${spent} of ${grant} ${noun} spent`,
  meterSaid: (axis: string, grant: string, spent: string, reserved: string, unknown: string, left: string) => `${axis}: ${spent} of ${grant} spent, ${reserved} reserved, ${unknown} unknown, ${left} left`,
  // bands
  whyIncomplete: 'Why incomplete', conditionsFail: (failing: number, all: number) => `${failing} of ${all} conditions do not hold`, seeMissing: 'See what is missing', seeNext: 'See the next searches',
  pausedSafe: (version: number) => (version === 0 ? 'Everything done so far is saved. No claim changed because of this.' : `Everything up to now is saved, article version ${version} included. No claim changed because of this.`),
  pausedTitle: 'The run is paused', otherModel: 'Choose another model…', exactError: 'Show the exact error',
  readOnly: 'Read-only', heldTitle: (program: string | null, host: string | null) => `${program === null ? 'Another window or program' : program === 'editor' ? 'Another window' : 'The command line'} on ${host ?? 'this machine'} has this run open`,
  heldText: 'What you see follows it. What would change the run is not offered here; it can be taken over once it is closed there.',
  leftTitle: 'Nobody works on this run any more', leftText: 'The window or program that did is gone. Everything that it recorded is here; only what was under way is asked again.', takeOver: 'Take over and go on',
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
  noneText: 'The marker names no recorded evidence, so nothing stands behind this number.', brokenText: 'It no longer counts as evidence.', calculation: 'Calculation', tableGave: 'Asked of the table:', inference: 'Inference', sourceSays: 'the source says', quotedAs: 'quoted as',
  checkBy: (who: string, self: boolean) => `${self ? 'Self-check' : 'Check'} by ${who}: `, verdicts: { partly: 'supported in part', unsupported: 'not supported', 'not-checked': 'not done' } as Record<string, string>, sawParts: '(read in parts)',
  page: (page: number) => `p. ${page}`, published: (date: string) => `published ${date}`, retrieved: (date: string) => `retrieved ${date}`, asOf: (date: string) => `as of ${date}`,
  openSpan: 'Open span', showPage: 'Show page', showSheet: 'Show sheet', copyCitation: 'Copy with citation', whatWrong: 'What is wrong here?', checkAgain: 'Check again', openSource: 'Open source', complaint: 'What is wrong with this sentence?', explainSend: 'Find the fault',
  // end matter
  end: 'Sources and method', sources: 'Sources', conflictsSides: 'Conflicts, both sides', notCovered: 'Not covered', nextSearches: 'Next searches worth doing', method: 'Method', methodLine: (searches: number, reads: number, failures: number) => `${n(searches, 'search', 'searches')}, ${n(reads, 'source')} read, ${n(failures, 'failure')}`,
  hashBroken: 'hash does not hold, not used as evidence', oneVoiceWith: (numbers: string) => `one voice with ${numbers}`, interest: (what: string) => `interest: ${what}`,
  // empty
  emptyArticle: 'Nothing is published yet', emptyArticleText: 'The first part appears here as soon as evidence answers a sub-question.', planFixed: (claims: number, high: number) => ` The plan is fixed: ${n(claims, 'claim')}, ${high} of them high-risk.`, seeNow: 'See what is being checked',
  emptyArticleEnded: 'This run ended without an article', emptyArticleEndedText: 'No claim is supported by what was found, so nothing is asserted.',
  compareRevisions: (a: number, b: number) => `Compare revisions ${a} and ${b}`,
  statuses: { conflicting: 'conflicting', uncertain: 'uncertain', contradicted: 'contradicted', supported: 'supported', partial: 'partial', 'unknown-failed': 'unknown: failed', open: 'open' } as Record<string, string>,
  relations: { supports: 'supports', contradicts: 'contradicts', partial: 'partial', uncertain: 'uncertain' } as Record<EvidenceView['relation'], string>, relationOn: (relation: string, claim: string) => `${relation} ${claim}`,
  tiers: { specification: 'specification', 'source-code': 'source code', paper: 'paper', filing: 'filing', statistics: 'statistics', 'first-hand': 'first-hand', secondary: 'secondary', other: 'other' } as Record<string, string>,
  comma: ', ',
  causes: { definition: 'different definitions', time: 'different times', sample: 'different samples', environment: 'different environments', version: 'a newer version' } as Record<string, string>, carries: 'carries the statement',
  languages: { en: 'English', zh: '中文', 'zh-Hans': '简体中文', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' } as Record<string, string>,
};

export type Strings = typeof en & typeof later;
