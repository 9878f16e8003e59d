import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type PageMarkItem, type PdfDocument } from '../../src/shared/pageMessages';
import { element, fill, type PageFrame } from './frame';
import { markBox } from './markBox';

type Mark = PdfDocument['marks'][number];

/** Draws one page at a time on a canvas as wide as the view, and the marks over it. */
export async function drawPdf(frame: PageFrame, { bytes, page, marks, title }: PdfDocument, assets: string): Promise<void> {
  frame.say(frame.words.preparing);
  const pdfjs = library();
  const worker = await startWorker(`${assets}/pdf.worker.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerPort = worker;
  const document = await pdfjs.getDocument({
    data: bytes, cMapUrl: `${assets}/cmaps/`, cMapPacked: true, standardFontDataUrl: `${assets}/standard_fonts/`, useWorkerFetch: false, useWasm: false, isEvalSupported: false, verbosity: 0,
  }).promise;
  frame.say('');
  const view = new PdfView(frame, document, marks, title);
  const asked = marks.find((mark) => mark.asked && mark.items.length > 0);
  await view.go(asked?.items[0]?.page ?? page, asked ?? null);
}

function library(): typeof PdfJs {
  const { pdfjsLib } = globalThis as { pdfjsLib?: typeof PdfJs };
  if (!pdfjsLib) throw new Error('pdf.min.mjs');
  return pdfjsLib;
}

/** A worker of another origin is not allowed: its text is fetched, and it runs from a blob. */
async function startWorker(address: string): Promise<Worker> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const blob = URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module' });
}

class PdfView {
  #page = 0;
  #drawing: PdfJs.RenderTask | null = null;
  #width = 0;

  constructor(private readonly frame: PageFrame, private readonly document: PdfJs.PDFDocumentProxy, private readonly marks: readonly Mark[], private readonly title: string) {
    frame.marks(marks, ({ items }) => items.length > 0, (mark) => this.#go(mark.items[0]?.page ?? this.#page, mark));
    frame.steps({ before: () => this.#go(this.#page - 1, null), next: () => this.#go(this.#page + 1, null) });
    new ResizeObserver(() => { if (this.#page > 0 && Math.abs(frame.main.clientWidth - this.#width) > 8) this.#go(this.#page, null); }).observe(frame.main);
  }

  #go(number: number, mark: Mark | null): void {
    this.go(number, mark).catch((cause: unknown) => this.frame.say(fill(this.frame.words.drawingFailed, cause instanceof Error ? cause.message : String(cause))));
  }

  /** Draws a page; with a mark, brings its first rectangle into sight. */
  async go(number: number, mark: Mark | null): Promise<void> {
    this.#drawing?.cancel();
    this.#page = Math.max(1, Math.min(number, this.document.numPages));
    const { frame } = this;
    frame.at(fill(frame.words.pageOf, this.#page, this.document.numPages), { first: this.#page === 1, last: this.#page === this.document.numPages });
    const asked = this.#page;
    const page = await this.document.getPage(asked);
    if (asked !== this.#page) return;
    this.#width = frame.main.clientWidth;
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.max(0.4, Math.min(3, (this.#width - 32) / natural.width)) });
    const sharp = window.devicePixelRatio || 1;
    const canvas = element('canvas', { width: Math.floor(viewport.width * sharp), height: Math.floor(viewport.height * sharp), role: 'img' });
    canvas.setAttribute('aria-label', `${this.title}, ${fill(frame.words.pageOf, asked, this.document.numPages)}`);
    const sheet = element('div', { className: 'sheet' }, canvas);
    for (const node of [canvas, sheet]) Object.assign(node.style, { width: `${viewport.width}px`, height: `${viewport.height}px` });
    this.#drawing = page.render({ canvas, viewport, ...(sharp === 1 ? {} : { transform: [sharp, 0, 0, sharp, 0, 0] }) });
    const drawn = await this.#drawing.promise.then(() => true, (cause: unknown) => {
      if (cause instanceof Error && cause.name === 'RenderingCancelledException') return false;
      throw cause;
    });
    if (!drawn) return;
    sheet.append(...this.marks.flatMap((one) => rectangles(frame, one, one.items.filter((item) => item.page === asked), viewport)));
    frame.main.replaceChildren(sheet);
    frame.main.scrollTop = 0;
    const target = mark ? sheet.querySelector(`[data-mark="${mark.id}"]`) : null;
    target?.scrollIntoView({ block: 'center' });
  }
}

/** The first rectangle of a mark is a button to its text; the others only show. */
function rectangles(frame: PageFrame, mark: Mark, items: readonly PageMarkItem[], viewport: PdfJs.PageViewport): HTMLElement[] {
  return items.map((item, index) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(markBox(item, measured)) as number[];
    const name = `mark ${mark.state}${mark.asked ? ' asked' : ''}`;
    const made = index === 0
      ? element('button', { type: 'button', className: name, title: mark.label, onclick: () => frame.openText(mark.id) })
      : element('span', { className: name, ariaHidden: 'true' });
    made.dataset['mark'] = mark.id;
    if (index === 0) made.setAttribute('aria-label', `${mark.label}: ${mark.quote}`);
    Object.assign(made.style, { left: `${Math.min(x1, x2)}px`, top: `${Math.min(y1, y2)}px`, width: `${Math.abs(x2 - x1)}px`, height: `${Math.abs(y2 - y1)}px` });
    return made;
  });
}

const ruler = document.createElement('canvas').getContext('2d');
/** Widths are estimated with another font: only their proportion counts. */
const measured = (text: string): number => ruler?.measureText(text).width ?? text.length;
