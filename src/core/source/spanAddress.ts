import { type LineColumn } from './position';

/**
 * The one address of what a run archived, the same in the editor, in Markdown, in tools and in exports:
 * `research-ledger:/<run>/<snapshot>/<readable-name>.txt#L73,84-L83,52` for a span,
 * `research-ledger:/<run>/article/v3.md` for a version of the article, `…/article/B2.r1.md` for a revision of a block.
 */
export const scheme = 'research-ledger';

export type ArchivedPlace =
  | { kind: 'snapshot'; run: string; snapshot: string }
  | { kind: 'version'; run: string; version: number }
  | { kind: 'revision'; run: string; block: string; revision: number };

/** `title` only makes the tab readable; the snapshot's id alone says what is meant. */
export const snapshotPath = (run: string, snapshot: string, title: string): string => `/${run}/${snapshot}/${readableName(title) || snapshot}.txt`;
export const versionPath = (run: string, version: number): string => `/${run}/article/v${version}.md`;
export const revisionPath = (run: string, block: string, revision: number): string => `/${run}/article/${block}.r${revision}.md`;

/** The address as text; `fragment` as a `LineIndex` gives it, or null for the whole. */
export const addressOf = (path: string, fragment: string | null): string => `${scheme}:${path.split('/').map(encodeURIComponent).join('/')}${fragment === null ? '' : `#${fragment}`}`;

/** An address of an archived text that stands in another text. */
export interface FoundAddress {
  /** Offsets of the address in that text. */
  start: number;
  end: number;
  run: string;
  snapshot: string;
  /** What of the archived text is meant; null: the whole. */
  span: { from: LineColumn; to: LineColumn } | null;
}

/** The addresses of archived texts that stand in a text, such as a Markdown file that cites them. */
export function addressesIn(text: string): FoundAddress[] {
  return [...text.matchAll(/research-ledger:\/(run-[A-Za-z0-9_-]+)\/(N[1-9]\d*)\/[\w%-]+\.txt(?:#L(\d+),(\d+)-L(\d+),(\d+))?/g)].map((found) => {
    const [address, run = '', snapshot = '', ...place] = found;
    const [line = 0, column = 0, endLine = 0, endColumn = 0] = place.map(Number);
    return { start: found.index, end: found.index + address.length, run, snapshot, span: place[0] === undefined ? null : { from: { line, column }, to: { line: endLine, column: endColumn } } };
  });
}

/** What a path names (decoded, without its fragment), or null when it is none of ours. */
export function parsePath(path: string): ArchivedPlace | null {
  const [, run, kind, name, ...more] = path.split('/');
  if (run === undefined || kind === undefined || name === undefined || more.length > 0 || !/^run-[A-Za-z0-9_-]+$/.test(run)) return null;
  if (/^N[1-9]\d*$/.test(kind)) return { kind: 'snapshot', run, snapshot: kind };
  if (kind !== 'article') return null;
  const version = /^v(\d+)\.md$/.exec(name);
  if (version) return { kind: 'version', run, version: Number(version[1]) };
  const revision = /^(B[1-9]\d*)\.r([1-9]\d*)\.md$/.exec(name);
  return revision ? { kind: 'revision', run, block: revision[1] ?? '', revision: Number(revision[2]) } : null;
}

const longest = 60;

/** Letters and digits of any script, joined by hyphens: a name that needs no escaping in a tab, a link or a file. */
function readableName(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, longest).join('').replace(/-$/, '');
}
