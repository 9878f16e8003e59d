import './css/pageView.css';
import { fromPageView, toPageView, type FromPageView, type ToPageView } from '../src/shared/pageMessages';
import { type EditorApi } from './channel';
import { element, PageFrame } from './page/frame';
import { drawPdf } from './page/pdf';
import { drawTables, type TablesView } from './page/tables';

declare function acquireVsCodeApi(): EditorApi;

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('The page has no root.');
const api = acquireVsCodeApi();
// The state is the host's; the page only gives it back after a reload.
api.setState(JSON.parse(atob(root.dataset['state'] ?? '')));
const send = (message: FromPageView): void => api.postMessage(fromPageView.parse(message));

let frame: PageFrame | undefined;
let tables: TablesView | undefined;

function failed(message: string): void {
  if (frame) frame.say(message);
  else root?.replaceChildren(element('p', { role: 'alert', className: 'failed' }, message));
}

async function show(message: ToPageView): Promise<void> {
  switch (message.type) {
    case 'failed': return failed(message.message);
    case 'rows': return tables?.fill(message);
    case 'pdf':
      frame = new PageFrame(root!, message, send);
      return drawPdf(frame, message, root?.dataset['assets'] ?? '');
    case 'tables':
      frame = new PageFrame(root!, message, send);
      tables = drawTables(frame, message, send);
  }
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const parsed = toPageView.safeParse(event.data);
  if (!parsed.success) return failed(frame?.words.refused ?? `${parsed.error.issues[0]?.path.join('.') ?? ''}: ?`);
  show(parsed.data).catch((cause: unknown) => failed((frame?.words.drawingFailed ?? '{0}').replace('{0}', cause instanceof Error ? cause.message : String(cause))));
});
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') send({ type: 'close' });
});
send({ type: 'ready' });
