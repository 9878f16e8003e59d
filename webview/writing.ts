import type { RunView } from '../src/shared/view';

/** Whether what changes the run is offered here: this window writes it, or nobody does and it becomes this window's with the first change. */
export const mayWrite = ({ writer, readOnly }: RunView['run']): boolean => writer || readOnly === 'left';

/** A follow-up reopens an ended run. */
export const mayContinue = (run: RunView['run']): boolean => run.state === 'ended' && mayWrite(run);
