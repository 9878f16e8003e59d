import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The extension hosts below a process. */
export async function extensionHosts(server) {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.trim().split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter(Boolean).map(([, pid, parent, args]) => ({ pid: Number(pid), parent: Number(parent), args }));
  const below = (pid) => all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
  return below(server.pid).filter(({ args }) => args.includes('--type=extensionHost')).map(({ pid }) => pid);
}
