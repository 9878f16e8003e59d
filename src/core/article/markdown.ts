import { markerPattern, numberCitations } from '../../shared/citations';
import { controls, quotedInMarkdown, withoutControls } from '../../shared/plainText';
import { assess } from '../ledger/assess';
import { converge } from '../ledger/convergence';
import { facts, type RunState } from '../run/state';
import { codeIn } from './code';
import { endMatter } from './endMatter';
import { citationNow } from './citationNow';
import { noticesOf } from './notices';
import { type Revision } from './records';
import { articleAt, currentBlocks } from './state';
import { typedNumbers } from './typedNumbers';
import { waitingSentences } from './waiting';
import { type Wording, wordingOf } from './wording';

export interface RenderOptions {
  now: string;
  /** After the n-th publication; the latest when absent. */
  version?: number;
  /** Address that a citation's number links to, or null for a plain number. */
  link?: (evidence: string) => string | null;
}

/** Waiting sentences that the head names; the panel shows each where it stands. */
const namedAtMost = 12;

/** The article for readers, as Markdown: numbers in place of markers, then the end matter. */
export function renderMarkdown(state: RunState, options: RenderOptions): string {
  const run = facts(state);
  const wording = wordingOf(run.language);
  const blocks = options.version === undefined ? currentBlocks(state.article) : articleAt(state.article, options.version);
  const numbers = numberCitations(blocks);
  const outcome = wording.outcome[run.outcome ?? 'going'];
  const head = [`# ${quotedInMarkdown(run.question)}`, ...run.followUps.map((question) => `*${wording.askedFurther} ${quotedInMarkdown(question)}*`), `*${hasFallen(state, options.now) ? wording.fallen : `${outcome}${run.why === null ? '' : `: ${quotedInMarkdown(run.why.replace(/[.。]$/, ''))}`}`}.*`];
  const body = blocks.length === 0 ? [wording.empty[whyEmpty(state)]] : blocks.map((block) => [renderBlock(state, block, numbers, options), ...doubts(state, block, numbers)].join('\n\n'));
  // An earlier version is shown as it was; what waits is what stands now.
  const waiting = options.version === undefined ? waitingSentences(state, blocks).map(({ block, sentence }) => `${block}:${sentence + 1}`) : [];
  if (waiting.length > 0) head.push(`*${wording.waitingCount(waiting.length, `${waiting.slice(0, namedAtMost).join(', ')}${waiting.length > namedAtMost ? ', …' : ''}`)}*`);
  const quoted = blocks.some(({ quotations }) => quotations) ? [`*${wording.quoted}*`] : [];
  return `${withoutControls([...head, ...quoted, ...body, endMatter(state, numbers, wording, options.now)].filter((part) => part !== '').join('\n\n'))}\n`;
}

/** That nothing was found is said only by a run that looked to its end, and where nothing failed. */
function whyEmpty(state: RunState): keyof Wording['empty'] {
  if ([...assess(state).claims.values()].some(({ status }) => status === 'unknown-failed')) return 'failed';
  return facts(state).stopReason === 'nothing-found' ? 'found-nothing' : 'unpublished';
}

/** Whether a run that ended converged would not do so now: evidence it rested on was withdrawn, corrected or no longer holds. */
function hasFallen(state: RunState, now: string): boolean {
  const { outcome, endedAt } = facts(state);
  return outcome === 'converged' && !converge(state, endedAt ?? now).holds;
}

/** What a reader must know of a block before relying on it; what is only history stays in the panel. */
function doubts(state: RunState, block: Revision, numbers: ReadonlyMap<string, number>): string[] {
  const told = noticesOf(state, block, numbers).filter(({ kind }) => !['revised', 'conflict-explained', 'conflict-kept', 'conflict-open', 'waiting'].includes(kind)).map(({ text }) => text);
  return [...new Set(told)].map((text) => `> ${quotedInMarkdown(text)}`);
}

/**
 * A block's text as a viewer of Markdown may show it: no picture that it would load, which could carry out in its address what was
 * read, no tag, no heading that looks like one of ours, no fence that takes in what follows. Code stays as it is, where it surely is code.
 */
function inert(text: string): string {
  const code = codeIn(text);
  const words = code ? text : text.replace(/`|~(?=~~)|(?<=~)~/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const disarmed = words.replace(live, (written: string, escapes: string | undefined, mark: string | undefined, before: string | undefined, at: number) => {
    if (code?.ranges.some(({ start, end }) => start <= at && at < end)) return written;
    if (mark !== undefined) return `${escapes ?? ''}${(escapes ?? '').length % 2 === 0 ? '\\' : ''}${mark}`;
    return before === undefined ? '\\' : `${before}###`;
  });
  return code?.open ? `${disarmed}\n${code.open}` : disarmed;
}

/** A picture or a tag with the backslashes before it; a heading of the first or second level, also in a list or quotation; the line that would make one of the line before it. */
const live = /(\\*)(!(?=\[)|<(?=[\p{L}/!?]))|^([ \t>*+\d.)-]*)#{1,2}(?=\s|$)|(?<=\S[ \t]*\n[ \t>*+\d.)-]*(?<!-))(?=(?:=+|-+)[ \t]*$)/gmu;

/**
 * Words of the article as a viewer of Markdown may show them, each marker replaced by what is `shown` for it: the n-th, counted from 0.
 * `behind` keeps the text right behind from making a bracketed number a link of its own.
 */
export function renderWords(text: string, shown: (n: number, behind: string) => string): string {
  let n = 0;
  // Taken out afterwards they would make of its parts what was not there: a tag, or a marker.
  const seen = text.split(controls).join('\ufffd');
  const words = inert(typedNumbers(seen).reduceRight((all, { start, end }) => `${all.slice(0, start)}${all.slice(start, end).replace(/(?<!\\)[[\]]/g, '\\$&')}${all.slice(end)}`, seen));
  return words.replace(markerPattern, (marker: string, _named: string, at: number) => shown(n++, /^[([:]/.test(words.slice(at + marker.length)) ? '\\' : ''));
}

/** A block's text with numbers for markers; what does not hold is marked where it stands, and a number that its words bring along is theirs. */
export function renderBlock(state: RunState, block: Revision, numbers: ReadonlyMap<string, number>, options: Pick<RenderOptions, 'link'> = {}): string {
  const text = renderWords(block.text, (n, behind) => {
    const citation = block.citations[n];
    const number = citation?.evidence == null ? undefined : numbers.get(citation.evidence);
    if (!citation || number === undefined || citation.evidence === null) return '[?]';
    const named = `[${number}${citationNow(state, citation) === 'broken' ? '!' : ''}]`;
    const link = options.link?.(citation.evidence) ?? null;
    return link === null ? `${named}${behind}` : `[\\${named.slice(0, -1)}\\]](${link})`;
  });
  return block.heading === null ? text : `## ${quotedInMarkdown(block.heading)}\n\n${text}`;
}
