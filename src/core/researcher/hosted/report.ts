import { cutSentences } from '../../article/sentences';
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
 * link. A marker that the model wrote by itself binds nothing.
 */
export function partsOf(report: HostedReport, markerFor: (cited: Cited) => string): ReportPart[] {
  let text = report.text.replaceAll('[[cite:', '((cite:');
  for (const cited of report.citations.toSorted((a, b) => b.start - a.start)) {
    const [before, covered, after] = [text.slice(0, cited.start), text.slice(cited.start, cited.end), text.slice(cited.end)];
    text = mark.test(covered) ? `${before.trimEnd()} ${markerFor(cited)}${after}` : `${before}${covered}${markerFor(cited)}${after}`;
  }
  const parts: ReportPart[] = [];
  for (const section of text.split(/^(?=#{1,6}\s)/m)) {
    const heading = /^#{1,6}\s+(.+)\n?/.exec(section);
    let body = '';
    for (const paragraph of (heading ? section.slice(heading[0].length) : section).split(/\n{2,}/)) {
      if (body !== '' && body.length + paragraph.length > partLimit) {
        parts.push({ heading: heading?.[1]?.trim() ?? null, text: body });
        body = '';
      }
      body = `${body}${body === '' ? '' : '\n\n'}${paragraph.slice(0, partLimit)}`.trim();
    }
    if (body !== '') parts.push({ heading: heading?.[1]?.trim() ?? null, text: body });
  }
  return parts;
}
