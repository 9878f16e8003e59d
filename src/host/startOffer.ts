import path from 'node:path';
import * as vscode from 'vscode';
import { type StartOffer } from '../shared/messages';
import { type RunView } from '../shared/view';
import { researcherLabel } from './researchers';
import { type OpenedRun } from './runRegistry';

type PlaceKind = 'folders' | 'addresses' | 'providers';

/** An offered place by its position, because a path may hold the comma that joins ids. */
export const placeId = (kind: PlaceKind, at: number): string => `${kind}:${at}`;

/** What the start form shows beside the drafted scope: what is unclear, the places and the researcher that the run was created with, and the depths it can have. */
export function startOffer(view: RunView, { active }: OpenedRun): StartOffer | null {
  const options = active.state.run?.options;
  if (view.run.waitingFor !== 'scope' || !options) return null;
  const places = [
    ...options.folders.map((folder, at) => ({ id: placeId('folders', at), label: path.basename(folder), note: folder })),
    ...options.addresses.map((address, at) => ({ id: placeId('addresses', at), label: address, note: '' })),
    ...options.providers.map((name, at) => ({ id: placeId('providers', at), label: name, note: '' })),
  ];
  return {
    questions: (active.state.ledger.proposedScope?.unclear ?? []).map(({ question, suggestion }) => ({ question, suggestion })),
    places: places.map((place) => ({ ...place, chosen: true, usable: true })),
    // What is in force stays in force: it cannot be chosen away.
    depths: view.budget.depth === 'deep' ? [{ id: 'deep', note: vscode.l10n.t('in force since the start') }] : [
      { id: 'auto', note: vscode.l10n.t('standard, and deep when that is not enough') },
      { id: 'standard', note: vscode.l10n.t('never more than the standard limits') },
      { id: 'deep', note: vscode.l10n.t('half as much again of everything, asked for at once') },
    ],
    depth: view.budget.depth === 'deep' ? 'deep' : options.depth,
    researchers: [{ id: options.researcher, label: researcherLabel(options.researcher) }],
    researcher: options.researcher,
  };
}
