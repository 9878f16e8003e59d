// A folder with a PDF and a workbook, written by the same makers as the tests of the readers.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundled } from './bundled.mjs';

export const gaugeQuestion = 'At Marlow Quay, what was the highest water level that the tide gauge recorded, and what did dredging cost in 2024?';

const lines = (texts) => texts.map((text, index) => ({ text, x: 72, y: 700 - 16 * index, size: 11 }));

/** A folder to research: a report of three pages whose second holds the level, and a workbook whose second sheet holds the cost. */
export async function gaugeFolder() {
  const { makePdf, makeXlsx } = await bundled('node/reader/makePdf', 'node/reader/makeOffice');
  const folder = await mkdtemp(path.join(tmpdir(), 'research-ledger-gauge-'));
  const pdf = makePdf([
    lines(['Marlow Quay tide gauge: annual report 2025', 'Published by the Harbour Survey of Marlow.', 'The gauge stands at the end of the western pier.']),
    lines(['Water levels', 'The tide gauge at Marlow Quay recorded its highest water level on 3 February 2025:', 'the level reached 4.82 metres above chart datum during a northerly storm.', 'The lowest level of the year was 0.11 metres, on 20 March.']),
    lines(['Instruments', 'The radar sensor was calibrated twice.', 'No readings were lost between the two calibrations.']),
  ], { info: { Title: 'Marlow Quay tide gauge: annual report 2025' } });
  const text = (ref, value) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const cost = (ref, value) => `<c r="${ref}"><v>${value}</v></c>`;
  const sheet = (rows) => rows.map(([name, ...values], index) => `<row r="${index + 1}">${text(`A${index + 1}`, name)}${values.map((value, column) => (typeof value === 'number' ? cost : text)(`${'BCD'[column]}${index + 1}`, value)).join('')}</row>`).join('');
  const workbook = makeXlsx([
    { name: 'Staff', rows: sheet([['Post', 'Persons'], ['Surveyors', 4], ['Divers', 2]]) },
    { name: 'Costs', rows: sheet([['Work at Marlow Quay, cost in pounds', '2023', '2024'], ['Dredging cost', 412000, 455300], ['Pier repairs', 98000, 120500], ['Gauge upkeep', 7600, 8100]]) },
  ]);
  await writeFile(path.join(folder, 'tide-gauge-report.pdf'), pdf);
  await writeFile(path.join(folder, 'harbour-costs.xlsx'), workbook);
  return folder;
}
