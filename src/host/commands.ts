import * as vscode from 'vscode';
import { type ModelClient } from '../core/request/modelClient';
import { type Source } from '../core/source/records';
import { hasModelKey, setApiKey } from './apiKeys';
import { commandIds, type CommandName } from './commandIds';
import { deleteRun } from './deleteRun';
import { newResearch, type NewResearch } from './newResearch';
import { addressOfEvidence, compareTexts, openAddress, openSource, openSpan } from './openArchived';
import { Owner } from './owner';
import { type PageViews } from './pageViews';
import { type RunActions } from './runActions';
import { type PanelCommand } from './runPanel';
import { type RunPanels } from './runPanels';
import { type OpenedRun, type RunRegistry } from './runRegistry';
import { outcomeWord, time, type RunsView } from './runsView';
import { testConnection } from './testConnection';
import { errorWords } from './words';

export interface CommandParts {
  registry: RunRegistry;
  panels: RunPanels;
  pages: PageViews;
  actions: RunActions;
  runs: RunsView;
  secrets: vscode.SecretStorage;
  /** A model as a run names it; rejects with a sentence when it cannot be had. */
  openModel: (name: string) => Promise<ModelClient>;
  log: vscode.LogOutputChannel;
}

/** What a command does; its arguments come from the tree, the panel, a lens, another extension, or nowhere. A rejection is shown as its sentence. */
type Handlers = Record<CommandName, (...args: unknown[]) => unknown>;

/** Registers every command of the manifest. */
export class Commands extends Owner {
  constructor(private readonly parts: CommandParts) {
    super();
    const handlers = this.#handlers();
    for (const name of Object.keys(handlers) as CommandName[]) {
      this.own(vscode.commands.registerCommand(commandIds[name], (...args: unknown[]) => this.#run(commandIds[name], () => handlers[name](...args))));
    }
  }

  #handlers(): Handlers {
    const { registry, panels, pages, actions, runs, secrets, openModel, log } = this.parts;
    const onRun = (act: (opened: OpenedRun, ...rest: unknown[]) => unknown) => async (target: unknown, ...rest: unknown[]) => {
      const opened = await this.#target(target);
      return opened && act(opened, ...rest);
    };
    const toPanel = (command: PanelCommand) => () => panels.command(command);
    return {
      newResearch: (given) => newResearch(knownOf(given), { registry, panels, actions, hasKey: () => hasModelKey(secrets) }),
      openRun: onRun(async ({ id }, tab) => {
        const panel = await panels.show(id);
        if (typeof tab === 'string') panel.command('showTab', tab);
      }),
      pauseRun: onRun((opened) => actions.pause(opened)),
      resumeRun: onRun((opened) => actions.resume(opened)),
      stopRun: onRun((opened) => actions.stop(opened)),
      continueRun: onRun(async (opened) => {
        const question = await vscode.window.showInputBox({ title: vscode.l10n.t('Continue the research'), prompt: vscode.l10n.t('What should be researched further?'), value: opened.active.state.run?.nextSearches[0] ?? '', ignoreFocusOut: true });
        if (question === undefined) return;
        await panels.show(opened.id);
        await actions.continueWith(opened, question);
      }),
      verifyRun: onRun(async (opened) => {
        const verified = await actions.verify(opened);
        void (verified.holds ? vscode.window.showInformationMessage(verified.said) : vscode.window.showWarningMessage(verified.said));
        return verified;
      }),
      exportArticle: onRun((opened) => actions.exportArticle(opened)),
      compareVersions: onRun(async (opened, given) => {
        const latest = opened.active.state.article.versions.length;
        const to = typeof given === 'number' ? given : latest;
        if (to < 1) throw new Error(vscode.l10n.t('This run has published nothing yet, so there is nothing to compare.'));
        await compareTexts(opened, null, Math.max(1, to - 1), to);
      }),
      openEvidence: onRun(async (opened, evidence) => {
        const id = typeof evidence === 'string' ? evidence : await pickEvidence(opened);
        if (id !== undefined) await openSpan(opened, id, true);
      }),
      openSource: onRun(async (opened, given, what) => {
        const source = typeof given === 'string' ? given : await pickSource(opened, vscode.l10n.t('Open an archived source'));
        if (source === undefined) return;
        await (what === 'address' ? openAddress(opened, source) : openSource(opened, source));
      }),
      showPage: (target, evidence) => pages.show(target, evidence),
      insertFinding: onRun(async (opened) => {
        const { insertFinding } = await import('./insertFinding');
        return insertFinding(opened);
      }),
      copyCitationLink: onRun(async (opened, given) => {
        const evidence = typeof given === 'string' ? given : await pickEvidence(opened);
        if (evidence === undefined) return;
        await vscode.env.clipboard.writeText(await addressOfEvidence(opened, evidence));
        void vscode.window.showInformationMessage(vscode.l10n.t('The address of the archived span is on the clipboard.'));
      }),
      // From the tree the source itself is the target, and names its run.
      withdrawSource: (target, given) => onRun((opened) => this.#withdraw(opened, given ?? target))(target),
      deleteRun: onRun(async (opened) => {
        if (await deleteRun(opened, registry)) runs.refresh();
      }),
      refreshRuns: () => runs.refresh(),
      showLog: () => log.show(),
      chooseModel: async () => {
        const { chooseModel } = await import('./chooseModel');
        return chooseModel({ secrets, test: (name) => testConnection(name, openModel) });
      },
      setApiKey: (name) => setApiKey(secrets, typeof name === 'string' ? name : null),
      testConnection: (name) => testConnection(name, openModel),
      nextNotice: toPanel('nextNotice'),
      previousNotice: toPanel('previousNotice'),
      nextCitation: toPanel('nextCitation'),
      previousCitation: toPanel('previousCitation'),
      jumpToNew: toPanel('jumpToNew'),
    };
  }

  /** Shows a failure as its sentence and keeps its trace in the log. Gives undefined then, so that a caller sees that nothing came. */
  async #run(command: string, act: () => unknown): Promise<unknown> {
    try {
      return await act();
    } catch (cause) {
      this.parts.log.error(`${command} failed.`, cause instanceof Error ? cause : String(cause));
      void vscode.window.showErrorMessage(errorWords(cause));
      return undefined;
    }
  }

  /** The run that is meant: named, a row of the tree, the panel in front, or asked for. */
  async #target(target: unknown): Promise<OpenedRun | undefined> {
    const { registry, panels } = this.parts;
    const named = typeof target === 'string' ? target : isRecord(target) && typeof target['run'] === 'string' ? target['run'] : panels.active?.run;
    if (named !== undefined) return registry.open(named);
    const all = (await registry.list()).filter(({ problem }) => problem === null);
    if (all.length === 0) throw new Error(vscode.l10n.t('There is no run yet. Start one with “Research Ledger: New Research…”.'));
    const chosen = await vscode.window.showQuickPick(all.map((run) => ({ label: run.question, description: `${time(run.startedAt)} · ${run.outcome === null ? run.state : outcomeWord(run.outcome)}`, detail: run.id, id: run.id })), { placeHolder: vscode.l10n.t('Which run?') });
    return chosen && registry.open(chosen.id);
  }

  async #withdraw(opened: OpenedRun, given: unknown): Promise<void> {
    const named = typeof given === 'string' ? given : isRecord(given) && isRecord(given['source']) && typeof given['source']['id'] === 'string' ? given['source']['id'] : undefined;
    const source = named ?? await pickSource(opened, vscode.l10n.t('Withdraw a source'), ({ state }) => state !== 'withdrawn');
    if (source === undefined) return;
    const reason = await vscode.window.showInputBox({ title: vscode.l10n.t('Withdraw {0}', source), prompt: vscode.l10n.t('Why does it not count any more? Its evidence and all that rests on it falls with it.'), ignoreFocusOut: true });
    if (reason !== undefined) await this.parts.actions.withdraw(opened, source, reason);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a caller of New Research already knows; anything that is not of its type is asked. */
function knownOf(given: unknown): NewResearch {
  if (!isRecord(given)) return {};
  const { question, folders, researcher } = given;
  return {
    ...(typeof question === 'string' ? { question } : {}),
    ...(Array.isArray(folders) ? { folders: folders.filter((folder) => typeof folder === 'string') } : {}),
    ...(typeof researcher === 'string' ? { researcher } : {}),
  };
}

async function pickSource({ active }: OpenedRun, title: string, offered: (source: Source) => boolean = () => true): Promise<string | undefined> {
  const sources = active.state.source.sources.filter(offered).map(({ id, title: name, address, publisher }) => ({ label: `${id} ${name || address}`, description: publisher ?? '', id }));
  return (await vscode.window.showQuickPick(sources, { title, matchOnDescription: true }))?.id;
}

async function pickEvidence({ active }: OpenedRun): Promise<string | undefined> {
  const items = active.state.ledger.evidence.filter(({ quote }) => quote !== null).map(({ id, quote, claim, source }) => ({ label: `${id} → ${claim}`, description: source ?? '', detail: quote ?? '', id }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which citation?'), matchOnDetail: true }))?.id;
}
