import * as vscode from 'vscode';
import { errorMessage } from '../core/run/platform';
import { type ProviderFailure, type ProviderOutcome, type ProviderQuery, type SearchProvider } from '../core/source/provider';
import { hitsInText, saysNothingFound } from '../core/source/textHits';
import { setting } from './settings';

const prefix = 'tool:';
/** As a run names a language-model tool of the editor among its providers. */
export const toolProviderName = (tool: string): string => `${prefix}${tool}`;

/** A language-model tool of the editor as a search provider, or null when the name is none of a tool. */
export const toolProvider = (name: string): SearchProvider | null => (name.startsWith(prefix) ? new ToolProvider(name.slice(prefix.length)) : null);

/** Milliseconds that a tool may take; a question of the editor to the person counts, too. */
const longest = 120_000;
const longestQuoted = 160;

/**
 * Asks a tool of another extension or of an MCP server. Only tools that the setting names are asked, and the editor asks the person where
 * the tool wants that. The answer is text for a model: the addresses in it are leads, and nothing in it is evidence or an instruction.
 */
class ToolProvider implements SearchProvider {
  readonly name: string;
  readonly remote = true;

  constructor(private readonly tool: string) {
    this.name = toolProviderName(tool);
  }

  async search(query: ProviderQuery): Promise<ProviderOutcome> {
    query.signal.throwIfAborted();
    if (!setting('searchTools').includes(this.tool)) {
      return failure('not-configured', vscode.l10n.t('The tool “{0}” may not be asked. Name it in the setting researchLedger.searchTools, or search without it.', this.tool));
    }
    const known = vscode.lm.tools.find(({ name }) => name === this.tool);
    if (!known) return failure('not-configured', vscode.l10n.t('The editor has no tool “{0}” now. Enable the extension or server that brings it, or search without it.', this.tool));
    const input = inputFor(known.inputSchema, query);
    if (typeof input === 'string') return failure('not-configured', vscode.l10n.t('The tool “{0}” cannot be asked with a query alone: it wants “{1}”. Search without it.', this.tool, input));

    const cancel = new vscode.CancellationTokenSource();
    const ends = AbortSignal.any([query.signal, AbortSignal.timeout(longest)]);
    const stop = (): void => cancel.cancel();
    ends.addEventListener('abort', stop, { once: true });
    try {
      // A tool may not heed that it is cancelled.
      const left = new Promise<never>((_, reject) => { ends.addEventListener('abort', () => reject(new vscode.CancellationError()), { once: true }); });
      const result = await Promise.race([vscode.lm.invokeTool(this.tool, { input, toolInvocationToken: undefined }, cancel.token), left]);
      return this.#read(textOf(result.content), query);
    } catch (cause) {
      query.signal.throwIfAborted();
      if (ends.aborted) return failure('timeout', vscode.l10n.t('The tool “{0}” did not answer within {1} seconds. Ask it again later, or other providers now.', this.tool, longest / 1000));
      if (cause instanceof vscode.CancellationError || (cause instanceof Error && cause.name === 'Canceled')) return failure('unauthorised', vscode.l10n.t('The tool “{0}” was not asked: you did not allow it this time.', this.tool));
      return failure('server-error', vscode.l10n.t('The tool “{0}” failed: {1}', this.tool, errorMessage(cause)));
    } finally {
      ends.removeEventListener('abort', stop);
      cancel.dispose();
    }
  }

  #read(text: string, { limit, from, to, language }: ProviderQuery): ProviderOutcome {
    const hits = hitsInText(text, limit);
    if (hits.length === 0 && !saysNothingFound(text)) {
      const said = text.replace(/\s+/g, ' ').trim();
      return failure('bad-answer', said === ''
        ? vscode.l10n.t('The tool “{0}” answered with nothing.', this.tool)
        : vscode.l10n.t('The tool “{0}” named no address. It said: “{1}”', this.tool, said.length > longestQuoted ? `${said.slice(0, longestQuoted)}…` : said));
    }
    const notes = [vscode.l10n.t('Addresses were taken from the text that the tool “{0}” answered with.', this.tool)];
    if (from !== null || to !== null || language !== null) notes.push(vscode.l10n.t('The tool “{0}” cannot filter by date or language.', this.tool));
    return { ok: true, value: { hits, notes } };
  }
}

const failure = (kind: ProviderFailure['kind'], message: string): ProviderOutcome => ({ ok: false, failure: { kind, message, retryAfter: null } });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names under which tools take what is searched for, most telling first, and how many results they give. */
const queryNames = /^(?:search_?)?(?:query|queries)$|^(?:q|search|search_?terms?|keywords?|question|text|input|prompt)$/i;
const limitNames = /^(?:max_?results|num_?results|limit|count|top_?k|k)$/i;

/** The tool's input from its schema; the name of what it requires and a query cannot give, when there is such. */
function inputFor(schema: unknown, { query, limit }: ProviderQuery): Record<string, unknown> | string {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const required = isRecord(schema) && Array.isArray(schema['required']) ? schema['required'].filter((name) => typeof name === 'string') : [];
  const typeOf = (name: string): unknown => (isRecord(properties[name]) ? properties[name]['type'] : undefined);
  const textual = Object.keys(properties).filter((name) => typeOf(name) === 'string' || typeOf(name) === 'array');
  const asks = textual.find((name) => queryNames.test(name)) ?? (required.length === 1 ? textual.find((name) => name === required[0]) : undefined) ?? (textual.length === 0 ? 'query' : null);
  if (asks === null) return required[0] ?? textual[0] ?? 'query';
  const input: Record<string, unknown> = { [asks]: typeOf(asks) === 'array' ? [query] : query };
  for (const [name, property] of Object.entries(properties)) {
    if (limitNames.test(name) && (typeOf(name) === 'integer' || typeOf(name) === 'number')) input[name] = limit;
    else if (name !== asks && required.includes(name) && isRecord(property) && 'default' in property) input[name] = property['default'];
  }
  return required.find((name) => !(name in input)) ?? input;
}

/** The text of a tool's answer: text parts, the text in rendered prompts, and data that is text. */
function textOf(content: readonly unknown[]): string {
  return content.map((part) => {
    if (part instanceof vscode.LanguageModelTextPart) return part.value;
    if (part instanceof vscode.LanguageModelPromptTsxPart) return textIn(part.value);
    if (isRecord(part) && part['data'] instanceof Uint8Array && /^text\/|json/.test(String(part['mimeType']))) return new TextDecoder().decode(part['data']);
    return '';
  }).filter((text) => text !== '').join('\n');
}

/** Pieces named `text` in the tree of a rendered prompt, in order. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join('');
  if (!isRecord(value)) return '';
  return Object.entries(value).map(([key, inner]) => (key === 'text' && typeof inner === 'string' ? `${inner}${value['lineBreakBefore'] ? '\n' : ''}` : textIn(inner))).join('');
}
