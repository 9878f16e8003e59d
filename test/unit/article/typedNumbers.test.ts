import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { strangeTypedNumbers } from '../../../src/core/article/typedNumbers';
import { sendAnswerPart } from '../../../src/core/tool/articleTools';
import { LogBuilder } from '../../fakes/builders';
import { callTool } from '../../fakes/callTool';

describe('a number in brackets that somebody typed', () => {
  test.each([
    ['It is so [9].', ['[9]']], ['It is so.[9]', ['[9]']], ['[9] says so.', ['[9]']], ['So [1, 2] and so [1-3], [4–6].', ['[1, 2]', '[1-3]', '[4–6]']],
    ['So [[cite:E1]][9].', ['[9]']], ['So [3][4].', ['[3]', '[4]']], ['如此[9]。', ['[9]']], ['如此【9】。', ['【9】']], ['So \\[9\\].', ['[9]']], ['So (b) [9]: http://one.example', ['[9]']],
    ['> Our own words in a quotation [9].', ['[9]']], ['He said “so [9]”.', ['[9]']],
  ])('%s is taken for a citation', (text, found) => expect(strangeTypedNumbers(text, ['The share rose to 5 % [3] in May.'])).toEqual(found));

  test.each([
    'So [[cite:E1]].', 'Take a[3] and m[1][2].', 'Take `[3]` or ` a [3]`.', '```\n[3]\n```', 'See [3](https://one.example).', 'In [2024] and [1.5] and [E1] and [0].', '- [ ] open\n- [x] done',
    'It says “rose to 5 % [3] in May” [[cite:E1]].', '> The share rose to 5 % [3] in May. [[cite:E1]]', '> “The share rose\n> to 5 % \\[3\\] in May.” [[cite:E1]]', 'It says "share  rose to 5 % [3]".',
  ])('%s is not', (text) => expect(strangeTypedNumbers(text, ['The share rose to 5 % [3] in May.'])).toEqual([]));

  test('is refused before anything is published, and a quotation keeps its own, escaped for the reader', async () => {
    const log = new LogBuilder().plan({});
    log.evidence({ quote: 'The share rose to 5 % [3] in May.' });
    const part = { kind: 'fact', claims: ['C1'] };
    const typed = await callTool(log, sendAnswerPart, { ...part, text: 'It rose [9], much [9] [[cite:E1]].' });
    expect(typed).toMatchObject({ ok: false, settlement: 'released', drafts: [] });
    expect(typed.text).toContain('[9] is no citation: copy the marker [[cite:E…]]');
    expect((await callTool(log, sendAnswerPart, { ...part, text: 'It says “rose to 5 % [3] in May” [[cite:E1]].' })).ok).toBe(true);
    expect(renderMarkdown(log.state, { now: '2026-01-01T00:00:00.000Z' })).toContain('“rose to 5 % \\[3\\] in May” [1].');
  });
});
