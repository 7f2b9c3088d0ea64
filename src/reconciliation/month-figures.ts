import { z } from 'zod';

const sumOfRows = z.object({ count: z.int(), fils: z.int() });

/** What a reconciliation found, in integer fils. Null: not known. */
export const monthFiguresSchema = z.object({
  receivedFils: z.int(),
  refundedFils: z.int(),
  chargedBackFils: z.int(),
  feeFils: z.int(),
  paidOutFils: z.int().nullable(),
  /** What of the money paid out no row explains. */
  unexplainedFils: z.int().nullable(),
  /** What the service owed at the end of the month. */
  owedFils: z.int().nullable(),
  /** Only the sums of days say what it owed. */
  isOwedLikely: z.boolean(),
  /** As it stands now: what came beyond what was due, and what customers should still pay. */
  toRefund: sumOfRows,
  toCome: sumOfRows,
  differences: z.int(),
  /** Of a month that is over: which figures were others in a file that was made before. */
  changed: z
    .object({
      since: z.number(),
      figures: z.array(z.object({ what: z.string(), wasFils: z.int().nullable(), fils: z.int().nullable() })),
    })
    .nullable()
    .default(null),
});
export type MonthFigures = z.infer<typeof monthFiguresSchema>;
