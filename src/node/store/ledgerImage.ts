import { crc32 } from 'node:zlib';
import { type Database, type SqlJsStatic, type Statement } from 'sql.js';
import { parseEventLine, type RunEvent } from '../../core/run/event';
import { errorMessage } from '../../core/run/platform';
import { rowChanges, tables, type Cell, type Row, type RowChange, type TableName } from '../../core/run/rows';
import { emptyRun, replay, type RunState } from '../../core/run/state';
import { ImageBroken, type QueryAnswer } from './image';
import { jsonOf, scanJournal } from './journalText';

/** Raised when the layout of the image itself changes; changed tables are made anew from the events without that. */
const format = 1;
const layout = JSON.stringify(tables);

const quoted = (name: string): string => `"${name}"`;
const schema = [
  ...Object.entries(tables).map(([table, columns]) => {
    const list = Object.entries(columns).map(([column, type], index) => `${quoted(column)} ${type}${index === 0 ? ' primary key not null' : ''}`);
    return `create table ${quoted(table)} (${list.join(', ')})`;
  }),
  // What the file holds: events up to `seq`, whose JSON lines have `checksum` (CRC-32).
  'create table image (format integer not null, seq integer not null, checksum integer not null, layout text not null)',
].join(';\n');

/**
 * The image: every event and the tables that are their fold, in an SQLite database in memory.
 * The events are the truth of it and have a checksum; tables that do not hold are made anew from them.
 */
export class LedgerImage {
  #database: Database;
  #statements = new Map<string, Statement>();
  #seq = 0;
  /** The fold of the events so far; undefined until something has to be added to an image that was read. */
  #state: RunState | undefined;

  constructor(private readonly sql: SqlJsStatic) {
    this.#database = this.#fresh();
  }

  get seq(): number {
    return this.#seq;
  }

  /** Takes over a file and gives its events as JSON, a newline after each, in pieces. Throws ImageBroken and keeps nothing. */
  load(bytes: Uint8Array, given: (lines: Uint8Array) => void): void {
    this.#replaceBy(this.#fresh());
    let database: Database | undefined;
    try {
      database = new this.sql.Database(bytes);
      const [head] = database.exec('select format, seq, checksum from image');
      const [written, seq, checksum] = head?.values[0] ?? [];
      if (written !== format) throw new ImageBroken(typeof written === 'number' && written > format ? `it has format ${written}, this version reads up to ${format}: update Research Ledger` : 'it says nothing about itself');
      let sum = 0;
      for (const piece of eventPieces(database)) {
        sum = crc32(piece, sum);
        given(piece);
      }
      if (typeof seq !== 'number' || sum !== checksum) throw new ImageBroken('its events are not those that were written');
      this.#replaceBy(database);
      this.#seq = seq;
      this.#state = undefined;
    } catch (cause) {
      database?.close();
      throw cause instanceof ImageBroken ? cause : new ImageBroken(errorMessage(cause));
    }
  }

  /** Adds the events of journal lines; those that are there already are passed over. */
  apply(groups: Buffer): void {
    const events: RunEvent[] = [];
    for (const line of scanJournal(groups).lines) if (line.seq > this.#seq) events.push(parseEventLine(jsonOf(line)));
    if (events.length > 0) this.#add(events);
  }

  export(): Uint8Array {
    this.#settle();
    this.#database.exec('delete from image');
    this.#database.run('insert into image values (?, ?, ?, ?)', [format, this.#seq, checksumOf(eventPieces(this.#database)), layout]);
    return this.#database.export();
  }

  query(text: string, parameters: readonly Cell[], limit: number): QueryAnswer {
    if (!/^\s*(select|with|values|explain)\b/i.test(text)) throw new Error('Only a SELECT statement is answered: the ledger changes through its events alone.');
    this.#settle();
    this.#database.run('pragma query_only = 1');
    const statement = this.#database.prepare(text);
    try {
      statement.bind([...parameters]);
      const rows: QueryAnswer['rows'] = [];
      let more = statement.step();
      for (; more && rows.length < limit; more = statement.step()) rows.push(statement.get().map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)));
      return { columns: statement.getColumnNames(), rows, cut: more };
    } finally {
      statement.free();
      this.#database.run('pragma query_only = 0');
    }
  }

  #fresh(): Database {
    const database = new this.sql.Database();
    database.exec(schema);
    return database;
  }

  #replaceBy(database: Database): void {
    this.#statements.clear();
    this.#database.close();
    this.#database = database;
    this.#seq = 0;
    this.#state = emptyRun;
  }

  /** After a file was read: replays its events, and makes its tables anew when they are damaged or of another layout. */
  #settle(): RunState {
    if (this.#state) return this.#state;
    const events = [...eventPieces(this.#database)].flatMap((bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1)).map(parseEventLine);
    if (this.#tablesHold()) {
      this.#state = replay(events);
    } else {
      this.#replaceBy(this.#fresh());
      this.#add(events);
    }
    return this.#state ?? emptyRun;
  }

  #tablesHold(): boolean {
    return this.#database.exec('select layout from image')[0]?.values[0]?.[0] === layout && this.#database.exec('pragma quick_check')[0]?.values[0]?.[0] === 'ok';
  }

  #add(events: readonly RunEvent[]): void {
    const before = this.#settle();
    for (const [index, { seq }] of events.entries()) if (seq !== this.#seq + 1 + index) throw new Error(`The image ends with event ${this.#seq + index}, and event ${seq} was to follow.`);
    const after = replay(events, before);
    this.#database.exec('begin');
    for (const change of rowChanges(before, after, events)) this.#write(change);
    this.#database.exec('commit');
    this.#state = after;
    this.#seq = after.seq;
  }

  #write({ table, key, values }: RowChange): void {
    const columns = Object.keys(tables[table]);
    if (values === null) this.#statement(`delete from ${quoted(table)} where ${quoted(columns[0] ?? '')} = ?`).run([key]);
    else this.#statement(`insert or replace into ${quoted(table)} values (${columns.map(() => '?').join(', ')})`).run(inOrder(table, values));
  }

  #statement(text: string): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const made = this.#database.prepare(text);
    this.#statements.set(text, made);
    return made;
  }
}

const inOrder = (table: TableName, values: Row): Cell[] => Object.keys(tables[table]).map((column) => values[column] ?? null);

/** The events as JSON lines with the journal's keys in its order, some thousands at a time. */
function* eventPieces(database: Database): Generator<Uint8Array> {
  const statement = database.prepare('select seq, at, v, type, by, data from event order by seq');
  try {
    let lines = '';
    for (let count = 1; statement.step(); count++) {
      const [seq, at, v, type, by, data] = statement.get();
      lines += `{"seq":${String(seq)},"at":${JSON.stringify(at)},"v":${String(v)},"type":${JSON.stringify(type)},"by":${JSON.stringify(by)},"data":${String(data)}}\n`;
      if (count % atATime > 0) continue;
      yield Buffer.from(lines);
      lines = '';
    }
    yield Buffer.from(lines);
  } finally {
    statement.free();
  }
}

const atATime = 2_000;

function checksumOf(pieces: Iterable<Uint8Array>): number {
  let sum = 0;
  for (const bytes of pieces) sum = crc32(bytes, sum);
  return sum;
}
