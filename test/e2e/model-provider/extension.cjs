// A language-model provider whose one model answers from the recording that SCRIPTED_ANSWERS names, one line a request. Editors that
// know no providers load it and nothing happens.
const { readFileSync } = require('node:fs');
const vscode = require('vscode');

const model = { id: 'recorded', name: 'Recorded', family: 'recorded', version: '1', maxInputTokens: 100_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } };

exports.activate = (context) => {
  if (typeof vscode.lm.registerLanguageModelChatProvider !== 'function') return undefined;
  const answers = readFileSync(process.env.SCRIPTED_ANSWERS, 'utf8').trim().split('\n').map((line) => JSON.parse(line).answer);
  /** What was asked, for the tests to look at: roles and texts of the messages, names of the tools. */
  const requests = [];
  let next = 0;
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', {
    provideLanguageModelChatInformation: () => [model],
    provideTokenCount: (_model, text) => (typeof text === 'string' ? Math.ceil(text.length / 4) : 1),
    provideLanguageModelChatResponse: (_model, messages, { tools = [] }, progress) => {
      requests.push({ messages: messages.map(({ role, content }) => ({ role, parts: content.map((part) => part.constructor.name), text: content.map(({ value }) => value ?? '').join('') })), tools: tools.map(({ name }) => name) });
      // A test of the connection offers one tool and costs no recorded answer.
      const answer = tools.length === 1 && tools[0].name === 'ready' ? { tool_calls: [{ name: 'ready', arguments: {} }] } : answers[next++];
      if (!answer) throw new Error('The recording has no further answer.');
      if (answer.content) progress.report(new vscode.LanguageModelTextPart(answer.content));
      for (const [at, call] of (answer.tool_calls ?? []).entries()) progress.report(new vscode.LanguageModelToolCallPart(`call_${next}_${at}`, call.name, call.arguments));
    },
  }));
  return { requests };
};
