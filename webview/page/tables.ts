import { type FromPageView, rowsAtOnce, type TableRows, type TablesDocument } from '../../src/shared/pageMessages';
import { element, fill, type PageFrame } from './frame';

/** Rows above the marked one that are shown with it. */
const rowsBefore = 20;

export interface TablesView {
  fill(rows: TableRows): void;
}

/** Draws one part of one table at a time, with the cells marked that evidence stands on. */
export function drawTables(frame: PageFrame, { tables, at, marks }: TablesDocument, send: (message: FromPageView) => void): TablesView {
  let shown: { table: number; from: number; total: number } = { table: at.table, from: 0, total: 0 };
  let sought: { id: string } | null = marks.find(({ asked, place }) => asked && place) ?? null;
  const ask = (table: number, from: number): void => send({ type: 'rows', table, from: Math.max(0, from) });
  const show = (table: number, row: number): void => ask(table, row - rowsBefore);

  const choice = element('select', { onchange: () => { sought = null; ask(Number(choice.value), 0); } }, ...tables.map(({ number, name }) => element('option', { value: String(number) }, name)));
  choice.setAttribute('aria-label', frame.words.table);
  choice.value = String(at.table);
  if (tables.length > 1) frame.tools.prepend(choice);
  else frame.tools.prepend(element('span', { className: 'name' }, tables[0]?.name ?? ''));

  frame.marks(marks, ({ place }) => place !== null, (mark) => {
    if (!mark.place) return;
    sought = mark;
    show(mark.place.table, mark.place.row);
  });
  frame.steps({ before: () => ask(shown.table, shown.from - rowsAtOnce), next: () => ask(shown.table, shown.from + rowsAtOnce) });

  const infoOf = new Map(marks.map((mark) => [mark.id, mark]));
  const cellOf = (cell: TableRows['rows'][number]['cells'][number]): HTMLElement => {
    const node = element(cell.heading ? 'th' : 'td', cell.heading ? { scope: 'row' } : {});
    const found = cell.marks.flatMap((id) => infoOf.get(id) ?? []);
    const [first] = [...found].sort((a, b) => Number(b.asked) - Number(a.asked));
    if (!first) {
      node.textContent = cell.text;
      return node;
    }
    const button = element('button', { type: 'button', className: `mark ${first.state}${first.asked ? ' asked' : ''}`, title: first.label, onclick: () => frame.openText(first.id) }, cell.text);
    button.dataset['mark'] = found.map(({ id }) => id).join(' ');
    button.setAttribute('aria-label', `${cell.text} (${[...(cell.cell === null ? [] : [cell.cell]), ...found.map(({ label }) => label)].join('; ')})`);
    node.append(button);
    return node;
  };

  const body = (part: TableRows): HTMLElement => {
    const lettered = part.columns.some(({ letter }) => letter !== null);
    const corner = (): HTMLElement => element('th', { scope: 'col', className: 'number' }, element('span', { className: 'sr' }, frame.words.row));
    const head = [
      ...(lettered ? [element('tr', { className: 'letters', ariaHidden: 'true' }, element('td', { className: 'number' }), ...part.columns.map(({ letter }) => element('td', {}, letter ?? '')))] : []),
      element('tr', {}, corner(), ...part.columns.map(({ heading }) => element('th', { scope: 'col' }, heading))),
    ];
    const rows = part.rows.map(({ name, cells }) => element('tr', {}, element('td', { className: 'number' }, name), ...part.columns.map((_, column) => {
      const cell = cells.find((one) => one.column === column);
      return cell ? cellOf(cell) : element('td');
    })));
    return element('table', {}, element('caption', { className: 'sr' }, tables.find(({ number }) => number === part.table)?.name ?? ''), element('thead', {}, ...head), element('tbody', {}, ...rows));
  };

  show(at.table, at.row);
  return {
    fill(part) {
      shown = part;
      choice.value = String(part.table);
      const end = part.from + part.rows.length;
      frame.at(fill(frame.words.rowsOf, Math.min(part.from + 1, part.total), end, part.total), { first: part.from === 0, last: end >= part.total });
      frame.main.replaceChildren(body(part));
      frame.main.scrollTop = 0;
      const target = sought && frame.main.querySelector(`[data-mark~="${sought.id}"]`);
      target?.scrollIntoView({ block: 'center', inline: 'center' });
    },
  };
}
