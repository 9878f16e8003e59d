import * as z from 'zod';
import { leastOfChild } from '../budget/shares';
import { text } from '../ledger/records';
import { delegateFrom, type ChildEvidence, type ChildResult } from './delegation';
import { nothing, ref, refused, tool } from './tool';

/** Of what is free, all children of one call together; the rest stays with the main loop. */
const sharesTogether = 0.75;

const order = z.object({ objective: text, output: text, boundaries: text, claims: z.array(ref).min(1), sources: z.array(text), share: z.number().gt(0).max(0.5) });

export const delegate = tool({
  name: 'delegate',
  description: `Send children, side by side, for questions that can be answered apart from one another: what to find out (objective), what to hand back (output), what to leave alone (boundaries), the claims they record evidence for, sources to look at, and the share of the free requests, reads and searches, as 0.2 (together at most ${sharesTogether}). Needs ${delegateFrom} free requests; each child must get ${leastOfChild.requests} of them and a read. A judgement that needs several answers stays with you.`,
  schema: z.object({ children: z.array(order).min(1).max(4) }),
  spends: () => nothing,
  effect: true,
  run: async ({ children }, context) => {
    if (context.worker !== 'main') return () => refused('A child does not delegate.');
    const claims = context.state.ledger.claims.map(({ id }) => id);
    const unknown = [...new Set(children.flatMap((child) => child.claims))].filter((id) => !claims.includes(id));
    if (unknown.length > 0) return () => refused(`There is no claim ${unknown.join(', ')}. Claims: ${claims.join(', ')}.`);
    const together = children.reduce((sum, { share }) => sum + share, 0);
    if (together > sharesTogether) return () => refused(`The shares come to ${together.toFixed(2)}; together they may take ${sharesTogether}.`);
    const sent = await context.delegate(children, context.call, context.signal);
    if (!sent.ok) return () => refused(sent.message);
    return () => ({ ok: true, drafts: [], data: sent.results, text: sent.results.map(inWords).join('\n\n') });
  },
});

function inWords({ id, objective, ok, summary, share, notFound, failures, evidence }: ChildResult): string {
  return [
    `${id} ${ok ? 'ended' : 'FAILED, which says nothing about the question'} (${objective}): ${summary}`,
    `  it had ${Object.entries(share).map(([axis, amount]) => `${amount} ${axis}`).join(', ')}; what is left of them is yours again`,
    ...evidence.map(evidenceInWords),
    ...(notFound.length === 0 ? [] : [`  nothing recorded by it for: ${notFound.join('; ')}`]),
    ...(failures.length === 0 ? [] : [`  failed, so unknown: ${failures.join('; ')}`]),
  ].join('\n');
}

const evidenceInWords = ({ id, relation, claim, snapshot, start, end, asOf, validity, words }: ChildEvidence): string =>
  `  [[cite:${id}]] ${relation} ${claim}${snapshot === null ? '' : ` [${snapshot} ${start}–${end}]`}${asOf === null ? '' : ` as of ${asOf.slice(0, 10)}`}${validity === null ? '' : `, for ${validity}`}: ${words.replace(/\s+/g, ' ').slice(0, 160)}`;
