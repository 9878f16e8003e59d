import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Log } from '../core/run/platform';
import { type ResearchPlace } from './researchPlaces';
import { type RunActions } from './runActions';
import { type RunPanels } from './runPanels';
import { type ListedRun, type RunRegistry } from './runRegistry';
import { setting } from './settings';

/** A run in one of these was at work when its window or program went away. */
const atWork = new Set(['drafting', 'planning', 'running', 'finalizing']);

/**
 * Runs that were at work when this window was closed or killed go on, as the setting says. Only runs that this machine
 * worked on: one that came with a folder from elsewhere waits for its reader.
 */
export async function resumeRuns(registry: RunRegistry, actions: RunActions, log: Log): Promise<void> {
  const wanted = setting('resume');
  if (wanted === 'never') return;
  for (const listed of (await registry.list()).filter(({ state, place }) => place.trusted && atWork.has(state))) {
    if (!(await workedHere(listed)) || registry.opened.some(({ id, active }) => id === listed.id && active.running)) continue;
    const opened = await registry.open(listed.id);
    // Another window or program is at it.
    if (!opened.active.recorder.writable || !atWork.has(opened.active.state.run?.state ?? '')) continue;
    if (wanted === 'ask' && !(await ask(listed.question))) continue;
    log.info(`${listed.id} goes on where it was interrupted.`);
    actions.work(listed.id);
  }
}

async function ask(question: string): Promise<boolean> {
  const resume = vscode.l10n.t('Resume');
  return (await vscode.window.showInformationMessage(vscode.l10n.t('This research was under way when the window closed: {0}', question), resume)) === resume;
}

/** Whether the last writer was a program of this machine, as the run's lock says. */
async function workedHere({ folder }: ListedRun): Promise<boolean> {
  try {
    const lock: unknown = JSON.parse(await readFile(path.join(folder, 'lock'), 'utf8'));
    return typeof lock === 'object' && lock !== null && 'host' in lock && lock.host === hostname();
  } catch {
    // No lock, or one cut short by a crash: nobody knows who worked on it.
    return false;
  }
}

/** Another program left a run's name to be shown in this window: opens it, once. */
export async function showAskedRun(places: readonly ResearchPlace[], panels: RunPanels): Promise<void> {
  for (const { research, trusted } of places) {
    const file = path.join(research, 'show');
    const run = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null;
      throw cause;
    });
    if (run === null) continue;
    if (trusted) await rm(file, { force: true });
    await panels.show(run.trim());
  }
}
