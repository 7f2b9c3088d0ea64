import { z } from 'zod';
import { REPORT_KINDS } from '../figures/listed-row.ts';
import { MONEY_CLASSES } from '../figures/movement.ts';
import { BACK_KINDS } from '../payment-service/index.ts';
import { FILE_FORMATS } from '../tables/table.ts';

/** Problems noticed while reading, and rows with more fields than a file holds. */
export const EXPORT_TROUBLES = ['moved', 'no-list', 'grew', 'fields-left-out'] as const;
export type ExportTrouble = (typeof EXPORT_TROUBLES)[number];

const sumSchema = z.object({ currency: z.string(), fils: z.int(), rows: z.int() });
const classSumSchema = sumSchema.extend({ is: z.enum(MONEY_CLASSES), withoutAmount: z.int() });
const refundSchema = z.object({
  kind: z.enum(BACK_KINDS),
  currency: z.string(),
  fils: z.int(),
  told: z.int(),
  isAtLeast: z.boolean(),
});

/** The figures that go with a finished file, over the rows in it. */
export const exportSummarySchema = z.object({
  rows: z.int(),
  byClass: z.array(classSumSchema),
  refunds: z.array(refundSchema),
  net: z.array(sumSchema.omit({ rows: true })),
  byStatus: z.array(sumSchema.extend({ status: z.string().nullable() })),
  withoutAmount: z.int(),
  stated: z.object({ grossFils: z.int(), feeFils: z.int(), netFils: z.int(), rows: z.int() }).optional(),
  bare: z.int().optional(),
  unknownColumns: z.array(z.string()).optional(),
  total: z.int().nullable(),
  troubles: z.array(z.enum(EXPORT_TROUBLES)),
});
export type ExportSummary = z.infer<typeof exportSummarySchema>;

export const exportPayloadSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  /** The range as requested, cut off at that moment if it ended later, so a later run reads the same rows. */
  span: z.object({ from: z.number(), to: z.number() }),
  /** The person who asked, or set it up: they get the file, and only they may cancel or resume the export. */
  userId: z.string(),
  format: z.enum(FILE_FORMATS),
  /** Null: a person asked for this one export. */
  schedule: z
    .object({
      id: z.string(),
      /** `every Monday at 9:00 AM (Dubai)` */
      rhythm: z.string(),
      /** What the turns before it would have sent that were missed. Null: none was. */
      missing: z
        .object({
          turns: z.number(),
          /** `22 – 24 Nov 2026` */
          dates: z.string(),
          /** The command for the same rows, without `/paylink`: `transactions 2026-11-22 2026-11-24` */
          words: z.string(),
        })
        .nullable(),
      /** When it was due, if it begins long after that: `Sun 22 Nov 2026 at 8:00 AM`. */
      lateFrom: z.string().nullable(),
    })
    .nullable(),
  /** The account at the payment service that it reads. Absent: whatever account is confirmed. */
  account: z.string().nullish(),
});
export type ExportPayload = z.infer<typeof exportPayloadSchema>;
