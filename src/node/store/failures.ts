import { LogFailed } from '../../core/run/log';
import { errorMessage } from '../../core/run/platform';
import { say, type Words } from '../../core/run/said';
import { errorCode } from './files';

/** The system's error about a run's folder, as a sentence with the next step. */
export function logFailed(folder: string, cause: unknown): LogFailed {
  if (cause instanceof LogFailed) return cause;
  const failed = (kind: LogFailed['kind'], words: Words) => Object.assign(new LogFailed(kind, words), { cause });
  switch (errorCode(cause)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return failed('full', say('The disk that holds {0} is full. Free some space, then resume the run: nothing that was confirmed is lost.', folder));
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failed('read-only', say('{0} cannot be written to. Give yourself permission to write there, or choose another folder for research, then resume the run.', folder));
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
    case 'ENODEV':
    case 'ENXIO':
      return failed('gone', say('{0} is not there any more. Bring it back (a drive that was unplugged, a folder that was moved), then resume the run.', folder));
    default:
      return failed('other', say('{0} could not be read or written: {1}. Check the drive, then resume the run.', folder, errorMessage(cause)));
  }
}

export const fenced = (folder: string): LogFailed =>
  new LogFailed('fenced', say('Another window or process has taken over the run in {0}; this one only follows it now. Go on in the other one, or close it and resume the run here.', folder));
