import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type ActiveRun } from '../core/run/activeRun';
import { type ClaimEdit } from '../core/ledger/reviewForms';
import { type Log } from '../core/run/platform';
import { type RunOptions } from '../core/run/records';
import { say } from '../core/run/said';
import { ownPause } from '../core/run/ownPause';
import { snapshotUri } from './openArchived';
import { type OpenedRun, type RunRegistry } from './runRegistry';
import { fileName } from './fileName';
import { placeId } from './startOffer';
import { errorWords } from './words';

/** The person at this window, as events name them. */
export const person = (): string => `user:${userInfo().username}`;

/** What a person does with a run, the same from the panel, the tree, the palette and a notice. Each rejects with a sentence. */
export class RunActions {
  constructor(private readonly registry: RunRegistry, private readonly log: Log) {}

  /** Lets the run work, and returns at once; that its log cannot be written is said when it happens. */
  work(run: string): void {
    this.registry.go(run).catch((cause: unknown) => {
      this.log.error(`${run} stopped.`, cause);
      void vscode.window.showErrorMessage(vscode.l10n.t('The research stopped: {0} What was recorded is safe; resume when this is mended.', errorWords(cause)));
    });
  }

  async pause({ active }: OpenedRun): Promise<void> {
    if (!active.running) throw new Error(vscode.l10n.t('This run is not working in this window.'));
    await active.pause(ownPause.user);
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
  async exportArticle({ id, active }: OpenedRun): Promise<boolean> {
    // In the run's folder it is no document that the next research over this folder would read.
    const name = fileName(active.state.run?.question ?? '') || id;
    const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.file(path.join(active.folder, `${name}.md`)), filters: { Markdown: ['md'] }, title: vscode.l10n.t('Export the article') });
    if (!target) return false;
    const text = active.view().article.markdown;
    if (target.scheme === 'file') await writeFile(target.fsPath, text);
    else await vscode.workspace.fs.writeFile(target, Buffer.from(text));
    await vscode.window.showTextDocument(target, { preview: true });
    return true;
  }

  async deepen(opened: OpenedRun): Promise<void> {
    await (await this.#writable(opened)).active.wantDeep(say('asked for in the panel'));
  }

  /** Fetches a live source again; where it changed, both archived texts are shown side by side. Gives the sentence to show. */
  async recheck(opened: OpenedRun, source: string): Promise<string> {
    const { active } = await this.#writable(opened);
    const before = newestSnapshot(active, source);
    const [recheck] = await active.recheck([source], new AbortController().signal);
    const after = newestSnapshot(active, source);
    if (recheck?.outcome === 'changed' && before && after && before !== after) {
      await vscode.commands.executeCommand('vscode.diff', snapshotUri(opened, before), snapshotUri(opened, after), vscode.l10n.t('{0}: archived {1} ↔ {2}', source, before, after));
    }
    return recheck?.message ?? '';
  }

  /** Another model goes on where the run paused. */
  async goOnWith(opened: OpenedRun, researcher: string): Promise<void> {
    const { id, active } = await this.#writable(opened);
    await active.changeResearcher(researcher, person());
    this.work(id);
  }

  /** May queries leave the machine, now that private files were read? */
  async decideQueries(opened: OpenedRun, decision: 'allow' | 'deny'): Promise<void> {
    const { id, active } = await this.#writable(opened);
    await active.decideQueries(decision, person());
    this.work(id);
  }

  async withdraw(opened: OpenedRun, source: string, reason: string): Promise<void> {
    await (await this.#writable(opened)).active.withdraw(source, needReason(reason), person());
  }

  /** A source that was withdrawn counts again. */
  async restore(opened: OpenedRun, source: string, reason: string): Promise<void> {
    await (await this.#writable(opened)).active.restore(source, needReason(reason), person());
  }

  async correct(opened: OpenedRun, target: string, field: string, value: string, reason: string): Promise<void> {
    await (await this.#writable(opened)).active.correct(target, field, value, needReason(reason), person());
  }

  async review(opened: OpenedRun, sentence: { block: string; revision: number; sentence: number }, verdict: 'approved' | 'rejected', reason: string | null): Promise<void> {
    const given = verdict === 'rejected' ? needReason(reason ?? '') : reason;
    await (await this.#writable(opened)).active.review({ ...sentence, verdict, reason: given, by: person() });
  }

  /** Another folder, file or address to look in, while the start form is open. */
  async addPlace(opened: OpenedRun, kind: 'folders' | 'addresses'): Promise<void> {
    const { active } = await this.#writable(opened);
    const more = kind === 'folders'
      ? (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: true, canSelectMany: true, title: vscode.l10n.t('What is researched?') }))?.map(({ fsPath }) => fsPath)
      : [(await vscode.window.showInputBox({ title: vscode.l10n.t('Address of a page to research'), placeHolder: 'https://', validateInput: (value) => (value === '' || /^https?:\/\/\S+$/.test(value) ? undefined : vscode.l10n.t('An address begins with http:// or https://.')) })) ?? ''].filter((address) => address !== '');
    if (more && more.length > 0) await active.changeOptions({ [kind]: [...new Set([...(active.state.run?.options[kind] ?? []), ...more])] }, person());
  }

  async startScope(opened: OpenedRun, fields: Record<string, string>): Promise<void> {
    const { id, active } = await this.#writable(opened);
    const drafted = active.state.ledger.proposedScope;
    if (!drafted) throw new Error(vscode.l10n.t('This run waits for no scope.'));
    const { scopeFromForm } = await import('../core/ledger/reviewForms');
    const scope = scopeFromForm(drafted.scope, drafted.unclear, fields);
    await active.startScope(scope, person(), changedOptions(active.state.run?.options, fields));
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
    const again = await this.registry.takeOver(opened.id);
    if (!again.active.recorder.writable) throw new Error(vscode.l10n.t('Another window or program writes this run. Close it there, then try again.'));
    return again;
  }
}

const newestSnapshot = ({ state }: ActiveRun, source: string): string | undefined => state.source.snapshots.findLast((snapshot) => snapshot.source === source)?.id;

/** What the start form decided otherwise than the run was created with. */
function changedOptions(options: RunOptions | undefined, { depth, review, places, researcher }: Record<string, string>): Partial<RunOptions> {
  if (!options) return {};
  const chosen = places?.split(',');
  const kept = (kind: 'folders' | 'addresses' | 'providers'): string[] => (chosen ? options[kind].filter((_place, at) => chosen.includes(placeId(kind, at))) : options[kind]);
  const change: Partial<RunOptions> = {
    ...(review === 'plan' ? { reviewPlan: 'always' } : {}),
    ...(depth === 'auto' || depth === 'standard' || depth === 'deep' ? { depth } : {}),
    ...(researcher ? { researcher } : {}),
    folders: kept('folders'), addresses: kept('addresses'), providers: kept('providers'),
  };
  if ([change.folders, change.addresses, change.providers].every((list) => list?.length === 0)) throw new Error(vscode.l10n.t('No place is chosen. Choose at least one to look in.'));
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(options[name as keyof RunOptions])));
}

function needReason(reason: string): string {
  if (reason.trim() === '') throw new Error(vscode.l10n.t('A correction needs its reason: it is kept in the ledger with your name.'));
  return reason.trim();
}
