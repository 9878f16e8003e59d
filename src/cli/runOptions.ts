import { type RunOptions } from '../core/run/records';
import { type Arguments, UsageError } from './arguments';
import { modelsOf } from './roles';

export async function optionsOf(args: Arguments): Promise<RunOptions> {
  // Questions are asked where somebody can answer them; --yes takes every default.
  const asks = !args.yes && process.stdin.isTTY === true;
  const limits: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const [axis, value] of args.set) {
    const limit = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
    if (!Number.isFinite(limit)) throw new UsageError(`--set ${axis} takes a number, not "${value.slice(0, 40)}".`);
    if (axis in limits && limits[axis] !== limit) throw new UsageError(`--set ${axis} is given ${limits[axis]} and ${limit}: name one.`);
    limits[axis] = limit;
  }
  return {
    folders: args.folders, addresses: args.addresses, providers: args.providers, ...await modelsOf(args), depth: args.depth, limits,
    allowHosts: args.allowHosts, webQueries: args.allowWebQueries ? 'allow' : 'deny', reviewPlan: asks ? 'deep' : 'never', askScope: asks, language: args.language, deadline: args.deadline,
  };
}
