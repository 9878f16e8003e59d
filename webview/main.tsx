import { render } from 'preact';
import { App } from './App';
import { createChannel, type EditorApi } from './channel';
import { restoreState } from './savedState';
import './css/base.css';
import './css/controls.css';
import './css/header.css';
import './css/tabs.css';
import './css/article.css';
import './css/cite.css';
import './css/progress.css';
import './css/ledger.css';
import './css/trace.css';
import './css/forms.css';
import './css/widths.css';

declare function acquireVsCodeApi(): EditorApi;

const root = document.getElementById('root');
if (!root) throw new Error('The panel’s page has no #root element.');
const api = acquireVsCodeApi();
const saved = restoreState(api, root.dataset['run'] ?? '');
const channel = createChannel({ api, inbox: window, nextFrame: (draw) => requestAnimationFrame(draw) });
render(<App channel={channel} api={api} saved={saved} />, root);
channel.start();
