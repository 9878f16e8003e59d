import { errorMessage, type Clock } from '../../core/run/platform';
import { say, type Words } from '../../core/run/said';
import { nothingNew, type LookAtFolders } from '../../core/source/folderNews';
import { type FolderProvider } from './folderProvider';

/** Milliseconds between two looks; an unchanged walk over 5,000 files takes 0.1 to 0.3 s. */
const pause = 10_000;
/** Files that are named one by one in a notice. */
const named = 5;

/** Brings the index up to date now and then; what was there at the first look is no news. */
export function folderWatch(provider: FolderProvider, folders: readonly string[], clock: Pick<Clock, 'monotonic'>): LookAtFolders {
  let last: number | null = null;
  const told = new Set<string>();
  return async () => {
    const first = last === null;
    if (last !== null && clock.monotonic() - last < pause) return nothingNew;
    const looked = await provider.refresh().catch((cause: unknown) => errorMessage(cause));
    last = clock.monotonic();
    // A search that needs the index will fail and say so; the run itself goes on.
    if (typeof looked === 'string') return { ...nothingNew, notices: [say('{0} could not be indexed: {1}.', folders.join(', '), looked)] };
    const { added, changed, removed, skipped, unchanged } = looked;
    const fresh = skipped.filter(({ path }) => !told.has(path));
    fresh.forEach(({ path }) => told.add(path));
    const notices: Words[] = [];
    if (first && added.length + changed.length + unchanged === 0) notices.push(say('There is no readable file in {0}. Name a folder with documents, or add some.', folders.join(', ')));
    for (const { path } of fresh.filter(({ fromResearch }) => fromResearch)) notices.push(say('{0} cites what a run archived: it is written from research and is no source for it, so it is not searched.', path));
    const unread = fresh.filter(({ fromResearch }) => !fromResearch);
    const why = unread.slice(0, named).map((file) => file.why).join(' ');
    if (unread.length > 0) notices.push(unread.length > named ? say('Left out: {0} And {1} more.', why, unread.length - named) : say('Left out: {0}', why));
    return first ? { ...nothingNew, notices } : { added, changed, removed, notices };
  };
}
