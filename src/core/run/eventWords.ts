import { type Amounts, type Axis } from '../budget/events';
import { type EventData, type RunEvent } from './event';
import { type Role, type StoredText } from './records';

/** An event in plain words: what happened, and beside it the text or reason that belongs to it. Every type has its own: nothing is shown as it is stored. */
export function describeEvent(event: RunEvent): [title: string, detail: string] {
  switch (event.type) {
    case 'run.created': return ['Run created', event.data.question];
    case 'run.stateChanged': return [`State: ${event.data.state.replace('-', ' ')}`, event.data.reason ?? ''];
    case 'run.ended': return [`Ended: ${event.data.outcome}`, event.data.why];
    case 'options.changed': return ['What it was started with was changed', event.data.options.researcher];
    case 'run.continued': return ['Continued with a further question', event.data.question];
    case 'queries.decided': return [event.data.decision === 'allow' ? 'Web queries allowed' : 'Web queries denied', ''];
    case 'notice.given': return ['Notice', event.data.text];

    case 'call.started': return [`Call ${event.data.id}: ${event.data.kind === 'request' ? `${asked[event.data.role ?? 'main']} is asked` : event.data.name.replaceAll('_', ' ')}`, inWords(event.data.sent)];
    case 'call.handle': return [`Call ${event.data.id} taken up by the server`, event.data.handle];
    case 'call.settled': return [`Call ${event.data.id} ${settled(event.data)}`, event.data.failure ?? (event.data.receipt ? inWords(event.data.receipt.text) : '')];
    case 'turn.answered': return [event.data.worker === 'main' ? `Turn ${event.data.turn}` : `Turn ${event.data.turn} of ${event.data.worker}`, event.data.calls.map(({ name }) => name).join(', ')];
    case 'reminder.given': return ['Reminder to the researcher', event.data.text];
    case 'update.sent': return [`Update ${event.data.id}`, event.data.text];
    case 'child.started': return [`Helper ${event.data.id} begun`, event.data.objective];
    case 'child.ended': return [`Helper ${event.data.id} ${event.data.ok ? 'done' : 'failed'}`, event.data.summary];

    case 'budget.granted': return ['Budget granted', amountsInWords(event.data.grant)];
    case 'budget.reserved': return [`Budget set aside for ${event.data.purpose}`, amountsInWords(event.data.amounts)];
    case 'budget.released': return ['Budget given back', event.data.id];
    case 'time.passed': return [`Worked for ${seconds(event.data.milliseconds)}`, ''];
    case 'depth.wanted': return ['Deep asked for', event.data.reason];
    case 'depth.decided': return [event.data.granted ? 'Deep granted' : 'Deep refused', event.data.reason];
    case 'depth.unreadable': return ['What depth is in force cannot be told', `${event.data.of}: ${event.data.problem}`];
    case 'depth.applied': return ['Deep begun', amountsInWords(event.data.grant)];

    case 'scope.proposed': return ['Scope drafted', event.data.unclear.map(({ question }) => question).join(' ')];
    case 'scope.frozen': return [`Scope ${event.data.version} fixed`, event.data.scope.question];
    case 'plan.proposed': return ['Plan drafted', counted(event.data.claims.length, 'claim')];
    case 'plan.frozen': return [`Plan ${event.data.version} fixed`, `${counted(event.data.claims.length, 'claim')}, approved by ${event.data.approvedBy}`];
    case 'plan.changed': return [`Plan ${event.data.version} changed`, event.data.reason];
    case 'search.executed': return [`Search ${event.data.search.id}, ${event.data.search.intent.replace('-', ' ')}`, event.data.search.query];
    case 'results.decided': return [`${counted(event.data.results.length, 'result')} ${event.data.decision}`, event.data.reason ?? event.data.results.join(', ')];
    case 'gain.credited': return [`Gain of ${event.data.search}`, gainInWords(event.data.gain)];
    case 'evidence.recorded': return [`${event.data.id} ${event.data.relation} ${event.data.claim}`, event.data.quote ?? event.data.reasoning ?? ''];
    case 'evidence.stateChanged': return [`${event.data.evidence.join(', ')} now ${event.data.state}`, event.data.reason];
    case 'conflict.opened': return [`Conflict ${event.data.id} on ${event.data.claim}`, event.data.sides.map(({ says }) => says).join(' / ')];
    case 'conflict.sidesChanged': return [`Conflict ${event.data.id} has other sides`, event.data.sides.map(({ says }) => says).join(' / ')];
    case 'conflict.settled': return [`Conflict ${event.data.id} ${event.data.state}`, event.data.explanation];
    case 'correction.made': return [`${event.data.id} corrects ${event.data.field} of ${event.data.target}`, event.data.reason];

    case 'source.archived': return [`${event.data.source.id} archived as ${event.data.snapshot.id}`, event.data.source.title || event.data.source.address];
    case 'source.notArchived': return [`${event.data.source.id} ${event.data.source.state}`, event.data.source.reason ?? ''];
    case 'source.withdrawn': return [`${event.data.source} withdrawn`, event.data.reason];
    case 'source.restored': return [`${event.data.source} restored`, event.data.reason];
    case 'source.rechecked': return [`${event.data.source} fetched again: ${event.data.outcome}`, event.data.message];
    case 'provenance.linked': return [`${event.data.from} ${event.data.relation.replaceAll('-', ' ')} ${event.data.to}`, ''];
    case 'provenance.unlinked': return [`${event.data.from} ${event.data.relation.replaceAll('-', ' ')} ${event.data.to}: taken back`, event.data.reason];
    case 'snapshot.verified': return [`${event.data.snapshot} ${event.data.holds ? 'holds' : 'does not hold'}`, event.data.detail ?? ''];
    case 'address.asked': return ['Address asked for', `${event.data.address}: ${event.data.status}`];
    case 'folder.changed': return ['The folder changed', ([['new', event.data.added], ['changed', event.data.changed], ['gone', event.data.removed]] as const).flatMap(([word, files]) => (files.length === 0 ? [] : [`${word}: ${files.join(', ')}`])).join('; ')];

    case 'block.published': return [event.data.revision.revision === 1 ? `${event.data.revision.block} published` : `${event.data.revision.block} revised, revision ${event.data.revision.revision}`, event.data.revision.text];
    case 'article.written': return ['Article file written', event.data.file];
    case 'sentence.reviewed': return [`A sentence of ${event.data.block} ${event.data.verdict} by ${event.data.by}`, event.data.reason ?? ''];
    case 'check.ordered': return [`${event.data.block} to be checked against ${event.data.source}`, `sentences ${event.data.sentences.map((at) => at + 1).join(', ')} of revision ${event.data.revision}`];
    case 'check.done': return [`${event.data.sentence === null ? event.data.block : `${event.data.block}:${event.data.sentence + 1}`}${event.data.source === null ? '' : ` against ${event.data.source}`}: ${event.data.verdict.replaceAll('-', ' ')}`, event.data.why];
  }
}

const asked: Record<Role, string> = { main: 'the model', child: 'the model', verifier: 'the verifier', judge: 'the judge' };

/** A receipt that says no is an answer; without any, nobody knows what came of the call. */
function settled({ settlement, receipt, failure }: EventData<'call.settled'>): string {
  if (settlement === 'unknown') return 'ended, what it cost is unknown';
  return receipt?.ok === false || failure !== null ? 'not done' : 'done';
}

const inWords = (stored: StoredText): string => ('text' in stored ? stored.text : counted(stored.length, 'character'));

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const seconds = (milliseconds: number): string => (milliseconds < 1000 ? 'less than a second' : counted(Math.round(milliseconds / 1000), 'second'));

const nouns: Record<Axis, string> = {
  turns: 'turns', requests: 'model requests', reads: 'reads', searches: 'searches', publications: 'publications', milliseconds: 'minutes', revisions: 'revisions', blockRevisions: 'revisions of a block', tokens: 'tokens', money: 'money',
};

const amountsInWords = (amounts: Amounts): string => (Object.entries(amounts) as [Axis, number][]).map(([axis, amount]) => `${axis === 'milliseconds' ? Math.round(amount / 60_000) : amount} ${nouns[axis]}`).join(', ');

function gainInWords({ slots, confidence, conflicts }: EventData<'gain.credited'>['gain']): string {
  const parts = [slots > 0 && `requirements filled: ${slots}`, confidence > 0 && `claims made surer: ${confidence}`, conflicts > 0 && `conflicts settled: ${conflicts}`].filter((part) => part !== false);
  return parts.length === 0 ? 'nothing new' : parts.join(', ');
}
