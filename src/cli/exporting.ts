import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Arguments, oneOf, UsageError } from './arguments';
import { withRun } from './showing';

export async function exportRun(args: Arguments): Promise<number> {
  oneOf('--format', args.format ?? 'markdown', ['markdown']);
  if (args.out === null) throw new UsageError('Where to? --out FILE');
  const file = path.resolve(args.out);
  return withRun({ ...args, out: null }, 'reader', async (active) => {
    await writeFile(file, active.view().article.markdown);
    process.stdout.write(`Written: ${file}\n`);
    return 0;
  });
}
