import { z } from 'zod';

export const AUDIT_EXPORT_JOB = 'audit-export';

export const auditExportPayloadSchema = z.object({
  /** Who asked, and gets the file. */
  userId: z.string(),
  question: z.object({
    span: z.object({ from: z.number(), to: z.number() }).nullable(),
    actorId: z.string().nullable(),
    word: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  /** The file ends here, however late it is written. */
  askedAt: z.number(),
});

export type AuditExportPayload = z.infer<typeof auditExportPayloadSchema>;

export const auditExportProgressSchema = z.object({
  /** The message that tells of it. */
  message: z.object({ channelId: z.string(), ts: z.string() }).nullable(),
  /** Slack's id of the file, once its bytes are there; what is open is whether it was shared. */
  fileId: z.string().nullable(),
  entries: z.number(),
  isSent: z.boolean(),
});

export type AuditExportProgress = z.infer<typeof auditExportProgressSchema>;
