import path from 'node:path';
import * as vscode from 'vscode';
import { setting } from './settings';

/** A `.research` folder that this window knows. */
export interface ResearchPlace {
  /** Its path. */
  research: string;
  /** The workspace folder it lies in; null for the extension's own storage. */
  folder: vscode.WorkspaceFolder | null;
  /** False in an untrusted workspace: what came with the folder is only read. */
  trusted: boolean;
}

/** All places where runs of this window can lie: beside each workspace folder's documents, and in the extension's own storage. */
export function researchPlaces(globalStorage: vscode.Uri): ResearchPlace[] {
  const own: ResearchPlace = { research: path.join(globalStorage.fsPath, '.research'), folder: null, trusted: true };
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return [...folders.map((folder) => ({ research: path.join(folder.uri.fsPath, '.research'), folder, trusted: vscode.workspace.isTrusted })), own];
}

/** Where a new run over these folders is kept: beside the documents in a trusted workspace, unless the setting says otherwise. */
export function placeForNew(places: readonly ResearchPlace[], folders: readonly string[]): ResearchPlace {
  const own = places.find(({ folder }) => folder === null);
  if (!own) throw new Error('The extension has no storage of its own.');
  if (setting('location') === 'global') return own;
  const beside = places.filter(({ folder, trusted }) => folder !== null && trusted);
  const around = beside.find(({ folder }) => folder !== null && folders.some((one) => isWithin(one, folder.uri.fsPath)));
  return around ?? beside[0] ?? own;
}

const isWithin = (inner: string, outer: string): boolean => {
  const relative = path.relative(outer, inner);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
};
