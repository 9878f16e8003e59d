import { say, spoken } from './said';

/** Reasons that a person's own pause is recorded with. */
export const ownPause = { user: say('Paused by the user.'), interrupt: say('Interrupted (Ctrl-C).') };

/** Whoever paused it knows: it needs no notice. */
export const isOwnPause = (reason: string | null): boolean => Object.values(ownPause).some((words) => spoken(words) === reason);
