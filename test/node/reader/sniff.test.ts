import { describe, expect, it } from 'vitest';
import { sniff } from '../../../src/node/reader/sniff';
import { readBytes } from './reading';

describe('what the bytes are', () => {
  it.each([
    ['html', '<!DOCTYPE html><p>x', 'https://example.org/paper.pdf', 'application/pdf'], ['html', '\ufeff <!-- c --><html><body>', 'https://example.org/a', undefined],
    ['html', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html>', 'https://example.org/a', undefined],
    ['html', '<p>fragment</p>', 'https://example.org/a', 'text/html'], ['xml', '<?xml version="1.0"?><rss><channel/></rss>', 'https://example.org/feed', 'text/html'],
    ['json', '{"a": 1}', 'https://example.org/api', undefined], ['json', '[1, 2]', 'file:///d/a.json', undefined], ['text', '[1] A reference list', 'file:///d/a.txt', undefined],
    ['notebook', '{"cells": []}', 'file:///d/a.ipynb', undefined], ['markdown', '# A\n', 'file:///d/README.md', undefined], ['csv', 'a;b\n1;2\n', 'file:///d/a.csv', 'text/plain'],
    ['csv', 'a\tb\n', 'https://example.org/export?x=1', 'text/tab-separated-values; charset=utf-8'], ['text', 'plain words', 'file:///d/a.pdf', 'application/pdf'],
    ['pdf', 'junk before\n%PDF-1.7\n', 'https://example.org/a.html', 'text/html'], ['text', 'a < b and <c>', 'file:///d/a.txt', undefined],
  ])('is %s: %j', async (kind, text, address, declared) => {
    expect((await sniff(Buffer.from(text), address, declared)).kind).toBe(kind);
  });

  it('knows pictures, old Office files and other archives for what they are', async () => {
    expect(await sniff(Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'), 'file:///d/a.txt', 'text/plain')).toEqual({ kind: 'binary', mediaType: 'image/gif' });
    await expect(readBytes(Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'), 'file:///d/a.doc')).rejects.toThrow(/^unsupported: file:\/\/\/d\/a.doc is an Office file of the old kind/);
  });
});

describe('JSON', () => {
  it('is its own text, and says where it does not parse', async () => {
    const good = await readBytes(Buffer.from('{"a": [1, 2.50]}\r\n'), 'file:///d/a.json');
    expect([good.text, good.missing]).toEqual(['{"a": [1, 2.50]}\n', []]);
    const bad = await readBytes(Buffer.from('{"a": [1, }'), 'file:///d/a.json');
    expect(bad.text).toBe('{"a": [1, }');
    expect(bad.missing.join()).toContain('does not parse');
  });
});
