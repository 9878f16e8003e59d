import { runCommand } from './cli/commands';

// Whoever read the output may be gone (`| head`): that is no reason to stop a research.
for (const stream of [process.stdout, process.stderr]) stream.on('error', (cause: NodeJS.ErrnoException) => { if (cause.code !== 'EPIPE') throw cause; });

/** Exit codes: 0 converged or all well, 3 incomplete or something does not hold, 4 cancelled, 5 paused, 1 failed, 2 usage. */
void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
