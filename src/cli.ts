process.stderr.write('research-ledger: no command is built in yet.\n');
process.exitCode = 2;
