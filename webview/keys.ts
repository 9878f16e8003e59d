import { reach } from './reading';
import type { ToPanel } from '../src/shared/messages';

export type Command = Extract<ToPanel, { type: 'command' }>['command'];

const keys: Record<string, Command> = { F8: 'nextNotice', 'Shift+F8': 'previousNotice', ']': 'nextCitation', '[': 'previousCitation', '.': 'jumpToNew' };

/** The panel's command for a key; none for single letters typed into a field. */
export function commandFor(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const command = keys[event.key === 'F8' && event.shiftKey ? 'Shift+F8' : event.key] ?? null;
  return command && event.key.length === 1 && isField(event.composedPath()[0]) ? null : command;
}

export function isField(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** A key that the editor binds as well arrives twice: here, and from the host as a command. The second within this time (ms) is the same press. */
const samePress = 300;

export type Origin = 'key' | 'host';
export type Run = (command: Command, argument: string | null, origin: Origin) => void;

export function onceAPress(run: (command: Command, argument: string | null) => void, now: () => number): Run {
  let last: { command: Command; at: number; origin: Origin } | null = null;
  return (command, argument, origin) => {
    const at = now();
    const echoed = last !== null && last.command === command && last.origin !== origin && at - last.at < samePress;
    last = echoed ? null : { command, at, origin };
    if (!echoed) run(command, argument);
  };
}

/** Moves the focus to the next or previous element of a kind, from where the focus is or else from the top of the window; round at the ends. */
export function step(selector: string, direction: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);
  if (all.length === 0) return;
  const from = document.activeElement instanceof HTMLElement && document.activeElement !== document.body && document.activeElement.closest('[role=tabpanel]') ? document.activeElement : null;
  const isAfter = (element: HTMLElement) => (from ? from !== element && (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 : element.getBoundingClientRect().top >= 0);
  const after = all.findIndex(isAfter);
  const here = from ? all.indexOf(from) : -1;
  const at = direction === 1 ? (after < 0 ? 0 : after) : (here >= 0 ? here : after < 0 ? all.length : after) - 1;
  const target = all[(at + all.length) % all.length];
  if (target) reach(target, 'center');
}
