import * as vscode from 'vscode';
import { type ClaimView, type RunView } from '../shared/view';
import { commandIds } from './commandIds';
import { Owner } from './owner';
import { type ListedRun, type RunRegistry } from './runRegistry';

type Group = 'versions' | 'claims' | 'sources';

/** A row of the Research Runs view. `run` names the run it belongs to, so that a command on any row knows it. */
export type RunNode =
  | { kind: 'run'; run: string; listed: ListedRun }
  | { kind: 'group'; run: string; group: Group; count: number }
  | { kind: 'version'; run: string; version: RunView['article']['versions'][number] }
  | { kind: 'claim'; run: string; claim: ClaimView }
  | { kind: 'source'; run: string; source: RunView['sources'][number] };

/** Milliseconds in which changes of running researches are drawn together. */
const together = 500;

/** The Research Runs view: runs → article versions, claims, sources. A run is read when it is first unfolded. */
export class RunsView extends Owner implements vscode.TreeDataProvider<RunNode> {
  readonly #changed = this.own(new vscode.EventEmitter<RunNode | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly registry: RunRegistry) {
    super();
    this.own(vscode.window.createTreeView('researchLedger.runs', { treeDataProvider: this, showCollapseAll: true }));
    this.own(registry.onDidChange(() => this.refresh()));
    this.ownCall(() => { if (this.#timer !== null) clearTimeout(this.#timer); });
  }

  refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#changed.fire(undefined);
    }, together);
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (!node) return (await this.registry.list()).map((listed) => ({ kind: 'run', run: listed.id, listed }));
    if (node.kind !== 'run' && node.kind !== 'group') return [];
    const view = (await this.registry.open(node.run)).active.view();
    const { run } = node;
    if (node.kind === 'run') {
      const counts: Record<Group, number> = { versions: view.article.versions.length, claims: view.claims.length, sources: view.sources.length };
      return (['versions', 'claims', 'sources'] as const).filter((group) => counts[group] > 0).map((group) => ({ kind: 'group', run, group, count: counts[group] }));
    }
    switch (node.group) {
      case 'versions': return view.article.versions.map((version): RunNode => ({ kind: 'version', run, version })).reverse();
      case 'claims': return view.claims.map((claim) => ({ kind: 'claim', run, claim }));
      case 'sources': return view.sources.map((source) => ({ kind: 'source', run, source }));
    }
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    switch (node.kind) {
      case 'run': return runItem(node.listed, this.registry.opened.find(({ id }) => id === node.run)?.active.running ?? false);
      case 'group': return groupItem(node);
      case 'version': {
        const { version, at, block, revision, why } = node.version;
        const description = `${time(at)} · ${revision === 1 ? block : vscode.l10n.t('{0} revised', block)}`;
        return item(vscode.l10n.t('Version {0}', version), { description, icon: 'file-text', command: commandIds.compareVersions, args: [node.run, version], ...(why === null ? {} : { tooltip: why }) });
      }
      case 'claim': {
        const { id, text, status, reason, key } = node.claim;
        return item(`${id} ${text}`, { description: key ? vscode.l10n.t('{0}, key', statusWord(status)) : statusWord(status), icon: statusIcon(status), tooltip: reason, command: commandIds.openRun, args: [node.run, 'ledger'] });
      }
      case 'source': {
        const { id, title, address, publisher, state, reason } = node.source;
        const icon = state === 'archived' ? 'archive' : state === 'withdrawn' ? 'circle-slash' : state === 'failed' ? 'error' : 'link';
        const made = item(`${id} ${title || address}`, { description: publisher ?? '', icon, tooltip: reason ?? address, command: commandIds.openSource, args: [node.run, id] });
        made.contextValue = state === 'withdrawn' ? 'source.withdrawn' : 'source';
        return made;
      }
    }
  }
}

interface ItemParts {
  description: string;
  icon: string | vscode.ThemeIcon;
  tooltip?: string;
  command: string;
  args: unknown[];
}

function item(label: string, { description, icon, tooltip, command, args }: ItemParts): vscode.TreeItem {
  const made = new vscode.TreeItem(label);
  made.description = description;
  made.iconPath = typeof icon === 'string' ? new vscode.ThemeIcon(icon) : icon;
  made.command = { command, title: label, arguments: args };
  if (tooltip !== undefined) made.tooltip = tooltip;
  return made;
}

function runItem(listed: ListedRun, working: boolean): vscode.TreeItem {
  if (listed.problem !== null) return item(listed.id, { description: listed.problem, icon: 'error', tooltip: `${listed.folder}\n${listed.problem}`, command: commandIds.showLog, args: [] });
  const { id, question, state, outcome, startedAt, place } = listed;
  const word = working ? vscode.l10n.t('working') : outcome !== null ? outcomeWord(outcome) : state === 'paused' ? vscode.l10n.t('paused') : vscode.l10n.t('not finished');
  const made = item(question, {
    description: `${time(startedAt)} · ${word}`, command: commandIds.openRun, args: [id], tooltip: `${question}\n${id}\n${place.research}`,
    icon: working ? 'sync~spin' : outcomeIcon(outcome),
  });
  made.id = id;
  made.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  made.contextValue = `run.${working ? 'working' : outcome === null ? 'open' : 'ended'}`;
  return made;
}

function groupItem({ run, group, count }: Extract<RunNode, { kind: 'group' }>): vscode.TreeItem {
  const label = { versions: vscode.l10n.t('Article versions'), claims: vscode.l10n.t('Claims'), sources: vscode.l10n.t('Sources') }[group];
  const made = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  made.id = `${run}/${group}`;
  made.description = String(count);
  return made;
}

export function outcomeWord(outcome: string): string {
  switch (outcome) {
    case 'converged': return vscode.l10n.t('converged');
    case 'incomplete': return vscode.l10n.t('incomplete');
    case 'cancelled': return vscode.l10n.t('cancelled');
    default: return vscode.l10n.t('failed');
  }
}

function statusWord(status: ClaimView['status']): string {
  switch (status) {
    case 'supported': return vscode.l10n.t('supported');
    case 'contradicted': return vscode.l10n.t('contradicted');
    case 'conflicting': return vscode.l10n.t('conflicting');
    case 'partial': return vscode.l10n.t('partial');
    case 'uncertain': return vscode.l10n.t('uncertain');
    case 'unknown-failed': return vscode.l10n.t('unknown: failed');
    case 'open': return vscode.l10n.t('open');
  }
}

const colored = (icon: string, color: string): vscode.ThemeIcon => new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));

/** The sign that the panel's header shows for how a run ended. */
function outcomeIcon(outcome: string | null): vscode.ThemeIcon {
  switch (outcome) {
    case 'converged': return colored('pass', 'charts.green');
    case 'incomplete': return colored('color-mode', 'charts.yellow');
    case 'cancelled': return colored('debug-stop', 'charts.yellow');
    case 'failed': return colored('error', 'charts.red');
    default: return colored('debug-pause', 'charts.yellow');
  }
}

/** The same signs as in the panel; an unknown is a question mark, never an error. */
function statusIcon(status: ClaimView['status']): vscode.ThemeIcon {
  switch (status) {
    case 'supported': return colored('pass', 'charts.green');
    case 'contradicted': return colored('error', 'charts.red');
    case 'conflicting': return colored('arrow-swap', 'charts.yellow');
    case 'partial': return colored('color-mode', 'charts.yellow');
    case 'uncertain': return colored('circle-large-outline', 'charts.yellow');
    case 'unknown-failed': return colored('question', 'charts.yellow');
    case 'open': return new vscode.ThemeIcon('circle-large-outline');
  }
}

/** Day and minute as the editor's language writes them. */
export const time = (at: string): string => new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'short' });
