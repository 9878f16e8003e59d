import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArticleFile } from '../core/run/activeRun';
import { say } from '../core/run/said';

const own = 'article.md';
/** Where ours goes when a person has edited the article: their text is never overwritten. */
const beside = 'article.latest.md';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function articleFile(folder: string): ArticleFile {
  const present = (name: string): Promise<string | null> => readFile(path.join(folder, name), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  return {
    async write(markdown, ours, intend) {
      const there = await present(own);
      const edited = there !== null && !ours(sha256(there));
      const file = edited ? beside : own;
      await intend({ file, sha256: sha256(markdown), notice: edited ? say('{0} was edited by hand, so it is left alone; the current article is in {1}.', own, beside) : null });
      if ((edited ? await present(beside) : there) === markdown) return;
      const temporary = path.join(folder, `${file}.new`);
      await writeFile(temporary, markdown);
      await rename(temporary, path.join(folder, file));
    },
  };
}
