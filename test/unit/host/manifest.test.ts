import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { commandIds } from '../../../src/host/commandIds';

vi.mock('vscode', () => ({}));
const { settingDefaults, section } = await import('../../../src/host/settings');

const root = path.resolve(import.meta.dirname, '../../..');
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Manifest {
  activationEvents: string[];
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category: string }[];
    keybindings: { command: string; when: string }[];
    menus: Record<string, { command: string }[]>;
    configuration: { properties: Record<string, { default: unknown; scope: string; enum?: string[] }> };
    viewsContainers: { activitybar: { icon: string }[] };
  };
}
const manifest = json('package.json') as Manifest;
const { contributes } = manifest;

/** The one place that translates what was said elsewhere. */
const translator = 'src/host/words.ts';

/** First arguments of every call of a function in these files; each is written out where it is called. */
function writtenOut(called: RegExp, files: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const file of files.filter((name) => name !== translator)) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && called.test(node.expression.getText())) {
        const [first] = node.arguments;
        if (!first || !ts.isStringLiteralLike(first)) throw new Error(`${file}: a text to translate is not written out: ${node.getText()}`);
        found.add(first.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return found;
}

const filesIn = (folder: string): string[] => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);

/** What the editor's side says, and what the rest of the host says and the editor says again (core/run/said.ts). */
const translatedTexts = (): Set<string> => new Set([
  ...writtenOut(/l10n\.t$/, ['src/extension.ts', ...filesIn('src/host')]),
  ...writtenOut(/^say$/, filesIn('src').filter((file) => /import \{[^}]*\bsay\b[^}]*\} from '[./\w]*\/said'/.test(readFileSync(path.join(root, file), 'utf8')))),
]);

describe('the manifest and the code', () => {
  it('offer the same commands', () => {
    expect(contributes.commands.map(({ command }) => command).sort()).toEqual(Object.values(commandIds).sort());
  });

  it('name no command in a menu or a key that does not exist', () => {
    const known = new Set<string>(Object.values(commandIds));
    const used = [...contributes.keybindings, ...Object.values(contributes.menus).flat()].map(({ command }) => command);
    expect(used.filter((command) => !known.has(command))).toEqual([]);
  });

  it('have the same settings with the same defaults', () => {
    const declared = Object.fromEntries(Object.entries(contributes.configuration.properties).map(([name, { default: value }]) => [name, value]));
    expect(declared).toEqual(Object.fromEntries(Object.entries(settingDefaults).map(([name, value]) => [`${section}.${name}`, value])));
  });

  it('let no folder redirect a request: what names a server, a key’s use or a host is the machine’s, and restricted', () => {
    const { properties } = contributes.configuration;
    for (const name of ['researcher', 'openai.baseUrl', 'openai.model', 'webQueries', 'allowHosts', 'limits'].map((one) => `${section}.${one}`)) {
      expect(properties[name]?.scope, name).toBe('machine');
      expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, name).toContain(name);
    }
  });

  it('bind the keys of the panel only while a panel has the focus', () => {
    expect(contributes.keybindings).toHaveLength(5);
    for (const { when } of contributes.keybindings) expect(when).toContain("activeWebviewPanelId == 'researchLedger.run'");
  });
});

describe('every text', () => {
  it('of the manifest stands in both languages', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? '');
    const [english, chinese] = ['package.nls.json', 'package.nls.zh-cn.json'].map((file) => Object.keys(json(file) as object));
    expect(used.filter((key) => !english?.includes(key))).toEqual([]);
    expect(english?.filter((key) => !used.includes(key))).toEqual([]);
    expect(chinese).toEqual(english);
  });

  it('of the host is translated, with the same places to fill', () => {
    const chinese = json('l10n/bundle.l10n.zh-cn.json') as Record<string, string>;
    const used = translatedTexts();
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((text) => !(text in chinese))).toEqual([]);
    expect(Object.keys(chinese).filter((text) => !used.has(text))).toEqual([]);
    const places = (text: string): string[] => [...text.matchAll(/\{\d\}|\$\([\w~-]+\)/g)].map(([place]) => place).sort();
    for (const [text, translation] of Object.entries(chinese)) expect(places(translation), text).toEqual(places(text));
  });
});
