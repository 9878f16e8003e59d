import * as z from 'zod';
import { isoDate, text } from '../ledger/records';
import { researchTemplate } from './template';

const runStates = ['drafting', 'awaiting-scope', 'planning', 'awaiting-plan', 'running', 'paused', 'finalizing', 'ended'] as const;
export const runState = z.enum(runStates);
export type RunStateName = z.infer<typeof runState>;

/** What a run waits for, beside its state. */
export const waits = ['scope', 'plan', 'query', 'key', 'person', 'nothing'] as const;
export const waitingFor = z.enum(waits);
export type WaitingFor = z.infer<typeof waitingFor>;

export const outcomes = ['converged', 'incomplete', 'cancelled', 'failed'] as const;
export const outcome = z.enum(outcomes);
export type Outcome = z.infer<typeof outcome>;

export const stopReason = z.enum(['converged', 'finished-early', 'budget', 'deadline', 'no-progress', 'user', 'failure', 'nothing-found']);
export type StopReason = z.infer<typeof stopReason>;

export const roles = ['main', 'child', 'verifier', 'judge'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Cost per million tokens in the user's currency. */
export const price = z.object({ input: z.number().min(0), cached: z.number().min(0), output: z.number().min(0) });
export type Price = z.infer<typeof price>;

/** In the currency of the price, to a billionth of it: sums of amounts then come back to zero. */
export const costOf = (tokens: { input: number; cached: number; output: number }, { input, cached, output }: Price): number =>
  roundMoney(((tokens.input - tokens.cached) * input + tokens.cached * cached + tokens.output * output) / 1_000_000);
export const roundMoney = (amount: number): number => Math.round(amount * 1e9) / 1e9 + 0;

/** Who answers in a role, named as `researcher` is, the output tokens of one answer at most, and the price. What is left out is main's. */
export const roleModel = z.strictObject({ researcher: text.optional(), maxOutput: z.int().min(1).optional(), price: price.optional() });

/** What the user asked for when the run was created; frozen in its first event. */
export const runOptions = z.object({
  /** Folders and files to research, absolute. */
  folders: z.array(text),
  addresses: z.array(text),
  /** Names of search providers besides the folders. */
  providers: z.array(text),
  /** `extractive`, `openai:NAME`, `responses:NAME`, `editor:NAME`, `replay:FILE`, `hosted:NAME`. */
  researcher: text,
  depth: z.enum(['auto', 'standard', 'deep']),
  /** Explicit limits, axis → grant; an explicit 0 counts. */
  limits: z.record(z.string(), z.number().min(0)),
  allowHosts: z.array(text),
  webQueries: z.enum(['ask', 'allow', 'deny']),
  reviewPlan: z.enum(['always', 'deep', 'never']),
  /** Ask the scope form's questions; false states the defaults. */
  askScope: z.boolean(),
  language: text.nullable(),
  /** ISO 8601 time after which only publishing and finishing is left; absent: none. */
  deadline: isoDate.nullish(),
  /** Template it was started from; absent in runs without one. */
  template: researchTemplate.nullish(),
  /** Models by role; main answers where nothing is said. */
  roles: z.partialRecord(role, roleModel).nullish(),
});
export type RunOptions = z.infer<typeof runOptions>;

/** Ask nobody: they cost nothing. */
const free = /^(?:extractive$|replay:)/;
const nothing: Price = { input: 0, cached: 0, output: 0 };

/** Who answers in a role. A price belongs to its model: another model's is unknown until it is named, never main's. */
export function modelOf({ researcher, roles: table }: Pick<RunOptions, 'researcher' | 'roles'>, name: Role): { researcher: string; maxOutput: number | null; price: Price | null } {
  const { main = {}, [name]: own = {} } = table ?? {};
  const ofMain = main.researcher ?? researcher;
  const chosen = own.researcher ?? ofMain;
  return { researcher: chosen, maxOutput: own.maxOutput ?? main.maxOutput ?? null, price: own.price ?? (chosen === ofMain ? main.price : null) ?? (free.test(chosen) ? nothing : null) };
}

/** The price of a model by its name, whatever role it has; null when none is named. */
export function priceOf(options: Pick<RunOptions, 'researcher' | 'roles'>, name: string): Price | null {
  return roles.map((one) => modelOf(options, one)).find(({ researcher, price: named }) => researcher === name && named !== null)?.price ?? (free.test(name) ? nothing : null);
}

/** Tokens as the server counts them; null where it did not say. `cost` in the currency of the price table. */
export const usage = z.object({ input: z.int().nullable(), cached: z.int().nullable(), output: z.int().nullable(), cost: z.number().nullable() });
export type Usage = z.infer<typeof usage>;

/** A text kept in the event, or by hash in the archive when it is longer than 4 KB. */
export const storedText = z.union([z.object({ text: z.string() }), z.object({ sha256: text, length: z.int() })]);
export type StoredText = z.infer<typeof storedText>;

/** What a server does not take for a model, in its client's word: a run asks it for that once. */
export const lesson = z.object({ server: text, model: text, lacks: text });
export type Lesson = z.infer<typeof lesson>;

/** What a tool gave back: words for the researcher, and the same as data where rules read it. */
export const receipt = z.object({ ok: z.boolean(), text: storedText, data: storedText.nullable() });
export type Receipt = z.infer<typeof receipt>;

/** UTF-16 code units of one call's arguments as JSON: a plan of forty claims fits. What is longer is never run. */
export const argumentLimit = 32_000;

/** `long`: arguments beyond the limit, as JSON; `args` is null then. A log of before keeps them in `args`. */
export const toolCall = z.object({ id: text, name: text, args: z.unknown(), long: storedText.nullish() });
export type ToolCall = z.infer<typeof toolCall>;
