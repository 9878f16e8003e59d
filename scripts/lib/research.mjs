// One research on the command line, then the same run in the editor: what `npm start` and `npm run research` share.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onPath } from './programs.mjs';
import { root, run, step } from './steps.mjs';

/** Exit codes of the command line that leave an article: converged, incomplete. */
const withArticle = new Set([0, 3]);

/**
 * Runs the research and prints its article to standard output; its progress goes to standard error as it comes.
 * @param {string[]} args  arguments of `research-ledger run`, question first
 * @param {string} out  the folder that will hold the run
 * @returns {Promise<{code: number, folder: string | undefined}>} the exit code, and the run's folder when there is an article
 */
export async function research(args, out) {
  const { code, output } = await json([path.join(root, 'dist/cli.js'), 'run', ...args, '--out', out, '--json']);
  if (!withArticle.has(code)) return { code, folder: undefined };
  const { run: { folder }, article } = JSON.parse(output);
  process.stdout.write(`\n${article.markdown.trim()}\n\n`);
  console.error(`The run is in ${path.relative(process.cwd(), folder)}`);
  return { code, folder };
}

/** Runs Node with standard error shown and standard output kept. Ctrl-C reaches the child by itself, which then pauses the run. */
function json(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ignore = () => undefined;
    process.on('SIGINT', ignore);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { output += text; });
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGINT', ignore);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Opens `folder` in the editor with the run in the panel: in the desktop editor when `code` is on PATH, else in the server
 * build, which is served until Ctrl-C.
 * @param {string} folder  absolute
 * @param {string} runFolder  absolute, inside folder/.research
 */
export async function openEditor(folder, runFolder) {
  const { packVsix, vsixPath } = await import('../../test/e2e/support/vsix.mjs');
  await step('Packing the extension', packVsix);
  await askToShow(folder, runFolder);
  const code = onPath('code');
  if (code) {
    await step('Installing the extension into VS Code', () => run(code, ['--install-extension', vsixPath, '--force']));
    await run(code, [folder]);
    console.error('VS Code is opening the folder; the run is in its panel.');
    return;
  }
  await serve(folder, vsixPath);
}

async function serve(folder, vsix) {
  const { installEditor } = await import('../install-editor.mjs');
  const { folderAddress, startEditorServer } = await import('./editorServer.mjs');
  const editor = await installEditor();
  const server = await step('Starting VS Code', () => startEditorServer({ editor, vsix, state: path.join(root, '.cache/editor/state') }));
  console.error(`\nOpen this address in a browser (Ctrl-C ends it):\n\n  ${folderAddress(server.url, folder)}\n`);
  await new Promise((resolve) => { for (const name of ['SIGINT', 'SIGTERM']) process.once(name, resolve); });
  await server.stop();
}

/** Leaves the run's name where the extension looks when it opens the folder: the one way that works for a window of any kind. */
async function askToShow(folder, runFolder) {
  const research = path.join(folder, '.research');
  await mkdir(research, { recursive: true });
  await writeFile(path.join(research, 'show'), path.basename(runFolder));
}
