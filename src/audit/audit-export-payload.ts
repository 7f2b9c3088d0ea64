import { z } from 'zod';
import { messagePlaceSchema } from '../slack/editable-message.ts';

export const AUDIT_EXPORT_JOB = 'audit-export';

export const auditExportPayloadSchema = z.object({
  /** The person who asked, and gets the file. */
  userId: z.string(),
  question: z.object({
    span: z.object({ from: z.number(), to: z.number() }).nullable(),
    actorId: z.string().nullable(),
    word: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  /** The file ends at this moment, however late it is written. */
  askedAt: z.number(),
});

export type AuditExportPayload = z.infer<typeof auditExportPayloadSchema>;

export const auditExportProgressSchema = z.object({
  /** The message about the export. */
  message: messagePlaceSchema.nullable(),
  /** Slack's id of the file, as soon as its bytes are uploaded; it may or may not be shared yet. */
  fileId: z.string().nullable(),
  entries: z.number(),
  isSent: z.boolean(),
});

export type AuditExportProgress = z.infer<typeof auditExportProgressSchema>;
