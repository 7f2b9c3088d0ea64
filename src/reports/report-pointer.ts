import { z } from 'zod';
import { pointer } from '../blocks/pointer.ts';
import { REPORT_KINDS } from '../figures/listed-row.ts';

const pageSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  span: z.object({ from: z.int(), to: z.int() }),
  /** How many rows come before the page. */
  first: z.int().min(0),
});

/** What a report's button carries: what to read, and where its page begins. Never data. */
export type ReportPointer = z.infer<typeof pageSchema>;
export const REPORT_PAGE = pointer(pageSchema);
