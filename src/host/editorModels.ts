import * as vscode from 'vscode';
import { type ModelAnswer, type ModelCall, type ModelClient, type ModelMessage, type ModelRequest } from '../core/request/modelClient';
import { type Writing } from '../core/request/preview';
import { type RequestResult } from '../core/researcher/researcher';
import { errorMessage } from '../core/run/platform';
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

/** A model of the editor as a client, or null when the editor has none of that name. */
export async function editorModel(name: string, access: vscode.LanguageModelAccessInformation): Promise<ModelClient | null> {
  const model = await find(name);
  return model ? new EditorModelClient(name, callsTools(model), access) : null;
}

type Failure = Extract<RequestResult<ModelAnswer>, { ok: false }>;

/** The editor counts no tokens and names no price: what a request cost is unknown. */
class EditorModelClient implements ModelClient {
  constructor(readonly name: string, readonly tools: boolean, private readonly access: vscode.LanguageModelAccessInformation) {}

  async complete(request: ModelRequest, signal: AbortSignal, onWriting: (writing: Writing) => void): Promise<RequestResult<ModelAnswer>> {
    // A model may come and go while a run lasts: it is looked up for each request.
    const model = await find(this.name);
    if (!model) return this.#failure('released', false, vscode.l10n.t('The editor has no model “{0}” now. Enable it, or sign in to what provides it, and resume.', this.name));
    if (this.access.canSendRequest(model) === false) return this.#refused();
    const cancel = new vscode.CancellationTokenSource();
    const stop = (): void => cancel.cancel();
    signal.addEventListener('abort', stop, { once: true });
    let sent = false;
    try {
      const response = await model.sendRequest(messagesOf(request.messages), {
        justification: vscode.l10n.t('It plans the research, reads the sources and writes the article.'),
        tools: request.tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
      }, cancel.token);
      sent = true;
      return await this.#gather(response, onWriting);
    } catch (cause) {
      signal.throwIfAborted();
      return this.#fault(cause, sent);
    } finally {
      signal.removeEventListener('abort', stop);
      cancel.dispose();
    }
  }

  async #gather(response: vscode.LanguageModelChatResponse, onWriting: (writing: Writing) => void): Promise<RequestResult<ModelAnswer>> {
    let text = '';
    const calls: ModelCall[] = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) text += part.value;
      else if (part instanceof vscode.LanguageModelToolCallPart) calls.push({ id: part.callId, name: part.name, arguments: JSON.stringify(part.input) });
      onWriting({ text, call: calls.at(-1) ?? null });
    }
    if (text === '' && calls.length === 0) return this.#failure('unknown', true, vscode.l10n.t('The editor’s model “{0}” ended without a word or a call.', this.name));
    const value: ModelAnswer = { text, calls, finish: null, model: this.name };
    return { ok: true, value, usage: null, body: JSON.stringify(value) };
  }

  #fault(cause: unknown, sent: boolean): Failure {
    const said = errorMessage(cause);
    const code = cause instanceof vscode.LanguageModelError ? cause.code : '';
    switch (code) {
      case vscode.LanguageModelError.NoPermissions.name: return this.#refused();
      case vscode.LanguageModelError.NotFound.name: return this.#failure('released', false, vscode.l10n.t('The editor has no model “{0}” now. Enable it, or sign in to what provides it, and resume.', this.name));
      case vscode.LanguageModelError.Blocked.name: return this.#failure('released', true, vscode.l10n.t('The editor’s model “{0}” is blocked or its quota is used up: {1}. Wait and resume, or choose another model.', this.name, said));
      default: return this.#failure(sent ? 'unknown' : 'released', true, vscode.l10n.t('The editor’s model “{0}” failed: {1}', this.name, said));
    }
  }

  #refused(): Failure {
    return this.#failure('released', false, vscode.l10n.t('Research Ledger may not use the editor’s model “{0}”. Allow it in the editor’s account menu (Manage Language Model Access), and resume.', this.name));
  }

  #failure(settlement: 'released' | 'unknown', temporary: boolean, message: string): Failure {
    return { ok: false, settlement, temporary, message, retryAfter: null, needsKey: false };
  }
}

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
