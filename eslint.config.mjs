import js from '@eslint/js';
import ts from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';

// The dependency rule of docs/architecture.md: a layer may import itself and what its row names, nothing else.
const may = {
  'src/shared': [],
  'src/core': ['src/shared'],
  'src/node': ['src/shared', 'src/core'],
  'src/host': ['src/shared', 'src/core', 'src/node'],
  'src/compose.ts': ['src/shared', 'src/core', 'src/node'],
  'src/cli.ts': ['src/shared', 'src/core', 'src/compose.ts', 'src/cli'],
  'src/cli': ['src/shared', 'src/core', 'src/compose.ts', 'src/cli.ts'],
  'src/extension.ts': ['src/shared', 'src/core', 'src/host', 'src/compose.ts'],
  webview: ['src/shared'],
};
const layers = Object.keys(may);
const zones = layers.map((layer) => ({
  target: `./${layer}`,
  from: layers.filter((other) => other !== layer && !may[layer].includes(other)).map((other) => `./${other}`),
  message: `${layer} may import only ${[layer, ...may[layer]].join(', ')} (docs/architecture.md).`,
}));
// One zone a pair keeps the resolver's matching simple: `from` takes a single path.
const pairs = zones.flatMap(({ target, from, message }) => from.map((one) => ({ target, from: one, message })));

const outsideHost = ['error', { paths: [{ name: 'vscode', message: 'Only src/host and src/extension.ts see the editor.' }] }];

export default ts.config(
  { ignores: ['dist/**', 'dist-test/**', '.cache/**', 'media/**', 'test/corpora/**', 'test/bench/node_modules/**', 'test/bench/.build/**', 'coverage/**', 'docs/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: pairs }],
      'import-x/no-cycle': ['error', { maxDepth: 6, ignoreExternal: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['src/core/**', 'src/shared/**', 'src/node/**', 'src/cli/**', 'src/cli.ts', 'src/compose.ts', 'webview/**'], rules: { 'no-restricted-imports': outsideHost } },
  {
    files: ['src/core/**', 'src/shared/**'],
    rules: {
      'no-restricted-imports': ['error', {
        paths: [{ name: 'vscode', message: 'Only src/host and src/extension.ts see the editor.' }],
        patterns: [{ group: ['node:*', 'fs', 'path', 'os', 'crypto', 'undici', 'openai', 'sql.js', 'preact', 'preact/*'], message: 'The core has no platform: use a port.' }],
      }],
      'no-restricted-globals': ['error', 'process', 'Buffer', 'setTimeout', 'setInterval', 'fetch', 'document', 'window'],
      'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: 'The clock is passed in.' }, { object: 'Math', property: 'random', message: 'The random source is passed in.' }],
    },
  },
  { files: ['**/*.mjs', '**/*.cjs'], languageOptions: { globals: Object.fromEntries(['process', 'console', 'Buffer', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'URL', 'URLSearchParams', 'fetch', 'AbortController', 'performance', 'structuredClone', 'TextDecoder', 'TextEncoder'].map((name) => [name, 'readonly'])) } },
  // Every format's reader has one shape, whether or not it has to wait for something.
  { files: ['src/node/reader/read*.ts'], rules: { '@typescript-eslint/require-await': 'off' } },
  { files: ['test/**'], rules: { '@typescript-eslint/unbound-method': 'off', '@typescript-eslint/require-await': 'off' } },
);
