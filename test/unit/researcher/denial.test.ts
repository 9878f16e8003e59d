import { describe, expect, test } from 'vitest';
import { answeringFigure, denies } from '../../../src/core/researcher/extractive/figures';
import { memoryWorld, research } from '../../fakes/memoryWorld';

const passengers = 'How many passengers did the company carry in 2024?';

describe('a denial', () => {
  test.each([
    [passengers, 'The company did not carry 412,000 passengers in 2024; the figure counts return trips twice.'],
    [passengers, 'The company never carried 412,000 passengers.'],
    [passengers, 'The figure of 412,000 passengers is wrong.'],
    [passengers, 'In 2024, when the line was new, it didn’t carry 412,000 passengers.'],
    ['公司2024年运送了多少乘客？', '公司2024年并没有运送 412000 名乘客，该数字重复计算了往返行程。'],
    ['试验期间的准点率是多少？', '试验期间的准点率并非 98.2%。'],
    ['Who built the ferry?', 'The ferry was not built by Dunlin.'],
  ])('%s %s', (claim, sentence) => {
    expect(denies(sentence, claim)).toBe(true);
    expect(answeringFigure(sentence, claim)).toBeNull();
  });
  test.each([
    [passengers, 'The company carried not only 412,000 passengers in 2024 but also freight.', '412,000'],
    [passengers, 'The company did not only carry 412,000 passengers, it carried freight.', '412,000'],
    [passengers, 'The ferry did not sail at night, and the company carried 412,000 passengers.', '412,000'],
    [passengers, 'The company carried 412,000 passengers, although the bridge was not open.', '412,000'],
    [passengers, 'The company did not carry more than 412,000 passengers.', '412,000'],
    [passengers, 'The company did not carry 412,000 passengers but 206,000 passengers.', '206,000'],
    ['How did running costs compare?', 'The running costs were 12 percent lower, not 41 percent.', '12'],
    ['试验期间的准点率是多少？', '渡轮夜间没有航行，准点率为 91.4%。', '91.4'],
    ['试验期间的准点率是多少？', '准点率不仅达到 91.4%，而且没有事故。', '91.4'],
  ])('is none of this: %s %s', (claim, sentence, figure) => {
    expect(denies(sentence, claim)).toBe(false);
    expect(answeringFigure(sentence, claim)?.text).toBe(figure);
  });
});

const document = (publisher: string, title: string, text: string): string => `---\ntitle: "${title}"\npublisher: ${publisher}\ndate: 2025-05-20\n---\n\n${text}\n`;

test('a denial stands against what it denies, and its source against nothing of its own', async () => {
  const { state } = await research(memoryWorld({
    'release.md': document('Ellory Line', 'A record year', 'The company carried 412,000 passengers in 2024.'),
    'audit.md': document('Audit Office', 'Accounts of the line', 'The company did not carry 412,000 passengers in 2024; the figure counts return trips twice.\n\nThe company did carry 206,000 passengers in 2024.'),
  }), passengers);
  const sourceOf = (id: string): string => state.source.sources.find((one) => one.id === state.ledger.evidence.find((item) => item.id === id)?.source)?.publisher ?? '';
  const denial = state.ledger.evidence.find(({ quote }) => quote?.includes('did not carry'));
  expect(denial).toMatchObject({ relation: 'contradicts', figure: null });
  expect(state.ledger.evidence.filter(({ source }) => source === denial?.source)).toHaveLength(2);
  expect(state.ledger.conflicts.length).toBeGreaterThan(0);
  for (const { sides } of state.ledger.conflicts) {
    const publishers = sides.map(({ evidence }) => [...new Set(evidence.map(sourceOf))]);
    expect(new Set(publishers.flat()).size).toBe(publishers.flat().length);
    expect(sides.flatMap(({ says, evidence }) => (evidence.map(sourceOf).includes('Audit Office') ? [says] : []))).not.toContainEqual(expect.stringMatching(/^412,000/));
  }
});
