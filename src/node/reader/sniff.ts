import { fileTypeFromBuffer } from 'file-type';

/** What the bytes are, whatever the suffix or the server says. */
export type Sniffed =
  | { kind: 'html' | 'xml' | 'json' | 'notebook' | 'markdown' | 'csv' | 'text' | 'pdf' | 'docx' | 'xlsx' | 'epub'; mediaType: string }
  | { kind: 'binary'; mediaType: string }
  | { kind: 'old-office'; mediaType: string };

const office: Record<string, Sniffed> = {
  'application/pdf': { kind: 'pdf', mediaType: 'application/pdf' },
  'application/epub+zip': { kind: 'epub', mediaType: 'application/epub+zip' },
  'application/x-cfb': { kind: 'old-office', mediaType: 'application/x-cfb' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { kind: 'docx', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { kind: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
};

/** `address` and `declared` only break ties between kinds of text: Markdown, CSV and plain text look alike. */
export async function sniff(bytes: Uint8Array, address: string, declared: string | undefined): Promise<Sniffed> {
  const head = bytes.subarray(0, 65_536);
  const start = latin1(head.subarray(0, 1_024));
  // Some servers put a line before the PDF's first; the format allows it within the first kilobyte.
  if (start.includes('%PDF-')) return { kind: 'pdf', mediaType: 'application/pdf' };
  const type = await fileTypeFromBuffer(head);
  if (type && type.mime !== 'application/xml') {
    const known = office[type.mime];
    if (known) return known;
    if (type.mime === 'application/zip') return zipKind(bytes);
    if (!/^text\//.test(type.mime) && !looksLikeText(head)) return { kind: 'binary', mediaType: type.mime };
  }
  if (!looksLikeText(head)) return { kind: 'binary', mediaType: type?.mime ?? 'application/octet-stream' };
  return textKind(narrow(head), suffixOf(address), (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? '');
}

/** Office files whose first entry is not the usual one are told apart by the names in the archive. */
function zipKind(bytes: Uint8Array): Sniffed {
  const names = latin1(bytes.subarray(0, 65_536)) + latin1(bytes.subarray(Math.max(0, bytes.length - 65_536)));
  const known = names.includes('word/document.xml') ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    : names.includes('xl/workbook.xml') ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : names.includes('META-INF/container.xml') ? 'application/epub+zip' : null;
  return (known === null ? undefined : office[known]) ?? { kind: 'binary', mediaType: 'application/zip' };
}

/** Control characters never occur in text, whatever its charset; a zero byte occurs in UTF-16 alone. */
function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return true;
  let controls = 0;
  let zeros = 0;
  for (const byte of head) {
    if (byte === 0) zeros += 1;
    else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b) controls += 1;
  }
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || (zeros > 0.2 * head.length && zeros < 0.6 * head.length && controls < 0.02 * head.length);
  return wide || (zeros <= Math.max(2, 0.001 * head.length) && controls <= Math.max(2, 0.005 * head.length));
}

function textKind(start: string, suffix: string, declared: string): Sniffed {
  const body = start.replace(/^\s+/, '');
  const noComments = body.replace(/^(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)+/i, '');
  const html = { kind: 'html', mediaType: /^<\?xml/i.test(body) ? 'application/xhtml+xml' : 'text/html' } as const;
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(noComments)) return html;
  if (/^<\?xml/i.test(body)) return { kind: 'xml', mediaType: 'application/xml' };
  if (suffix === 'ipynb' && body.startsWith('{')) return { kind: 'notebook', mediaType: 'application/x-ipynb+json' };
  if (/^(?:md|markdown|mdown|mkd|rmd|qmd)$/.test(suffix) || declared === 'text/markdown') return { kind: 'markdown', mediaType: 'text/markdown' };
  if (suffix === 'html' || suffix === 'htm' || suffix === 'xhtml' || ((declared === 'text/html' || declared === 'application/xhtml+xml') && /<\w+[^>]*>/.test(body))) return html;
  if (/^<(?:!doctype|div|p|h[1-6]|table|ul|ol|section|article|main|title|meta|span|a)\b[^>]*>/i.test(noComments)) return html;
  if (/^[[{]/.test(body) && (suffix === 'json' || suffix === 'geojson' || /[/+]json$/.test(declared) || /^(?:\{\s*(?:"|\})|\[\s*(?:["{[]|-?[\d.]+\s*,|(?:true|false|null)\s*[,\]]))/.test(body))) {
    return { kind: 'json', mediaType: 'application/json' };
  }
  if (suffix === 'csv' || suffix === 'tsv' || suffix === 'tab' || declared === 'text/csv' || declared === 'text/tab-separated-values') {
    return { kind: 'csv', mediaType: suffix === 'tsv' || suffix === 'tab' || declared === 'text/tab-separated-values' ? 'text/tab-separated-values' : 'text/csv' };
  }
  if (suffix === '' && /^(?:---\n[\s\S]*?\n---\n|# \S)/.test(body)) return { kind: 'markdown', mediaType: 'text/markdown' };
  return { kind: 'text', mediaType: 'text/plain' };
}

export function suffixOf(address: string): string {
  const path = /^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(address)?.[1] ?? address;
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The ASCII reading of a beginning, UTF-16 included: enough to see tags and braces. */
function narrow(head: Uint8Array): string {
  return latin1(head.subarray(0, 16_384)).replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').replaceAll('\0', '').replaceAll('\r\n', '\n');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
