import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type OpenedRun } from '../../src/host/runRegistry';
import { type ResearchLedger } from '../../src/extension';

export const sampleQuestion = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, '
  + 'how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';

export async function ledger(): Promise<ResearchLedger> {
  const extension = vscode.extensions.getExtension<ResearchLedger>('research-ledger.research-ledger');
  assert.ok(extension, 'the extension is not installed');
  return extension.activate();
}

export function sampleFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'the tests have no workspace folder');
  return folder.uri.fsPath;
}

/** Begins a research of the sample folder, as the command does once everything was answered. */
export async function begin(question = sampleQuestion, researcher = 'extractive'): Promise<OpenedRun> {
  const { registry } = await ledger();
  const id = await vscode.commands.executeCommand<string>('researchLedger.newResearch', { question, folders: [sampleFolder()], researcher });
  assert.ok(id, 'no run was begun');
  return registry.open(id);
}

/** Resolves when it holds; fails with what was waited for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limit = 50_000): Promise<void> {
  for (const end = Date.now() + limit; !(await holds());) {
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const ended = (opened: OpenedRun): Promise<void> => until('the run ends', () => opened.active.state.run?.state === 'ended' && !opened.active.running);

let finished: Promise<OpenedRun> | undefined;

/** One finished research of the sample, shared by the tests that only look at it. */
export function finishedRun(): Promise<OpenedRun> {
  finished ??= begin().then(async (opened) => {
    await ended(opened);
    return opened;
  });
  return finished;
}
