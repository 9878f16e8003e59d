import { type RunOptions } from '../core/run/records';
import { type Arguments, UsageError } from './arguments';

export function optionsOf(args: Arguments): RunOptions {
  // Questions are asked where somebody can answer them; --yes takes every default.
  const asks = !args.yes && process.stdin.isTTY === true;
  const limits = Object.fromEntries(args.set.map(([axis, value]) => {
    if (!/^\d+(\.\d+)?$/.test(value)) throw new UsageError(`--set ${axis} takes a number, not "${value}".`);
    return [axis, Number(value)];
  }));
  return {
    folders: args.folders, addresses: args.addresses, providers: args.providers, researcher: args.model ?? 'extractive', depth: args.depth, limits,
    allowHosts: args.allowHosts, webQueries: args.allowWebQueries ? 'allow' : 'deny', reviewPlan: asks ? 'deep' : 'never', askScope: asks, language: args.language, deadline: args.deadline,
  };
}
