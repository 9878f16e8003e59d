import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'], testTimeout: 20_000 } },
      { test: { name: 'node', include: ['test/node/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      // A real browser draws when it will: a look that came a frame too early is taken once more. What is broken stays broken.
      { test: { name: 'webview', include: ['test/webview/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, retry: 1 } },
    ],
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
});
