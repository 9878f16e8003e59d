import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../src/core/researcher/model/arguments';
import { repairAnswer } from '../../../src/core/researcher/model/repair';

const tool = (name: string, ...required: string[]) => ({ name, parameters: { type: 'object', properties: {}, ...(required.length > 0 ? { required } : {}) } });
const tools = [tool('search', 'q'), tool('finish'), tool('send_answer_part', 'text', 'claims')];
const repaired = (given: Parameters<typeof repairAnswer>[0]) => repairAnswer(given, tools);
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
    expect(repaired(answer(`{"tool": "search", "arguments": ${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`))).toMatchObject({ calls: [], unread: ['search: its arguments are no JSON object'] });
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
      repaired(answer(written));
    }));
  });
});

describe('an answer', () => {
  test('loses reasoning, closed, open, or without its beginning', () => {
    expect(repaired(answer('<think>hm</think>Done.')).text).toBe('Done.');
    expect(repaired(answer('Done.<thinking>but then')).text).toBe('Done.');
    expect(repaired(answer('let me see</think>\nDone.')).text).toBe('Done.');
  });

  test('has the arguments of a call out of a word that stands around them, where nothing else can be meant', () => {
    const args = (written: unknown) => repaired(answer('', [{ name: 'search', arguments: JSON.stringify(written) }])).calls[0]?.args;
    for (const written of [{ parameters: { q: 'x' } }, { name: 'search', arguments: { q: 'x' } }, { args: '{"q": "x"}' }]) expect(args(written)).toEqual({ q: 'x' });
    for (const written of [{ q: { q: 'x' } }, { a: { q: 'x' }, b: { q: 'y' } }, { parameters: { other: 'x' } }]) expect(args(written)).toEqual(written);
  });

  test('keeps the text beside its calls, and trims the names', () => {
    expect(repaired(answer('I search.', [{ name: ' search ', arguments: '{}' }]))).toEqual({ text: 'I search.', calls: [{ name: 'search', args: {} }], leftOut: 0, unread: [] });
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
    expect(repaired(answer(text)).calls).toEqual([{ name: 'search', args: { q: 'x' } }]);
  });

  test.each([
    ['functions.search', 'search'], ['tools/search', 'search'], ['default_api:search', 'search'], ['Search', 'search'], ['search()', 'search'], ['search<|channel|>commentary', 'search'],
    ['open source', 'open_source'], ['open-source', 'open_source'], ['web.search', 'web_search'], ['\ud800zap', '_zap'], ['', 'unnamed'], [' ', 'unnamed'], ['x'.repeat(1000), 'x'.repeat(64)],
  ])('a call named %j is one of %s', (written, name) => {
    expect(repaired(answer('', [{ name: written, arguments: '{}' }])).calls).toEqual([{ name, args: {} }]);
  });

  test('of hundreds of calls brings the first ones, and says how many more there were', () => {
    const { calls, leftOut } = repaired(answer('', Array.from({ length: 500 }, (_, n) => ({ name: 'search', arguments: `{"n": ${n}}` }))));
    expect(calls.at(-1)?.args).toEqual({ n: calls.length - 1 });
    expect(calls.length + leftOut).toBe(500);
    expect(calls.length).toBeLessThan(100);
  });

  test('keeps the words around calls written as text, and finds several', () => {
    const { text, calls } = repaired(answer('First this.\n{"tool": "search", "arguments": {"q": "x"}}\n{"tool": "finish", "arguments": {}}\nThen that.'));
    expect(calls.map(({ name }) => name)).toEqual(['search', 'finish']);
    expect(text).toBe('First this.\n\nThen that.');
  });

  test('takes no call out of reasoning, and no other object for one', () => {
    expect(repaired(answer('<think>{"tool": "finish", "arguments": {}}</think>The answer is {"name": "Kestrel", "length": 14}.'))).toEqual({ text: 'The answer is {"name": "Kestrel", "length": 14}.', calls: [], leftOut: 0, unread: [] });
  });

  test('takes no call out of what other models mark as reasoning, and their words without the marks', () => {
    const call = '{"tool": "finish", "arguments": {}}';
    expect(repaired(answer(`[THINK]\n${call}\n[/THINK]Done.`))).toMatchObject({ text: 'Done.', calls: [] });
    expect(repaired(answer(`<|channel|>analysis<|message|>\n${call}\n<|end|><|start|>assistant<|channel|>final<|message|>Done.<|return|>`))).toMatchObject({ text: 'Done.', calls: [] });
  });
});

const x = '{"name": "search", "arguments": {"q": "x"}}';

describe('a call written as text is read in the form', () => {
  test.each<[string, string]>([
    ['of an object under its tool', '{"tool": "search", "arguments": {"q": "x"}}'],
    ['of a tag with its name', '<function=search>{"q": "x"}</function>'],
    ['of a tag with its name and parameters', '<function=search>\n<parameter=q>\nx\n</parameter>\n</function>'],
    ['of both tags', '<tool_call>\n<function=search>\n<parameter=q>\nx\n</parameter>\n</function>\n</tool_call>'],
    ['of a tag that is not closed', '<function=search>{"q": "x"}'],
    ['of a tag with a name as its attribute', '<function_calls>\n<invoke name="search">\n<parameter name="q">x</parameter>\n</invoke>\n</function_calls>'],
    ['of a tag around an object', `<tool_call>\n${x}\n</tool_call>`],
    ['of a tag that is not closed around an object', `<tool_call>${x}`],
    ['of a tag behind words', `I will search now.<tool_call>${x}</tool_call>`],
    ['of a tag with keys and values', '<tool_call>search\n<arg_key>q</arg_key>\n<arg_value>x</arg_value>\n</tool_call>'],
    ['of a list behind a mark', `[TOOL_CALLS] [${x}]`],
    ['of a closed list behind a mark', `[TOOL_CALLS][${x}][/TOOL_CALLS]`],
    ['of a name behind a mark', '[TOOL_CALLS]search[ARGS]{"q": "x"}'],
    ['of a fence', `\`\`\`json\n${x}\n\`\`\``],
    ['of a fence for calls', `Now:\n\`\`\`tool_call\n${x}\n\`\`\`\nI wait.`],
    ['of a fence without a language', `~~~\n${x}\n~~~`],
    ['of a fence with a list', `\`\`\`json\n[\n  ${x}\n]\n\`\`\``],
    ['of a mark of its template', `<|python_tag|>{"name": "search", "parameters": {"q": "x"}}<|eom_id|>`],
    ['of an answer of a server', '{"tool_calls": [{"id": "c", "type": "function", "function": {"name": "search", "arguments": "{\\"q\\": \\"x\\"}"}}]}'],
    ['of an older answer of a server', '{"function_call": {"name": "search", "arguments": "{\\"q\\": \\"x\\"}"}}'],
    ['of a channel', '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"q": "x"}<|call|>'],
    ['of marks around a name', '<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{"q": "x"}<|tool_call_end|><|tool_calls_section_end|>'],
    ['of wide marks around a fence', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{"q": "x"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>'],
    ['of arguments beside the name of the tool', '{"tool": "search", "q": "x"}'],
    ['of a tool as the only key', '{"search": {"q": "x"}}'],
    ['of an object whose last brackets were forgotten', '{"tool": "search", "arguments": {"q": "x"'],
    ['of a tag around an object whose last bracket was forgotten', '<tool_call>\n{"name": "search", "arguments": {"q": "x"}\n</tool_call>'],
    ['of a fence around a list whose last brackets were forgotten', '```json\n[{"name": "search", "arguments": {"q": "x"}\n```'],
    ['of arguments that stand once more inside of themselves', '{"tool": "search", "arguments": {"name": "search", "parameters": {"q": "x"}}}'],
    ['of piped marks', `<|tool_call|>[${x}]<|/tool_call|>`],
    ['of an action in a fence', '```json\n[{"tool_name": "search", "parameters": {"q": "x"}}]\n```'],
    ['of an action before a fence', 'Action: ```json\n[{"tool_name": "search", "parameters": {"q": "x"}}]\n```'],
    ['of its name as a tag', '<search>\n{"q": "x"}\n</search>'],
    ['of an action and its input', 'Thought: I need it.\nAction: search\nAction Input: {"q": "x"}'],
  ])('%s', (_form, text) => {
    expect(repaired(answer(text))).toMatchObject({ calls: [{ name: 'search', args: { q: 'x' } }], unread: [] });
  });

  test('and nothing of its marks stays in the words', () => {
    expect(repaired(answer(`I search.\n<tool_call>\n${x}\n</tool_call>\n\`\`\`json\n{"tool": "finish"}\n\`\`\`\nThen I wait.`))).toMatchObject({ text: 'I search.\n\nThen I wait.', calls: [{ name: 'search' }, { name: 'finish', args: {} }] });
    expect(repaired(answer(`<tool_call>${x}</tool_call><tool_call>{"name": "finish", "arguments": {}}</tool_call>`))).toMatchObject({ text: '', calls: [{ name: 'search' }, { name: 'finish' }] });
  });

  test('with whatever its arguments hold, also what looks like another call', () => {
    const args = { text: 'Write <tool_call>{"name": "finish", "arguments": {}}</tool_call> or\n```json\n{"tool": "finish"}\n```\n</function> to end.', claims: ['C1'] };
    for (const text of [JSON.stringify({ tool: 'send_answer_part', arguments: args }), `<function=send_answer_part>${JSON.stringify(args)}</function>`, `<tool_call>\n${JSON.stringify({ name: 'send_answer_part', arguments: args }, null, 2)}\n</tool_call>`]) {
      expect(repaired(answer(text))).toMatchObject({ text: '', calls: [{ name: 'send_answer_part', args }] });
    }
  });

  test('once, however often a model repeats it', () => {
    expect(repaired(answer(`${x}\n`.repeat(500)))).toMatchObject({ calls: [{ name: 'search' }], leftOut: 0 });
  });
});

describe('what is quoted is not run', () => {
  test.each<[string, string]>([
    ['inside a sentence', `I could write ${x} to search, but I do not.`],
    ['at the end of a sentence', `To search one writes ${x}`],
    ['at the beginning of a sentence', `${x} is what a search looks like.`],
    ['in a tag inside a sentence', `You might send <tool_call>${x}</tool_call> to begin.`],
    ['as code', `A call is \`${x}\`.`],
    ['in a tag as code', `A call is \`<function=search>{"q": "x"}</function>\`.`],
    ['in a quotation', `> ${x}`],
    ['as an example', `For example:\n${x}`],
    ['as an example in a fence', `The format is this:\n\n\`\`\`json\n${x}\n\`\`\``],
    ['as an example in Chinese', `例如：\n${x}`],
    ['in code of another language', `\`\`\`python\n${x}\n\`\`\``],
    ['in a fence of a document', `\`\`\`\`markdown\n\`\`\`json\n${x}\n\`\`\`\n\`\`\`\``],
  ])('%s', (_where, text) => {
    expect(repaired(answer(text))).toEqual({ text, calls: [], leftOut: 0, unread: ['search: it stands among other words or as an example; write a call alone, on lines of its own'] });
  });

  test('beside one that is meant', () => {
    expect(repaired(answer(`Not ${x}, but:\n{"tool": "finish"}`))).toMatchObject({ text: `Not ${x}, but:`, calls: [{ name: 'finish' }], unread: [expect.stringMatching(/^search: it stands among/) as string] });
  });
});

describe('what is not certain is not run, and one line says why', () => {
  const broken = 'search: it is not whole, or of no form that is known; write {"tool": "search", "arguments": {…}}';
  test.each<[string, string, string[]]>([
    ['a tool that is not there', '<tool_call>{"name": "browse", "arguments": {}}</tool_call>', ['browse: there is no tool of that name now']],
    ['a tool that is not there, under the word tool', '{"tool": "browse", "arguments": {}}', ['browse: there is no tool of that name now']],
    ['an object that happens to have a name', '{"name": "Kestrel", "parameters": {"length": 14}}', []],
    ['arguments that are no object', '{"tool": "search", "arguments": "ferries"}', ['search: its arguments are no JSON object']],
    ['arguments that lack what the tool needs', '<function=search>{"query": "x"}</function>', ['search: it lacks q']],
    ['a call that is cut off', '{"tool": "search", "arguments": {"q": "half', [broken]],
    ['a tag whose parameter is cut off', '<function=search><parameter=q>half', [broken]],
    ['a call in the words of Python', "{'tool': 'search', 'arguments': {'q': 'x'}}", [broken]],
    ['an object without the name of its tool', '```json\n{"text": "It was so.", "claims": ["C1"]}\n```', ['send_answer_part: the object names no tool; write {"tool": "send_answer_part", "arguments": {…}}']],
    ['a call in a fence of code for tools', '```tool_code\nsearch(q="x")\n```', [broken]],
    ['a list of calls in code', '[search(q="x"), finish()]', [broken]],
    ['code that calls no tool', 'print("x")', []],
    ['markup that is no call', '<b>{bold}</b>', []],
    ['an object that no tool takes', '{"text": "It was so."}', []],
    ['a call in code', '<|python_tag|>search.call(q="x")', [broken]],
    ['a tag that is only spoken of', 'Then comes a <tool_call> with its arguments.', []],
    ['a list that is no call', '[1] A source.\n[2] Another {one}.', []],
  ])('%s', (_what, text, unread) => {
    expect(repaired(answer(text))).toEqual({ text, calls: [], leftOut: 0, unread });
  });

  test('what was cut at the limit of an answer, also where only its last brackets seem to be missing', () => {
    const cut = { ...answer('{"tool": "search", "arguments": {"q": "x"'), finish: 'length' };
    expect(repaired(cut)).toMatchObject({ calls: [], unread: [broken] });
  });

  test('what a model invents as the result of its calls, and what it does with that', () => {
    const text = `I search.\n${x}\n\nResult of K1:\nR1 says 91 percent.\n\n{"tool": "finish"}`;
    expect(repaired(answer(text))).toEqual({ text: 'I search.', calls: [{ name: 'search', args: { q: 'x' } }], leftOut: 0, unread: ['what stands behind your calls as if it were their result: results come from the host'] });
  });

  test('however long and broken, in time', () => {
    for (const text of ['{"tool": "search", '.repeat(200_000), '[\n'.repeat(200_000), '<tool_call>'.repeat(100_000), '```json\n'.repeat(100_000), `${'a'.repeat(300_000)}<function=search>${'<parameter=q>'.repeat(20_000)}`]) expect(repaired(answer(text)).calls).toEqual([]);
    const gap = '\n'.repeat(300_000);
    for (const text of [`<tool_call>search${gap}x`, `[TOOL_CALLS]Action: search${gap}x`, `<function=search><parameter=${'q'.repeat(300_000)}`, `<function=search>${'<parameter=q>'.repeat(30_000)}`, `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) expect(repaired(answer(text)).calls).toEqual([]);
    const written = `{${' '.repeat(400_000)}x`;
    expect(parseArguments(written)).toBe(written);
  });

  test('no text makes it throw, or run a tool that is not there', () => {
    const pieces = ['{', '}', '[', ']', '"', ':', ',', '\n', ' ', 'search', 'browse', '{"tool": "search", "arguments": {"q": "x"}}', '<tool_call>', '</tool_call>', '<function=search>', '</function>', '<parameter=q>', '</parameter>', '[TOOL_CALLS]', '```json\n', '```\n', '> ', '<|python_tag|>', 'e.g.:', 'Result of K1:', '\\'];
    fc.assert(fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const { calls, text } = repaired(answer(parts.join('')));
      for (const { name, args } of calls) expect([name, args]).toEqual(['search', { q: expect.any(String) as string }]);
      if (calls.length === 0) expect(text).toBe(parts.join('').trim());
    }), { numRuns: 2000 });
  });
});
