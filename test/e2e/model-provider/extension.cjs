// A language-model provider whose one model answers from the recording that SCRIPTED_ANSWERS names, one line a request; editors that
// know no providers get none. And two language-model tools, which every editor knows.
const { readFileSync } = require('node:fs');
const vscode = require('vscode');

const model = { id: 'recorded', name: 'Recorded', family: 'recorded', version: '1', maxInputTokens: 100_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } };

/** A provider that asks a server is at it a while: what it throws then takes another way through the editor than what it throws at once. */
const working = () => new Promise((resolve) => { setTimeout(resolve, 50); });

/** What goes wrong with a request, by name. `Half`: after the first words. */
const faults = {
  NoPermissions: () => { throw vscode.LanguageModelError.NoPermissions('the organisation does not allow it'); },
  Blocked: () => { throw vscode.LanguageModelError.Blocked('the quota of this month is used up'); },
  NotFound: () => { throw vscode.LanguageModelError.NotFound('it was retired'); },
  Cancelled: () => { throw new vscode.CancellationError(); },
  Tools: () => { throw new Error('This model does not support tool calling.'); },
  Broken: () => { throw new Error('the socket hung up'); },
  Half: (progress) => { progress.report(new vscode.LanguageModelTextPart('Of the sail')); throw new Error('the stream was reset'); },
  Silent: () => undefined,
  Deaf: () => new Promise(() => {}),
};

/** What the search answers to a query; any other query is answered with a list. */
const searches = {
  nothing: () => '{"results": []}',
  babble: () => 'I cannot search right now, the quota is used up.',
  fails: () => { throw new Error('the search server is down'); },
  hangs: () => new Promise(() => {}),
};

exports.activate = (context) => {
  /** The inputs that the search got. */
  const searched = [];
  const text = (value) => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(value)]);
  context.subscriptions.push(vscode.lm.registerTool('scripted_search', {
    invoke: async ({ input }) => {
      searched.push(input);
      return text(await searches[input.searchQuery]?.() ?? '1. [Tides](https://tides.example/a) – high water at noon\n2. [Gauges](https://gauges.example/b)\nThe pier.');
    },
  }));
  context.subscriptions.push(vscode.lm.registerTool('scripted_database', { invoke: () => text('') }));
  return { searched, ...models(context) };
};

function models(context) {
  if (typeof vscode.lm.registerLanguageModelChatProvider !== 'function') return undefined;
  const answers = readFileSync(process.env.SCRIPTED_ANSWERS, 'utf8').trim().split('\n').map((line) => JSON.parse(line).answer);
  /** What was asked, for the tests to look at: roles and texts of the messages, names of the tools. */
  const requests = [];
  /** Names of faults, for the next requests in turn; `at once NAME` is thrown before anything was waited for. */
  const goWrong = [];
  const changed = new vscode.EventEmitter();
  let there = true;
  let next = 0;
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () => (there ? [model] : []),
    provideTokenCount: (_model, text) => (typeof text === 'string' ? Math.ceil(text.length / 4) : 1),
    provideLanguageModelChatResponse: (_model, messages, { tools = [] }, progress) => {
      requests.push({ messages: messages.map(({ role, content }) => ({ role, parts: content.map((part) => part.constructor.name), text: content.map(({ value }) => value ?? '').join('') })), tools: tools.map(({ name }) => name) });
      const fault = goWrong.shift();
      if (fault) return fault.startsWith('at once ') ? faults[fault.slice(8)](progress) : working().then(() => faults[fault](progress));
      // A test of the connection offers one tool and costs no recorded answer.
      const answer = tools.length === 1 && tools[0].name === 'ready' ? { tool_calls: [{ name: 'ready', arguments: {} }] } : answers[next++];
      if (!answer) throw new Error('The recording has no further answer.');
      if (answer.content) progress.report(new vscode.LanguageModelTextPart(answer.content));
      for (const [at, call] of (answer.tool_calls ?? []).entries()) progress.report(new vscode.LanguageModelToolCallPart(`call_${next}_${at}`, call.name, call.arguments));
    },
  }));
  return {
    requests,
    goWrong,
    /** The recording from its beginning. */
    again: () => { next = 0; },
    /** Whether the editor has the model. */
    setThere: (value) => {
      there = value;
      changed.fire();
    },
  };
}
