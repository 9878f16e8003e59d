import { sentenceAddress } from '../core/check/explain';
import { type Arguments, UsageError } from './arguments';
import { mustWrite } from './runFolderOf';
import { withRun } from './showing';
import { answer, print, printJson } from './terminal';
import { person } from './world';

const reasonOf = (args: Arguments): string => {
  if (args.reason === null || args.reason.trim() === '') throw new UsageError('A correction needs its reason: --reason "…"');
  return args.reason;
};

/** Takes a source out of the count, or back into it, with all that rests on it. */
const counted = (verb: 'withdraw' | 'restore', done: 'withdrawn' | 'restored', said: string) => async (args: Arguments): Promise<number> => {
  const source = args.words[1];
  if (source === undefined) throw new UsageError(`Which source? research-ledger ${verb} RUN S3 --reason "…"`);
  const reason = reasonOf(args);
  return withRun(args, 'auto', async (active) => {
    await mustWrite(active);
    await active[verb](source, reason, person());
    answer(args, { [done]: source }, `${source} is ${done}, ${said}`);
    return 0;
  });
};
export const withdraw = counted('withdraw', 'withdrawn', 'and what rests on it.');
export const restore = counted('restore', 'restored', 'and what rests on it, but for what fell for another reason.');

export async function correct(args: Arguments): Promise<number> {
  const target = args.words[1];
  if (target === undefined || args.set.length === 0) throw new UsageError('What is corrected? research-ledger correct RUN C1 --set risk=low --reason "…"');
  const reason = reasonOf(args);
  return withRun(args, 'auto', async (active) => {
    await mustWrite(active);
    const down: string[] = [];
    for (const [field, value] of args.set) down.push(...await active.correct(target, field, value, reason, person()));
    answer(args, { corrected: target, fields: args.set.map(([field]) => field), stillDown: down }, [`${target} is corrected.`, ...down].join('\n'));
    return 0;
  });
}

/** A person's word on a sentence of the article, named as in its head. */
const reviewed = (verdict: 'approved' | 'rejected') => (args: Arguments): Promise<number> => {
  const { block, index } = sentenceAddress(args.words[1] ?? '');
  const reason = verdict === 'rejected' ? reasonOf(args) : args.reason;
  return withRun(args, 'auto', async (active) => {
    await mustWrite(active);
    await active.review({ block, revision: active.state.article.blocks[block]?.revisions.length ?? 0, sentence: index, verdict, reason, by: person() });
    answer(args, { sentence: args.words[1], verdict }, `${args.words[1] ?? ''} is ${verdict}.${verdict === 'rejected' ? ' What it cites for its high-risk claims is withdrawn, and these are open again.' : ''}`);
    return 0;
  });
};
export const approve = reviewed('approved');
export const reject = reviewed('rejected');

/** Exit 3 when a cited passage no longer stands in its live source, or a source could not be fetched. */
export async function recheck(args: Arguments): Promise<number> {
  return withRun(args, 'auto', async (active) => {
    await mustWrite(active);
    const found = await active.recheck(args.words.slice(1), new AbortController().signal);
    if (args.json) printJson({ format: 1, run: active.state.run?.id, sources: found.map(({ drafts: _drafts, ...shown }) => shown) });
    else for (const { message, changes, removed, added } of found) print([message, ...changes.map(({ evidence, how }) => `  ${evidence} ${how}`), ...removed.map((line) => `  - ${line}`), ...added.map((line) => `  + ${line}`)].join('\n'));
    return found.every(({ outcome, changes }) => outcome !== 'failed' && changes.every(({ how }) => how === 'moved')) ? 0 : 3;
  });
}
