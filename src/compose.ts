import { createHash, randomBytes } from 'node:crypto';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { grantDrafts } from './core/budget/approver';
import { firstWish } from './core/budget/depth';
import { axes, type Amounts } from './core/budget/events';
import { hostedResearcher } from './core/researcher/hosted/hostedResearcher';
import { extractiveResearcher } from './core/researcher/extractive/extractive';
import { type Researcher } from './core/researcher/researcher';
import { ActiveRun } from './core/run/activeRun';
import { type Log } from './core/run/platform';
import { newNotices } from './core/run/notices';
import { Recorder } from './core/run/recorder';
import { SaidError, say } from './core/run/said';
import { modelOf, priceOf, roles, runOptions, type Lesson, type Price, type RunOptions } from './core/run/records';
import { facts } from './core/run/state';
import { type Archive } from './core/source/archive';
import { nothingNew, type LookAtFolders } from './core/source/folderNews';
import { Library } from './core/source/library';
import { type SearchProvider } from './core/source/provider';
import { editorServer, type ModelClient } from './core/request/modelClient';
import { type Showing } from './core/request/preview';
import { modelResearcher } from './core/researcher/model/modelResearcher';
import { toolset } from './core/tool/toolset';
import { articleFile } from './node/articleFile';
import { AwakeClock, systemClock } from './node/clock';
import { createFolderProvider, type FolderProvider } from './node/corpus/folderProvider';
import { folderWatch } from './node/corpus/folderWatch';
import { SafeFetcher } from './node/http/safeFetcher';
import { createSourceReader } from './node/reader';
import { readerVersion } from './node/reader/format';
import { givenAddresses } from './node/search/givenAddresses';
import { mathCalculator } from './node/mathCalculator';
import { providerDescriptions, remoteProviders } from './node/search/remoteProviders';
import { createArchive } from './node/store/archiveFiles';
import { deleteRun, planDeletion, type Deletion } from './node/store/deletion';
import { createRun, listRuns, openRun, type RunHead, type UnreadableRun } from './node/store/runFolder';
import { imageInThread } from './node/store/imageThread';
import { type StoredLog } from './node/store/runLog';
import { sqlTableEngine } from './node/table/sqlTableEngine';

/** What the two ways in, the editor and the command line, decide for all runs. */
export interface ComposeOptions {
  /** The `.research` folder in which runs and archive are kept. */
  research: string;
  /** Folder of the bundles and what ships beside them. */
  dist: string;
  log: Log;
  /** Address of a proxy, or null. */
  proxy: string | null;
  /** Which program this is, for others that open the same run. */
  program: 'editor' | 'command-line';
  /** Names the product and its version; sent to servers and written into each run. */
  product: string;
  /** The user's key by name (`openai`, or a search provider's); shown and written nowhere. */
  secret: (name: string) => Promise<string | undefined>;
  /** Base address of the model server. */
  modelServer: string;
  /** The editor's own models, where there are any; `lacks`: what a run learnt that it does not take. */
  editorModel?: (name: string, lacks: readonly string[]) => Promise<ModelClient | null>;
  /** Mail address or page that several services ask for. */
  contact: string | null;
  /** Base address of a search server of the user's own, by the provider's name. */
  searchServer?: (name: string) => string | undefined;
  /** A provider that only this way in knows, by the name that a run has for it: a language-model tool of the editor that searches. */
  furtherProvider?: (name: string) => SearchProvider | null;
}

/** What a run reaches outside. */
interface World {
  library: Library;
  providers: readonly SearchProvider[];
  lookAtFolders: LookAtFolders;
  dispose: () => Promise<void>;
}

/** What a model is reached by. */
export type ModelOptions = Pick<ComposeOptions, 'secret' | 'modelServer' | 'editorModel'>;

export type OpenMode = 'auto' | 'reader';

export interface Runs {
  create(question: string, options: RunOptions): Promise<ActiveRun>;
  /** `folder` is a run's folder. */
  open(folder: string, mode: OpenMode): Promise<ActiveRun>;
  /** Newest first; reads the journals alone. */
  list(): Promise<(RunHead | UnreadableRun)[]>;
  /** What deleting a run would take away, to be shown before anything goes. */
  planDeletion(run: string): Promise<Deletion>;
  delete(plan: Deletion): Promise<void>;
  readonly archive: Archive;
}

/** What was asked for cannot be started as it is; nothing was made. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The one place that constructs the parts both the editor and the command line need. */
export function composeRuns(options: ComposeOptions): Runs {
  const archive = createArchive(options.research);
  const inDist = (name: string): string => path.join(options.dist, name);
  const reader = createSourceReader({
    workerPath: inDist('readerWorker.js'),
    pdfAssets: { library: inDist('assets/pdfjs/pdf.min.mjs'), worker: inDist('assets/pdfjs/pdf.worker.min.mjs'), cmaps: inDist('assets/pdfjs/cmaps'), standardFonts: inDist('assets/pdfjs/standard_fonts') },
  });

  const reading = { makeImage: imageInThread({ worker: inDist('imageWorker.js'), wasm: inDist('sql-wasm.wasm') }), log: options.log, program: options.program };

  async function open(folder: string, mode: OpenMode): Promise<ActiveRun> {
    const log = await openRun(folder, { mode, ...reading });
    const recorder = await recorderOf(log);
    await recordWhatWasFound(log, recorder);
    return assemble(folder, log, recorder);
  }

  /** What opening or taking over found and mended is kept with the run, where this is its writer. */
  async function recordWhatWasFound(log: StoredLog, recorder: Recorder): Promise<void> {
    if (!recorder.writable || recorder.events.length === 0) return;
    await recorder.commit(({ notices, budget: { depth } }) => [
      ...newNotices({ notices }, log.notices),
      ...(log.depthSetAside && (depth === 'standard' || depth === 'recorded-pending') ? [{ type: 'depth.unreadable' as const, by: 'host', data: { of: 'depth.decided', problem: 'it was set aside with a writer that had lost the run to another', was: null } }] : []),
    ]);
  }

  /** A log that makes no state is let go again. */
  async function recorderOf(log: StoredLog): Promise<Recorder> {
    try {
      return new Recorder(log, systemClock);
    } catch (cause) {
      await log.close();
      throw cause;
    }
  }

  /** Opens a run that is there: a folder without one has nothing that could hold or be verified. */
  async function openExisting(folder: string, mode: OpenMode): Promise<ActiveRun> {
    const active = await open(folder, mode);
    if (active.state.run) return active;
    await active.close();
    throw new Error(`There is no run in ${folder} that can be read${active.recorder.events.length === 0 ? ': its journal holds no event' : ''}. Put back a copy of the folder, or delete it.`);
  }

  function assemble(folder: string, log: StoredLog, recorder: Recorder): ActiveRun {
    const world = worldFor(() => facts(recorder.state).options);
    const clock = new AwakeClock();
    return new ActiveRun({
      recorder, folder, archive, tools: toolset, clock, log: options.log, sha256,
      articleFile: articleFile(folder),
      async takeOver() {
        if (!(await log.takeOver())) return false;
        await recordWhatWasFound(log, recorder);
        return true;
      },
      researcher: (role, show) => researcherOf(modelOf(facts(recorder.state).options, role), options, show, recorder.state.lessons),
      model: (name) => modelNamed(name, options, priceOf(facts(recorder.state).options, name), recorder.state.lessons),
      verifier: async () => {
        const { researcher, maxOutput, price } = modelOf(facts(recorder.state).options, 'verifier');
        return { client: await modelNamed(researcher, options, price, recorder.state.lessons), maxOutput };
      },
      tables: sqlTableEngine({ worker: inDist('sqlWorker.js'), wasm: inDist('sql-wasm.wasm') }), calculator: mathCalculator,
      get library() { return world.now().library; },
      get providers() { return world.now().providers; },
      lookAtFolders: () => world.now().lookAtFolders(),
      dispose: () => {
        clock.dispose();
        return world.dispose();
      },
    });
  }

  /** The world of a run's options, made anew when the user changed them. */
  function worldFor(wanted: () => RunOptions): { now: () => World; dispose: () => Promise<void> } {
    let made: { options: RunOptions; world: World } | null = null;
    const worlds: World[] = [];
    return {
      now() {
        const now = wanted();
        if (made?.options !== now) {
          made = { options: now, world: worldOf(now) };
          worlds.push(made.world);
        }
        return made.world;
      },
      dispose: async () => { await Promise.all(worlds.map((world) => world.dispose())); },
    };
  }

  /** What a run reaches outside: made when it first works, with the folders and hosts that this run was given. */
  function worldOf(run: RunOptions): World {
    const fetcher = new SafeFetcher({ clock: systemClock, userAgent: `${options.product} (research on behalf of a person)`, allowHosts: run.allowHosts, proxy: options.proxy, folders: run.folders });
    const folder: FolderProvider | null = run.folders.length === 0 ? null : createFolderProvider({
      folders: [...run.folders], exclude: [], reader, readerVersion, log: options.log, clock: () => Date.now(),
      indexFolder: path.join(options.research, 'cache', 'corpus', sha256(run.folders.join('\n')).slice(0, 16)),
    });
    const bases = Object.fromEntries(providerDescriptions().filter(({ base }) => base === null).flatMap(({ name }): [string, string][] => { const address = options.searchServer?.(name); return address ? [[name, address]] : []; }));
    const remote = remoteProviders({ client: fetcher.client, clock: systemClock, secret: options.secret, contact: options.contact, bases });
    return {
      library: new Library({ archive, fetcher, reader, clock: systemClock }),
      providers: [...(folder ? [folder] : []), ...givenAddresses(run.addresses, fetcher), ...remote.filter(({ name }) => run.providers.includes(name)), ...run.providers.flatMap((name) => options.furtherProvider?.(name) ?? [])],
      lookAtFolders: folder ? folderWatch(folder, run.folders, systemClock) : () => Promise.resolve(nothingNew),
      dispose: async () => {
        await folder?.close();
        await fetcher.close();
      },
    };
  }

  return {
    archive,
    open: openExisting,
    list: () => listRuns(options.research),
    planDeletion: (run) => planDeletion(options.research, run, reading),
    delete: (plan) => deleteRun(options.research, plan, reading),
    async create(question, run) {
      await refuseBadInput(question, run, options);
      const grants = grantDrafts(limitsOf(run.limits), run.deadline ?? null, modelOf(run, 'main').price);
      const folder = await createRun(options.research, newRunId());
      const active = await open(folder, 'auto');
      await active.recorder.commit(() => [
        { type: 'run.created', by: 'user', data: { run: path.basename(folder), question: question.trim(), language: run.language ?? 'en', options: run, product: options.product } },
        ...grants,
        ...firstWish(run),
      ]);
      return active;
    },
  };
}

async function researcherOf({ researcher: name, maxOutput, price }: ReturnType<typeof modelOf>, options: ComposeOptions, show: Showing, lessons: readonly Lesson[]): Promise<Researcher> {
  if (name === 'extractive') return extractiveResearcher;
  const hosted = /^hosted:(.+)$/.exec(name)?.[1];
  if (hosted !== undefined) {
    const { HostedModelClient } = await import('./node/model/hostedModelClient');
    return hostedResearcher(new HostedModelClient({ ...await serverFor(hosted, options, lessons), ...(price ? { price } : {}) }), show);
  }
  return modelResearcher(await modelNamed(name, options, price, lessons), show, maxOutput);
}

const publicServer = 'https://api.openai.com';

/** `lessons`: what the run learnt of servers. `openai:NAME` (chat completions), `responses:NAME` (background responses), `editor:NAME` or `replay:FILE`. */
export async function modelNamed(name: string, options: ModelOptions, price: Price | null = null, lessons: readonly Lesson[] = []): Promise<ModelClient> {
  const [kind, ...rest] = name.split(':');
  const model = rest.join(':');
  const priced = price ? { price } : {};
  if (kind === 'openai' && model !== '') {
    const { OpenAiClient } = await import('./node/model/openaiClient');
    return new OpenAiClient({ ...await serverFor(model, options, lessons), ...priced });
  }
  if (kind === 'responses' && model !== '') {
    const { ResponsesClient } = await import('./node/model/responsesClient');
    return new ResponsesClient({ ...await serverFor(model, options, lessons), ...priced });
  }
  if (kind === 'replay' && model !== '') {
    const { replayClient } = await import('./node/model/replayClient');
    return replayClient(model);
  }
  const editor = kind === 'editor' ? await options.editorModel?.(model, lacksOf(lessons, editorServer, model)) : null;
  if (!editor) throw new Error(noResearcher(name, options));
  return editor;
}

const noResearcher = (name: string, { editorModel }: Pick<ModelOptions, 'editorModel'>): string =>
  `There is no researcher "${name}". Known: extractive, openai:NAME, responses:NAME, hosted:NAME, replay:FILE${editorModel ? ', editor:NAME' : ''}.`;

const isResearcher = (name: string, { editorModel }: Pick<ModelOptions, 'editorModel'>): boolean =>
  name === 'extractive' || /^(?:openai|responses|hosted|replay):./s.test(name) || (editorModel !== undefined && /^editor:./s.test(name));

async function serverFor(model: string, { modelServer, secret }: ModelOptions, lessons: readonly Lesson[]): Promise<{ baseURL: string; apiKey: string | null; model: string; lacks: string[] }> {
  const { modelServerAt } = await import('./node/model/modelServer');
  const { baseURL, apiKey } = modelServerAt(modelServer, await secret('openai'));
  // A server of one's own may ask for no key; where it does, its refusal says so.
  if (apiKey === null && baseURL.startsWith(publicServer)) throw new SaidError(say('There is no key for {0}. Set OPENAI_API_KEY, or in the editor run “Research Ledger: Set API Key”.', baseURL));
  return { baseURL, apiKey, model, lacks: lacksOf(lessons, baseURL, model) };
}

/** What a run learnt of this model behind this server; of any other it is learnt anew. */
const lacksOf = (lessons: readonly Lesson[], server: string, model: string): string[] => lessons.filter((known) => known.server === server && known.model === model).map(({ lacks }) => lacks);

/** The date in front sorts the folders; the rest keeps two runs of one second apart. */
const newRunId = (): string => `run-${new Date().toISOString().slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(3).toString('hex')}`;

/** Explicit limits by axis; active time may be given in `minutes`. */
const limitsOf = ({ minutes, ...limits }: Record<string, number>): Amounts => {
  if (minutes !== undefined && limits['milliseconds'] !== undefined) throw new InputRefused('Active time is limited twice, in minutes and in milliseconds: name one.');
  const unknown = Object.keys(limits).filter((name) => !(axes as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InputRefused(`There is no limit "${unknown.join('", "')}". Limits: minutes, ${axes.join(', ')}.`);
  return minutes === undefined ? limits : { ...limits, milliseconds: minutes * 60_000 };
};

/** For a million tokens, whatever the currency: beyond it a request's cost is no number any more. */
const dearest = 1e9;

/** Each role's model is known, and has a price where money is limited: what nobody can count, no limit holds. */
function refuseBadRoles(run: RunOptions, options: ComposeOptions): void {
  for (const role of roles) {
    const { researcher, price } = modelOf(run, role);
    const named = role === 'main' ? '' : ` (role ${role})`;
    if (!isResearcher(researcher, options)) throw new InputRefused(`${noResearcher(researcher, options)}${named}`);
    if (role !== 'main' && researcher !== modelOf(run, 'main').researcher && researcher.startsWith('hosted:')) throw new InputRefused(`${researcher} does a whole research by itself, and has only the role main${named}.`);
    if ((role === 'verifier' || role === 'judge') && run.roles?.[role]?.researcher === 'extractive') throw new InputRefused(`extractive picks quotations by rule and judges nothing: name a model${named}.`);
    if (price && Math.max(price.input, price.cached, price.output) > dearest) throw new InputRefused(`The price of ${researcher}${named} is beyond reason: prices are for a million tokens, and at most ${dearest}.`);
    if (run.limits['money'] !== undefined && price === null) throw new InputRefused(`A limit of money needs the price of ${researcher}${named}: without it what a request costs is unknown. Name the price in researchLedger.roles (on the command line --roles FILE), or take the limit away.`);
  }
}

async function refuseBadInput(question: string, run: RunOptions, options: ComposeOptions): Promise<void> {
  if (question.trim() === '') throw new InputRefused('There is no question. Write what you want to know, for example: research-ledger run "How many…?" --folder DIR');
  const fits = runOptions.safeParse(run);
  if (!fits.success) throw new InputRefused(`What the run is to work with does not fit:\n${z.prettifyError(fits.error)}`);
  if (run.folders.length === 0 && run.addresses.length === 0 && run.providers.length === 0 && !run.researcher.startsWith('hosted:')) throw new InputRefused('There is nothing to research: name a folder (--folder), an address (--url) or a search provider (--search).');
  const known = providerDescriptions().map(({ name }) => name);
  const strange = run.providers.filter((name) => !known.includes(name) && !options.furtherProvider?.(name));
  if (strange.length > 0) throw new InputRefused(`There is no search provider "${strange.join('", "')}". Known: ${known.join(', ')}.`);
  refuseBadRoles(run, options);
  for (const folder of run.folders) {
    const there = await stat(folder).catch(() => null);
    if (!there) throw new InputRefused(`${folder} is not there. Name a folder or file that exists.`);
    await access(folder).catch(() => { throw new InputRefused(`${folder} cannot be read. Allow reading it, or name another folder.`); });
  }
}
