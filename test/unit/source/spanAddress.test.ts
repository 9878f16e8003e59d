import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn, addressOf, parsePath, revisionPath, snapshotPath, versionPath } from '../../../src/core/source/spanAddress';

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

  it('is found again where it stands in a text, whatever its title and whatever stands around it', () => {
    const around = fc.constantFrom('', ' ', ')', '(', '\n', ']: ', '. ', '”', '> ');
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), around, around, fc.nat(400), fc.nat(400), (title, before, after, line, column) => {
      const address = addressOf(snapshotPath('run-1-a', 'N3', title), `L${line + 1},${column + 1}-L${line + 2},1`);
      const text = `See ${before}${address}${after}there.`;
      const [found, ...more] = addressesIn(text);
      expect(more).toEqual([]);
      expect(found).toEqual({ start: 4 + before.length, end: 4 + before.length + address.length, run: 'run-1-a', snapshot: 'N3', span: { from: { line: line + 1, column: column + 1 }, to: { line: line + 2, column: 1 } } });
    }));
  });

  it('is found without a span, and not where it names no archived text', () => {
    expect(addressesIn(`${addressOf(snapshotPath('run-1', 'N1', 'A title'), null)}.`)).toMatchObject([{ end: 37, snapshot: 'N1', span: null }]);
    expect(addressesIn('research-ledger:/run-1/article/v3.md research-ledger:/other/N1/a.txt https://run-1/N1/a.txt')).toEqual([]);
  });
});
