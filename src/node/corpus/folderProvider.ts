import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ProviderFailure, type ProviderHit, type ProviderOutcome, type ProviderQuery, type SearchProvider } from '../../core/source/provider';
import { defaultReadLimits, type ReadLimits, type SourceReader, type TextRange } from '../../core/source/reader';
import { mayBeIn, primaryLanguage } from '../../core/source/script';
import { contentWords, tokens } from '../../core/source/tokens';
import { CorpusIndex } from './corpusIndex';
import { asOnlyWriter } from './lock';
import { type Log } from './log';
import { closeness, rank, weigh } from './rank';
import { refreshIndex, type RefreshReport } from './refresh';
import { DamagedIndex, type IndexedFile } from './segmentFormat';
import { snippetOf } from './snippet';
import { type LeftOut } from './walk';

export interface FolderProviderOptions {
  /** Folders or single files. */
  folders: string[];
  /** Patterns in the syntax of `.gitignore`, on top of the `.gitignore` files found. */
  exclude: string[];
  reader: SourceReader;
  /** Names what the reader makes of a file, such as its version: under another name all files are read anew. */
  readerVersion: string;
  limits?: ReadLimits;
  /** Where the index lies; made when missing. One for each set of folders. */
  indexFolder: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
}

export interface PassageHit {
  /** `file:` address. */
  address: string;
  title: string;
  /** Of the passage, in the text that the reader made. */
  range: TextRange;
  /** The whole passage, exactly as it stands in that text. */
  snippet: string;
  headings: string[];
  /** BM25 and what is gained by words that stand together; comparable only within one answer. */
  score: number;
  published: string | null;
  /** What the file declares; null when it declares none. */
  language: string | null;
}

/** A file that says it all in one place should not push the others out. */
const perFile = 2;
/** So many passages that are best by their words are looked at for how close these stand. */
const candidates = 50;

/** Search over the user's own folders: on this machine, without a key. */
export class FolderProvider implements SearchProvider {
  readonly name = 'folder';
  readonly remote = false;
  private index: CorpusIndex | null = null;
  private refreshed = false;
  /** Folders that could not be read at the last refresh. */
  private lost: LeftOut[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private readonly folders: string[];
  private readonly ending = new AbortController();

  constructor(private readonly options: FolderProviderOptions) {
    this.folders = options.folders.map((folder) => resolve(folder));
  }

  /** Reads what is new or has changed since the last time and says so. Calls wait for each other. */
  refresh(signal: AbortSignal = this.ending.signal): Promise<RefreshReport> {
    const done = this.queue.then(() => this.refreshNow(AbortSignal.any([signal, this.ending.signal])));
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Best passages first, at most two of one file, where a language is given only of files that may be in it. The first search refreshes when nobody has yet. */
  async searchPassages(query: string, limit: number, signal: AbortSignal = this.ending.signal, language: string | null = null): Promise<PassageHit[]> {
    if (!this.refreshed) await this.refresh(signal);
    try {
      return this.look(query, limit, language);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      // Loading it again checks every byte, and what does not hold is built anew.
      this.queue = this.queue.then(() => this.forget());
      await this.refresh(signal);
      return this.look(query, limit, language);
    }
  }

  async search({ query, from, to, language, limit, signal }: ProviderQuery): Promise<ProviderOutcome> {
    if (this.folders.length === 0) return failed('not-configured', 'No folder is given to search in. Add one.');
    try {
      const terms = new Set(termsOf(query));
      const wanted = language === null ? null : primaryLanguage(language);
      const hits = new Map<string, ProviderHit>();
      let undeclared = 0;
      for (const hit of await this.searchPassages(query, limit * perFile, signal, wanted)) {
        if (hits.size === limit) break;
        if (hits.has(hit.address)) continue;
        const { address, title, score, published } = hit;
        if (hit.language === null) undeclared += 1;
        hits.set(address, { address, title, score, published, snippet: snippetOf(hit.snippet, terms) });
      }
      const lost = this.lost.map(({ why }) => why);
      if (lost.length === this.folders.length) return failed('unreachable', lost.join(' '));
      const notes = [
        ...lost,
        ...(terms.size === 0 ? ['The query holds no word to search for.'] : []),
        ...(from !== null || to !== null ? ['Folders are searched whatever the date.'] : []),
        ...(language !== null && wanted === null ? [`"${language}" is no language tag such as en or zh: folders are searched in any language.`] : []),
        ...(wanted !== null && undeclared > 0 ? [`${undeclared} of the files found do not say their language: they were kept by their script, which may be another language's too.`] : []),
      ];
      return { ok: true, value: { hits: [...hits.values()], notes } };
    } catch (error) {
      if (signal.aborted) throw error;
      const message = `The folders ${this.folders.join(', ')} could not be searched: ${String(error)}. Check that ${this.options.indexFolder} can be written, or delete it.`;
      return failed('unreachable', message);
    }
  }

  /** Ends a running refresh and closes the files. */
  async close(): Promise<void> {
    this.ending.abort(new Error('the search over folders was closed'));
    await this.queue;
    this.forget();
  }

  /** What is in memory; the next refresh loads what is on disk. */
  private forget(): void {
    this.index?.close();
    this.index = null;
    this.refreshed = false;
  }

  private async refreshNow(signal: AbortSignal): Promise<RefreshReport> {
    signal.throwIfAborted();
    const { indexFolder, clock, log, reader, readerVersion, exclude, limits = defaultReadLimits } = this.options;
    const index = (this.index ??= await CorpusIndex.create(indexFolder, readerVersion, log));
    return asOnlyWriter(indexFolder, clock, signal, async () => {
      const started = clock();
      await index.reload();
      await index.tidy();
      try {
        const report = await refreshIndex(index, { folders: this.folders, exclude, reader, limits, signal });
        this.refreshed = true;
        const { added, changed, removed, skipped, unchanged } = report;
        this.lost = skipped.filter(({ path }) => this.folders.includes(path));
        log.info(`Search over folders: ${added.length} new, ${changed.length} changed, ${removed.length} gone, ${unchanged} as before, ${skipped.length} left out (${clock() - started} ms).`);
        return report;
      } catch (error) {
        await index.discard();
        this.forget();
        throw error;
      }
    });
  }

  private look(query: string, limit: number, language: string | null): PassageHit[] {
    const segments = this.index?.segments ?? [];
    const terms = weigh(segments, termsOf(query));
    const hits = rank(segments, terms, Math.max(limit, candidates), perFile, (file) => language === null || isIn(file, language)).map(({ segment, passage, score }): PassageHit => {
      const { path, title, published, language: declared } = segment.files[segment.fileOf[passage]!]!;
      const [headings, snippet] = segment.passage(passage);
      const range = { start: segment.starts[passage]!, end: segment.ends[passage]! };
      const gain = closeness(terms, tokens([title, ...headings, snippet].join('\n')));
      return { address: pathToFileURL(path).href, title, range, snippet, headings, score: score + gain, published, language: declared };
    });
    return hits.sort((one, other) => other.score - one.score).slice(0, limit);
  }
}

export const createFolderProvider = (options: FolderProviderOptions): FolderProvider => new FolderProvider(options);

/** By what the file declares; where it declares nothing, or what its script cannot be, by its script. */
function isIn({ language, script }: IndexedFile, wanted: string): boolean {
  const declared = language === null ? null : primaryLanguage(language);
  return declared !== null && mayBeIn(script, declared) ? declared === wanted : mayBeIn(script, wanted);
}

const failed = (kind: ProviderFailure['kind'], message: string): ProviderOutcome => ({ ok: false, failure: { kind, message, retryAfter: null } });

function termsOf(query: string): string[] {
  const content = contentWords(query);
  return [...new Set(content.length > 0 ? content : tokens(query))];
}
