import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

export interface Bundle {
  /** Path below dist → bytes. */
  files: Map<string, Uint8Array>;
  /** Scripts that load before anything is shown: the entry and what it imports at once. */
  first: string[];
  /** What those are made of, as paths below webview/. */
  firstSources: ReadonlySet<string>;
}

/** The panel's bundle as the build makes it, in memory. */
export async function bundlePanel(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root, entryPoints: { webview: 'webview/main.tsx' }, outdir: 'dist', write: false, metafile: true, bundle: true, minify: true, splitting: true, format: 'esm', platform: 'browser', target: 'es2022', charset: 'utf8',
    jsx: 'automatic', jsxImportSource: 'preact', loader: { '.ttf': 'file' }, assetNames: 'assets/[name]', chunkNames: 'webview-[name]-[hash]', legalComments: 'none', logLevel: 'warning',
  });
  const first = new Set<string>();
  const visit = (name: string) => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path: next, kind } of metafile.outputs[name]?.imports ?? []) if (kind === 'import-statement' && metafile.outputs[next]) visit(next);
  };
  visit('dist/webview.js');
  const firstSources = new Set([...first].flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {})).map((name) => path.relative('webview', name)));
  return { firstSources, files: new Map(outputFiles.map((file) => [path.relative(path.join(root, 'dist'), file.path), file.contents])), first: [...first].map((name) => path.relative('dist', name)) };
}
