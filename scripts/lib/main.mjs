import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module was started by `node FILE` (true), or imported (false). */
export function isMain(meta) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(meta.url);
}
