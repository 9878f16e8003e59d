import { runCommand } from './cli/commands';

/** Exit codes: 0 converged or all well, 3 incomplete or something does not hold, 4 cancelled, 5 paused, 1 failed, 2 usage. */
void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
