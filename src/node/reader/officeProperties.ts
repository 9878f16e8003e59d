import { type Found, type WorkMetadata } from '../../core/source/reader';
import { isoDate } from './dates';
import { noMetadata } from './format';
import { people } from './workFacts';
import { partText } from './zip';

export const propertyParts = (name: string): boolean => name === 'docProps/core.xml' || name === 'docProps/app.xml';

/** What an Office file's own fields say. A program wrote the dates, and creation is not publication: they are guessed. */
export function officeMetadata(parts: Map<string, Uint8Array>): WorkMetadata {
  const core = partText(parts, 'docProps/core.xml') ?? '';
  const app = partText(parts, 'docProps/app.xml') ?? '';
  const field = (source: string, tag: string): string | null => {
    const value = new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^>]*)?>([^<]*)</`).exec(source)?.[1]?.trim();
    return value === undefined || value === '' ? null : unescapeXml(value);
  };
  const found = (value: string | null, origin: string, guessed = false): Found<string> | null => (value === null ? null : { value, origin, guessed });
  return {
    ...noMetadata(),
    title: found(field(core, 'title'), 'office title'),
    authors: people(field(core, 'creator') ?? '').map((value) => ({ value, origin: 'office creator', guessed: false })),
    publisher: found(field(app, 'Company'), 'office company', true),
    published: found(isoDate(field(core, 'created') ?? ''), 'office created', true),
    modified: found(isoDate(field(core, 'modified') ?? ''), 'office modified'),
    language: found(field(core, 'language'), 'office language'),
  };
}

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
