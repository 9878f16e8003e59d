import chardet from 'chardet';
import { isUtf8 } from 'node:buffer';
import { type ReadText } from '../../core/source/reader';

export interface DecodedText {
  text: string;
  charset: NonNullable<ReadText['charset']>;
  /** What the decoder could not tell, one sentence each. */
  missing: string[];
}

/** `chardet` takes 1.7 s for 2 MB and is as sure of 64 kB. */
const detectionSample = 65_536;
/** A declared charset is believed while fewer than this share of its characters is undecodable. */
const believable = 0.002;

/**
 * Bytes to text. The order of rules: BOM, transport, the document's own meta or XML declaration, strict UTF-8, detection,
 * windows-1252. A declaration that the bytes contradict is passed over. A BOM goes first because every browser reads it so.
 */
export function decodeText(bytes: Uint8Array, declared: string | null, markup: boolean): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return decoded(bytes, mark, 'bom');
  const claims: Array<[string | null, 'transport' | 'meta']> = [[declared, 'transport'], [markup ? metaCharset(bytes) : null, 'meta']];
  for (const [label, rule] of claims) {
    const name = label === null ? null : encodingOf(label);
    if (name === null) continue;
    const attempt = decoded(bytes, name, rule);
    if (undecodable(attempt.text) <= believable * attempt.text.length) return attempt;
  }
  const wide = wideWithoutMark(bytes);
  if (wide !== null) return decoded(bytes, wide, 'detected');
  if (isUtf8(bytes)) return decoded(bytes, 'utf-8', 'utf-8');
  const guess = chardet.detect(bytes.subarray(0, detectionSample));
  const name = guess === null ? null : encodingOf(guess);
  if (name !== null) {
    const attempt = decoded(bytes, name, 'detected');
    if (undecodable(attempt.text) <= believable * attempt.text.length) return attempt;
  }
  return decoded(bytes, 'windows-1252', 'fallback');
}

/** The charset named by a `Content-Type` value, or null. */
export function charsetParameter(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Looks where HTML asks authors to put it (the first 1,024 bytes; real pages need a few more) and in an XML declaration. */
function metaCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8_192)).toString('latin1').replace(/<!--[\s\S]*?-->/g, '');
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1]
    ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ?? null;
  // A meta that could be read as ASCII is not UTF-16, whatever it says.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** UTF-16 text of a Latin-script document has a zero in nearly every other byte. */
function wideWithoutMark(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 4_096) & ~1;
  if (length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd > 0.4 * pairs && even < 0.05 * pairs) return 'utf-16le';
  if (even > 0.4 * pairs && odd < 0.05 * pairs) return 'utf-16be';
  return null;
}

const renamed: Record<string, string> = {
  'iso-8859-1': 'windows-1252', latin1: 'windows-1252', 'us-ascii': 'windows-1252', ascii: 'windows-1252', cp1252: 'windows-1252',
  'iso_8859-1': 'windows-1252', 'iso8859-1': 'windows-1252', 'windows1252': 'windows-1252', 'x-cp1252': 'windows-1252', l1: 'windows-1252',
  'utf8': 'utf-8', 'gb2312': 'gbk', 'gb_2312-80': 'gbk', 'x-gbk': 'gbk', cp936: 'gbk', 'big5-hkscs': 'big5', cp949: 'euc-kr', cp932: 'shift_jis',
  'iso-2022-kr': 'euc-kr', 'utf-16': 'utf-16le',
};

/** The decoder for a label, or null where there is none. Web pages that say Latin-1 mean windows-1252. */
function encodingOf(label: string): string | null {
  const lower = label.trim().toLowerCase();
  const name = renamed[lower] ?? lower;
  if (name === 'windows-1252') return name;
  try {
    const known = new TextDecoder(name).encoding;
    return renamed[known] ?? known;
  } catch {
    return null;
  }
}

// WHATWG decodes `gbk` with the table of GB 18030; Node's own `gbk` leaves 95 characters in the private use area.
function decoded(bytes: Uint8Array, name: string, rule: DecodedText['charset']['rule']): DecodedText {
  const text = name === 'windows-1252' ? decodeWindows1252(bytes) : name === 'euc-kr' ? decodeUnifiedHangul(bytes) : new TextDecoder(name === 'gbk' ? 'gb18030' : name).decode(bytes);
  const lost = undecodable(text);
  const missing = lost === 0 ? [] : [`${lost} ${lost === 1 ? 'character' : 'characters'} could not be decoded as ${name} and stand as “\ufffd”.`];
  return { text, charset: { name, rule }, missing };
}

function undecodable(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

/** 0x80 to 0x9F of windows-1252 (WHATWG Encoding); Node 20's decoder leaves them as control characters. */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function decodeWindows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin.replace(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80));
}

/**
 * The 8,822 syllables and two signs that Korean Windows added around KS X 1001 (and that every browser reads as `euc-kr`), which Node's decoder
 * refuses. They fill the free trail bytes in Unicode order, so the table can be computed from the 2,350 syllables Node knows.
 */
function unifiedHangulTable(): Map<number, string> {
  const decoder = new TextDecoder('euc-kr');
  const standard = new Set<string>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) standard.add(decoder.decode(Uint8Array.of(lead, trail)));
  }
  const table = new Map<number, string>([[0xa2e6, '€'], [0xa2e7, '®']]);
  let syllable = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    const lastTrail = lead <= 0xa0 ? 0xfe : lead === 0xc6 ? 0x52 : 0xa0;
    for (let trail = 0x41; trail <= lastTrail; trail += 1) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (standard.has(String.fromCharCode(syllable))) syllable += 1;
      table.set((lead << 8) | trail, String.fromCharCode(syllable));
      syllable += 1;
    }
  }
  return table;
}

function decodeUnifiedHangul(bytes: Uint8Array): string {
  const table = unifiedHangulTable();
  const decoder = new TextDecoder('euc-kr');
  const parts: string[] = [];
  let plainFrom = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x81) continue;
    const added = table.get((lead << 8) | (bytes[at + 1] ?? 0));
    if (added !== undefined) {
      parts.push(decoder.decode(bytes.subarray(plainFrom, at)), added);
      plainFrom = at + 2;
    }
    at += 1;
  }
  parts.push(decoder.decode(bytes.subarray(plainFrom)));
  return parts.join('');
}
