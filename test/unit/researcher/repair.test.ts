import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments, repairAnswer } from '../../../src/core/researcher/model/repair';

const answer = (text: string, calls: { name: string; arguments: string }[] = []) => ({ text, calls: calls.map((call, index) => ({ id: `c${index}`, ...call })), finish: null, model: 'm' });

describe('arguments that can be read with certainty', () => {
  test.each<[string, string, unknown]>([
    ['as they should be', '{"a": 1}', { a: 1 }],
    ['nothing at all', '', {}],
    ['an empty object behind them', '{"a": 1}{}', { a: 1 }],
    ['words behind them', '{"a": "b"} I hope this helps!', { a: 'b' }],
    ['words before them', 'Here you are: {"a": "b"}', { a: 'b' }],
    ['a fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['closed reasoning', '<think>maybe {"a": 2}?</think>{"a": 1}', { a: 1 }],
    ['reasoning whose beginning was lost', 'well, perhaps</think>{"a": 1}', { a: 1 }],
    ['an escape that JSON does not know', '{"text": "see \\upcite{a} and \\alpha"}', { text: 'see \\upcite{a} and \\alpha' }],
    ['an escape that JSON knows', '{"text": "a\\nb \\u00e9"}', { text: 'a\nb é' }],
    ['a raw line end and a tab in a string', '{"text": "a\nb\tc"}', { text: 'a\nb\tc' }],
    ['a trailing comma', '{"a": [1, 2,],}', { a: [1, 2] }],
    ['a comma before a bracket inside a string', '{"text": "a,}", "b": 1,}', { text: 'a,}', b: 1 }],
    ['nothing, in words of JSON', 'null', {}],
    ['nothing, as a list', '[]', {}],
    ['one object in a list', '[{"a": 1}]', { a: 1 }],
    ['JSON in a string', '"{\\"a\\": 1}"', { a: 1 }],
    ['braces in strings', '{"a": "}{", "b": {"c": "\\"}"}} {}', { a: '}{', b: { c: '"}' } }],
  ])('%s', (_name, written, meant) => {
    expect(parseArguments(written)).toEqual(meant);
  });

  test('nested beyond reason they stay as they were written', () => {
    for (const written of [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, `{"queries": ${'['.repeat(5000)}${']'.repeat(5000)}}`]) expect(parseArguments(written)).toBe(written);
    expect(repairAnswer(answer(`{"tool": "search", "arguments": ${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`)).calls[0]?.args).toBeTypeOf('string');
  });

  test.each(['{"a": ', '{"a": "half', 'search for ferries', '{a: 1}', '[}'])('%s is passed on as it is: no tool accepts it, and its answer says why', (written) => {
    expect(parseArguments(written)).toBe(written);
  });

  test('whatever was valid JSON stays exactly what it was', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(parseArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }));
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ',', '[', ']', 'u', 'a', ':', '\n', '<think>', '</think>') }), (written) => {
      parseArguments(written);
      repairAnswer(answer(written));
    }));
  });
});

describe('an answer', () => {
  test('loses reasoning, closed, open, or without its beginning', () => {
    expect(repairAnswer(answer('<think>hm</think>Done.')).text).toBe('Done.');
    expect(repairAnswer(answer('Done.<thinking>but then')).text).toBe('Done.');
    expect(repairAnswer(answer('let me see</think>\nDone.')).text).toBe('Done.');
  });

  test('keeps the text beside its calls, and trims the names', () => {
    expect(repairAnswer(answer('I search.', [{ name: ' search ', arguments: '{}' }]))).toEqual({ text: 'I search.', calls: [{ name: 'search', args: {} }], leftOut: 0 });
  });

  test.each<[string, string]>([
    ['a line', '{"tool": "search", "arguments": {"q": "x"}}'],
    ['a fence with words around it', 'I will search.\n```json\n{"tool": "search", "arguments": {"q": "x"}}\n```\nWait.'],
    ['another spelling', '{"name": "search", "parameters": {"q": "x"}}'],
    ['a tag', '<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>'],
    ['the arguments first', '{"arguments": {"q": "x"}, "name": "search"}'],
    ['a call as servers send it', '{"type": "function", "function": {"name": "search", "arguments": "{\\"q\\": \\"x\\"}"}}'],
    ['a list behind a mark', '[TOOL_CALLS][{"name": "search", "arguments": {"q": "x"}}]'],
    ['arguments in a string', '{"tool": "search", "arguments": "{\\"q\\": \\"x\\"}"}'],
  ])('finds a call written as text: %s', (_name, text) => {
    expect(repairAnswer(answer(text)).calls).toEqual([{ name: 'search', args: { q: 'x' } }]);
  });

  test.each([
    ['functions.search', 'search'], ['tools/search', 'search'], ['default_api:search', 'search'], ['Search', 'search'], ['search()', 'search'], ['search<|channel|>commentary', 'search'],
    ['open source', 'open_source'], ['open-source', 'open_source'], ['web.search', 'web_search'], ['\ud800zap', '_zap'], ['', 'unnamed'], [' ', 'unnamed'], ['x'.repeat(1000), 'x'.repeat(64)],
  ])('a call named %j is one of %s', (written, name) => {
    expect(repairAnswer(answer('', [{ name: written, arguments: '{}' }])).calls).toEqual([{ name, args: {} }]);
  });

  test('of hundreds of calls brings the first ones, and says how many more there were', () => {
    const { calls, leftOut } = repairAnswer(answer('', Array.from({ length: 500 }, (_, n) => ({ name: 'search', arguments: `{"n": ${n}}` }))));
    expect(calls.at(-1)?.args).toEqual({ n: calls.length - 1 });
    expect(calls.length + leftOut).toBe(500);
    expect(calls.length).toBeLessThan(100);
  });

  test('keeps the words around calls written as text, and finds several', () => {
    const { text, calls } = repairAnswer(answer('First this.\n{"tool": "a", "arguments": {}}\n{"tool": "b", "arguments": {}}\nThen that.'));
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(text).toBe('First this.\n\nThen that.');
  });

  test('takes no call out of reasoning, and no other object for one', () => {
    expect(repairAnswer(answer('<think>{"tool": "finish", "arguments": {}}</think>The answer is {"name": "Kestrel", "length": 14}.'))).toEqual({ text: 'The answer is {"name": "Kestrel", "length": 14}.', calls: [], leftOut: 0 });
  });
});
