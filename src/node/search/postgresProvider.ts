import { Client, DatabaseError, escapeIdentifier } from 'pg';
import type { ProviderFailure, ProviderOutcome, ProviderQuery, SearchProvider } from '../../core/source/provider';
import { isoDate } from './text';

export interface PostgresOptions {
  /** The user's connection string by the name `postgres`, such as `postgresql://reader:…@host/database`. */
  secret: (name: string) => Promise<string | undefined>;
  /** Table or view, with its schema where needed: `library.documents`. */
  table: string;
  columns: PostgresColumns;
  /** Text search configuration, such as `english` or `simple`. */
  configuration: string;
  milliseconds?: number;
}

export interface PostgresColumns {
  /** The web address of a document. */
  address: string;
  title: string;
  text: string;
  /** A date or timestamp; null when the table has none. */
  published: string | null;
  /** A `tsvector` with an index on it; null computes it from title and text, which is slow for large tables. */
  vector: string | null;
}

const defaultMilliseconds = 20_000;

interface Row {
  address: string;
  title: string | null;
  snippet: string | null;
  published: string | null;
  score: number;
}

/** PostgreSQL full text search over a team's own table, in a transaction that can only read. */
export class PostgresProvider implements SearchProvider {
  readonly name = 'postgres';
  readonly remote = true;

  constructor(private readonly options: PostgresOptions) {}

  /** Rejects only with the reason of an aborted signal. */
  async search(query: ProviderQuery): Promise<ProviderOutcome> {
    query.signal.throwIfAborted();
    const connectionString = await this.options.secret(this.name);
    if (connectionString === undefined || connectionString === '') {
      return failed('not-configured', 'PostgreSQL has no connection. Add the connection string as the key "postgres", or search without it.');
    }
    const milliseconds = this.options.milliseconds ?? defaultMilliseconds;
    let client: Client;
    try {
      client = new Client({ connectionString, connectionTimeoutMillis: milliseconds, statement_timeout: milliseconds, query_timeout: milliseconds + 1000, application_name: 'research-ledger' });
    } catch {
      // What the parser says would repeat the connection string, password included.
      return failed('not-configured', 'The key "postgres" is not a connection string. Write it as postgresql://user:password@host/database.');
    }
    const stop = () => void client.end();
    query.signal.addEventListener('abort', stop, { once: true });
    // An idle connection that breaks has no query to tell; the next use of it fails and is named there.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('BEGIN TRANSACTION READ ONLY');
      const { rows } = await client.query<Row>(this.sql(), [this.options.configuration, query.query, query.from, query.to, query.limit]);
      return { ok: true, value: { hits: rows.filter(({ address }) => address !== null).map(hitOf), notes: this.notes(query, rows.length) } };
    } catch (error) {
      query.signal.throwIfAborted();
      return failureOf(error);
    } finally {
      query.signal.removeEventListener('abort', stop);
      await client.end();
    }
  }

  /** Extracts are made for the kept rows alone: they cost more than the search. Names are quoted, values are parameters. */
  private sql(): string {
    const { address, title, text, published, vector } = this.options.columns;
    const table = this.options.table.split('.').map(escapeIdentifier).join('.');
    const [a, t, x] = [address, title, text].map(escapeIdentifier);
    const p = published === null ? 'NULL' : escapeIdentifier(published);
    const v = vector === null ? `to_tsvector($1::regconfig, coalesce(${t}::text, '') || ' ' || coalesce(${x}::text, ''))` : escapeIdentifier(vector);
    const inTime = published === null ? '($3::date IS NULL OR true) AND ($4::date IS NULL OR true)' : `($3::date IS NULL OR ${p}::date >= $3::date) AND ($4::date IS NULL OR ${p}::date <= $4::date)`;
    return `
      SELECT address, title, published, score,
             ts_headline($1::regconfig, body, wanted, 'StartSel="", StopSel="", MaxFragments=2, MaxWords=40, MinWords=15') AS snippet
      FROM (
        SELECT ${a}::text AS address, ${t}::text AS title, coalesce(${x}::text, '') AS body, ${p}::text AS published, wanted, ts_rank_cd(${v}, wanted)::float8 AS score
        FROM ${table}, websearch_to_tsquery($1::regconfig, $2) AS wanted
        WHERE ${v} @@ wanted AND ${inTime}
        ORDER BY score DESC, address
        LIMIT $5
      ) AS best
      ORDER BY score DESC, address`;
  }

  private notes({ from, to, language }: ProviderQuery, found: number): string[] {
    const notes: string[] = [];
    if (this.options.columns.published === null && (from !== null || to !== null)) notes.push('PostgreSQL cannot filter by date: no column is named for it.');
    if (language !== null) notes.push('PostgreSQL cannot filter by language: its results are in any.');
    if (found === 0) notes.push('PostgreSQL finds documents with every word of the query: fewer words find more.');
    return notes;
  }
}

const hitOf = ({ address, title, snippet, published, score }: Row) => ({
  address,
  title: (title ?? address).replace(/\s+/g, ' ').trim(),
  snippet: (snippet ?? '').replace(/\s+/g, ' ').trim(),
  published: isoDate(published),
  score,
});

const failed = (kind: ProviderFailure['kind'], message: string): ProviderOutcome => ({ ok: false, failure: { kind, message, retryAfter: null } });

/** PostgreSQL's own codes (appendix A of its manual), else those of the network. */
function failureOf(error: unknown): ProviderOutcome {
  if (error instanceof DatabaseError) {
    const code = error.code ?? '';
    if (code.startsWith('28') || code === '42501') return failed('unauthorised', `PostgreSQL refuses the search: ${error.message}. Check the user in the key "postgres" and its rights.`);
    if (code.startsWith('53')) return failed('throttled', `PostgreSQL is too busy: ${error.message}. Ask it again later.`);
    if (code === '57014') return failed('timeout', 'PostgreSQL did not finish the search in time. Use fewer words, or name an indexed tsvector column.');
    if (code === '3D000' || code.startsWith('42')) return failed('not-configured', `PostgreSQL does not have what was named: ${error.message}. Check database, table, columns and text search configuration.`);
    return failed('server-error', `PostgreSQL failed: ${error.message} (${code}). Ask it again later.`);
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/timeout/i.test(String(error)) || code === 'ETIMEDOUT') return failed('timeout', 'PostgreSQL did not answer in time. Check that its host is reachable, then ask again.');
  return failed('unreachable', `PostgreSQL could not be reached${code === '' ? '' : ` (${code})`}. Check host and port in the key "postgres".`);
}
