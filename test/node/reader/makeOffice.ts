import { strToU8, zipSync } from 'fflate';

/** Packs the parts of an Office file or EPUB. `mimetype`, where there is one, comes first and is stored, as EPUB asks. */
export function pack(parts: Record<string, string>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, [strToU8(text), { level: name === 'mimetype' ? 0 : 6 }]] as const))));
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const core = `${xml}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Energy &amp; heat</dc:title><dc:creator>A. Writer; B. Editor</dc:creator><dcterms:created>2024-05-01T08:00:00Z</dcterms:created><dcterms:modified>2024-06-02T09:30:00Z</dcterms:modified></cp:coreProperties>`;

export interface SheetSource {
  name: string;
  /** The inside of `sheetData`. */
  rows: string;
  merges?: string[];
  state?: string;
}

export function makeXlsx(sheets: SheetSource[], shared: string[] = [], extra: Record<string, string> = {}): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'docProps/core.xml': core,
    'xl/workbook.xml': `${xml}<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.map((sheet, index) => `<sheet name="${sheet.name}" sheetId="${index + 1}" r:id="rId${index + 1}"${sheet.state === undefined ? '' : ` state="${sheet.state}"`}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${xml}<sst ${main}>${shared.map((text) => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${xml}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
    ...extra,
  };
  sheets.forEach((sheet, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `${xml}<worksheet ${main}><sheetData>${sheet.rows}</sheetData>${sheet.merges === undefined ? '' : `<mergeCells>${sheet.merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`}</worksheet>`;
  });
  return pack(parts);
}

/** `body` is the inside of `w:body`; `footnotes` their texts. */
export function makeDocx(body: string, footnotes: string[] = []): Buffer {
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const style = (id: string, name: string): string => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return pack({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'docProps/core.xml': core,
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relations}/footnotes" Target="footnotes.xml"/></Relationships>`,
    'word/styles.xml': `${xml}<w:styles ${main}>${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${style('Title', 'Title')}</w:styles>`,
    'word/footnotes.xml': `${xml}<w:footnotes ${main}>${footnotes.map((text, index) => `<w:footnote w:id="${index + 1}"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:footnote>`).join('')}</w:footnotes>`,
    'word/document.xml': `${xml}<w:document ${main}><w:body>${body}</w:body></w:document>`,
  });
}
