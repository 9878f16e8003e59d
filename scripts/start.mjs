// `npm start`: sets itself up, researches the sample folder without a model or a key, prints the article, opens it in the editor.
//   npm start -- --no-editor   ends after the article
import path from 'node:path';
import { openEditor, research } from './lib/research.mjs';
import { buildProduct, ensurePackages } from './lib/setup.mjs';
import { root } from './lib/steps.mjs';

const folder = path.join(root, 'media/sample');
const question = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, '
  + 'how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';

const unknown = process.argv.slice(2).filter((one) => one !== '--no-editor');
if (unknown.length > 0) {
  console.error(`npm start does not know ${unknown.join(' ')}; it knows --no-editor. For a question of your own: npm run research -- "question" --folder DIR`);
  process.exit(2);
}

await ensurePackages();
await buildProduct();
console.error(`\nQuestion: ${question}\n`);
const { code, folder: runFolder } = await research([question, '--folder', folder, '--yes', '--model', 'extractive'], path.join(folder, '.research'));
if (runFolder === undefined) process.exit(code);
if (!process.argv.includes('--no-editor')) await openEditor(folder, runFolder);
