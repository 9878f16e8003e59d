import * as vscode from 'vscode';
import { spoken, wordsOf, type Words } from '../core/run/said';
import { type RunState } from '../core/run/state';
import { type RunView } from '../shared/view';

/** The host's own words in the language of the editor; as the log has them where there is no translation. */
export const inEditorLanguage = (words: Words): string => spoken(words, (template) => vscode.l10n.t(template));

/** What an error says. */
export const errorWords = (cause: unknown): string => inEditorLanguage(wordsOf(cause));

/** The view with what the host said of the run (why it stands still or ended, its notices, its decisions) in the language of the editor. */
export function viewInEditorLanguage(view: RunView, { run, notices, budget }: RunState): RunView {
  const here = (text: string | null): string | null => (text !== null && run?.said ? inEditorLanguage(run.said) : text);
  return {
    ...view,
    run: { ...view.run, reason: here(view.run.reason), why: here(view.run.why), notices: notices.map(({ text, said }) => inEditorLanguage(said ?? text)) },
    budget: {
      ...view.budget,
      reservations: view.budget.reservations.map((held) => ({ ...held, purpose: inEditorLanguage(budget.reservations[held.id]?.purpose ?? held.purpose) })),
      decisions: budget.decisions.map(({ at, what, reason }) => ({ at, what: inEditorLanguage(what), reason: inEditorLanguage(reason) })),
    },
  };
}
