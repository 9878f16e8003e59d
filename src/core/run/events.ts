import * as z from 'zod';
import { amounts, settlement } from '../budget/events';
import { text } from '../ledger/records';
import { lesson, outcome, receipt, role, runOptions, runState, stopReason, storedText, toolCall, usage, waitingFor } from './records';
import { said } from './saidSchema';

/** A worker is `main` or a child's id; it owns its turns. */
const worker = text;

export const runEvents = {
  'run.created': z.object({ run: text, question: text, language: text, options: runOptions, product: text }),
  'run.stateChanged': z.object({ state: runState, waitingFor, reason: text.nullable(), said: said.nullish() }),
  'run.ended': z.object({ outcome, stopReason, why: text, said: said.nullish(), nextSearches: z.array(text) }),
  /** What the user decided when the scope was asked: other places, another depth, the plan shown first. Holds for what follows. */
  'options.changed': z.object({ options: runOptions }),
  /** A follow-up question reopens an ended run. */
  'run.continued': z.object({ question: text }),
  /** The user's word on queries that leave the machine after private files were read; it holds for the rest of the run. */
  'queries.decided': z.object({ decision: z.enum(['allow', 'deny']) }),
  /** Said to a person: a torn tail, a changed folder, a repaired image. */
  'notice.given': z.object({ text, about: text.nullable(), said: said.nullish() }),

  /** Intent: flushed before the effect starts. `spends` is reserved until the call settles. */
  'call.started': z.object({
    id: text, kind: z.enum(['request', 'tool']), worker, turn: z.int(), name: text,
    /** What is sent: a tool's arguments or a request's body. */
    sent: storedText, spends: amounts,
    /** Reservation it draws on, or null for the general budget. */
    reservation: text.nullable(),
    role: role.nullable(),
    attempt: z.int().min(1),
  }),
  /** By this a server finds the answer again that it works on for the call; the last one counts. */
  'call.handle': z.object({ id: text, handle: text }),
  /** Result of the call of that id. Without a receipt: the attempt was lost, and a resumed run starts the call again. */
  'call.settled': z.object({ id: text, settlement, receipt: receipt.nullable(), usage: usage.nullable(), failure: text.nullable(), learnt: lesson.nullish() }),
  /** The researcher's step: its text outside calls is kept as a draft, its calls are then executed in order. */
  'turn.answered': z.object({ worker, turn: z.int(), text: storedText, calls: z.array(toolCall), model: text, finish: text.nullable() }),
  /** The host said something to the researcher outside a receipt: a reminder, a nudge, a changed file. */
  'reminder.given': z.object({ worker, kind: text, text }),
  'update.sent': z.object({ id: text, worker, text, about: z.array(text) }),

  'child.started': z.object({ id: text, objective: text, output: text, sources: z.array(text), boundaries: text, claims: z.array(text), reservation: text, call: text }),
  'child.ended': z.object({ id: text, ok: z.boolean(), summary: text, notFound: z.array(text) }),
} as const;
