import type * as vscode from 'vscode';

/** What newer editors add to the API of 1.99, declared here alone; absent in 1.99, so each is looked for before it is used. */
export interface NewerChatModel {
  readonly capabilities?: { readonly supportsToolCalling?: boolean };
}

/** Whether the model takes tools. Editors of 1.99 do not say; their models of today do. */
export const callsTools = (model: vscode.LanguageModelChat): boolean => (model as vscode.LanguageModelChat & NewerChatModel).capabilities?.supportsToolCalling ?? true;
