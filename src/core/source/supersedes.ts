import { type RunState } from '../run/state';
import { type Snapshot, type Source } from './records';
import { toldProvenance } from './told';

/** How a correction names itself in its title. */
const correction = /\b(?:corrections?|corrected|erratum|errata|corrigendum|amend(?:ed|ment)|restated|revised edition)\b|更正|勘误|修正|订正/i;

export const isCorrectionTitle = (title: string): boolean => correction.test(title);

const monthNames = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** The days that a title names ("our release of 20 May 2025", "2025年5月20日", "2025-05-20"), as YYYY-MM-DD. */
function daysIn(title: string): string[] {
  const day = (year: string, month: number, date: string): string => `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return [
    ...[...title.matchAll(/\b(\d{1,2}) (\p{L}+) (\d{4})\b/gu)].flatMap(([, date = '', month = '', year = '']) => (monthNames.includes(month.toLowerCase()) ? [day(year, monthNames.indexOf(month.toLowerCase()) + 1, date)] : [])),
    ...[...title.matchAll(/(\d{4})(?:-|\s?年\s?)(\d{1,2})(?:-|\s?月\s?)(\d{1,2})/g)].map(([, year = '', month = '', date = '']) => day(year, Number(month), date)),
  ];
}

/** A correction that says of which day the corrected is corrects nothing of another day; its own date in the title says nothing. */
function correctsOf(title: string, own: string, older: string): boolean {
  const days = daysIn(title).filter((day) => day !== own.slice(0, 10));
  return isCorrectionTitle(title) && (days.length === 0 || older.length < 10 || days.includes(older.slice(0, 10)));
}

const editionPattern = /[\s,:(–-]*(?:\b(?:edition|revision|version|rev\.?|ed\.?) ?[A-Z0-9][\w.]*|\b(?:first|second|third|\d+(?:st|nd|rd|th)|revised|new|updated) edition\b|第? ?[\d一二三四五六七八九十]+ ?[版次])\)?\s*$/i;

/** The title without the edition that ends it: editions of a work differ in nothing else. */
const workOf = (title: string): string => title.replace(editionPattern, '').trim().toLowerCase();

/** A work and the version of it that is looked at; undefined when none is archived. */
interface Version {
  source: Pick<Source, 'id' | 'publisher' | 'title'>;
  snapshot: Pick<Snapshot, 'published' | 'modified'> | undefined;
}

const dateOf = ({ snapshot }: Version): string => snapshot?.published?.value ?? snapshot?.modified?.value ?? '';

/** Whether one work is itself a correction or a newer edition of the other. */
export function isNewerEdition(newer: Version, older: Version): boolean {
  const [a, b] = [newer.source, older.source];
  if (a.id === b.id || a.publisher === null || a.publisher !== b.publisher) return false;
  const [later, earlier] = [dateOf(newer), dateOf(older)];
  if (later === '' || earlier === '' || later <= earlier) return false;
  return correctsOf(a.title, later, earlier) || (workOf(a.title) !== '' && workOf(a.title) === workOf(b.title));
}

/**
 * Whether a source is a correction or a newer edition of another: published later by the same publisher, and either calling
 * itself a correction (of that day, where it names one) or bearing the same title, apart from its edition. What reprinted the older one is superseded with it.
 */
export function supersedesIn({ source }: Pick<RunState, 'source'>): (newer: string, older: string) => boolean {
  const { sources, snapshots } = source;
  const provenance = toldProvenance(source);
  const versionOf = (id: string): Version | null => {
    const known = sources.find((one) => one.id === id);
    return known ? { source: known, snapshot: snapshots.findLast((one) => one.source === id) } : null;
  };
  const directly = (newer: string, older: string): boolean => {
    const [a, b] = [versionOf(newer), versionOf(older)];
    return a !== null && b !== null && isNewerEdition(a, b);
  };
  return (newer, older) => {
    const reprinted = provenance.flatMap((edge) => (edge.relation !== 'reposts' ? [] : edge.from === older ? [edge.to] : edge.to === older ? [edge.from] : []));
    return [older, ...reprinted].some((one) => directly(newer, one));
  };
}
