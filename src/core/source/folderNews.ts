import { type Words } from '../run/said';

/** What happened in the folders of a run since they were looked at last. Addresses or paths as the folders' owner writes them. */
export interface FolderNews {
  added: readonly string[];
  changed: readonly string[];
  removed: readonly string[];
  /** Said once to a person: files that cannot be read, a folder without anything readable. */
  notices: readonly Words[];
}

/** Port: looks at the folders, brings the index up to date, and says what changed. */
export type LookAtFolders = () => Promise<FolderNews>;

export const nothingNew: FolderNews = { added: [], changed: [], removed: [], notices: [] };
