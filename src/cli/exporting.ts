import path from 'node:path';
import { type Arguments, oneOf, UsageError } from './arguments';
import { writeFor } from './files';
import { withRun } from './showing';
import { answer } from './terminal';

export async function exportRun(args: Arguments): Promise<number> {
  oneOf('--format', args.format ?? 'markdown', ['markdown']);
  if (args.out === null) throw new UsageError('Where to? --out FILE');
  const file = path.resolve(args.out);
  return withRun({ ...args, out: null }, 'reader', async (active) => {
    await writeFor(file, active.view().article.markdown);
    answer(args, { written: file }, `Written: ${file}`);
    return 0;
  });
}
