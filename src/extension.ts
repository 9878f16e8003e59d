import * as vscode from 'vscode';

/** Registers and returns; nothing heavy loads here. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('researchLedger.newResearch', () => {
      const panel = vscode.window.createWebviewPanel('researchLedger.run', 'Research Ledger', vscode.ViewColumn.One, {
        enableScripts: true,
        localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, 'dist')],
      });
      panel.webview.html = page(panel.webview, context.extensionUri);
    }),
  );
}

function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'webview.js')).toString();
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; font-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<title>Research Ledger</title></head>
<body><div id="root"></div><script nonce="${nonce}" type="module" src="${script}"></script></body></html>`;
}
