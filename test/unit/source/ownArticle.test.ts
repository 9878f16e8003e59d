import { expect, test } from 'vitest';
import { isFromResearch } from '../../../src/core/source/ownArticle';

test.each([
  ['an article', 'Costs fell.\n\nResearch Ledger: run-20250101-a1b2', true],
  ['a sentence with its marker', 'Costs fell [[cite:E1]].', true],
  ['a memo with an inserted footnote', 'Costs fell.[^E1-a1b2]\n\n[^E1-a1b2]: Port Ellory [archived](research-ledger:/run-20250101-a1b2/N3/Trial-report.txt#L1,1-L1,9)', true],
  ['a text that only names the product', 'We use Research Ledger; its addresses begin with research-ledger: and a path.', false],
])('%s', (_, text, from) => {
  expect(isFromResearch(text)).toBe(from);
});
