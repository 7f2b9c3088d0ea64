import { insertAuditEntry } from './audit-rows.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { lockLinkOf, writeLink } from './link-changes.ts';
import { awaitsPayment } from './link-states.ts';

export interface SentReminder {
  teamId: string;
  id: string;
  /** The window in which it was sent: pressed twice, it counts once. */
  windowId: string;
  by: string;
  language: string;
  at: number;
  auditId: string;
  /** Written in the same transaction. */
  jobs: readonly NewJob[];
}

/** `repeated`: sent from this window before. `over`: there is nothing to remind of any more. */
export type CountedReminder = { outcome: 'counted' | 'repeated' | 'over'; link: Link };

/** Counts a reminder to the customer, with the link's history and the audit entry, in one transaction. */
export const countReminder = (database: StoreDatabase, reminder: SentReminder): Promise<CountedReminder> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, id, windowId, by, language, at } = reminder;
    const row = await lockLinkOf(trx, database, { teamId, id });
    if (row.reminded_in === windowId) return { outcome: 'repeated', link: parseLink(row) };
    if (!awaitsPayment(row.state) || row.expires_at <= at) return { outcome: 'over', link: parseLink(row) };
    const link = await writeLink(
      trx,
      row,
      { id, at, cause: 'the customer was reminded', evidence: { by, language } },
      { reminded_count: row.reminded_count + 1, reminded_at: at, reminded_in: windowId },
      () => reminder.jobs,
    );
    await insertAuditEntry(trx, {
      id: reminder.auditId,
      teamId,
      at,
      actorId: by,
      action: 'customer-reminded',
      subject: id,
      detail: { language },
    });
    return { outcome: 'counted', link };
  });
