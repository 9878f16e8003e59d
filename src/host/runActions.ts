import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type ClaimEdit } from '../core/ledger/reviewForms';
import { errorMessage, type Log } from '../core/run/platform';
import { type OpenedRun, type RunRegistry } from './runRegistry';

/** Reason that a person's own pause is recorded with: it needs no notice. */
export const pausedByUser = 'Paused by the user.';

/** The person at this window, as events name them. */
export const person = (): string => `user:${userInfo().username}`;

/** What a person does with a run, the same from the panel, the tree, the palette and a notice. Each rejects with a sentence. */
export class RunActions {
  constructor(private readonly registry: RunRegistry, private readonly log: Log) {}

  /** Lets the run work, and returns at once; that its log cannot be written is said when it happens. */
  work(run: string): void {
    this.registry.go(run).catch((cause: unknown) => {
      this.log.error(`${run} stopped.`, cause);
      void vscode.window.showErrorMessage(vscode.l10n.t('The research stopped: {0} What was recorded is safe; resume when this is mended.', errorMessage(cause)));
    });
  }

  async pause({ active }: OpenedRun): Promise<void> {
    if (!active.running) throw new Error(vscode.l10n.t('This run is not working in this window.'));
    await active.pause(pausedByUser);
  }

  /** A run that another window wrote until now is taken over when that window is gone. */
  async resume(opened: OpenedRun): Promise<void> {
    const { id } = opened.active.recorder.writable ? opened : await this.#takeOver(opened);
    this.work(id);
  }

  async stop(opened: OpenedRun): Promise<void> {
    await (await this.#writable(opened)).active.cancel();
  }

  async continueWith(opened: OpenedRun, question: string): Promise<void> {
    if (question.trim() === '') throw new Error(vscode.l10n.t('The question is empty. Write what should be researched further.'));
    const { id, active } = await this.#writable(opened);
    await active.continueWith(question.trim());
    this.work(id);
  }

  /** Checks everything again; gives the sentence to show and whether all holds. */
  async verify({ active }: OpenedRun): Promise<{ holds: boolean; said: string }> {
    const { snapshots, spans, findings } = await active.verify();
    const [first] = findings;
    if (!first) return { holds: true, said: vscode.l10n.t('All well: {0} archived sources and {1} spans hold.', snapshots, spans) };
    return { holds: false, said: findings.length === 1 ? first.message : vscode.l10n.t('{0} findings. {1}', findings.length, first.message) };
  }

  /** Asks where to; false when the person changed their mind. */
  async exportArticle({ id, active, place }: OpenedRun): Promise<boolean> {
    const folder = place.folder?.uri ?? vscode.Uri.file(path.dirname(place.research));
    const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, `${id}.md`), filters: { Markdown: ['md'] }, title: vscode.l10n.t('Export the article') });
    if (!target) return false;
    const text = active.view().article.markdown;
    if (target.scheme === 'file') await writeFile(target.fsPath, text);
    else await vscode.workspace.fs.writeFile(target, Buffer.from(text));
    await vscode.window.showTextDocument(target, { preview: true });
    return true;
  }

  async deepen(opened: OpenedRun): Promise<void> {
    await (await this.#writable(opened)).active.wantDeep('asked for in the panel');
  }

  async withdraw(opened: OpenedRun, source: string, reason: string): Promise<void> {
    await (await this.#writable(opened)).active.withdraw(source, needReason(reason), person());
  }

  async correct(opened: OpenedRun, target: string, field: string, value: string, reason: string): Promise<void> {
    await (await this.#writable(opened)).active.correct(target, field, value, needReason(reason), person());
  }

  async review(opened: OpenedRun, sentence: { block: string; revision: number; sentence: number }, verdict: 'approved' | 'rejected', reason: string | null): Promise<void> {
    const given = verdict === 'rejected' ? needReason(reason ?? '') : reason;
    await (await this.#writable(opened)).active.review({ ...sentence, verdict, reason: given, by: person() });
  }

  async startScope(opened: OpenedRun, fields: Record<string, string>): Promise<void> {
    const { id, active } = await this.#writable(opened);
    const drafted = active.state.ledger.proposedScope?.scope;
    if (!drafted) throw new Error(vscode.l10n.t('This run waits for no scope.'));
    const { scopeFromForm } = await import('../core/ledger/reviewForms');
    const scope = scopeFromForm(drafted, fields);
    if (fields['depth'] === 'deep') await active.wantDeep('chosen in the start form');
    await active.startScope(scope, person());
    this.work(id);
  }

  async approvePlan(opened: OpenedRun, hash: string, edits: readonly ClaimEdit[], drop: readonly string[]): Promise<void> {
    const { id, active } = await this.#writable(opened);
    const { claimsFromForm } = await import('../core/ledger/reviewForms');
    await active.approvePlan(hash, claimsFromForm(active.state.ledger.proposed?.claims ?? [], edits, drop), person());
    this.work(id);
  }

  async #writable(opened: OpenedRun): Promise<OpenedRun> {
    return opened.active.recorder.writable ? opened : this.#takeOver(opened);
  }

  async #takeOver(opened: OpenedRun): Promise<OpenedRun> {
    if (!opened.place.trusted) throw new Error(vscode.l10n.t('This run came with a folder that is not trusted, so it is only read. Trust the folder to work on it.'));
    const again = await this.registry.reopen(opened.id);
    if (!again.active.recorder.writable) throw new Error(vscode.l10n.t('Another window or program writes this run. Close it there, then try again.'));
    return again;
  }
}

function needReason(reason: string): string {
  if (reason.trim() === '') throw new Error(vscode.l10n.t('A correction needs its reason: it is kept in the ledger with your name.'));
  return reason.trim();
}
