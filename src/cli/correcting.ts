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
