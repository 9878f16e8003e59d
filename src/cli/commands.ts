import { parseArguments, UsageError, type Arguments } from './arguments';
import { errorMessage } from '../core/run/platform';
import { ask } from './answering';
import { approve, correct, recheck, reject, restore, withdraw } from './correcting';
import { exportRun } from './exporting';
import { judge } from './judging';
import { plan } from './planning';
import { continueRun, resume, run } from './running';
import { explain, show, verify } from './showing';
import { help } from './help';
import { print, printJson, say } from './terminal';
import { InputRefused } from '../compose';

export type Command = (args: Arguments) => Promise<number>;

const commands = new Map<string, Command>(Object.entries({ run, plan, resume, continue: continueRun, ask, show, verify, recheck, explain, withdraw, restore, correct, approve, reject, judge, export: exportRun }));

export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    const args = parseArguments(argv);
    const command = commands.get(args.command);
    if (args.help || args.command === 'help') {
      print(help);
      return 0;
    }
    if (!command) throw new UsageError(`There is no command "${args.command}". Commands: ${[...commands.keys()].join(', ')}.`);
    return await command(args);
  } catch (cause) {
    const message = errorMessage(cause);
    if (argv.includes('--json')) printJson({ format: 1, error: message });
    say(`research-ledger: ${message}`);
    return cause instanceof UsageError || cause instanceof InputRefused ? 2 : 1;
  }
}
