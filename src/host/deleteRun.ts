import * as vscode from 'vscode';
import { type OpenedRun, type RunRegistry } from './runRegistry';

/** Lists what would go, asks, and deletes the run with the archived bodies that no other run names. True when it is gone. */
export async function deleteRun({ id, place, active, store }: OpenedRun, registry: RunRegistry): Promise<boolean> {
  if (!place.trusted) throw new Error(vscode.l10n.t('This run came with a folder that is not trusted, so it is only read. Trust the folder to work on it.'));
  if (active.running) throw new Error(vscode.l10n.t('This run is at work. Stop it before you delete it.'));
  if (!active.recorder.writable) throw new Error(vscode.l10n.t('Another window or program writes this run. Close it there, then try again.'));
  const plan = await store.planDeletion(id);
  const go = vscode.l10n.t('Delete');
  const detail = vscode.l10n.t('{0}\n\n{1} archived bodies that no other run names go with it ({2} MB). This cannot be undone.', active.folder, plan.bodies.length, (plan.bytes / 1e6).toFixed(1));
  const chosen = await vscode.window.showWarningMessage(vscode.l10n.t('Delete this research? {0}', active.state.run?.question ?? id), { modal: true, detail }, go);
  if (chosen !== go) return false;
  await registry.close(id);
  await store.delete(plan);
  registry.listChanged();
  return true;
}
