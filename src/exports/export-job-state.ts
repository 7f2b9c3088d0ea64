import { z } from 'zod';
import { REPORT_KINDS } from '../reports/report-row.ts';
import { MONEY_CLASSES } from '../reports/row-money.ts';

/** The kind of job that makes a file of a report. */
export const EXPORT_JOB = 'export';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const messagePlaceSchema = z.object({ channelId: z.string(), ts: z.string() });

/** What was read and is on this machine's disk: the way to go on after a restart. */
const exportMarkSchema = z.object({
  /** Name in the folder of exports. */
  file: z.string(),
  /** What the file holds after this many bytes was never counted. */
  bytes: z.int().nonnegative(),
  nextPage: z.int().nonnegative(),
  rows: z.int().nonnegative(),
  /** As the service first told it. */
  total: z.int().nonnegative().nullable(),
  /** Hash of the last page's rows, to see on resuming whether the listing has moved. Null: no page yet. */
  lastPage: z.string().nullable(),
  troubles: z.array(z.string()),
  isCapped: z.boolean(),
  isComplete: z.boolean(),
});
export type ExportMark = z.infer<typeof exportMarkSchema>;

const sumSchema = z.object({ currency: z.string(), fils: z.int(), rows: z.int() });
const classSumSchema = sumSchema.extend({ is: z.enum(MONEY_CLASSES), withoutAmount: z.int() });
const refundSchema = z.object({
  currency: z.string(),
  fils: z.int(),
  told: z.int(),
  isAtLeast: z.boolean(),
});

/** What is said of a file that is ready: figures over the rows in it. */
const exportSummarySchema = z.object({
  rows: z.int(),
  // Earlier versions wrote none of these three.
  byClass: z.array(classSumSchema).default([]),
  refunds: z.array(refundSchema).default([]),
  net: z.array(sumSchema.omit({ rows: true })).default([]),
  byStatus: z.array(sumSchema.extend({ status: z.string().nullable() })),
  withoutAmount: z.int(),
  total: z.int().nullable(),
  troubles: z.array(z.string()),
  isCapped: z.boolean(),
});
export type ExportSummary = z.infer<typeof exportSummarySchema>;

const exportProgressSchema = z.object({
  /** The message that tells of the export, in the asker's direct messages. */
  message: messagePlaceSchema.nullable(),
  mark: exportMarkSchema.nullable(),
  /** Runs in a row that ended without a new page. */
  stalls: z.int().nonnegative(),
  /** Why reading began again at the first page, if it did. */
  startedOver: z.enum(['gone', 'moved']).nullable(),
  /** Slack's id of the file, from the moment its bytes are there; what is open is whether it was shared. */
  fileId: z.string().nullable(),
  /** It may have been shared, and only a person can look. Nothing is sent again before they say so. */
  isUnsure: z.boolean().default(false),
  summary: exportSummarySchema.nullable(),
  isSent: z.boolean(),
  /** The thread refused the file, so that it went to the asker. */
  refusedBy: z.string().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

export const NO_PROGRESS: ExportProgress = {
  message: null,
  mark: null,
  stalls: 0,
  startedOver: null,
  fileId: null,
  isUnsure: false,
  summary: null,
  isSent: false,
  refusedBy: null,
};

const exportPayloadSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  /** As it was when it was asked for, and never in the future: what is read later is the same. */
  span: z.object({ from: z.number(), to: z.number() }),
  /** Who asked: the only one who may cancel it or let it go on. */
  userId: z.string(),
  format: z.enum(EXPORT_FORMATS),
  /** Where the file goes; null: to the asker alone. A thread's file has no personal columns. */
  thread: messagePlaceSchema.nullable(),
  /** How far the export came that this one goes on with. */
  continues: exportProgressSchema.nullable(),
});
export type ExportPayload = z.infer<typeof exportPayloadSchema>;

export const parseExportPayload = (payload: unknown): ExportPayload | null =>
  exportPayloadSchema.safeParse(payload).data ?? null;

/** What cannot be read counts as no progress. */
export const parseExportProgress = (progress: unknown): ExportProgress | null =>
  exportProgressSchema.safeParse(progress).data ?? null;
