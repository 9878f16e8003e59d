import * as z from 'zod/mini';

/**
 * The protocol of the page view, which draws a page or table of a source with the cited spans marked. Both sides check what
 * arrives. The page says `ready` and gets a document; rows of a table come a part at a time.
 */

const id = z.string();

/** What the page says to a person, in the language of the editor. `{0}` stands for a value. */
const words = z.object({
  pageOf: z.string(), rowsOf: z.string(), before: z.string(), next: z.string(), table: z.string(), marks: z.string(), openText: z.string(), row: z.string(), drawingFailed: z.string(), refused: z.string(), preparing: z.string(),
});
export type PageWords = z.infer<typeof words>;

/** `asked`: what the view was opened for. `broken`: evidence that does not count any more. */
const mark = z.object({ id, label: z.string(), quote: z.string(), asked: z.boolean(), state: z.enum(['cited', 'broken']) });
export type PageMarkInfo = z.infer<typeof mark>;

/** In PDF user space: points, origin bottom left; `turned` against the clock, in degrees, about where its base line begins. `from` to `to` is the marked part of `text`. */
const item = z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number(), turned: z.optional(z.number()), text: z.string(), from: z.int(), to: z.int() });
export type PageMarkItem = z.infer<typeof item>;

const frame = { title: z.string(), address: z.string(), note: z.nullable(z.string()), words };

const cell = z.object({ column: z.int(), text: z.string(), heading: z.boolean(), cell: z.nullable(z.string()), marks: z.array(id) });
const rows = z.object({
  type: z.literal('rows'), table: z.int(), from: z.int(), total: z.int(),
  columns: z.array(z.object({ heading: z.string(), letter: z.nullable(z.string()) })),
  rows: z.array(z.object({ name: z.string(), cells: z.array(cell) })),
});
export type TableRows = z.infer<typeof rows>;

export const toPageView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pdf'), ...frame, bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array), page: z.int(), marks: z.array(z.extend(mark, { items: z.array(item) })) }),
  /** `at`: the table and the row, from 0, to show first. */
  z.object({ type: z.literal('tables'), ...frame, tables: z.array(z.object({ number: z.int(), name: z.string() })), at: z.object({ table: z.int(), row: z.int() }), marks: z.array(z.extend(mark, { place: z.nullable(z.object({ table: z.int(), row: z.int() })) })) }),
  rows,
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ToPageView = z.infer<typeof toPageView>;
export type PdfDocument = Extract<ToPageView, { type: 'pdf' }>;
export type TablesDocument = Extract<ToPageView, { type: 'tables' }>;

export const fromPageView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('rows'), table: z.int(), from: z.int() }),
  /** The archived text at that mark; null: at what was asked for. */
  z.object({ type: z.literal('openText'), mark: z.nullable(id) }),
  z.object({ type: z.literal('close') }),
]);
export type FromPageView = z.infer<typeof fromPageView>;

/** Rows that one message carries. */
export const rowsAtOnce = 200;
