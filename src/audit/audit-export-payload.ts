import { z } from 'zod';

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
