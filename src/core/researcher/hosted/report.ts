import { cutSentences } from '../../article/sentences';
import { typedNumbers } from '../../article/typedNumbers';
import { contentWords } from '../../source/tokens';
import { type HostedReport } from './hostedModel';

type Cited = HostedReport['citations'][number];

/** An annotation that covers only a link or a mark, such as `([title](address))` or `[3]`, and not the words it proves. */
const mark = /https?:\/\/|^\s*[([【†\d\s\])】]+$/;

/** The words that a citation is to prove: those it covers, or where it covers only its link, the sentence before it. */
export function wordsOf({ text }: HostedReport, cited: Cited): string {
  const covered = text.slice(cited.start, cited.end).trim();
  if (covered !== '' && !mark.test(covered) && contentWords(covered).length >= 3) return covered;
  const link = mark.test(covered);
  const sentence = cutSentences(text).findLast(({ start }) => (link ? start < cited.start : start <= cited.start));
  return sentence ? plain(text.slice(sentence.start, link ? Math.min(sentence.end, cited.start) : sentence.end)) : '';
}

const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]+/g, '').replace(/^[-#>\s]+|[\s([【]+$/g, '').trim();

export interface ReportPart {
  heading: string | null;
  text: string;
}

/** Code units of one part at most, so that no part is a report of its own. */
const partLimit = 5500;

/**
 * The report cut at its headings, with the marker that `markerFor` gives behind the words of each citation, or in place of its
 * link. A marker or a number in brackets that the model wrote by itself binds nothing and is written as none.
 */
export function partsOf(report: HostedReport, markerFor: (cited: Cited) => string): ReportPart[] {
  return withMarkers(report, markerFor).split(/^(?=#{1,6}\s)/m).flatMap((section) => {
    const [line, title] = /^#{1,6}\s+(.+)\n?/.exec(section) ?? [];
    const heading = title?.trim().slice(0, headingLimit) ?? null;
    return bodiesOf(section.slice(line?.length ?? 0)).map((text) => ({ heading, text }));
  });
}

/**
 * The same words, in their order, in no more parts than that where they fit: neighbours are joined, and no larger than it takes. Behind
 * the first, the heading of what was joined stands in the text.
 */
export function fittedParts(parts: readonly ReportPart[], most: number): ReportPart[] {
  if (parts.length <= most) return [...parts];
  const whole = parts.map(({ heading, text }, index) => (heading === null || heading === parts[index - 1]?.heading ? text : `### ${heading}\n${text}`)).join('\n\n');
  const joined = [0.25, 0.5, 0.75, 1].map((share) => bodiesOf(whole, share * partLimit));
  return (joined.find(({ length }) => length <= most) ?? joined.at(-1) ?? []).map((body) => {
    const [line, heading = null] = /^### (.+)\n/.exec(body) ?? [];
    return { heading, text: body.slice(line?.length ?? 0).trim() };
  });
}

/** A part's heading may be no longer. */
const headingLimit = 200;

/** Markers stand where the report was cited, whatever stands in another's range; offsets that lie outside of it are its ends. */
function withMarkers(report: HostedReport, markerFor: (cited: Cited) => string): string {
  const { length } = report.text;
  const within = (at: number, least: number): number => Math.min(length, Math.max(least, at));
  const edits = report.citations.map((cited) => {
    const start = within(cited.start, 0);
    const end = within(cited.end, start);
    return mark.test(report.text.slice(start, end)) ? { from: start, to: end, text: ` ${markerFor(cited)}` } : { from: end, to: end, text: markerFor(cited) };
  });
  let text = unbound(report.text);
  let behind = length;
  for (const { from, to, text: marker } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
    const before = text.slice(0, from);
    text = `${marker.startsWith(' ') ? before.trimEnd() : before}${marker}${text.slice(Math.min(to, behind))}`;
    behind = from;
  }
  return text;
}

/** The same text, as long as before, with round brackets where the host would read a marker or a number of its own. */
function unbound(text: string): string {
  const round = (words: string): string => words.replace(/[[【［]/g, '(').replace(/[\]】］]/g, ')');
  const plain = text.replace(/(?<![[【［])[[【［]+\s*(?:cite\s*:|E\d)[^\]】］\n]*[\]】］]*/gi, round);
  return typedNumbers(plain).reduceRight((all, { start, end }) => all.slice(0, start) + round(all.slice(start, end)) + all.slice(end), plain);
}

/** Paragraphs together as far as a part holds them; one that is longer by itself is cut between its lines, sentences or words. */
function bodiesOf(section: string, limit = partLimit): string[] {
  const bodies: string[] = [];
  for (const paragraph of section.split(/\n{2,}/).flatMap(fitting)) {
    const last = bodies.at(-1);
    if (last !== undefined && last.length + paragraph.length + 2 <= limit) bodies[bodies.length - 1] = `${last}\n\n${paragraph}`;
    else bodies.push(paragraph);
  }
  return bodies;
}

function fitting(paragraph: string): string[] {
  const text = paragraph.trim();
  if (text.length <= partLimit) return text === '' ? [] : [text];
  const head = text.slice(0, partLimit);
  const ends = [/\n(?=[^\n]*$)/, /(?<=[.!?。！？])\s*(?=[^.!?。！？]*$)/, /\s(?=\S*$)/].map((end) => head.search(end)).filter((at) => at > partLimit / 2);
  const at = ends[0] ?? partLimit;
  return [text.slice(0, at).trim(), ...fitting(text.slice(at))];
}
