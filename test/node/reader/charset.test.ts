import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/node/reader/charset';
import { readFixture } from './reading';

describe('charsets', () => {
  // Bytes that decoders get wrong, with the characters the WHATWG Encoding Standard gives them.
  it.each([
    ['windows-1252', [0x80, 0x93, 0x94, 0x96, 0x99, 0x9c, 0xe9], '€“”–™œé'], ['iso-8859-1', [0x80, 0x92], '€’'], ['us-ascii', [0x85], '…'],
    ['windows-1250', [0x8a, 0x9c, 0xb9], 'Šśą'], ['windows-1251', [0x80, 0xb8, 0xcf], 'Ђё\u041f'], ['koi8-r', [0xa3, 0xf0, 0xc1], 'ёПа'], ['iso-8859-15', [0xa4, 0xbd], '€œ'],
    ['gbk', [0x80], '€'], ['gb2312', [0xa1, 0xaa, 0xa1, 0xa4], '—·'], ['gbk', [0xfe, 0x50], '\u2e81'], ['gb18030', [0x81, 0x30, 0x81, 0x30], '\u0080'],
    ['big5', [0xa1, 0x45, 0xa3, 0xe1, 0xf9, 0xd6], '‧€碁'], ['shift_jis', [0x5c, 0x7e, 0x81, 0x60, 0x87, 0x40, 0xfb, 0xfc, 0xb1], '\\~～①髙ｱ'], ['cp932', [0x81, 0x7c], '－'],
    ['euc-jp', [0x5c, 0xa1, 0xc1, 0xad, 0xa1, 0x8e, 0xb1], '\\～①ｱ'], ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['euc-kr', [0xb0, 0xa1, 0xc8, 0xfe], '가힝'], ['euc-kr', [0x81, 0x41, 0x8c, 0x63, 0xb9, 0x59, 0xc6, 0x52, 0x41], '갂똠퉋힣A'], ['ks_c_5601-1987', [0xc7, 0xd1, 0xa2, 0xe6], '한€'],
    ['utf-16le', [0x2d, 0x4e, 0x3d, 0xd8, 0x00, 0xde], '中😀'], ['utf-16be', [0x4e, 0x2d], '中'], ['utf-8', [0xf0, 0x9f, 0x98, 0x80], '😀'],
  ])('decodes %s on its awkward bytes', (label, bytes, expected) => {
    expect(decodeText(Uint8Array.from(bytes), label, false).text).toBe(expected);
  });

  it('takes a BOM first, then transport, meta, strict UTF-8, detection, windows-1252', () => {
    const latin = Buffer.from('<meta charset="iso-8859-2"><p>\xb9 \xe9</p>', 'latin1');
    expect(decodeText(Buffer.from('\ufeff中', 'utf8'), 'big5', true).charset).toEqual({ name: 'utf-8', rule: 'bom' });
    expect(decodeText(latin, 'windows-1252', true)).toMatchObject({ charset: { name: 'windows-1252', rule: 'transport' } });
    expect(decodeText(latin, null, true)).toMatchObject({ charset: { name: 'iso-8859-2', rule: 'meta' }, text: '<meta charset="iso-8859-2"><p>š é</p>' });
    expect(decodeText(Buffer.from('é 中'), null, true).charset).toEqual({ name: 'utf-8', rule: 'utf-8' });
    expect(decodeText(Buffer.from('中文 é', 'utf16le'), null, false).charset.name).not.toBe('utf-8');
    expect(decodeText(Buffer.from('plain words in two bytes', 'utf16le'), null, false)).toMatchObject({ text: 'plain words in two bytes', charset: { name: 'utf-16le', rule: 'detected' } });
  });

  it('passes over a declaration that the bytes contradict, and an unknown one', () => {
    const chinese = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xb1, 0xa8, 0xb8, 0xe6]);
    expect(decodeText(chinese, 'utf-8', false).charset.rule).not.toBe('transport');
    expect(decodeText(Buffer.from('中文'), 'no-such-charset', false)).toMatchObject({ text: '中文', charset: { name: 'utf-8', rule: 'utf-8' } });
  });

  it('says how many characters were lost', () => {
    expect(decodeText(Buffer.concat([Buffer.from('a'.repeat(1_000)), Buffer.from([0xff])]), 'utf-8', false).missing).toEqual(['1 character could not be decoded as utf-8 and stand as “\ufffd”.']);
  });

  it.each([
    'windows-1252.html', 'gbk.html', 'big5.html', 'shift_jis.html', 'euc-kr.html', 'koi8-r.html', 'utf-16le.html', 'euc-jp.html',
    'windows-1252.txt', 'gbk.txt', 'big5.txt', 'shift_jis.txt', 'euc-kr.txt', 'koi8-r.txt', 'utf-16le.txt', 'windows-1251.txt',
  ])('reads %s as the text beside it', async (name) => {
    const { reading, expected } = await readFixture(`charset/${name}`);
    expect([name.split('.')[0], 'gb18030']).toContain(reading.charset?.name);
    expect(reading.text).toBe(expected);
  });
});
