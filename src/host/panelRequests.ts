import * as vscode from 'vscode';
import { type StoredText } from '../core/run/records';
import { restore } from '../core/run/storedText';
import { type TraceIndex } from '../core/run/traceRange';
import { type FromPanel, type ToPanel } from '../shared/messages';
import { type Asking } from './asking';
import { commandIds } from './commandIds';
import { addressOfEvidence, compareTexts, openAddress, openSource, openSpan } from './openArchived';
import { type RunActions } from './runActions';
import { type OpenedRun } from './runRegistry';

export type PanelRequest = Exclude<FromPanel, { type: 'ready' | 'resync' | 'pulse' }>;

export interface RequestContext {
  opened: OpenedRun;
  trace: TraceIndex;
  actions: RunActions;
  asking: Asking;
}

/** Does what the panel asks. Gives its answer where one is due; what changed in the run is told by the feed. Rejects with a sentence. */
export async function answer(message: PanelRequest, { opened, trace, actions, asking }: RequestContext): Promise<ToPanel | null> {
  switch (message.type) {
    case 'openEvidence': await openSpan(opened, message.evidence, message.beside); return null;
    case 'showPage': await vscode.commands.executeCommand(commandIds.showPage, opened.id, message.evidence); return null;
    case 'openSource': await openSource(opened, message.source); return null;
    case 'openAddress': await openAddress(opened, message.source); return null;
    case 'compare': await compareTexts(opened, message.block, message.from, message.to); return null;
    case 'traceRange': return { type: 'trace', ...trace.range(message) };
    case 'eventDetail': return { type: 'detail', id: String(message.seq), text: await eventDetail(opened, message.seq) };
    case 'control':
      // What is researched further changes the ledger that was asked.
      if (message.action === 'continue') asking.stop();
      await control(message, opened, actions);
      return null;
    case 'startScope': await actions.startScope(opened, message.fields); return null;
    case 'approvePlan': await actions.approvePlan(opened, message.hash, message.claims, message.drop); return null;
    case 'review': await actions.review(opened, { block: message.block, revision: message.revision, sentence: message.sentence }, message.verdict, message.reason); return null;
    case 'correct': await actions.correct(opened, message.target, message.field, message.value, message.reason); return null;
    case 'withdraw': await actions.withdraw(opened, message.source, message.reason); return null;
    case 'restore': await actions.restore(opened, message.source, message.reason); return null;
    case 'explain': {
      const { lines } = await opened.active.explain(message.block, message.sentence);
      return { type: 'detail', id: `${message.block}:${message.sentence}`, text: lines.join('\n') };
    }
    case 'whoAnswers': {
      const { model, why } = await asking.who(opened.active);
      return { type: 'answerer', model: model?.label ?? null, why };
    }
    case 'ask': await asking.ask(opened.active, message.question, message.by); return null;
    case 'stopAsking': asking.stop(); return null;
  }
}

async function control({ action, text }: Extract<PanelRequest, { type: 'control' }>, opened: OpenedRun, actions: RunActions): Promise<void> {
  switch (action) {
    case 'pause': return actions.pause(opened);
    case 'resume': return actions.resume(opened);
    case 'stop': return actions.stop(opened);
    case 'continue': return actions.continueWith(opened, text ?? '');
    case 'export': await actions.exportArticle(opened); return;
    case 'deep': return actions.deepen(opened);
    case 'copyLink': return vscode.env.clipboard.writeText(await addressOfEvidence(opened, text ?? ''));
    case 'verify': {
      const { holds, said } = await actions.verify(opened);
      void (holds ? vscode.window.showInformationMessage(said) : vscode.window.showWarningMessage(said));
      return;
    }
    case 'showLog': await vscode.commands.executeCommand(commandIds.showLog); return;
    case 'addKey': await vscode.commands.executeCommand(commandIds.setApiKey, text); return;
    case 'chooseModel': {
      const chosen = await vscode.commands.executeCommand<string | undefined>(commandIds.chooseModel);
      if (chosen !== undefined && opened.active.state.run?.state === 'paused') await actions.goOnWith(opened, chosen);
      return;
    }
    case 'recheck': void vscode.window.showInformationMessage(await actions.recheck(opened, text ?? '')); return;
    case 'allowQuery': return actions.decideQueries(opened, 'allow');
    case 'denyQuery': return actions.decideQueries(opened, 'deny');
    case 'addFolder': return actions.addPlace(opened, 'folders');
    case 'addAddress': return actions.addPlace(opened, 'addresses');
  }
}

/** An event exactly as it is stored, and behind it what it keeps in the archive. */
async function eventDetail({ active, archive }: OpenedRun, seq: number): Promise<string> {
  const event = active.recorder.events[seq - 1];
  if (!event) throw new Error(vscode.l10n.t('There is no event {0} in this run.', seq));
  const bodies: string[] = [];
  for (const [name, stored] of storedTexts(event.data, '')) bodies.push(`── ${name} ──\n${pretty(await restore(archive, stored))}`);
  return [JSON.stringify(event, null, 2), ...bodies].join('\n\n');
}

/** Texts that the event holds by hash, with the path to each. */
function storedTexts(value: unknown, at: string): [string, StoredText][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('sha256' in value && 'length' in value && typeof value.sha256 === 'string' && typeof value.length === 'number') return [[at, { sha256: value.sha256, length: value.length }]];
  return Object.entries(value).flatMap(([key, inner]) => storedTexts(inner, at === '' ? key : `${at}.${key}`));
}

/** JSON is laid out for reading; anything else stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: an answer in words.
    return text;
  }
}
