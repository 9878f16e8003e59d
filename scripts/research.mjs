// `npm run research -- "question" --folder DIR`: as `npm start`, for any question and folder.
// Every option of `research-ledger run` may follow; --no-editor ends after the article.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openEditor, research } from './lib/research.mjs';
import { buildProduct, ensurePackages } from './lib/setup.mjs';

const args = process.argv.slice(2).filter((one) => one !== '--no-editor');
const named = args[args.indexOf('--folder') + 1];
if (args.length === 0 || args[0].startsWith('-') || !args.includes('--folder') || !named) {
  console.error('Usage: npm run research -- "question" --folder DIR [--no-editor] [options of research-ledger run]');
  process.exit(2);
}
const folder = path.resolve(named);
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}.`);
  process.exit(2);
}

await ensurePackages();
await buildProduct();
const { code, folder: runFolder } = await research(args.includes('--yes') ? args : [...args, '--yes'], path.join(folder, '.research'));
if (runFolder === undefined) process.exit(code);
if (!process.argv.includes('--no-editor')) await openEditor(folder, runFolder);
