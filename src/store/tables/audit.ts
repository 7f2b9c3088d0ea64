import { z } from 'zod';
import { defineTable, instant, json, type Row, text, word } from '../engine/table.ts';

/** The actions recorded in the audit trail. */
export const AUDIT_ACTIONS = [
  'link-made',
  'link-asked',
  'link-approved',
  'link-declined',
  'link-withdrawn',
  'batch-made',
  'batch-asked',
  'batch-approved',
  'batch-declined',
  'batch-withdrawn',
  'batch-cancelled',
  'batch-file-read',
  'details-viewed',
  'customer-recalled',
  'customer-forgotten',
  'whatsapp-opened',
  'customer-reminded',
  'refund-asked',
  'counted-as-paid',
  'link-handed-over',
  'links-searched',
  'report-read',
  'totals-read',
  'report-exported',
  'audit-read',
  'audit-exported',
  'settings-changed',
  'word-explained',
  'role-changed',
  'daily-close-switched',
  'weekly-summary-switched',
  'export-scheduled',
  'export-schedule-stopped',
  'app-installed',
  'app-removed',
  'credentials-changed',
  'account-confirmed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const detailSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Who did what. Never customers' data: no names, e-mails, phones, notes, addresses. */
export const auditEntries = defineTable(
  'auditEntries',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    at: instant(),
    actorId: text('staff'),
    action: word<AuditAction>(),
    /** The id of the thing acted on: a link, an approval, a report, a person. */
    subject: text('staff').nullable(),
    detail: json(detailSchema, 'staff').nullable(),
  },
  {
    key: ['id'],
    indexes: {
      by_actor: { on: ['teamId', 'actorId', 'at', 'id'] },
      by_time: { on: ['teamId', 'at', 'id'] },
    },
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

export type AuditEntry = Row<typeof auditEntries>;
export type AuditDetail = z.infer<typeof detailSchema>;
