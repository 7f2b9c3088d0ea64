import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Schema } from './schema.ts';
import type { AuditEntryRow } from './workspace-rows.ts';

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
  'list-kept',
  'list-stopped',
  'details-viewed',
  'customer-recalled',
  'customer-forgotten',
  'whatsapp-opened',
  'customer-reminded',
  'link-handed-over',
  'links-searched',
  'report-read',
  'totals-read',
  'report-shared',
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
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Never customers' data: no names, e-mails, phones, notes, addresses. */
export type AuditDetail = Record<string, string | number | boolean | null>;

export interface NewAuditEntry {
  id: string;
  teamId: string;
  /** Milliseconds since the epoch. */
  at: number;
  actorId: string;
  action: AuditAction;
  /** The id of the thing acted on: a link, an approval, a report, a person. */
  subject: string | null;
  detail: AuditDetail | null;
}

/** `action` may be any text: a later version may have written actions that this one does not know. */
export type AuditEntry = Omit<NewAuditEntry, 'action'> & { action: string };

const detailSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Call it in the transaction of the action it records, if there is one. Skips an id that already exists. */
export async function insertAuditEntry(
  on: Pick<Transaction<Schema>, 'insertInto'>,
  entry: NewAuditEntry,
): Promise<void> {
  await on
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      team_id: entry.teamId,
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      subject: entry.subject,
      detail: entry.detail === null ? null : JSON.stringify(entry.detail),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export const parseAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  teamId: row.team_id,
  at: row.at,
  actorId: row.actor_id,
  action: row.action,
  subject: row.subject,
  detail: row.detail === null ? null : detailSchema.parse(JSON.parse(row.detail)),
});
