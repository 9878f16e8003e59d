import { type Found, type Heading } from '../../core/source/reader';
import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { type FormatReader, plainReading } from './format';
import { addressIdentifiers, withLineFacts } from './workFacts';

/** Plain text, and XML that is no page: kept as it stands. A heading is a line with an underline below it. */
export const read: FormatReader = async (input) => {
  const { text: raw, charset, missing } = decodeText(input.bytes, input.declaredCharset, input.mediaType === 'application/xml');
  const text = cleanText(raw);
  const headings = underlined(text);
  const reading = plainReading(text, input.mediaType, 'text');
  const metadata = { ...reading.metadata, title: titleOf(text, headings), identifiers: addressIdentifiers(input.address, 'address') };
  return withLineFacts({ ...reading, charset, missing, headings, metadata });
};

function underlined(text: string): Heading[] {
  const headings: Heading[] = [];
  for (const found of text.matchAll(/(?<=^|\n)[ \t]*(\S[^\n]{0,150})\n[ \t]*(={3,}|-{3,}|\*{3,}|~{3,})[ \t]*(?=\n|$)/g)) {
    const [whole, title = '', rule = ''] = found;
    const trimmed = title.trimEnd();
    if (rule.length < trimmed.length / 2 || /^[-=*~|+\s]+$/.test(trimmed)) continue;
    const start = found.index + whole.indexOf(title);
    headings.push({ start, end: start + trimmed.length, level: rule.startsWith('=') ? 1 : rule.startsWith('*') ? 1 : rule.startsWith('-') ? 2 : 3, text: trimmed });
  }
  return headings;
}

function titleOf(text: string, headings: Heading[]): Found<string> | null {
  const declared = /^[ \t]*(?:title|titel|titre|标题|題名|タイトル)[ \t]*[:：][ \t]*(.{2,200})$/imu.exec(text.slice(0, 1_500))?.[1];
  if (declared !== undefined) return { value: declared.trim(), origin: 'line', guessed: false };
  const heading = headings[0];
  if (heading !== undefined && heading.start < 1_500) return { value: heading.text, origin: 'first heading', guessed: true };
  const line = /^[^\S\n]*(\S.*)$/m.exec(text)?.[1]?.trim();
  return line === undefined || line.length > 200 ? null : { value: line, origin: 'first line', guessed: true };
}
