import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * The panel's page. Nothing is loaded from outside the extension, no text becomes HTML, and only the one script with this
 * page's nonce runs. `data-run` is what the panel keeps to be found again after a reload.
 */
export function panelPage(webview: vscode.Webview, extension: vscode.Uri, run: string): string {
  const nonce = randomBytes(16).toString('hex');
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource} 'nonce-${nonce}'; font-src ${webview.cspSource}; img-src data:; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('webview.css')}">
<title>Research Ledger</title></head>
<body><div id="root" data-run="${run}"></div><script nonce="${nonce}" type="module" src="${file('webview.js')}"></script></body></html>`;
}
