import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { memoryWorld, research } from '../../fakes/memoryWorld';

const document = (publisher: string, date: string, title: string, text: string): string => `---\ntitle: "${title}"\npublisher: ${publisher}\ndate: ${date}\n---\n\n# ${title}\n\n${text}\n`;
const question = 'What share of sailings was punctual in the trial?';
const files = {
  'a-statistics.md': document('Statistics Office', '2025-07-15', 'Punctuality of ferries', 'In the trial, 91.4 percent of sailings were punctual, by the transponders of the vessels.'),
  'b-report.md': document('Harbour Board', '2025-06-30', 'The trial: final report', 'Of all sailings in the timetable of the trial, 91.4 percent of sailings were punctual.'),
  'c-release.md': document('Harbour Board', '2025-05-20', 'Ferry ends its trial', 'Over the six months of the trial, 98.2 percent of sailings were punctual.'),
  'd-correction.md': document('Harbour Board', '2025-06-12', 'Correction to our release of 20 May 2025', 'The release said that 98.2 percent of sailings were punctual over the six months. That was the share for October 2024 alone. The correct share of punctual sailings in the trial is 91.4 percent.'),
};

test('a correction is cited as the correction, with what it says of the corrected figure, and supersedes only that', async () => {
  const { state } = await research(memoryWorld(files), question);
  const source = (name: string): string => state.source.sources.find(({ address }) => address.includes(name))?.id ?? name;
  const conflict = state.ledger.conflicts.find(({ cause }) => cause === 'version');
  const article = renderMarkdown(state, { now: '' });
  const [, marker = ''] = /A later correction gives 91\.4% \[(\d+)\] instead of 98\.2%/.exec(article) ?? [];
  expect(article).toContain(`That was the share for October 2024 alone. The correct share of punctual sailings in the trial is 91.4 percent.” [${marker}] (Harbour Board, 2025-06-12)`);
  expect(conflict?.explanation).toBe(`${source('d-correction')} (2025-06-12) supersedes ${source('c-release')}: the newer edition carries the statement.`);
});

test('a correction that names the day of what it corrects does not correct a release of another day', async () => {
  const other = document('Harbour Board', '2025-05-02', 'Ferry ends its trial', 'Over the six months of the trial, 98.2 percent of sailings were punctual.');
  const { state } = await research(memoryWorld({ 'c-release.md': other, 'd-correction.md': files['d-correction.md'] }), question);
  expect(state.ledger.conflicts.map(({ explanation }) => explanation)).not.toContainEqual(expect.stringContaining('supersedes'));
});
