import { errorMessage, type Clock } from '../../core/run/platform';
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
    if (typeof looked === 'string') return { ...nothingNew, notices: [`${folders.join(', ')} could not be indexed: ${looked}.`] };
    const { added, changed, removed, skipped, unchanged } = looked;
    const fresh = skipped.filter(({ path }) => !told.has(path));
    fresh.forEach(({ path }) => told.add(path));
    const notices: string[] = [];
    if (first && added.length + changed.length + unchanged === 0) notices.push(`There is no readable file in ${folders.join(', ')}. Name a folder with documents, or add some.`);
    if (fresh.length > 0) notices.push(`Left out: ${fresh.slice(0, named).map(({ why }) => why).join(' ')}${fresh.length > named ? ` And ${fresh.length - named} more.` : ''}`);
    return first ? { ...nothingNew, notices } : { added, changed, removed, notices };
  };
}
