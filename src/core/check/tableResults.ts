import { type Evidence } from '../ledger/records';
import { ArchiveBroken, type Library } from '../source/library';
import { type Snapshot } from '../source/records';
import { type TableEngine } from '../source/tableEngine';

/** Asks a table again for a result that is evidence: null when it says the same, else what does not hold. */
export type AskAgain = (item: Evidence, snapshot: Snapshot) => Promise<string | null>;

export const asksAgain = ({ library, tables }: { library: Library; tables: TableEngine }, signal: AbortSignal): AskAgain => async ({ result }, snapshot) => {
  if (!result) return null;
  try {
    const table = (await library.structure(snapshot)).tables.find(({ number }) => number === result.table);
    if (!table) return `${snapshot.id} has no table ${result.table}.`;
    const answer = await tables.query(table, result.sql, signal);
    if (!answer.ok) return `the table could not be asked again: ${answer.message}`;
    const row = JSON.stringify(result.row);
    return answer.rows.some((one) => JSON.stringify(one) === row) ? null : `“${result.sql}” gives ${answer.rows.slice(0, 3).map((one) => one.join(' | ')).join('; ') || 'nothing'}, not ${result.row.join(' | ')}.`;
  } catch (cause) {
    if (cause instanceof ArchiveBroken) return cause.message;
    throw cause;
  }
};
