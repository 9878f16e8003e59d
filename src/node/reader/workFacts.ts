import { type Found, type ReadText, type WorkMetadata } from '../../core/source/reader';
import { isoDate } from './dates';
import { mastheadOf } from './masthead';

/** Facts about the work that any text can state in a line of its own: dates, authors, who pays, how it knows, which number it has. */

const beginning = 2_500;
const publishedLabel = /^[ \t>*_#-]*(?:(?:date\s+)?published(?:\s+on|\s+at)?|publication date|posted(?:\s+on)?|issued|release date|released|first published|date|veröffentlicht(?: am)?|datum|publié le|date de publication|publicado(?: el)?|fecha|发布日期|发布时间|發布日期|發佈日期|日期|公開日|発行日|掲載日|게시일|작성일|дата публикации)\s*[*_]*\s*[:：]\s*[*_]*\s*(.+)$/imu;
const modifiedLabel = /^[ \t>*_#-]*(?:(?:last\s+)?(?:updated|modified|revised|changed)(?:\s+on)?|date modified|last update|aktualisiert(?: am)?|stand|mis à jour(?: le)?|actualizado(?: el)?|更新日期|更新时间|更新時間|修订日期|最終更新日?|更新日|수정일|дата обновления)\s*[*_]*\s*[:：]\s*[*_]*\s*(.+)$/imu;
const authorLabel = /^[ \t>*_#-]*(?:authors?|written by|von|auteurs?|autore?s?|作者|记者|記者|撰稿|著者|執筆|저자|автор)\s*[*_]*\s*[:：]\s*[*_]*\s*(.{2,160})$/imu;
const byline = /^[ \t>*_]*(?:By|by|BY)[ \t]+(\p{Lu}[\p{L}.'’-]+(?:[ \t]+(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|and|&|,)){1,8})\s*[*_]*\s*$/mu;
const publisherLabel = /^[ \t>*_#-]*(?:publisher|published by|source|herausgeber|éditeur|来源|來源|出版社|发布机构|發布機構|発行元|출처)\s*[*_]*\s*[:：]\s*[*_]*\s*(.{2,120})$/imu;
const interestLabel = /^[ \t>*_#-]*(?:funding|funded by|funders?|sponsor(?:ed by|s)?|commissioned by|paid for by|financial disclosures?|disclosures?|competing interests?|(?:declaration of )?conflicts? of interests?|利益冲突|资助|資助|基金项目|利益相反|資金提供)(?:\s+statement)?\s*[*_]*\s*(?:[:：]\s*|\n+)[*_]*\s*(.{3,600})$/imu;
const methodLabel = /^[ \t>*_#-]*(?:methodology|methods?|survey method(?:ology)?|sample|how (?:we|this) (?:did|was|survey)[^\n:]{0,60}|研究方法|调查方法|調査方法|方法)\s*[*_]*\s*(?:[:：]\s*|\n+)[*_]*\s*(.{10,600})$/imu;
const agencies = 'Reuters|AP|Associated Press|The Associated Press|AFP|Agence France-Presse|dpa|Bloomberg News|UPI|TASS|Interfax|EFE|ANSA|PTI|Kyodo(?: News)?|Jiji Press|Yonhap|Xinhua|PRNewswire|PR Newswire|Business Wire|BUSINESS WIRE|GLOBE NEWSWIRE|GlobeNewswire|新华社|新華社|中新社|中新网|共同社|共同通信|時事通信|路透社|法新社|美联社|연합뉴스';
const dateline = new RegExp(String.raw`[(（/](${agencies})[)）/]\s*(?:[-–—]|\s)|(?:^|\n)(新华社|新華社|中新社|中新网|共同社|路透社|法新社)(?=[\p{Script=Han}]{1,8}\d{1,2}月\d{1,2}日)`, 'u');
const agencyName = new RegExp(`^(?:By\\s+)?(?:${agencies})$`);

/** Fills what the format's own fields left open. `origin` says `line` for labelled lines; only an unlabelled byline is guessed. */
export function withLineFacts(reading: ReadText): ReadText {
  const body = reading.text.slice(reading.main?.start ?? 0, reading.main?.end);
  const start = body.slice(0, beginning);
  const [startLines, lines] = [tidied(start), tidied(body)];
  const { metadata } = reading;
  const masthead = mastheadOf(start);
  const published = metadata.published ?? labelled(publishedLabel, startLines, 'line', isoDate) ?? masthead.published;
  const facts: WorkMetadata = {
    ...metadata,
    published,
    modified: metadata.modified ?? labelled(modifiedLabel, startLines, 'line', isoDate),
    authors: metadata.authors.length > 0 ? metadata.authors : lineAuthors(startLines),
    publisher: metadata.publisher ?? labelled(publisherLabel, startLines, 'line', (value) => value) ?? masthead.publisher,
    interest: metadata.interest ?? labelled(interestLabel, lines, 'line', (value) => value),
    method: metadata.method ?? labelled(methodLabel, lines, 'line', (value) => value),
    agency: metadata.agency ?? creditedAgency(metadata, start),
    identifiers: metadata.identifiers.length > 0 ? metadata.identifiers : ownIdentifiers(start, metadata),
  };
  return { ...reading, metadata: facts };
}

/** Without long runs of blanks, over which the patterns above would go again and again: a file may hold a million. */
const tidied = (text: string): string => text.replace(/\s+/g, (run) => { const breaks = run.split('\n').length - 1; return breaks === 0 ? ' ' : '\n'.repeat(Math.min(2, breaks)); });

function labelled(pattern: RegExp, text: string, origin: string, read: (value: string) => string | null): Found<string> | null {
  const found = pattern.exec(text)?.[1];
  const value = found === undefined ? null : read(plain(found));
  return value === null || value === '' ? null : { value, origin, guessed: false };
}

function lineAuthors(start: string): Found<string>[] {
  const named = authorLabel.exec(start)?.[1];
  if (named !== undefined) return people(plain(named)).map((value) => ({ value, origin: 'line', guessed: false }));
  const signed = byline.exec(start)?.[1];
  return signed === undefined ? [] : people(signed).map((value) => ({ value, origin: 'byline', guessed: true }));
}

/** "A. Writer, B. Editor and C. Third" to three names. */
export function people(text: string): string[] {
  return text.replace(/\s+/g, ' ').split(/\s*(?:[,;、，；|]|\band\b|\bund\b|\bet\b|&)\s*/u).map((name) => name.trim()).filter((name) => name.length > 1 && name.length < 80);
}

function creditedAgency(metadata: WorkMetadata, start: string): Found<string> | null {
  const author = metadata.authors.find((one) => agencyName.test(one.value));
  if (author) return { value: author.value.replace(/^By\s+/, ''), origin: author.origin, guessed: false };
  const found = dateline.exec(start);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? null : { value, origin: 'dateline', guessed: false };
}

/** Identifiers that stand where a work names itself: its title, its own address, its first lines; never further down, where others are cited. */
function ownIdentifiers(start: string, metadata: WorkMetadata): Found<string>[] {
  const head = start.slice(0, 1_200);
  const own: Array<[RegExp, string, string]> = [
    [/(?:^|\n)[\s>*_]*(?:doi|DOI)[\s:：]*(?:https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/[^\s"<>)\]]+)/, 'doi', 'line'],
    [/(?:^|\n)[\s>*_]*(?:doi:\s*)?https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,9}\/[^\s"<>)\]]+)\s*(?:$|\n)/i, 'doi', 'line'],
    [/(?:^|\n)[\s>*_]*arXiv:(\d{4}\.\d{4,5})(?:v\d+)?/i, 'arxiv', 'line'],
    [/(?:^|\n)[\s>*_]*(?:e-?)?ISBN(?:-1[03])?[\s:：]*((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])/, 'isbn', 'line'],
    [/(?:^|\n)Request for Comments:\s*(\d{1,5})/i, 'rfc', 'line'],
  ];
  const found = own.flatMap(([pattern, scheme, origin]) => {
    const value = pattern.exec(head)?.[1];
    return value === undefined ? [] : [{ value: `${scheme}:${value.replace(/[.,;]+$/, '').replace(/(?<=\d)[- ](?=[\dXx])/g, scheme === 'isbn' ? '' : '$&')}`, origin, guessed: false }];
  });
  const named = /\b(CVE-\d{4}-\d{4,})\b/.exec(metadata.title?.value ?? '')?.[1];
  if (named !== undefined) found.push({ value: `cve:${named}`, origin: 'title', guessed: false });
  return dedupe(found);
}

/** Identifiers in an address that is the work's own. */
export function addressIdentifiers(address: string, origin: string): Found<string>[] {
  const rules: Array<[RegExp, string]> = [
    [/(?:doi\.org\/|\/doi\/(?:abs\/|full\/|pdf\/)?)(10\.\d{4,9}\/[^\s?#"<>]+)/i, 'doi'],
    [/arxiv\.org\/(?:abs|pdf|html)\/(\d{4}\.\d{4,5})/i, 'arxiv'],
    [/(?:rfc-editor\.org|ietf\.org)\/.*?rfc(\d{1,5})\b/i, 'rfc'],
    [/\b(CVE-\d{4}-\d{4,})\b/i, 'cve'],
  ];
  return rules.flatMap(([pattern, scheme]) => {
    const value = pattern.exec(address)?.[1];
    return value === undefined ? [] : [{ value: `${scheme}:${scheme === 'cve' ? value.toUpperCase() : value}`, origin, guessed: false }];
  });
}

export function dedupe<T>(found: Found<T>[]): Found<T>[] {
  return found.filter((one, index) => found.findIndex((other) => other.value === one.value) === index);
}

/** Markdown marks around a value are not part of it. */
function plain(value: string): string {
  return value.replace(/^[*_\s"“]+|[*_\s"”]+$/gu, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
