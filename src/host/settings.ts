import * as vscode from 'vscode';
import { type CitationStyle } from '../core/article/insertion';
import { type RunOptions } from '../core/run/records';

/** Every setting with its type and the default that the manifest declares; a test holds the two together. */
export interface Settings {
  location: 'workspace' | 'global';
  resume: 'always' | 'ask' | 'never';
  researcher: string;
  'openai.baseUrl': string;
  'openai.model': string;
  editorModels: boolean;
  roles: NonNullable<RunOptions['roles']>;
  depth: 'auto' | 'standard' | 'deep';
  template: string;
  limits: Record<string, number>;
  reviewPlan: 'always' | 'deep' | 'never';
  askScope: boolean;
  language: string;
  webQueries: 'ask' | 'allow' | 'deny';
  allowHosts: string[];
  searchProviders: string[];
  searchServers: Record<string, string>;
  searchTools: string[];
  contact: string;
  citationStyle: CitationStyle;
}

export const settingDefaults: Settings = {
  location: 'workspace',
  resume: 'always',
  researcher: '',
  'openai.baseUrl': '',
  'openai.model': '',
  editorModels: false,
  roles: {},
  depth: 'auto',
  template: '',
  limits: {},
  reviewPlan: 'deep',
  askScope: true,
  language: '',
  webQueries: 'ask',
  allowHosts: [],
  searchProviders: [],
  searchServers: {},
  searchTools: [],
  contact: '',
  citationStyle: 'footnote',
};

export const section = 'researchLedger';

export function setting<K extends keyof Settings>(name: K): Settings[K] {
  return vscode.workspace.getConfiguration(section).get<Settings[K]>(name, settingDefaults[name]);
}

/** Asks for a key; a server of one's own may not. */
export const publicModelServer = 'https://api.openai.com/v1';

/** Base address of the model server: the setting, the environment, or the public one. */
export const modelServer = (): string => setting('openai.baseUrl') || (process.env['OPENAI_BASE_URL'] ?? publicModelServer);

/** The editor's own proxy, or null. */
export const editorProxy = (): string | null => vscode.workspace.getConfiguration('http').get<string>('proxy', '') || null;
