import { type Image } from '../../../src/node/store/image';
import { openRun, type OpenOptions } from '../../../src/node/store/runFolder';
import { type StoredLog } from '../../../src/node/store/runLog';

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const unused = () => Promise.reject(new Error('this test has no image'));
const noImage: Image = { load: unused, apply: () => undefined, export: unused, query: unused, close: () => Promise.resolve() };

/** A log without an image: for what concerns the journal and the lock alone. */
export const openPlain = (folder: string, options: Partial<OpenOptions> = {}): Promise<StoredLog> => openRun(folder, { makeImage: () => noImage, log: quiet, ...options });
