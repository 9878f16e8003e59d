import path from 'node:path';
import * as vscode from 'vscode';
import { type ModelClient } from './core/request/modelClient';
import { errorMessage } from './core/run/platform';
import { scheme } from './core/source/spanAddress';
import { apiKey, hasModelKey } from './host/apiKeys';
import { Commands } from './host/commands';
import { editorModel } from './host/editorModels';
import { MarkdownCitations } from './host/markdownCitations';
import { Notices } from './host/notices';
import { PageContent } from './host/pageContent';
import { PageViews } from './host/pageViews';
import { answeringModel } from './host/researchers';
import { researchPlaces } from './host/researchPlaces';
import { resumeRuns, showAskedRun } from './host/resume';
import { RunActions } from './host/runActions';
import { panelType, RunPanels } from './host/runPanels';
import { RunRegistry, type RunStore } from './host/runRegistry';
import { RunsView } from './host/runsView';
import { editorProxy, modelServer, setting } from './host/settings';
import { SourceFiles } from './host/sourceFiles';
import { SpanMarks } from './host/spanMarks';
import { StatusBar } from './host/statusBar';
import { toolProvider } from './host/toolProvider';

/** What other extensions and the tests of the editor may use. */
export interface ResearchLedger {
  readonly registry: RunRegistry;
}

/** Mark and measure of what activation costs, by name in the extension host's timeline. */
const activating = 'research-ledger/activating';
const activated = 'research-ledger/activated';

let release: (() => Promise<void>) | undefined;

/** Composes and registers, and returns; what is heavy loads with the first run. */
export function activate(context: vscode.ExtensionContext): ResearchLedger {
  performance.mark(activating);
  const log = vscode.window.createOutputChannel('Research Ledger', { log: true });
  const places = () => researchPlaces(context.globalStorageUri);
  const registry = new RunRegistry({ places, log, openStore: (research) => openStore(research, context, log) });
  const actions = new RunActions(registry, log);
  const answerer = () => answeringModel(() => hasModelKey(context.secrets));
  const panels = new RunPanels({ registry, actions, answerer, extension: context.extensionUri, log });
  const own = (item: vscode.Disposable): void => void context.subscriptions.push(item);
  const content = new PageContent();
  const pages = new PageViews({ registry, content, extension: context.extensionUri, log });
  release = () => registry.dispose();
  own(log);
  own(panels);
  own(pages);

  /** A contribution that fails leaves the others standing, and says so: the editor would not. */
  const contribute = (what: string, make: () => void): void => {
    try {
      make();
    } catch (cause) {
      log.error(`${what} could not be set up.`, cause instanceof Error ? cause : String(cause));
      void vscode.window.showErrorMessage(vscode.l10n.t('Research Ledger: {0} could not be set up: {1}', what, errorMessage(cause)));
    }
  };
  contribute(vscode.l10n.t('the archived texts'), () => {
    const files = new SourceFiles(registry);
    own(vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true, isReadonly: true }));
    own(new SpanMarks(registry, files, content));
  });
  contribute(vscode.l10n.t('the citations in Markdown files'), () => own(new MarkdownCitations(registry, log)));
  contribute(vscode.l10n.t('the panels'), () => own(vscode.window.registerWebviewPanelSerializer(panelType, panels)));
  contribute(vscode.l10n.t('the runs and their commands'), () => {
    const runs = new RunsView(registry);
    own(runs);
    own(new Commands({ registry, panels, pages, actions, runs, secrets: context.secrets, openModel: (name) => openModel(name, context), log }));
  });
  contribute(vscode.l10n.t('the status bar'), () => own(new StatusBar(registry)));
  contribute(vscode.l10n.t('the notices'), () => own(new Notices(registry, panels)));

  const start = async (): Promise<void> => {
    await showAskedRun(places(), panels);
    await resumeRuns(registry, actions, log);
  };
  const started = (): void => void start().catch((cause: unknown) => {
    log.error('What was under way could not be taken up.', cause instanceof Error ? cause : String(cause));
    void vscode.window.showWarningMessage(errorMessage(cause));
  });
  own(vscode.workspace.onDidGrantWorkspaceTrust(() => void registry.reopenAll().then(started)));
  own(vscode.workspace.onDidChangeWorkspaceFolders(() => registry.listChanged()));
  const { duration } = performance.measure(activated, activating);
  log.debug(`Activated in ${duration.toFixed(1)} ms.`);
  started();
  return { registry };
}

/** The API is all but gone here; each run was written at every step, and is only let go. */
export async function deactivate(): Promise<void> {
  await release?.();
}

/** What a model is reached by: the server with its key, and the editor's own models. */
const modelParts = ({ secrets, languageModelAccessInformation: access }: vscode.ExtensionContext) => ({
  secret: (name: string) => apiKey(secrets, name), modelServer: modelServer(), editorModel: (name: string, lacks: readonly string[]) => editorModel(name, access, lacks),
});

async function openModel(name: string, context: vscode.ExtensionContext): Promise<ModelClient> {
  const { modelNamed } = await import('./compose');
  return modelNamed(name, modelParts(context));
}

async function openStore(research: string, context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<RunStore> {
  const { composeRuns } = await import('./compose');
  const { extensionPath, extension } = context;
  const { version } = extension.packageJSON as { version: string };
  return composeRuns({
    research, dist: path.join(extensionPath, 'dist'), log, proxy: editorProxy(), program: 'editor', product: `ResearchLedger/${version}`,
    ...modelParts(context), get modelServer() { return modelServer(); }, contact: setting('contact') || null, searchServer: (name) => setting('searchServers')[name],
    furtherProvider: toolProvider,
  });
}
