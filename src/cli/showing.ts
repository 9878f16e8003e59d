import { type RunView } from '../shared/view';
import { renderMarkdown } from '../core/article/markdown';
import { sentenceAddress } from '../core/check/explain';
import { assess } from '../core/ledger/assess';
import { liveClaims } from '../core/ledger/live';
import { sinceFrozen } from '../core/ledger/plan';
import { type ActiveRun } from '../core/run/activeRun';
import { LogFailed } from '../core/run/log';
import { traceLine } from '../core/run/trace';
import { type Arguments, oneOf, UsageError } from './arguments';
import { runPlace } from './runFolderOf';
import { print, printExactly, printJson } from './terminal';
import { runsIn } from './world';

/** Opens without taking the run from whoever works on it. */
export async function withRun<T>(args: Arguments, mode: 'auto' | 'reader', use: (active: ActiveRun) => Promise<T> | T): Promise<T> {
  const { folder, research } = runPlace(args.words[0], args.out);
  const active = await runsIn(research).open(folder, mode);
  try {
    return await use(active);
  } finally {
    await active.close();
  }
}

const parts = ['article', 'claims', 'evidence', 'searches', 'sources', 'conflicts', 'checks', 'budget', 'convergence', 'trace'] as const;

export function show(args: Arguments): Promise<number> {
  const part = oneOf('show', args.words[1] ?? 'article', parts);
  if (args.version !== null && (part !== 'article' || args.json)) throw new UsageError('--version shows the article as it was: research-ledger show RUN article --version N');
  const call = args.words[2];
  if (call !== undefined && part !== 'trace') throw new UsageError(`show RUN ${part} takes nothing more; a call is shown by show RUN trace K12.`);
  return withRun(args, 'reader', async (active) => {
    if (call !== undefined) return showCall(active, call, args.json);
    const view = active.view();
    if (args.json) printJson(args.words[1] === undefined ? view : { format: view.format, run: view.run.id, [part]: part === 'trace' ? active.recorder.events : view[part] });
    else if (args.version !== null) print(renderMarkdown(active.state, { now: new Date().toISOString(), version: versionIn(view, args.version) }));
    else print(printers[part](view, active));
    return 0;
  });
}

function versionIn({ article }: RunView, wanted: number): number {
  if (wanted < 1 || wanted > article.version) throw new UsageError(`There is no version ${wanted} of this article. Versions: ${article.version === 0 ? 'none yet' : `1 to ${article.version}`}.`);
  return wanted;
}

/** What was sent, to the letter, on standard output; with --json its answer too. */
async function showCall(active: ActiveRun, id: string, json: boolean): Promise<number> {
  const call = await active.call(id);
  if (!call) throw new UsageError(`There is no call ${id} in this run. show RUN trace lists them.`);
  if (json) printJson({ format: 1, run: active.state.run?.id, id, ...call });
  else printExactly(call.sent ?? call.answer ?? '');
  return 0;
}

const printers: Record<(typeof parts)[number], (view: RunView, active: ActiveRun) => string> = {
  article: ({ article }) => article.markdown,
  claims: ({ claims }) => claims.map((claim) => `${claim.id} ${claim.status} (${claim.confidence})${claim.key ? ' key' : ''} ${claim.risk} risk: ${claim.text}\n   ${claim.reason}\n   voices: ${claim.voices.map((voice) => voice.join('+')).join(' | ') || 'none'}`).join('\n'),
  evidence: ({ evidence }) => evidence.map((item) => `${item.id} ${item.relation} ${item.claim} [${item.state}] ${item.source ?? item.premises.join('+')} ${item.snapshot ?? ''} ${item.start ?? ''}–${item.end ?? ''} by ${item.extractor}${item.worker === 'main' ? '' : ` (${item.worker})`}\n   ${item.quote ?? item.reasoning ?? ''}${item.cells === null ? '' : `\n   (${item.cells})`}${item.result === null ? '' : `\n   ${item.result}`}`).join('\n'),
  searches: ({ searches }) => searches.map((entry) => `${entry.id} ${entry.intent} "${entry.query}" ${entry.results.length} results, gain ${entry.gain.slots}/${entry.gain.confidence}/${entry.gain.conflicts}${entry.repeats === null ? '' : ` repeats ${entry.repeats}`}${entry.failure === null ? '' : ` failed: ${entry.failure}`}`).join('\n'),
  sources: ({ sources, provenance }) => [...sources.map((source) => `${source.id} ${source.state} ${source.tier} ${source.publisher ?? ''} ${source.title} <${source.address}>${source.reason === null ? '' : ` ${source.reason}`}`), ...provenance.map((edge) => `${edge.from} ${edge.relation} ${edge.to}: ${edge.why}`)].join('\n'),
  conflicts: ({ conflicts }) => conflicts.map((conflict) => `${conflict.id} on ${conflict.claim} ${conflict.fallen ? 'fell away' : conflict.state}${conflict.cause === null ? '' : ` (${conflict.cause})`}: ${conflict.sides.map(({ says, evidence }) => `${says} [${evidence.join(', ')}]`).join(' / ')}\n   ${conflict.explanation ?? ''}${conflict.needed === null ? '' : `\n   needed: ${conflict.needed}`}`).join('\n'),
  checks: ({ checks }) => checks.map((check) => `${check.id} ${check.block}:${check.sentence === null ? '' : check.sentence + 1} revision ${check.revision} against ${check.source ?? ''}: ${check.verdict} (${check.checker}${check.selfChecked ? ', self-checked' : ''}${check.parts ? ', saw passages only' : ''})\n   ${check.why}${check.quote === null ? '' : ` “${check.quote}”`}`).join('\n'),
  budget: ({ budget }) => [`depth ${budget.depth}${budget.depth === 'unknown' ? ': behaves as standard' : ''}`, ...Object.entries(budget.axes).map(([axis, meter]) => `${axis}: grant ${meter.grant ?? '∞'}, spent ${meter.spent}, reserved ${meter.reserved}, unknown ${meter.unknown}`), ...budget.reservations.filter(({ left }) => Object.values(left).some((amount) => amount > 0)).map(({ purpose, left }) => `set aside for ${purpose}: ${Object.entries(left).filter(([, amount]) => amount > 0).map(([axis, amount]) => `${axis} ${amount}`).join(', ')}`), ...(budget.usage.unknownCosts > 0 ? [`What ${budget.usage.unknownCosts} of the requests cost is unknown.`] : []), ...budget.decisions.map(({ at, what, reason }) => `${at} ${what}: ${reason}`)].join('\n'),
  convergence: ({ convergence }, active) => [convergence.holds ? 'converged: every condition holds' : 'incomplete', ...convergence.conditions.map(({ name, holds, why }) => `${holds ? '✓' : '✗'} ${name}: ${why}`), ...unjudged(active)].join('\n'),
  trace: (_view, { recorder }) => recorder.events.map((event) => traceLine(event)).map(({ seq, at, by, title, detail }) => `${seq} ${at} ${by} ${title}${detail === '' ? '' : ` — ${detail}`}`).join('\n'),
};

/** Claims that convergence does not judge as they stand, and that lack something. */
function unjudged({ state }: ActiveRun): string[] {
  const { claims } = assess(state);
  return liveClaims(state.ledger).flatMap((claim) => {
    const since = sinceFrozen(state.ledger, claim);
    return since === null || claims.get(claim.id)?.requirementMet !== false ? [] : [`not judged: ${claim.id} was ${since} during the research. ${claims.get(claim.id)?.reason ?? ''}`];
  });
}

/** Exit 3 when something does not hold. What lies where nothing can be written, as an archive may, is verified all the same. */
export async function verify(args: Arguments): Promise<number> {
  return verifyAs(args, 'auto').catch((cause: unknown) => {
    if (!(cause instanceof LogFailed && cause.kind === 'read-only')) throw cause;
    return verifyAs(args, 'reader');
  });
}

function verifyAs(args: Arguments, mode: 'auto' | 'reader'): Promise<number> {
  return withRun(args, mode, async (active) => {
    const { snapshots, spans, findings } = await active.verify();
    if (args.json) printJson({ format: 1, run: active.state.run?.id, snapshots, spans, findings });
    else print(findings.length === 0 ? `All well: ${snapshots} archived sources and ${spans} spans hold.` : findings.map(({ message }) => message).join('\n'));
    return findings.length === 0 ? 0 : 3;
  });
}

/** Exit 3 when the chain does not hold. */
export function explain(args: Arguments): Promise<number> {
  const { block, index } = sentenceAddress(args.words[1] ?? '');
  return withRun(args, 'reader', async (active) => {
    const explanation = await active.explain(block, index);
    if (args.json) printJson({ format: 1, run: active.state.run?.id, ...explanation });
    else print(`${explanation.sentence}\n${explanation.lines.join('\n')}`);
    return explanation.fault === 'nothing' || explanation.fault === 'inference' ? 0 : 3;
  });
}
