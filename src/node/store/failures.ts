import { LogFailed } from '../../core/run/log';
import { errorMessage } from '../../core/run/platform';
import { errorCode } from './files';

/** The system's error about a run's folder, as a sentence with the next step. */
export function logFailed(folder: string, cause: unknown): LogFailed {
  if (cause instanceof LogFailed) return cause;
  const failed = (kind: LogFailed['kind'], message: string) => Object.assign(new LogFailed(kind, message), { cause });
  switch (errorCode(cause)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return failed('full', `The disk that holds ${folder} is full. Free some space, then resume the run: nothing that was confirmed is lost.`);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failed('read-only', `${folder} cannot be written to. Give yourself permission to write there, or choose another folder for research, then resume the run.`);
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
    case 'ENODEV':
    case 'ENXIO':
      return failed('gone', `${folder} is not there any more. Bring it back (a drive that was unplugged, a folder that was moved), then resume the run.`);
    default:
      return failed('other', `${folder} could not be read or written: ${errorMessage(cause)}. Check the drive, then resume the run.`);
  }
}

export const fenced = (folder: string): LogFailed =>
  new LogFailed('fenced', `Another window or process has taken over the run in ${folder}; this one only follows it now. Go on in the other one, or close it and resume the run here.`);
