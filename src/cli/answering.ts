import { type LedgerAnswer } from '../core/ledger/answer';
import { facts } from '../core/run/state';
import { type Arguments, UsageError } from './arguments';
import { withRun } from './showing';

/** Exit 0 when the ledger holds something on the question, else 3. It never starts a research. */
export async function ask(args: Arguments): Promise<number> {
  const question = args.words[1];
  if (question === undefined || question.trim() === '') throw new UsageError('What is asked? research-ledger ask RUN "QUESTION"');
  const model = args.model === 'extractive' ? null : args.model;
  return withRun(args, model === null ? 'reader' : 'auto', async (active) => {
    if (model !== null && facts(active.state).state !== 'ended') throw new UsageError('The run has not ended: a model is asked about a finished ledger. Without --model the ledger as it stands is shown.');
    const found = active.answer(question);
    const said = model === null ? null : await active.askModel(model, question, new AbortController().signal);
    if (args.json) process.stdout.write(`${JSON.stringify({ format: 1, run: facts(active.state).id, question, ...found, ...(said ?? {}) })}\n`);
    else process.stdout.write(`${said === null ? inWords(found) : [said.text, ...said.unverified.map((marker) => `${marker} proves nothing in this ledger.`)].join('\n')}\n`);
    if (found.items.length === 0) process.stderr.write(`To research it: research-ledger continue ${active.folder} "${question}"\n`);
    return found.items.length === 0 ? 3 : 0;
  });
}

function inWords({ items, missing, open }: LedgerAnswer): string {
  if (items.length === 0) return 'The ledger holds nothing on this question.';
  return [
    ...items.map(({ evidence, claim, status, setAside, quote, cells, source, asOf }) => `“${quote.replace(/\s+/g, ' ')}”${cells === null ? '' : ` (${cells})`} [[cite:${evidence}]]\n   ${[source === null ? 'concluded from other evidence' : source.title || source.address, asOf === null ? '' : `as of ${asOf.slice(0, 10)}`, `${claim} ${status}`, setAside === null ? '' : `set aside by ${setAside}: it does not carry the statement`].filter((part) => part !== '').join('; ')}`),
    ...open.map(({ claim, status, reason }) => `${claim} is ${status}: ${reason}`),
    ...(missing.length === 0 ? [] : [`On these words the ledger holds nothing that matches: ${missing.join(', ')}.`]),
  ].join('\n');
}
