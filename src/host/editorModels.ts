import * as vscode from 'vscode';
import { editorServer, type ModelAnswer, type ModelCall, type ModelClient, type ModelMessage, type ModelRequest } from '../core/request/modelClient';
import { type Writing } from '../core/request/preview';
import { type RequestResult } from '../core/researcher/researcher';
import { toolsAsText } from '../core/request/toolsAsText';
import { errorMessage } from '../core/run/platform';
import { StallWatch } from '../node/model/stallWatch';
import { sentence } from '../shared/plainText';
import { editorFault, type EditorFault } from './editorModelFault';
import { callsTools } from './newerEditor';

/** As a run names a model of the editor: `VENDOR/ID`. */
const nameOf = ({ vendor, id }: vscode.LanguageModelChat): string => `${vendor}/${id}`;

export interface EditorModel {
  name: string;
  label: string;
}

/** The editor's own models, without asking anybody; empty where there are none, or where they are switched off. */
export async function editorModels(): Promise<EditorModel[]> {
  return (await vscode.lm.selectChatModels({})).map((model) => ({ name: nameOf(model), label: model.name }));
}

async function find(name: string): Promise<vscode.LanguageModelChat | undefined> {
  const slash = name.indexOf('/');
  const selector = slash < 0 ? { id: name } : { vendor: name.slice(0, slash), id: name.slice(slash + 1) };
  return (await vscode.lm.selectChatModels(selector))[0];
}

/** A model of the editor as a client, or null when the editor has none of that name. `lacks`: what was recorded that it does not take. */
export async function editorModel(name: string, access: vscode.LanguageModelAccessInformation, lacks: readonly string[]): Promise<ModelClient | null> {
  const model = await find(name);
  return model ? new EditorModelClient(name, callsTools(model) && !lacks.includes('tools'), access) : null;
}

type Failure = Extract<RequestResult<ModelAnswer>, { ok: false }>;

/** Milliseconds without a part of the answer after which it counts as hanging. The editor tells nothing of a model that thinks. */
const stallDefault = 600_000;

/** The editor counts no tokens and names no price: what a request cost is unknown. */
class EditorModelClient implements ModelClient {
  constructor(readonly name: string, public tools: boolean, private readonly access: vscode.LanguageModelAccessInformation) {}

  written(request: ModelRequest): string {
    return JSON.stringify(this.#asked(request));
  }

  async complete(request: ModelRequest, signal: AbortSignal, onWriting: (writing: Writing) => void): Promise<RequestResult<ModelAnswer>> {
    // A model may come and go while a run lasts: it is looked up for each request.
    const model = await find(this.name);
    if (!model) return this.#failure({ kind: 'gone', settlement: 'released', temporary: false }, '');
    if (this.access.canSendRequest(model) === false) return this.#failure({ kind: 'refused', settlement: 'released', temporary: false }, '');
    const { messages, tools } = this.#asked(request);
    const cancel = new vscode.CancellationTokenSource();
    const stall = new StallWatch(signal, stallDefault);
    // A model may not heed that it is cancelled.
    const left = new Promise<never>((_, reject) => {
      stall.signal.addEventListener('abort', () => {
        cancel.cancel();
        reject(new vscode.CancellationError());
      }, { once: true });
    });
    let [begun, heard] = [false, false];
    const gather = async (): Promise<RequestResult<ModelAnswer>> => {
      const response = await model.sendRequest(messagesOf(messages), {
        justification: vscode.l10n.t('It plans the research, reads the sources and writes the article.'),
        tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
      }, cancel.token);
      begun = true;
      return this.#gather(response, (writing) => {
        heard = true;
        stall.beat();
        onWriting(writing);
      });
    };
    try {
      const result = await Promise.race([gather(), left]);
      signal.throwIfAborted();
      return result;
    } catch (cause) {
      signal.throwIfAborted();
      if (stall.stalled) return failure(begun ? 'unknown' : 'released', true, vscode.l10n.t('The editor’s model “{0}” wrote nothing for {1} minutes; the request was given up.', this.name, stallDefault / 60_000));
      const said = saidBy(cause);
      return this.#failure(editorFault({ code: codeOf(cause), said, begun, heard, tools: tools.length > 0 }), said);
    } finally {
      stall.stop();
      cancel.dispose();
    }
  }

  #asked(request: ModelRequest): ModelRequest {
    return this.tools ? request : toolsAsText(request);
  }

  async #gather(response: vscode.LanguageModelChatResponse, onWriting: (writing: Writing) => void): Promise<RequestResult<ModelAnswer>> {
    let text = '';
    const calls: ModelCall[] = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) text += part.value;
      else if (part instanceof vscode.LanguageModelToolCallPart) calls.push({ id: part.callId, name: part.name, arguments: JSON.stringify(part.input) });
      onWriting({ text, call: calls.at(-1) ?? null });
    }
    if (text === '' && calls.length === 0) return failure('unknown', true, vscode.l10n.t('The editor’s model “{0}” ended without a word or a call.', this.name));
    const value: ModelAnswer = { text, calls, finish: null, model: this.name };
    return { ok: true, value, usage: null, body: JSON.stringify(value) };
  }

  #failure({ kind, settlement, temporary }: EditorFault, said: string): Failure {
    // Learnt from the refusal: the next try describes the tools in words.
    if (kind === 'no-tools') this.tools = false;
    const fault = failure(settlement, temporary, this.#sentence(kind, said), kind === 'no-tools' ? 0 : null);
    return kind === 'no-tools' ? { ...fault, learnt: { server: editorServer, model: this.name, lacks: 'tools' } } : fault;
  }

  /** What happened, and what helps. */
  #sentence(kind: EditorFault['kind'], said: string): string {
    switch (kind) {
      case 'refused': return vscode.l10n.t('Research Ledger may not use the editor’s model “{0}”. Allow it in the editor’s account menu (Manage Language Model Access), and resume.', this.name);
      case 'gone': return vscode.l10n.t('The editor has no model “{0}” now. Enable it, or sign in to what provides it, and resume.', this.name);
      case 'blocked': return vscode.l10n.t('The editor’s model “{0}” is blocked or its quota is used up: {1} Wait, or choose another model.', this.name, said);
      case 'cancelled': return vscode.l10n.t('The request to the editor’s model “{0}” was cancelled in the editor. Resume to ask it again.', this.name);
      case 'no-tools': return vscode.l10n.t('The editor’s model “{0}” takes no tools: {1} They are described to it in words.', this.name, said);
      case 'failed': return vscode.l10n.t('The editor’s model “{0}” failed: {1} Where it goes on failing, choose another model.', this.name, said);
    }
  }
}

const failure = (settlement: Failure['settlement'], temporary: boolean, message: string, retryAfter: number | null = null): Failure =>
  ({ ok: false, settlement, temporary, message, retryAfter, needsKey: false });

const codeOf = (cause: unknown): string => (cause instanceof vscode.LanguageModelError ? cause.code : cause instanceof Error ? cause.name : '');

/** An error of the model itself stands behind the editor's own. */
const saidBy = (cause: unknown): string => sentence(errorMessage(cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause));

/** The editor knows no system messages: what they say opens the first message of the user. Neighbouring results of calls are one message. */
export function messagesOf(messages: readonly ModelMessage[]): vscode.LanguageModelChatMessage[] {
  const rules = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const written: vscode.LanguageModelChatMessage[] = [];
  let results: vscode.LanguageModelToolResultPart[] | null = null;
  let opened = rules === '';
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.role === 'tool') {
      const part = new vscode.LanguageModelToolResultPart(message.call, [new vscode.LanguageModelTextPart(message.content)]);
      if (results) results.push(part);
      else written.push(vscode.LanguageModelChatMessage.User(results = [part]));
      continue;
    }
    results = null;
    if (message.role === 'assistant') {
      written.push(vscode.LanguageModelChatMessage.Assistant([
        ...(message.content === '' ? [] : [new vscode.LanguageModelTextPart(message.content)]),
        ...message.calls.map((call) => new vscode.LanguageModelToolCallPart(call.id, call.name, JSON.parse(call.arguments) as object)),
      ]));
    } else {
      written.push(vscode.LanguageModelChatMessage.User(opened ? message.content : `${rules}\n\n${message.content}`));
      opened = true;
    }
  }
  return opened ? written : [vscode.LanguageModelChatMessage.User(rules), ...written];
}
