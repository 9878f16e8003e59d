import * as z from 'zod';
import { type Cancelled, type Handle, type RequestResult } from '../researcher';

/** A report of a model that researches by itself, with what it says it rests on. Offsets are UTF-16 code units of the text. */
export const hostedReport = z.object({
  text: z.string(),
  citations: z.array(z.object({ start: z.int(), end: z.int(), address: z.string(), title: z.string() })),
  /** What it did on its way: queries, pages it read, thoughts it told. */
  steps: z.array(z.object({ kind: z.enum(['search', 'page', 'thought']), text: z.string() })),
  model: z.string(),
  /** Why its server ended it before its end; null or left out where it did not. */
  cut: z.string().nullish(),
});
export type HostedReport = z.infer<typeof hostedReport>;
export type HostedStep = HostedReport['steps'][number];

/** Port: a model that does the whole research on its server. The answer may take long, and is found again by its handle. */
export interface HostedModel {
  readonly name: string;
  /** What is sent for a question, to the letter. */
  written(question: string): string;
  /** Gives up the answer of a kept handle; never rejects for what a server does. */
  cancel(handle: string): Promise<Cancelled>;
  /** `onStep` tells what it is doing, for a preview. */
  research(question: string, signal: AbortSignal, handle: Handle, onStep: (step: HostedStep) => void): Promise<RequestResult<HostedReport>>;
}
