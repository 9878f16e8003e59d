import { type Amounts, type Axis } from '../budget/events';
import { type EventData, type RunEvent } from './event';
import { type Role, type StoredText } from './records';
import { say, type Said, type Words } from './said';
import { terms } from './terms';

/** An event in plain words: what happened, and beside it the text or reason that belongs to it. Every type has its own: nothing is shown as it is stored. */
export function describeEvent(event: RunEvent): [title: Said, detail: Words] {
  switch (event.type) {
    case 'run.created': return [say('Run created'), event.data.question];
    case 'run.stateChanged': return [say('State: {0}', terms.states[event.data.state]), event.data.said ?? event.data.reason ?? ''];
    case 'run.ended': return [say('Ended: {0}', terms.outcomes[event.data.outcome]), event.data.said ?? event.data.why];
    case 'options.changed': return [say('What it was started with was changed'), event.data.options.researcher];
    case 'run.continued': return [say('Continued with a further question'), event.data.question];
    case 'queries.decided': return [event.data.decision === 'allow' ? say('Web queries allowed') : say('Web queries denied'), ''];
    case 'notice.given': return [say('Notice'), event.data.said ?? event.data.text];

    case 'call.started': return [event.data.kind === 'request' ? say('Call {0}: {1} is asked', event.data.id, asked[event.data.role ?? 'main']) : say('Call {0}: {1}', event.data.id, event.data.name.replaceAll('_', ' ')), inWords(event.data.sent)];
    case 'call.handle': return [say('Call {0} taken up by the server', event.data.id), event.data.handle];
    case 'call.settled': return [settled(event.data), event.data.failure ?? (event.data.receipt ? inWords(event.data.receipt.text) : '')];
    case 'turn.answered': return [event.data.worker === 'main' ? say('Turn {0}', event.data.turn) : say('Turn {0} of {1}', event.data.turn, event.data.worker), event.data.calls.map(({ name }) => name).join(', ')];
    case 'reminder.given': return [say('Reminder to the researcher'), event.data.text];
    case 'update.sent': return [say('Update {0}', event.data.id), event.data.text];
    case 'child.started': return [say('Helper {0} begun', event.data.id), event.data.objective];
    case 'child.ended': return [event.data.ok ? say('Helper {0} done', event.data.id) : say('Helper {0} failed', event.data.id), event.data.summary];

    case 'budget.granted': return [say('Budget granted'), amountsInWords(event.data.grant)];
    case 'budget.reserved': return [say('Budget set aside for {0}', event.data.said ?? event.data.purpose), amountsInWords(event.data.amounts)];
    case 'budget.released': return [say('Budget given back'), event.data.id];
    case 'time.passed': return [event.data.milliseconds < 1000 ? say('Worked for less than a second') : say('Worked for {0}', seconds(event.data.milliseconds)), ''];
    case 'depth.wanted': return [say('Deep asked for'), event.data.said ?? event.data.reason];
    case 'depth.decided': return [event.data.granted ? say('Deep granted') : say('Deep refused'), event.data.said ?? event.data.reason];
    case 'depth.unreadable': return [say('What depth is in force cannot be told'), `${event.data.of}: ${event.data.problem}`];
    case 'depth.applied': return [say('Deep begun'), amountsInWords(event.data.grant)];

    case 'scope.proposed': return [say('Scope drafted'), event.data.unclear.map(({ question }) => question).join(' ')];
    case 'scope.frozen': return [say('Scope {0} fixed', event.data.version), event.data.scope.question];
    case 'plan.proposed': return [say('Plan drafted'), claims(event.data.claims.length)];
    case 'plan.frozen': return [say('Plan {0} fixed', event.data.version), say('{0}, approved by {1}', claims(event.data.claims.length), event.data.approvedBy)];
    case 'plan.changed': return [say('Plan {0} changed', event.data.version), event.data.reason];
    case 'search.executed': return [say('Search {0}, {1}', event.data.search.id, terms.intents[event.data.search.intent]), event.data.search.query];
    case 'results.decided': return [decided(event.data), event.data.reason ?? event.data.results.join(', ')];
    case 'gain.credited': return [say('Gain of {0}', event.data.search), gainInWords(event.data.gain)];
    case 'evidence.recorded': return [say('{0} {1} {2}', event.data.id, terms.relations[event.data.relation], event.data.claim), event.data.quote ?? event.data.reasoning ?? ''];
    case 'evidence.stateChanged': return [say('{0} now {1}', event.data.evidence.join(', '), terms.standing[event.data.state]), event.data.reason];
    case 'conflict.opened': return [say('Conflict {0} on {1}', event.data.id, event.data.claim), event.data.sides.map(({ says }) => says).join(' / ')];
    case 'conflict.sidesChanged': return [say('Conflict {0} has other sides', event.data.id), event.data.sides.map(({ says }) => says).join(' / ')];
    case 'conflict.settled': return [say('Conflict {0} {1}', event.data.id, terms.conflicts[event.data.state]), event.data.explanation];
    case 'correction.made': return [say('{0} corrects {1} of {2}', event.data.id, event.data.field, event.data.target), event.data.reason];

    case 'source.archived': return [say('{0} archived as {1}', event.data.source.id, event.data.snapshot.id), event.data.source.title || event.data.source.address];
    case 'source.notArchived': return [say('{0} {1}', event.data.source.id, terms.sources[event.data.source.state]), event.data.source.reason ?? ''];
    case 'source.withdrawn': return [say('{0} withdrawn', event.data.source), event.data.reason];
    case 'source.restored': return [say('{0} restored', event.data.source), event.data.reason];
    case 'source.rechecked': return [say('{0} fetched again: {1}', event.data.source, terms.rechecks[event.data.outcome]), event.data.message];
    case 'provenance.linked': return [say('{0} {1} {2}', event.data.from, terms.provenance[event.data.relation], event.data.to), ''];
    case 'provenance.unlinked': return [say('{0} {1} {2}: taken back', event.data.from, (terms.provenance as Partial<Record<string, Said>>)[event.data.relation] ?? event.data.relation, event.data.to), event.data.reason];
    case 'snapshot.verified': return [event.data.holds ? say('{0} holds', event.data.snapshot) : say('{0} does not hold', event.data.snapshot), event.data.detail ?? ''];
    case 'address.asked': return [say('Address asked for'), `${event.data.address}: ${event.data.status}`];
    case 'folder.changed': return [say('The folder changed'), changes(event.data)];

    case 'block.published': return [event.data.revision.revision === 1 ? say('{0} published', event.data.revision.block) : say('{0} revised, revision {1}', event.data.revision.block, event.data.revision.revision), event.data.revision.text];
    case 'article.written': return [say('Article file written'), event.data.file];
    case 'sentence.reviewed': return [event.data.verdict === 'approved' ? say('A sentence of {0} approved by {1}', event.data.block, event.data.by) : say('A sentence of {0} rejected by {1}', event.data.block, event.data.by), event.data.reason ?? ''];
    case 'check.ordered': return [say('{0} to be checked against {1}', event.data.block, event.data.source), say('sentences {0} of revision {1}', event.data.sentences.map((at) => at + 1).join(', '), event.data.revision)];
    case 'check.done': return [checked(event.data), event.data.why];
  }
}

const asked: Record<Role, Said> = { main: say('the model'), child: say('the model'), verifier: say('the verifier'), judge: say('the judge') };

/** A receipt that says no is an answer; without any, nobody knows what came of the call. */
function settled({ id, settlement, receipt, failure }: EventData<'call.settled'>): Said {
  if (settlement === 'unknown') return say('Call {0} ended, what it cost is unknown', id);
  return receipt?.ok === false || failure !== null ? say('Call {0} not done', id) : say('Call {0} done', id);
}

function checked({ block, sentence, source, verdict }: EventData<'check.done'>): Said {
  const place = sentence === null ? block : `${block}:${sentence + 1}`;
  return source === null ? say('{0}: {1}', place, terms.verdicts[verdict]) : say('{0} against {1}: {2}', place, source, terms.verdicts[verdict]);
}

function decided({ results, decision }: EventData<'results.decided'>): Said {
  const count = results.length;
  if (decision === 'chosen') return count === 1 ? say('{0} result chosen', count) : say('{0} results chosen', count);
  return count === 1 ? say('{0} result dropped', count) : say('{0} results dropped', count);
}

const inWords = (stored: StoredText): Words => ('text' in stored ? stored.text : say('{0} characters', stored.length));

const claims = (count: number): Said => (count === 1 ? say('{0} claim', count) : say('{0} claims', count));

const seconds = (milliseconds: number): Said => (Math.round(milliseconds / 1000) === 1 ? say('{0} second', 1) : say('{0} seconds', Math.round(milliseconds / 1000)));

/** Several as one, each separated from the next. */
const listed = (parts: readonly Said[]): Words => (parts.length === 0 ? '' : parts.reduce((all, one) => say('{0}, {1}', all, one)));

const amounts: Record<Axis, (amount: number) => Said> = {
  turns: (amount) => say('{0} turns', amount), requests: (amount) => say('{0} model requests', amount), reads: (amount) => say('{0} reads', amount), searches: (amount) => say('{0} searches', amount),
  publications: (amount) => say('{0} publications', amount), milliseconds: (amount) => say('{0} minutes', Math.round(amount / 60_000)), revisions: (amount) => say('{0} revisions', amount),
  blockRevisions: (amount) => say('{0} revisions of a block', amount), tokens: (amount) => say('{0} tokens', amount), money: (amount) => say('{0} money', amount),
};

const amountsInWords = (given: Amounts): Words => listed((Object.entries(given) as [Axis, number][]).map(([axis, amount]) => amounts[axis](amount)));

function gainInWords({ slots, confidence, conflicts }: EventData<'gain.credited'>['gain']): Words {
  const parts = [...(slots > 0 ? [say('requirements filled: {0}', slots)] : []), ...(confidence > 0 ? [say('claims made surer: {0}', confidence)] : []), ...(conflicts > 0 ? [say('conflicts opened: {0}', conflicts)] : [])];
  return parts.length === 0 ? say('nothing new') : listed(parts);
}

function changes({ added, changed, removed }: EventData<'folder.changed'>): Words {
  const parts = [...(added.length > 0 ? [say('new: {0}', added.join(', '))] : []), ...(changed.length > 0 ? [say('changed: {0}', changed.join(', '))] : []), ...(removed.length > 0 ? [say('gone: {0}', removed.join(', '))] : [])];
  return parts.reduce<Words>((all, one) => (all === '' ? one : say('{0}; {1}', all, one)), '');
}
