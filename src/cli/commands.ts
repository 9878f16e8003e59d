import { parseArguments, UsageError, type Arguments } from './arguments';
import { errorMessage } from '../core/run/platform';
import { correct, recheck, withdraw } from './correcting';
import { exportRun } from './exporting';
import { plan } from './planning';
import { continueRun, resume, run } from './running';
import { explain, show, verify } from './showing';
import { help } from './help';

export type Command = (args: Arguments) => Promise<number>;

const commands: Record<string, Command> = { run, plan, resume, continue: continueRun, show, verify, recheck, explain, withdraw, correct, export: exportRun };

export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    const args = parseArguments(argv);
    const command = commands[args.command];
    if (args.help || args.command === 'help') {
      process.stdout.write(help);
      return 0;
    }
    if (!command) throw new UsageError(`There is no command "${args.command}". Commands: ${Object.keys(commands).join(', ')}.`);
    return await command(args);
  } catch (cause) {
    process.stderr.write(`research-ledger: ${errorMessage(cause)}\n`);
    return cause instanceof UsageError ? 2 : 1;
  }
}
