import * as z from 'zod';
import { type Said } from './said';

/** As an event keeps it. Apart from `said.ts`, which loads where no event is checked. */
export const said: z.ZodType<Said> = z.lazy(() => z.object({ template: z.string().min(1), values: z.array(z.union([z.string(), z.number(), said])) }));
