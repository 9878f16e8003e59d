import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type ActiveRun } from '../core/run/activeRun';
import { type RunEvent } from '../core/run/event';
import { type Log } from '../core/run/platform';
import { type RunOptions } from '../core/run/records';
import { type Archive } from '../core/source/archive';
import { type Deletion } from '../node/store/deletion';
import { type RunHead, type UnreadableRun } from '../node/store/runFolder';
import { placeForNew, type ResearchPlace } from './researchPlaces';

/** The runs of one `.research` folder, as `compose` makes them. */
export interface RunStore {
  create(question: string, options: RunOptions): Promise<ActiveRun>;
  open(folder: string, mode: 'auto' | 'reader'): Promise<ActiveRun>;
  list(): Promise<(RunHead | UnreadableRun)[]>;
  planDeletion(run: string): Promise<Deletion>;
  delete(plan: Deletion): Promise<void>;
  readonly archive: Archive;
}

/** A run that this window has open, shared by everything that shows it. */
export interface OpenedRun {
  id: string;
  place: ResearchPlace;
  active: ActiveRun;
  archive: Archive;
  store: RunStore;
}

/** What a list says of a run. */
export interface ListedRun {
  id: string;
  folder: string;
  place: ResearchPlace;
  question: string;
  state: string;
  outcome: string | null;
  startedAt: string;
  /** Why its folder cannot be read; then nothing else is known. */
  problem: string | null;
}

/** `events`: what was just recorded. `reopened`: the run's object is a new one. `working`: it began or stopped to work. */
export interface RunChange {
  run: string;
  what: 'events' | 'opened' | 'reopened' | 'working' | 'closed' | 'listed';
  events: readonly RunEvent[];
}

export interface RegistryParts {
  places: () => ResearchPlace[];
  /** Loads the product on first use. */
  openStore: (research: string) => Promise<RunStore>;
  log: Log;
}

/** Owns the runs of this window. A run goes on whatever panels do; it is released when the window closes. */
export class RunRegistry {
  readonly #stores = new Map<string, Promise<RunStore>>();
  readonly #opened = new Map<string, Promise<OpenedRun>>();
  readonly #current = new Map<string, OpenedRun>();
  readonly #changed = new vscode.EventEmitter<RunChange>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly parts: RegistryParts) {}

  /** Runs that this window has open now. */
  get opened(): OpenedRun[] {
    return [...this.#current.values()];
  }

  /** Every run of every place, newest first. A place that cannot be read is named in the log and leaves the others listed. */
  async list(): Promise<ListedRun[]> {
    const lists = await Promise.all(this.parts.places().map(async (place) => {
      try {
        if (!(await exists(path.join(place.research, 'runs')))) return [];
        return (await (await this.#store(place.research)).list()).map((head) => this.#listed(place, head));
      } catch (cause) {
        this.parts.log.error(`The runs in ${place.research} could not be listed.`, cause);
        return [];
      }
    }));
    return lists.flat().sort((a, b) => b.id.localeCompare(a.id));
  }

  /** The run of that id, opened once for all that ask. Rejects with a sentence when there is none. */
  open(run: string): Promise<OpenedRun> {
    const known = this.#opened.get(run);
    if (known) return known;
    const opening = this.#open(run);
    this.#opened.set(run, opening);
    opening.catch(() => this.#opened.delete(run));
    return opening;
  }

  async create(question: string, options: RunOptions): Promise<OpenedRun> {
    const place = placeForNew(this.parts.places(), options.folders);
    const store = await this.#store(place.research);
    const active = await store.create(question, options);
    const opened = this.#follow({ id: path.basename(active.folder), place, active, archive: store.archive, store });
    this.#opened.set(opened.id, Promise.resolve(opened));
    this.#fire(opened.id, 'opened');
    return opened;
  }

  /** Lets a run work until it ends, pauses or waits. Resolves then; rejects when its log cannot be written. */
  async go(run: string): Promise<void> {
    const { active } = await this.open(run);
    const going = active.go();
    this.#fire(run, 'working');
    try {
      await going;
    } finally {
      this.#fire(run, 'working');
    }
  }

  /** The writer from now on, if nobody else writes any more. After a failed write nobody knows here what is on the disk: then it is opened anew. */
  async takeOver(run: string): Promise<OpenedRun> {
    const opened = await this.open(run);
    if (!opened.active.recorder.follows) return this.reopen(run);
    if (await opened.active.takeOver()) this.#fire(run, 'working');
    return opened;
  }

  /** Opens anew: as the writer if no other window writes any more. */
  async reopen(run: string): Promise<OpenedRun> {
    await this.close(run);
    const opened = await this.open(run);
    this.#fire(run, 'reopened');
    return opened;
  }

  /** After the workspace became trusted: what was only read may be written now. */
  async reopenAll(): Promise<void> {
    await Promise.all(this.opened.filter(({ active }) => !active.recorder.writable).map(({ id }) => this.reopen(id)));
    this.listChanged();
  }

  /** A run that was working is left as it stands; whoever opens it next goes on. */
  async close(run: string): Promise<void> {
    const opening = this.#opened.get(run);
    if (!opening) return;
    this.#opened.delete(run);
    this.#current.delete(run);
    await (await opening).active.close();
    this.#fire(run, 'closed');
  }

  /** The list itself changed: a run was deleted, or a place became readable. */
  listChanged(): void {
    this.#fire('', 'listed');
  }

  /** Releases every run. What could not be released is named in the log. */
  async dispose(): Promise<void> {
    const closing = await Promise.allSettled([...this.#opened.keys()].map((run) => this.close(run)));
    for (const end of closing) if (end.status === 'rejected') this.parts.log.error('A run could not be closed.', end.reason);
    this.#changed.dispose();
  }

  /** What is asked of a run that need not stay open: of the opened one, or of one that is only read meanwhile, so that whoever works on it still can. */
  async look<T>(run: string, ask: (opened: OpenedRun) => Promise<T>): Promise<T> {
    const known = this.#opened.get(run);
    if (known) return ask(await known);
    const read = await this.#read(run, 'reader');
    try {
      return await ask(read);
    } finally {
      await read.active.close();
    }
  }

  async #open(run: string): Promise<OpenedRun> {
    const opened = this.#follow(await this.#read(run, 'auto'));
    this.#fire(run, 'opened');
    return opened;
  }

  async #read(run: string, mode: 'auto' | 'reader'): Promise<OpenedRun> {
    const { runFolder } = await import('../node/store/runFolder');
    for (const place of this.parts.places()) {
      const folder = runFolder(place.research, run);
      if (!(await exists(folder))) continue;
      const store = await this.#store(place.research);
      const active = await store.open(folder, place.trusted ? mode : 'reader');
      return { id: run, place, active, archive: store.archive, store };
    }
    throw new Error(vscode.l10n.t('There is no run {0} in the folders of this window. Open the folder that holds it.', run));
  }

  /** A run that is open here is known better than its journal's head tells. */
  #listed(place: ResearchPlace, head: RunHead | UnreadableRun): ListedRun {
    if ('problem' in head) return { id: head.run, folder: head.folder, place, question: head.run, state: 'unknown', outcome: null, startedAt: '', problem: head.problem };
    const live = this.#current.get(head.run)?.active.state.run;
    return { id: head.run, folder: head.folder, place, startedAt: head.startedAt, question: live?.followUps.at(-1) ?? head.question, state: live?.state ?? head.state ?? 'drafting', outcome: live ? live.outcome : head.outcome, problem: null };
  }

  #follow(opened: OpenedRun): OpenedRun {
    this.#current.set(opened.id, opened);
    opened.active.recorder.onChange((_state, events) => this.#changed.fire({ run: opened.id, what: 'events', events }));
    return opened;
  }

  #store(research: string): Promise<RunStore> {
    const known = this.#stores.get(research);
    if (known) return known;
    const opening = this.parts.openStore(research);
    this.#stores.set(research, opening);
    opening.catch(() => this.#stores.delete(research));
    return opening;
  }

  #fire(run: string, what: RunChange['what']): void {
    this.#changed.fire({ run, what, events: [] });
  }
}

const exists = (file: string): Promise<boolean> => access(file).then(() => true, () => false);
