// Fetches a VS Code server with its web workbench into .cache/editor/, from the npm package `code-server`; nothing is compiled.
//   node scripts/install-editor.mjs [1.99|current]
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMain } from './lib/main.mjs';
import { root, run, step } from './lib/steps.mjs';

/** Name → package version, the VS Code inside, and the Node major it runs on. */
const editors = {
  '1.99': { version: '4.99.4', vscode: '1.99.3', node: 20 },
  current: { version: '4.139.1', vscode: '1.139.1', node: 24 },
};

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * The server of an editor version, installed when it is not there yet.
 * @param {string} name  "1.99" or "current"
 * @returns {Promise<{name: string, vscode: string, node: string, entry: string}>} the Node program to start it with, and its entry file
 */
export async function installEditor(name = process.env.EDITOR_VERSION ?? '1.99') {
  const editor = editors[name];
  if (!editor) throw new Error(`EDITOR_VERSION is "${name}"; it can be ${Object.keys(editors).join(' or ')}.`);
  const folder = path.join(root, '.cache', 'editor', editor.version);
  if (!(await isInstalled(folder, editor.version))) await step(`Fetching VS Code ${editor.vscode} (server build) into .cache/editor`, () => fetchInto(folder, editor));
  return {
    name,
    vscode: editor.vscode,
    node: runsHere(editor) ? process.execPath : path.join(folder, 'node_modules/node/bin/node'),
    entry: path.join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js'),
  };
}

// The server of 1.99 runs on the Node of the tests, 20 or 22; the current one needs what Node 24 brought.
const runsHere = ({ node }) => Number(process.versions.node.split('.')[0]) >= node;

async function isInstalled(folder, version) {
  try {
    return (await readFile(path.join(folder, '.installed'), 'utf8')) === version;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

async function fetchInto(folder, editor) {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(path.join(partial, 'package.json'), '{"private":true}\n');
  const npm = (cwd, ...args) => run('npm', [...args, ...quiet], { cwd });
  await npm(partial, 'install', `code-server@${editor.version}`);
  const vscode = path.join(partial, 'node_modules/code-server/lib/vscode');
  await npm(vscode, 'install', '--omit=dev');
  await npm(path.join(vscode, 'extensions'), 'install', '--omit=dev');
  // The package `node` links its program in a script of its own, so that one runs its scripts.
  if (!runsHere(editor)) await run('npm', ['install', `node@${editor.node}`, ...quiet.slice(1)], { cwd: partial });
  await writeFile(path.join(partial, '.installed'), editor.version);
  await rename(partial, folder);
}

if (isMain(import.meta)) {
  const editor = await installEditor(process.argv[2]);
  console.log(`VS Code ${editor.vscode}: ${editor.node} ${editor.entry}`);
}
