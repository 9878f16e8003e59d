import { fromPanel, protocolVersion, toPanel, type FromPanel, type ToPanel } from '../src/shared/messages';
import { emptyState, reduce, type PanelState, type Send } from './store';

/** What the editor gives a webview. */
export interface EditorApi { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void }

type Command = Extract<ToPanel, { type: 'command' }>;

export interface Channel {
  send: Send;
  state(): PanelState;
  /** Local changes of the same state, such as forgetting trace lines. */
  update(change: (state: PanelState) => PanelState): void;
  onChange(listener: (state: PanelState) => void): void;
  onCommand(listener: (command: Command) => void): void;
  /** Says `ready`; the host answers with a snapshot. */
  start(): void;
}

export interface ChannelParts {
  api: EditorApi;
  /** Where messages arrive: the page's window. */
  inbox: Pick<Window, 'addEventListener'>;
  /** Runs a listener at the next frame: many deltas are drawn once. */
  nextFrame: (draw: () => void) => void;
}

export function createChannel({ api, inbox, nextFrame }: ChannelParts): Channel {
  let state = emptyState;
  let asked = false;
  let drawing = false;
  const changed: ((state: PanelState) => void)[] = [];
  const commanded: ((command: Command) => void)[] = [];

  const send = (message: FromPanel) => api.postMessage(fromPanel.parse(message));

  const draw = () => {
    drawing = false;
    for (const listener of changed) listener(state);
  };
  const update = (change: (state: PanelState) => PanelState) => {
    const next = change(state);
    if (next === state) return;
    state = next;
    if (drawing) return;
    drawing = true;
    nextFrame(draw);
  };
  /** Once until the next snapshot, so that a snapshot that does not hold cannot start a circle of questions. */
  const resync = () => {
    if (asked) return;
    asked = true;
    send({ type: 'resync', have: state.n });
  };

  const receive = (data: unknown) => {
    const parsed = toPanel.safeParse(data);
    if (!parsed.success) {
      const where = parsed.error.issues[0]?.path.join('.') ?? '';
      update((now) => ({ ...now, failure: { request: 'message', message: where } }));
      resync();
      return;
    }
    const message = parsed.data;
    if (message.type === 'pulse') send({ type: 'pulse' });
    if (message.type === 'command') for (const listener of commanded) listener(message);
    if (message.type === 'snapshot') asked = false;
    update((now) => reduce(now, message));
    if (state.gap) resync();
  };

  return {
    send,
    update,
    state: () => state,
    onChange: (listener) => changed.push(listener),
    onCommand: (listener) => commanded.push(listener),
    start() {
      inbox.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data));
      send({ type: 'ready', protocol: protocolVersion });
    },
  };
}
