import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundlePanel } from './support/bundle';

const root = path.resolve(import.meta.dirname, '../../webview');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)).map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

describe('the panel’s bundle', () => {
  it('loads less than 220 KB, 65 KB compressed, before the article is shown', async () => {
    const { files, first } = await bundlePanel();
    const bytes = first.map((name) => files.get(name) ?? new Uint8Array());
    expect(first.length).toBeGreaterThan(1);
    expect(bytes.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(220_000);
    expect(gzipSync(Buffer.concat(bytes)).length).toBeLessThan(65_000);
  });

  it('carries its glyphs', async () => {
    const { files } = await bundlePanel();
    expect(files.has('assets/codicon.ttf')).toBe(true);
    const css = Buffer.from(files.get('webview.css') ?? []).toString();
    expect(css.match(/url\([^)]*\)/g)).toEqual(['url("./assets/codicon.ttf")']);
  });
});

describe('the panel’s sources', () => {
  it('name the toolkit in one file', () => {
    expect(sources.filter(({ text }) => text.includes('@vscode/webview-ui-toolkit')).map(({ name }) => name)).toEqual(['controls.tsx']);
  });

  it('make no HTML from text and no style attribute', () => {
    const breaking = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|style="|setAttribute\('style'/;
    expect(sources.filter(({ text }) => breaking.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('use only words that both languages have, and no word that nobody uses', async () => {
    const [{ en }, { later }, { zh }] = await Promise.all([import('../../webview/strings/en'), import('../../webview/strings/later'), import('../../webview/strings/zh')]);
    expect(Object.keys(zh).sort()).toEqual([...Object.keys(en), ...Object.keys(later)].sort());
    const dynamic = ['article', 'progress', 'ledger', 'trace'];
    const used = (key: string, code: string): boolean => dynamic.includes(key) || new RegExp(`\\bt\\.${key}\\b|\\bwords\\.${key}\\b`).test(code);
    const all = sources.filter(({ name }) => !name.startsWith('strings/')).map(({ text }) => text).join('\n');
    expect(Object.keys(zh).filter((key) => !used(key, all))).toEqual([]);
    // English words that come later are not there when the article is shown.
    const { firstSources } = await bundlePanel();
    const atOnce = sources.filter(({ name }) => firstSources.has(name) && !name.startsWith('strings/')).map(({ text }) => text).join('\n');
    expect(Object.keys(later).filter((key) => used(key, atOnce))).toEqual([]);
  });
});
