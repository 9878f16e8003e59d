import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/** The panel's bundle as the build makes it, in memory: file name → bytes. */
export async function bundlePanel(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: root, entryPoints: { webview: 'webview/main.tsx' }, outdir: 'dist', write: false, bundle: true, minify: true, splitting: true, format: 'esm', platform: 'browser', target: 'es2022', charset: 'utf8',
    jsx: 'automatic', jsxImportSource: 'preact', loader: { '.ttf': 'file' }, assetNames: 'assets/[name]', chunkNames: 'webview-[name]-[hash]', legalComments: 'none', logLevel: 'warning',
  });
  return new Map(outputFiles.map((file) => [path.relative(path.join(root, 'dist'), file.path), file.contents]));
}
