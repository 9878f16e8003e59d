import { type Arguments, UsageError } from './arguments';
import { withRun } from './showing';
import { person } from './world';

const reasonOf = (args: Arguments): string => {
  if (args.reason === null || args.reason.trim() === '') throw new UsageError('A correction needs its reason: --reason "…"');
  return args.reason;
};

export async function withdraw(args: Arguments): Promise<number> {
  const source = args.words[1];
  if (source === undefined) throw new UsageError('Which source? research-ledger withdraw RUN S3 --reason "…"');
  const reason = reasonOf(args);
  return withRun(args, 'auto', async (active) => {
    await active.withdraw(source, reason, person());
    process.stdout.write(`${source} is withdrawn, and what rests on it.\n`);
    return 0;
  });
}

export async function correct(args: Arguments): Promise<number> {
  const target = args.words[1];
  if (target === undefined || args.set.length === 0) throw new UsageError('What is corrected? research-ledger correct RUN C1 --set risk=low --reason "…"');
  const reason = reasonOf(args);
  return withRun(args, 'auto', async (active) => {
    for (const [field, value] of args.set) await active.correct(target, field, value, reason, person());
    process.stdout.write(`${target} is corrected.\n`);
    return 0;
  });
}

/** Exit 3 when a cited passage no longer stands in its live source, or a source could not be fetched. */
export async function recheck(args: Arguments): Promise<number> {
  return withRun(args, 'auto', async (active) => {
    const found = await active.recheck(args.words.slice(1), new AbortController().signal);
    if (args.json) process.stdout.write(`${JSON.stringify(found.map(({ drafts: _drafts, ...shown }) => shown))}\n`);
    else for (const { message, changes, removed, added } of found) process.stdout.write(`${[message, ...changes.map(({ evidence, how }) => `  ${evidence} ${how}`), ...removed.map((line) => `  - ${line}`), ...added.map((line) => `  + ${line}`)].join('\n')}\n`);
    return found.every(({ outcome, changes }) => outcome !== 'failed' && changes.every(({ how }) => how === 'moved')) ? 0 : 3;
  });
}
