import path from 'node:path';
import { type Arguments, oneOf, UsageError } from './arguments';
import { exportWarc } from './exportingWarc';
import { writeFor } from './files';
import { withRun } from './showing';
import { answer } from './terminal';

export async function exportRun(args: Arguments): Promise<number> {
  const format = oneOf('--format', args.format ?? 'markdown', ['markdown', 'warc']);
  if (args.out === null) throw new UsageError('Where to? --out FILE');
  const file = path.resolve(args.out);
  if (format === 'warc') return exportWarc({ ...args, out: null }, file);
  return withRun({ ...args, out: null }, 'reader', async (active) => {
    await writeFor(file, active.view().article.markdown);
    answer(args, { written: file }, `Written: ${file}`);
    return 0;
  });
}
