import { renderMarkdown } from '../article/markdown';
import { furtherGrantDrafts } from '../budget/approver';
import { reviewDrafts } from '../article/waiting';
import { wishDrafts } from '../budget/depth';
import { explainSentence, type Explanation } from '../check/explain';
import { asksAgain } from '../check/tableResults';
import { verifyRun, type Verification } from '../check/verify';
import { answerFromLedger, type LedgerAnswer } from '../ledger/answer';
import { stillDown } from '../ledger/calculated';
import { correctionDrafts } from '../ledger/corrections';
import { type Claim, type Scope } from '../ledger/records';
import { acceptPlan, planHash } from '../ledger/plan';
import { restoreSourceDrafts, withdrawSourceDrafts } from '../ledger/withdraw';
import { askModel, type ModelAnswerToQuestion } from '../request/askModel';
import { judgeArticle, type Grading } from '../request/judgeArticle';
import { type ModelClient } from '../request/modelClient';
import { LivePreview, type Showing } from '../request/preview';
import { type Researcher } from '../researcher/researcher';
import { type Source } from '../source/records';
import { recheckSource, type Recheck } from '../source/recheck';
import { type RunView } from '../../shared/view';
import { freezePlan, freezeScope } from '../tool/scopeTools';
import { type EventData } from './event';
import { RunLoop, type LoopParts } from './loop';
import { LogFailed } from './log';
import { errorMessage } from './platform';
import { ownPause } from './ownPause';
import { type Recorder } from './recorder';
import { modelOf, priceOf, type Role, type RunOptions } from './records';
import { newNotices } from './notices';
import { recorded, say, wordsOf, type Words } from './said';
import { facts, whatIf, type RunState } from './state';
import { storedCall, type StoredCall } from './storedCall';
import { viewOf } from './view';

/** What is about to be written for readers, and a notice when it steps aside. */
export interface ArticleToWrite {
  file: string;
  sha256: string;
  notice: Words | null;
}

/** Port: the file beside the ledger that readers open. */
export interface ArticleFile {
  /**
   * Writes the article. A file that is none of `ours`, since a person edited it, is left alone and ours goes beside it. `intend` is
   * told before anything is put in its place: a kill in between must not make our own file a stranger's.
   */
  write(markdown: string, ours: (sha256: string) => boolean, intend: (step: ArticleToWrite) => Promise<void>): Promise<void>;
}

export interface ActiveRunParts extends Omit<LoopParts, 'researcher'> {
  /** Where the run is kept. */
  folder: string;
  articleFile: ArticleFile;
  /** Made when a role first works: reading a finished run needs no researcher. Rejects with a sentence when it cannot be had. */
  researcher: (role: Role, show: Showing) => Promise<Researcher>;
  /** A model by its name as in `openai:NAME`, for a question to the ledger. Rejects with a sentence when it cannot be had. */
  model: (name: string) => Promise<ModelClient>;
  /** Becomes the writer if nobody writes any more; the recorder has every event then. Rejects with LogFailed. */
  takeOver: () => Promise<boolean>;
  /** Releases what was made for this run. */
  dispose: () => Promise<void>;
}

/**
 * One opened run: what people and programs do with it. It belongs to whoever opened it, never to a panel, and releases
 * everything it was given when it is closed.
 */
export class ActiveRun {
  #loop: RunLoop | null = null;
  #going: Promise<void> | null = null;
  /** Asked to go on while the loop was coming to rest: it does, once that is done. */
  #again = false;
  /** Asked to pause: holds too for a loop that is not made yet. */
  #pausing: Words | null = null;
  /** What the main researcher writes at this moment. */
  readonly preview = new LivePreview();
  #closed = false;

  constructor(private readonly parts: ActiveRunParts) {}

  get recorder(): Recorder {
    return this.parts.recorder;
  }

  get state(): RunState {
    return this.parts.recorder.state;
  }

  get folder(): string {
    return this.parts.folder;
  }

  get running(): boolean {
    return this.#going !== null;
  }

  /** A run that was only followed can be written from now on; false while another writes it. */
  takeOver(): Promise<boolean> {
    return this.parts.takeOver();
  }

  /** Works until the run ended, paused or waits. A second call joins the first, or follows it where that is coming to rest. */
  go(): Promise<void> {
    this.#again = this.#loop?.halting ?? false;
    this.#pausing = null;
    this.#going ??= this.#workOn();
    return this.#going;
  }

  async #workOn(): Promise<void> {
    try {
      do {
        this.#again = false;
        this.#loop = null;
        await this.#work();
      } while (this.#again && !this.#closed);
    } finally {
      this.#going = null;
      this.#loop = null;
    }
  }

  async #work(): Promise<void> {
    const run = facts(this.state);
    if (run.state === 'ended') return this.#finishEnd();
    if (run.waitingFor === 'scope' || run.waitingFor === 'plan') return;
    let made: Researcher;
    try {
      made = await this.parts.researcher('main', this.preview.show);
    } catch (cause) {
      await this.recorder.commit(() => [{ type: 'run.stateChanged', by: 'host', data: { state: 'paused', waitingFor: 'key', ...recorded(wordsOf(cause)) } }]);
      return;
    }
    if (this.#closed) return;
    this.#loop = this.#loopWith(made);
    if (this.#pausing !== null) this.#loop.pause(this.#pausing);
    await this.#loop.go();
    await this.writeArticle();
  }

  /** What others than the main researcher write is shown nowhere. */
  #loopWith(main: Researcher): RunLoop {
    return new RunLoop({ ...this.parts, researcher: main, researcherFor: (role) => this.parts.researcher(role, () => undefined) });
  }

  /** What a kill right after the end left undone: the article for readers, and the image before it. */
  async #finishEnd(): Promise<void> {
    const before = this.state.seq;
    await this.writeArticle();
    if (this.state.seq > before) await this.recorder.checkpoint();
  }

  /** Resolves when the loop has stopped; what was under way starts again on resume. */
  async pause(reason: Words): Promise<void> {
    this.#pausing = reason;
    this.#loop?.pause(reason);
    await this.#going;
  }

  /** Ends the run, also one that was just coming to rest, or about to begin. */
  async cancel(): Promise<void> {
    this.#again = false;
    this.#pausing = ownPause.user;
    this.#loop?.cancel();
    await this.#going;
    if (facts(this.state).state === 'ended') return;
    const loop = this.#loopWith(idle);
    loop.cancel();
    await loop.go();
  }

  /** A follow-up question reopens an ended run: the scope changes on the record, and the article is revised. */
  async continueWith(question: string): Promise<void> {
    if (question.trim() === '') throw new Error('There is no question. Write what is asked further.');
    if (facts(this.state).state !== 'ended') throw new Error('The run has not ended: pause or stop it before asking further.');
    await this.recorder.commit((state) => [{ type: 'run.continued', by: 'user', data: { question: question.trim() } }, ...furtherGrantDrafts(state.budget, this.parts.clock.now(), modelOf(facts(state).options, 'main').price)]);
  }

  /** `change`: what the user decided otherwise than when the run was created. */
  async startScope(scope: Scope, by: string, change: Partial<RunOptions> = {}): Promise<void> {
    await this.recorder.commit((state) => {
      const { waitingFor, options } = facts(state);
      if (waitingFor !== 'scope') return [];
      return [
        ...(change.depth === 'deep' ? wishDrafts(state.budget, 'user', say('chosen in the start form'), by) : []),
        ...(Object.keys(change).length > 0 ? [{ type: 'options.changed' as const, by, data: { options: { ...options, ...change } } }] : []),
        ...freezeScope(state, scope, by),
      ];
    });
  }

  /** Other places, researcher or depth for what follows; only while the scope is asked, because then nothing has been searched. */
  async changeOptions(change: Partial<RunOptions>, by: string): Promise<void> {
    await this.recorder.commit((state) => {
      const { waitingFor, options } = facts(state);
      if (waitingFor !== 'scope') throw new Error('The scope is frozen: what is searched cannot be changed any more.');
      return [{ type: 'options.changed', by, data: { options: { ...options, ...change } } }];
    });
  }

  /** Another researcher does what follows; only while the run stands still. A price belongs to its model. */
  async changeResearcher(researcher: string, by: string): Promise<void> {
    if (this.#loop?.halting) await this.#going;
    if (this.running) throw new Error('The run is working: pause it, then choose who goes on.');
    await this.recorder.commit((state) => {
      const { options } = facts(state);
      const { researcher: _before, price: _price, ...main } = options.roles?.main ?? {};
      return [{ type: 'options.changed', by, data: { options: { ...options, researcher, ...(options.roles ? { roles: { ...options.roles, main } } : {}) } } }];
    });
  }

  /** What was approved is what runs: the plan that the hash names, or with the user's own edits the plan they make. */
  async approvePlan(hash: string, claims: readonly Claim[], by: string): Promise<void> {
    await this.recorder.commit((state) => {
      const proposed = state.ledger.proposed;
      if (!proposed || facts(state).waitingFor !== 'plan') return [];
      if (proposed.hash !== hash) throw new Error(`The plan that waits is ${proposed.hash.slice(0, 8)}…, not ${hash.slice(0, 8)}…: look at it again.`);
      return freezePlan(state, claims, proposed.searches, planHash(claims, proposed.searches, this.parts.sha256), by);
    });
  }

  /** Starts from a plan that a person wrote or approved elsewhere. Its problems are named; nothing is recorded then. */
  async adoptPlan(scope: Scope, claims: readonly Claim[], searches: readonly { claim: string; query: string }[], by: string): Promise<void> {
    const problems = acceptPlan(scope, claims);
    if (problems.length > 0) throw new Error(`The plan was not accepted:\n- ${problems.join('\n- ')}`);
    await this.recorder.commit((state) => [
      ...freezeScope(state, scope, by),
      ...freezePlan(state, claims, searches, planHash(claims, searches, this.parts.sha256), by),
    ]);
  }

  /** Hashes everything again; what changed is recorded where this run can be written. */
  async verify(): Promise<Verification> {
    const verification = await verifyRun(this.state, this.parts.archive, asksAgain(this.parts, new AbortController().signal));
    if (verification.drafts.length > 0 && this.recorder.writable) await this.recorder.commit(() => verification.drafts);
    return verification;
  }

  /** Walks the chain of one sentence and names its fault, if any. */
  explain(block: string, sentence: number): Promise<Explanation> {
    return explainSentence(this.state, block, sentence, this.parts.archive, asksAgain(this.parts, new AbortController().signal));
  }

  /** Fetches live sources again, all of them when none is named. */
  async recheck(sources: readonly string[], signal: AbortSignal): Promise<Recheck[]> {
    const wanted = sources.length > 0 ? sources : this.state.source.sources.filter(({ state }) => state === 'archived').map(({ id }) => id);
    const found: Recheck[] = [];
    for (const source of wanted) {
      const recheck = await recheckSource(this.state, source, this.parts.library, signal);
      await this.recorder.commit(recheck.drafts);
      found.push(recheck);
    }
    await this.writeArticle();
    return found;
  }

  async withdraw(source: string, reason: string, by: string): Promise<void> {
    await this.recorder.commit((state) => {
      if (sourceNamed(state, source).state === 'withdrawn') throw new Error(`${source} is withdrawn already.`);
      return withdrawSourceDrafts(state, source, reason, by);
    });
    await this.writeArticle();
  }

  async restore(source: string, reason: string, by: string): Promise<void> {
    await this.recorder.commit((state) => {
      if (sourceNamed(state, source).state !== 'withdrawn') throw new Error(`${source} is not withdrawn.`);
      return restoreSourceDrafts(state, source, reason, by);
    });
    await this.writeArticle();
  }

  /** Resolves with what the correction does not bring up again, a line each with its reason. */
  async correct(target: string, field: string, value: string, reason: string, by: string): Promise<string[]> {
    let down: string[] = [];
    await this.recorder.commit((state) => {
      const correction = correctionDrafts(state, target, field, value, reason, by);
      if (!correction.ok) throw new Error(correction.problem);
      down = stillDown(state.ledger, whatIf(state, correction.drafts).ledger, target);
      return correction.drafts;
    });
    await this.writeArticle();
    return down;
  }

  /** A person's word on a sentence that waited for one; rejecting it opens its claim again. */
  async review(reviewed: EventData<'sentence.reviewed'>): Promise<void> {
    await this.recorder.commit((state) => reviewDrafts(state, reviewed));
    await this.writeArticle();
  }

  /** May queries leave the machine after private files were read? Holds for the rest of the run. */
  async decideQueries(decision: 'allow' | 'deny', by: string): Promise<void> {
    await this.recorder.commit(() => [{ type: 'queries.decided', by, data: { decision } }]);
  }

  async wantDeep(reason: Words): Promise<void> {
    await this.recorder.commit(({ budget }) => wishDrafts(budget, 'user', reason, 'user'));
  }

  /** What the ledger says on a question, by the words they share. Nothing is searched, read or written. */
  answer(question: string): LedgerAnswer {
    return answerFromLedger(this.state, question);
  }

  /** The same by a model: one request over the ledger, counted like any other; nothing is searched or read. */
  async askModel(name: string, question: string, signal: AbortSignal): Promise<ModelAnswerToQuestion> {
    const { recorder, archive, clock } = this.parts;
    return askModel({ recorder, archive, clock, client: await this.parts.model(name), model: { maxOutput: null, price: priceOf(facts(this.state).options, name) }, signal }, question);
  }

  /** What an outside judge says of the finished article, part by part of the question; `name`: another model than the role's. Changes nothing in the ledger. */
  async judge(name: string | null, signal: AbortSignal): Promise<Grading> {
    const { recorder, archive, clock } = this.parts;
    const { options } = facts(this.state);
    const own = modelOf(options, 'judge');
    const model = name === null || name === own.researcher ? own : { researcher: name, maxOutput: null, price: priceOf(options, name) };
    return judgeArticle({ recorder, archive, clock, client: await this.parts.model(model.researcher), model, signal }, model.researcher);
  }

  /** A call by its id, exactly as it was sent and answered; null when there is none. */
  call(id: string): Promise<StoredCall | null> {
    return storedCall(id, this.recorder.events, this.parts.archive);
  }

  view(): RunView {
    const { recorder, folder, clock } = this.parts;
    return viewOf(recorder.state, { now: clock.now(), folder, writer: recorder.writable, heldBy: recorder.heldBy, events: recorder.events });
  }

  async writeArticle(): Promise<void> {
    if (!this.recorder.writable) return;
    const state = this.state;
    const markdown = renderMarkdown(state, { now: this.parts.clock.now() });
    const recorded = new Set(this.recorder.events.flatMap((event) => (event.type === 'article.written' ? [event.data.sha256] : [])));
    try {
      await this.parts.articleFile.write(markdown, (sha256) => recorded.has(sha256), ({ file, sha256, notice }) => this.#intend(file, sha256, notice));
    } catch (cause) {
      if (cause instanceof LogFailed) throw cause;
      // It follows from the ledger and is written again next time: no reason to stop.
      this.parts.log.warn(`The article could not be written beside the ledger: ${errorMessage(cause)}.`);
    }
  }

  async #intend(file: string, sha256: string, notice: Words | null): Promise<void> {
    await this.recorder.commit((now) => (now.article.written[file] === sha256 ? [] : [
      { type: 'article.written', by: 'host', data: { file, sha256 } },
      ...(notice === null ? [] : newNotices(now, [notice], file)),
    ]));
  }

  /** Stops at once and records nothing of it, as a kill would: whoever opens the run next goes on. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#loop?.leave();
    await this.#going;
    await this.recorder.close();
    await this.parts.dispose();
  }
}

function sourceNamed({ source }: RunState, id: string): Source {
  const found = source.sources.find((known) => known.id === id);
  if (!found) throw new Error(`There is no source ${id}. Sources: ${source.sources.map((known) => known.id).join(', ') || 'none yet'}.`);
  return found;
}

/** Stands where no step is asked for: a loop that is only to end. */
const idle: Researcher = { name: 'none', quotes: false, next: () => Promise.reject(new Error('This run is only to be ended.')) };
