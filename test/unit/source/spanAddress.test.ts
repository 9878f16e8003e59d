import { describe, expect, it } from 'vitest';
import { addressOf, parsePath, revisionPath, snapshotPath, versionPath } from '../../../src/core/source/spanAddress';

describe('the address of an archived span', () => {
  it('names run, snapshot, a readable name, and the span', () => {
    const path = snapshotPath('run-1-a', 'N3', 'Trial report: “Kestrel”, 2025');
    expect(addressOf(path, 'L73,84-L83,52')).toBe('research-ledger:/run-1-a/N3/Trial-report-Kestrel-2025.txt#L73,84-L83,52');
    expect(parsePath(path)).toEqual({ kind: 'snapshot', run: 'run-1-a', snapshot: 'N3' });
  });

  it('keeps letters of any script, and escapes them in text', () => {
    const path = snapshotPath('run-1', 'N1', '澜港航运 二〇二五');
    expect(path).toBe('/run-1/N1/澜港航运-二〇二五.txt');
    expect(decodeURIComponent(addressOf(path, null))).toBe(`research-ledger:${path}`);
  });

  it('never lets a title lead out of its place', () => {
    for (const title of ['../../etc', 'a/b', '', '...', '#L1', 'x'.repeat(500)]) {
      const path = snapshotPath('run-1', 'N1', title);
      expect(path.split('/')).toHaveLength(4);
      expect(path.length).toBeLessThan(90);
      expect(parsePath(path)).toEqual({ kind: 'snapshot', run: 'run-1', snapshot: 'N1' });
    }
  });

  it('names article versions and revisions', () => {
    expect(parsePath(versionPath('run-1', 3))).toEqual({ kind: 'version', run: 'run-1', version: 3 });
    expect(parsePath(revisionPath('run-1', 'B2', 4))).toEqual({ kind: 'revision', run: 'run-1', block: 'B2', revision: 4 });
  });

  it.each(['/', '/run-1', '/run-1/N1', '/other/N1/x.txt', '/run-1/N0/x.txt', '/run-1/article/x.md', '/run-1/N1/a/b.txt', '/run-../N1/x.txt'])('is not %s', (path) => {
    expect(parsePath(path)).toBeNull();
  });
});
