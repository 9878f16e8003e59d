import * as z from 'zod';
import { text } from '../ledger/records';
import { refused, nothing, tool } from './tool';
import { type ChildResult } from './delegation';

/** Of what is free, all children of one call together; the rest stays with the main loop. */
const sharesTogether = 0.75;

const order = z.object({ objective: text, output: text, boundaries: text, claims: z.array(text).min(1), sources: z.array(text), share: z.number().gt(0).max(0.5) });

export const delegate = tool({
  name: 'delegate',
  description: 'Send helpers for questions that can be answered apart from one another, side by side: what to find out (objective), what to hand back (output), what to leave alone (boundaries), the claims they record evidence for, sources to look at, and the share of what is left of requests, reads and searches, for example 0.2. They publish nothing; a judgement that needs several answers stays with you.',
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

function inWords({ id, objective, ok, summary, notFound, evidence }: ChildResult): string {
  return [
    `${id} ${ok ? 'ended' : 'FAILED, which says nothing about the question'} (${objective}): ${summary}`,
    ...evidence.map((item) => `  [[cite:${item.id}]] ${item.relation} ${item.claim}${item.asOf === null ? '' : ` ${item.asOf.slice(0, 10)}`}: ${item.quote.replace(/\s+/g, ' ').slice(0, 160)}`),
    ...(notFound.length === 0 ? [] : [`  without evidence: ${notFound.join('; ')}`]),
  ].join('\n');
}
