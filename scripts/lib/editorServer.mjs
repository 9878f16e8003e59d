// A VS Code server on this machine's loopback, with its own settings and extensions folders.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './steps.mjs';

const startLimit = 60_000;

/** Nothing that asks a network, opens by itself or stands in the way. */
const calm = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'git.enabled': false,
  'github.gitAuthentication': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'chat.disableAIFeatures': true,
};

/**
 * Starts the server and resolves once it answers.
 * @param {object} options
 * @param {{node: string, entry: string}} options.editor  from `installEditor`
 * @param {string} [options.vsix]  an extension to install first
 * @param {string} [options.state]  folder for settings, extensions and storage; without it a temporary one that `stop` removes
 * @param {Record<string, unknown>} [options.settings]
 * @param {boolean} [options.trustAll]  false leaves the question of workspace trust on
 * @param {Record<string, string>} [options.env]  what the extension host sees besides this process's environment
 * @returns {Promise<{url: string, state: string, pid: number, log: () => string, stop: () => Promise<void>}>}
 */
export async function startEditorServer({ editor, vsix, state, settings = {}, trustAll = true, env = {} }) {
  const folder = state ?? await mkdtemp(path.join(tmpdir(), 'research-ledger-editor-'));
  const all = { ...calm, ...(trustAll ? { 'security.workspace.trust.enabled': false } : {}), ...settings };
  // Settings that are the machine's are read from a file of their own by newer servers.
  for (const [name, own] of [['User', all], ['Machine', settings]]) {
    await mkdir(path.join(folder, 'user', name), { recursive: true });
    await writeFile(path.join(folder, 'user', name, 'settings.json'), JSON.stringify(own, null, 2));
  }

  // An empty gallery: otherwise the workbench asks a public one at every start.
  const environment = { EXTENSIONS_GALLERY: '{}', XDG_CONFIG_HOME: path.join(folder, 'config'), XDG_DATA_HOME: path.join(folder, 'data'), VSCODE_IPC_HOOK_CLI: undefined, ...env };
  const common = [editor.entry, '--user-data-dir', path.join(folder, 'user'), '--extensions-dir', path.join(folder, 'extensions'), '--server-data-dir', path.join(folder, 'server'), '--accept-server-license-terms'];
  if (vsix) await run(editor.node, [...common, '--install-extension', vsix, '--force'], { env: environment });

  const port = await freePort();
  const child = spawn(editor.node, [
    ...common, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--disable-telemetry', '--disable-experiments',
    ...(trustAll ? ['--disable-workspace-trust'] : []),
    '--enable-smoke-test-driver', // without it the current version does not read `extensionTestsPath` from the address
  ], { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { log += text; });
  const exited = new Promise((resolve) => child.once('exit', resolve));

  const stop = async () => {
    signal(child.pid, 'SIGTERM');
    await Promise.race([exited, delay(5_000)]);
    signal(child.pid, 'SIGKILL');
    if (!state) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + startLimit;
  while (!(await answers(`${url}/version`))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`The VS Code server did not start:\n${log}`);
    }
    await delay(50);
  }
  return { url, state: folder, pid: child.pid, log: () => log, stop };
}

/** The address that opens a folder in the workbench. */
export function folderAddress(url, folder, payload) {
  const query = new URLSearchParams({ folder });
  if (payload) query.set('payload', JSON.stringify(payload));
  return `${url}/?${query}`;
}

const delay = (ms) => new Promise((resolve) => { setTimeout(resolve, ms).unref(); });

async function answers(address) {
  try {
    return (await fetch(address)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // refused: not listening yet
    throw error;
  }
}

/** To the whole process group: the server's extension host is a child of its own. */
function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
