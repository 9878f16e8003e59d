import { type FromPageView, type PageMarkInfo, type PageWords } from '../../src/shared/pageMessages';

/** Makes an element. Text becomes text, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Partial<HTMLElementTagNameMap[K]> | Record<string, unknown> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const fill = (template: string, ...values: (string | number)[]): string => template.replace(/\{(\d+)\}/g, (_, index) => String(values[Number(index)] ?? ''));

/** What moves the view: by pages of a PDF, or by parts of a table. */
export interface Steps {
  before: () => void;
  next: () => void;
}

/** What stands around a page or table: title, address, marks to jump to, and the buttons that turn it. */
export class PageFrame {
  readonly words: PageWords;
  readonly main: HTMLElement;
  readonly tools: HTMLElement;
  readonly #where = element('span', { className: 'where', ariaLive: 'polite' });
  readonly #message = element('p', { className: 'note', role: 'status' });
  readonly #before: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #steps: Steps | null = null;

  constructor(root: HTMLElement, { title, address, note, words }: { title: string; address: string; note: string | null; words: PageWords }, private readonly send: (message: FromPageView) => void) {
    this.words = words;
    const button = (label: string, act: () => void): HTMLButtonElement => element('button', { type: 'button', onclick: act }, label);
    this.#before = button(words.before, () => this.#steps?.before());
    this.#next = button(words.next, () => this.#steps?.next());
    this.tools = element('div', { className: 'tools' }, this.#before, this.#where, this.#next, button(words.openText, () => send({ type: 'openText', mark: null })));
    this.main = element('main', { tabIndex: 0 });
    this.main.setAttribute('aria-label', title);
    root.replaceChildren(element('header', {}, element('h1', {}, title), element('p', { className: 'address' }, address), this.tools, this.#message), this.main);
    this.say(note ?? '');
    this.main.addEventListener('keydown', (event) => this.#turn(event));
    this.main.focus();
  }

  say(message: string): void {
    this.#message.textContent = message;
    this.#message.hidden = message === '';
  }

  /** `jump` goes to where a mark stands; a mark without a place is listed and cannot be gone to. */
  marks<M extends PageMarkInfo>(marks: readonly M[], stands: (mark: M) => boolean, jump: (mark: M) => void): void {
    if (marks.length === 0) return;
    const items = marks.map((mark) => element('li', {}, element('button', {
      type: 'button', className: `to ${mark.state}`, disabled: !stands(mark), title: mark.quote, onclick: () => jump(mark), ...(mark.asked ? { ariaCurrent: 'true' } : {}),
    }, mark.label)));
    const list = element('ul', {}, ...items);
    list.setAttribute('aria-label', this.words.marks);
    this.#message.before(list);
  }

  steps(steps: Steps): void {
    this.#steps = steps;
  }

  at(where: string, { first, last }: { first: boolean; last: boolean }): void {
    this.#where.textContent = where;
    this.#before.disabled = first;
    this.#next.disabled = last;
    // Nothing to turn where all is in sight.
    this.#before.hidden = this.#next.hidden = first && last;
  }

  openText(mark: string): void {
    this.send({ type: 'openText', mark });
  }

  /** Page keys scroll; at the end they turn. */
  #turn(event: KeyboardEvent): void {
    const { scrollTop, clientHeight, scrollHeight } = this.main;
    const way = event.key === 'PageDown' && scrollTop + clientHeight >= scrollHeight - 2 ? this.#next : event.key === 'PageUp' && scrollTop <= 2 ? this.#before : null;
    if (!way || way.disabled) return;
    event.preventDefault();
    way.click();
  }
}
