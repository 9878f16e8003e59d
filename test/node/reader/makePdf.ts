/** Writes small PDF files: what a test wants to see read, drawn where the test wants it. */

export interface DrawnText {
  text: string;
  x: number;
  y: number;
  size?: number;
  /** Degrees against the clock, about where the text begins. */
  turned?: number;
  /** `latin` is Helvetica; `japanese` is a font that is not embedded and whose codes only a character map can read (90ms-RKSJ-H). */
  font?: 'latin' | 'japanese';
}

export interface PdfOptions {
  info?: Record<string, string>;
  /** Bookmarks: title and page (from 1). */
  outline?: Array<{ title: string; page: number }>;
  encrypted?: boolean;
  /** Pages (from 1) that hold a picture. */
  scanned?: number[];
}

const japaneseCodes = new TextDecoder('shift_jis');

/** Shift_JIS bytes of a text, found by trying every double byte once. */
function shiftJis(text: string): string {
  const codes = new Map<string, string>();
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) {
      if (trail === 0x7f) continue;
      const sign = japaneseCodes.decode(Uint8Array.of(lead, trail));
      if (!codes.has(sign)) codes.set(sign, hex(lead) + hex(trail));
    }
  }
  return [...text].map((sign) => (sign.charCodeAt(0) < 0x80 ? hex(sign.charCodeAt(0)) : codes.get(sign) ?? '')).join('');
}

/** Text matrix, ISO 32000-1 section 9.4.2. */
function matrixOf({ x, y, turned = 0 }: DrawnText): string {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  return [cos, sin, -sin, cos, x, y].map((number) => number.toFixed(4)).join(' ');
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

export function makePdf(pages: DrawnText[][], options: PdfOptions = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('');
  add('');
  const latin = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const descriptor = add('<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -136 1000 859] /ItalicAngle 0 /Ascent 723 /Descent -241 /CapHeight 709 /StemV 69 >>');
  const descendant = add(`<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor ${descriptor} 0 R /DW 1000 >>`);
  const japanese = add(`<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light-90ms-RKSJ-H /Encoding /90ms-RKSJ-H /DescendantFonts [${descendant} 0 R] >>`);
  const picture = add('<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream');
  const kids = pages.map((drawn, index) => {
    const text = drawn.map((one) => `BT /${one.font === 'japanese' ? 'F2' : 'F1'} ${one.size ?? 10} Tf ${matrixOf(one)} Tm ${one.font === 'japanese' ? `<${shiftJis(one.text)}>` : literal(one.text)} Tj ET`).join('\n');
    const stream = options.scanned?.includes(index + 1) === true ? `q 500 0 0 700 50 50 cm /I1 Do Q\n${text}` : text;
    const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    return add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${latin} 0 R /F2 ${japanese} 0 R >> /XObject << /I1 ${picture} 0 R >> >> /Contents ${content} 0 R >>`);
  });
  const outline = outlineOf(options.outline ?? [], kids, add);
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${outline === null ? '' : `/Outlines ${outline} 0 R`} >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const info = add(`<< ${Object.entries(options.info ?? {}).map(([key, value]) => `/${key} ${literal(value)}`).join(' ')} >>`);
  const key = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  const encrypt = options.encrypted === true ? add(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`) : null;
  return assemble(objects, `/Root 1 0 R /Info ${info} 0 R ${encrypt === null ? '' : `/Encrypt ${encrypt} 0 R /ID [<00> <00>]`}`);
}

function outlineOf(entries: Array<{ title: string; page: number }>, kids: number[], add: (body: string) => number): number | null {
  if (entries.length === 0) return null;
  const root = add('');
  const first = root + 1;
  entries.forEach((entry, index) => {
    add(`<< /Title ${literal(entry.title)} /Parent ${root} 0 R /Dest [${kids[entry.page - 1]} 0 R /Fit] ${index > 0 ? `/Prev ${first + index - 1} 0 R` : ''} ${index < entries.length - 1 ? `/Next ${first + index + 1} 0 R` : ''} >>`);
  });
  return add(`<< /Type /Outlines /First ${first} 0 R /Last ${first + entries.length - 1} 0 R /Count ${entries.length} >>`);
}

function assemble(objects: string[], trailer: string): Buffer {
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
