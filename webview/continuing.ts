import type { RunView } from '../src/shared/view';

/** A follow-up reopens an ended run. An ended run is written by nobody, so it need not be this window's already; one of an untrusted folder stays as it is. */
export function mayContinue({ state, readOnly }: RunView['run']): boolean {
  return state === 'ended' && readOnly !== 'untrusted';
}
