import { render } from 'preact';

const root = document.getElementById('root');
if (!root) throw new Error('The panel’s page has no #root element.');
render(<main><h1>Research Ledger</h1></main>, root);
