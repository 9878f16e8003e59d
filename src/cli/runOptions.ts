import { type RunOptions } from '../core/run/records';
import { type Arguments, UsageError } from './arguments';
import { modelsOf } from './roles';

export async function optionsOf(args: Arguments): Promise<RunOptions> {
  // Questions are asked where somebody can answer them; --yes takes every default.
  const asks = !args.yes && process.stdin.isTTY === true;
  const limits = Object.fromEntries(args.set.map(([axis, value]) => {
    if (!/^\d+(\.\d+)?$/.test(value)) throw new UsageError(`--set ${axis} takes a number, not "${value}".`);
    return [axis, Number(value)];
  }));
  return {
    folders: args.folders, addresses: args.addresses, providers: args.providers, ...await modelsOf(args), depth: args.depth, limits,
    allowHosts: args.allowHosts, webQueries: args.allowWebQueries ? 'allow' : 'deny', reviewPlan: asks ? 'deep' : 'never', askScope: asks, language: args.language, deadline: args.deadline,
  };
}
