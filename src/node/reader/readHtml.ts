import { parseHTML } from 'linkedom';
import { type ReadText } from '../../core/source/reader';
import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { type PageText, pageText } from './domText';
import { type FormatReader, plainReading, ReadError } from './format';
import { htmlMetadata } from './htmlMetadata';
import { mainRange } from './mainRange';
import { withLineFacts } from './workFacts';

/** HTML of any charset. The whole page is the anchoring text; the main range is only marked in it. */
export const read: FormatReader = async (input) => {
  const { text, charset, missing } = decodeText(input.bytes, input.declaredCharset, true);
  const { document } = parseHTML(withoutAbyss(cleanText(text)));
  const reading = readDocument(document, input.address);
  return { ...reading, charset, mediaType: input.mediaType, missing: [...missing, ...reading.missing] };
};

/** A page nested deeper than this overflows the stack of any DOM; its innermost tags are dropped, never its text. */
const maxNesting = 200;
const nesting = /<(\/?)(?:div|span|section|article|ul|ol|li|dl|table|tbody|tr|td|blockquote|center|font|form|a|b|i|u|em|strong|small|big|sup|sub|code|label)\b[^>]*>/gi;

function withoutAbyss(html: string): string {
  let depth = 0;
  let deepest = 0;
  for (const tag of html.matchAll(nesting)) {
    depth = Math.max(0, depth + (tag[1] === '' ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  if (deepest <= maxNesting) return html;
  depth = 0;
  return html.replace(nesting, (tag, close: string) => {
    depth = Math.max(0, depth + (close === '' ? 1 : -1));
    return depth + (close === '' ? 0 : 1) > maxNesting ? ' ' : tag;
  }).replace(/ {8,}/g, ' ');
}

/** The reading of a parsed document, whichever DOM parsed it. The document is consumed. */
export function readDocument(document: Document, address: string): ReadText {
  const body = document.querySelector('body') ?? document.documentElement;
  if (body === null) throw new ReadError('empty', `${address} holds no page. Look for another copy of it.`);
  const base = document.querySelector('base[href]')?.getAttribute('href');
  const page = pageText(body, base && URL.canParse(base, address) ? new URL(base, address).href : address);
  refuseUnreadable(document, page, address);
  const metadata = htmlMetadata(document, address);
  // Pictures are judged before Readability takes the document apart.
  const pictures = page.pictures.filter(mayHoldNumbers).map(pictureName);
  const reading: ReadText = {
    ...plainReading(page.text, 'text/html', 'html'),
    main: mainRange(document, page), headings: page.headings, tables: page.tables, links: page.links, metadata,
    missing: [...page.missing, ...hiddenNote(page), ...pictureNote(pictures)],
  };
  return withLineFacts(reading);
}

/** A part of a title by which servers head a failure or a gate that they answer with status 200. */
const failureTitle = new RegExp(`^(?:${[
  String.raw`(?:http |error )*(?:404|403|429|500|502|503|504)`,
  String.raw`(?:(?:http |error )*[45]\d\d[\s\p{P}]*)?(?:(?:the )?(?:page|file|site|resource) )?(?:(?:could )?not (?:be )?found|(?:internal )?server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|forbidden|access denied|too many requests|just a moment|attention required|checking your browser)`,
  String.raw`(?:404[\s\p{P}]*)?(?:抱歉[\s\p{P}]*)?(?:您)?(?:要?访问的)?(?:页面|網頁|网页|頁面).{0,4}(?:不存在|未找到|找不到)`,
].join('|')})[\\s\\p{P}]*$`, 'iu');

/** A page of so few characters holds no more than the failure that its title names. */
const failureAtMost = 500;

/** Pages that a reader without scripts or without an account sees empty, and failures sent as pages: without their text they support nothing, nor do they show that nothing is there. */
function refuseUnreadable(document: Document, page: PageText, address: string): void {
  const characters = page.text.replace(/\s+/g, '').length;
  if (characters < 1_500 && document.querySelector('input[type="password"]') !== null && document.querySelector('article') === null) {
    throw new ReadError('login', `${address} shows a login form instead of its text. Save the page or the file from your browser and add it to a folder.`);
  }
  const heads = [document.querySelector('title'), document.querySelector('h1')].flatMap((head) => head?.textContent?.trim().split(/\s+[|·–—:-]\s+/) ?? []);
  if (characters < failureAtMost && heads.some((head) => failureTitle.test(head))) {
    throw new ReadError('error-page', `${address} shows an error or a gate in place of its text, though it calls that a success. Save the page from your browser and add it to a folder, or look for another address of the same work.`);
  }
  if (characters >= 250) return;
  const asksForScript = /(?:enable|activate|requires?|need)[^.]{0,40}javascript|javascript[^.]{0,40}(?:enable|required|disabled|aktivier)|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|启用\s*javascript|javascriptを有効/i
    .test(`${page.text} ${document.querySelector('noscript')?.textContent ?? ''}`);
  const mountPoint = document.querySelector('#root,#app,#__next,#__nuxt,app-root,[data-reactroot],[ng-app]') !== null;
  if (document.querySelector('script') !== null && (asksForScript || (mountPoint && characters < 120))) {
    throw new ReadError('script-only', `${address} builds its text by scripts, which are not run here. Save the page from your browser and add it to a folder, or look for another address of the same work.`);
  }
  if (characters === 0) throw new ReadError('empty', `${address} holds no text. Look for another address of the same work, or save the page from your browser and add it to a folder.`);
}

function hiddenNote(page: PageText): string[] {
  return page.hiddenCharacters < 200 ? [] : [`${page.hiddenCharacters} characters in parts that the page hides were left out.`];
}

function mayHoldNumbers(picture: Element): boolean {
  if (picture.closest('nav,header,footer,aside,a[href="/"]') !== null) return false;
  if (picture.localName.toLowerCase() === 'canvas') return true;
  if (picture.localName.toLowerCase() === 'svg') return picture.querySelector('text') !== null;
  const described = `${picture.getAttribute('alt') ?? ''} ${picture.getAttribute('src') ?? ''} ${picture.getAttribute('class') ?? ''} ${picture.closest('figure')?.textContent ?? ''}`;
  return /\b(?:chart|graph|figure|fig\.|plot|diagram|table|infographic|map|statistic|trend)s?\b|图表|图\s*\d|圖表|グラフ|図表/iu.test(described.replaceAll(/[-_/]/g, ' '));
}

function pictureName(picture: Element): string {
  const alt = (picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? '').replace(/\s+/g, ' ').trim();
  return alt !== '' ? alt.slice(0, 80) : picture.getAttribute('src')?.split(/[?#]/)[0]?.split('/').at(-1)?.slice(0, 80) ?? picture.localName;
}

function pictureNote(names: string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).map((name) => `“${name}”`).join(', ');
  return [`${names.length} ${names.length === 1 ? 'picture was' : 'pictures were'} not read (${shown}${names.length > 5 ? ', …' : ''}); a number that stands only in a picture is not in the text.`];
}
