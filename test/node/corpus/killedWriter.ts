/** A process of its own that refreshes an index and is killed meanwhile: folder and index folder are its parameters. */
import { createFolderProvider } from '../../../src/node/corpus/folderProvider';
import { plainReader } from './plainReader';

const [folder = '', indexFolder = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined };
const provider = createFolderProvider({ folders: [folder], exclude: [], reader: plainReader(() => undefined), readerVersion: 'plain 1', indexFolder, clock: Date.now, log });
process.send?.('start');
void provider.refresh(new AbortController().signal).then(() => provider.close()).then(() => process.disconnect());
