import * as vscode from 'vscode';
import { parsePath, type ArchivedPlace } from '../core/source/spanAddress';
import { type OpenedRun, type RunRegistry } from './runRegistry';

/** Archived texts are UTF-8 whatever the editor's encoding setting says; the mark makes the editor decode them so, and is no part of the document. */
const utf8Mark = new Uint8Array([0xef, 0xbb, 0xbf]);

/** Read-only files of the runs: archived texts, and article versions to compare. Tabs on them survive a reload. */
export class SourceFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly registry: RunRegistry) {}

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, changed } = await this.#read(uri);
    return { type: vscode.FileType.File, ctime: changed, mtime: changed, size: bytes.length, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  /** What stands there is another text than before. */
  announce(uris: readonly vscode.Uri[]): void {
    if (uris.length > 0) this.#changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw refused(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw refused(uri);
  }

  delete(uri: vscode.Uri): never {
    throw refused(uri);
  }

  rename(uri: vscode.Uri): never {
    throw refused(uri);
  }

  async #read(uri: vscode.Uri): Promise<{ bytes: Uint8Array; changed: number }> {
    const place = parsePath(uri.path);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    const opened = await this.registry.open(place.run).catch((cause: unknown) => {
      throw vscode.FileSystemError.Unavailable(cause instanceof Error ? cause.message : String(cause));
    });
    const { text, changed } = await textOf(place, opened, uri);
    const bytes = Buffer.concat([utf8Mark, Buffer.from(text)]);
    return { bytes, changed };
  }
}

const refused = (uri: vscode.Uri): vscode.FileSystemError => vscode.FileSystemError.NoPermissions(vscode.l10n.t('{0} is archived: it is only read.', uri.path));

async function textOf(place: ArchivedPlace, opened: OpenedRun, uri: vscode.Uri): Promise<{ text: string; changed: number }> {
  const { state } = opened.active;
  switch (place.kind) {
    case 'snapshot': {
      const record = state.source.snapshots.find(({ id }) => id === place.snapshot);
      if (!record) throw vscode.FileSystemError.FileNotFound(uri);
      const found = await opened.archive.getText(record.textSha256);
      if (found.state === 'missing') throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The archived text of {0} is missing.', record.id));
      // An altered text gets another time, so that an open tab shows what really stands there.
      return { text: found.text, changed: Date.parse(record.retrievedAt) + (found.state === 'holds' ? 0 : 1) };
    }
    case 'version': {
      const version = state.article.versions[place.version - 1];
      if (!version) throw vscode.FileSystemError.FileNotFound(uri);
      const { renderMarkdown } = await import('../core/article/markdown');
      return { text: renderMarkdown(state, { now: version.at, version: place.version }), changed: Date.parse(version.at) };
    }
    case 'revision': {
      const revision = state.article.blocks[place.block]?.revisions[place.revision - 1];
      if (!revision) throw vscode.FileSystemError.FileNotFound(uri);
      return { text: `${revision.heading === null ? '' : `## ${revision.heading}\n\n`}${revision.text}\n`, changed: Date.parse(revision.at) };
    }
  }
}
