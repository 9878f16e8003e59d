import * as z from 'zod';
import { text } from '../ledger/records';
import { optional } from './tool';

/** A figure as a researcher gives it: `text` as it stands in the quote, and what it is stated for. */
export const figureArgs = z.object({
  value: z.number(), text, unit: optional(text), denominator: optional(text), period: optional(text), basis: optional(text), sample: optional(text),
});
