import { insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import type { NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { lockLinkOf, writeLink } from './link-changes.ts';
import { awaitsPayment, MAY_BE_HANDED_OVER } from './link-states.ts';

export interface HandOver {
  teamId: string;
  id: string;
  /** The owner when the person decided. */
  from: string;
  to: string;
  /** The person who handed it over: the owner, or a colleague with the right to. */
  by: string;
  at: number;
  auditId: string;
  /** Written in the same transaction, for the link after the change, so that the new owner is always notified. */
  jobs: (link: Link) => readonly NewJob[];
}

/** `taken`: it was handed over meanwhile. `over`: the link is finished. */
export type HandedOver = { outcome: 'done' | 'taken' | 'over'; link: Link };

/** Changes a link's owner, with its history, audit entry and messages, in one transaction. */
export const handOverLink = (database: StoreDatabase, change: HandOver): Promise<HandedOver> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, id, from, to, by, at } = change;
    const row = await lockLinkOf(trx, database, { teamId, id });
    const before = parseLink(row);
    if (before.ownerId !== from) return { outcome: 'taken', link: before };
    if (!MAY_BE_HANDED_OVER.includes(before.state)) return { outcome: 'over', link: before };
    const link = await writeLink(
      trx,
      row,
      { id, at, cause: 'handed over', evidence: { from, to, by } },
      // A card for the owner's direct messages goes to the new owner's.
      { ownerId: to, ...(row.channelId === from ? { channelId: to } : {}) },
      change.jobs,
    );
    await insertAuditEntry(trx, {
      id: change.auditId,
      teamId,
      at,
      actorId: by,
      action: 'link-handed-over',
      subject: id,
      detail: { from, to },
    });
    return { outcome: 'done', link };
  });

export interface SentReminder {
  teamId: string;
  id: string;
  /** The window it was sent from. A second press in the same window does not count. */
  windowId: string;
  by: string;
  language: string;
  at: number;
  auditId: string;
  /** Written in the same transaction. */
  jobs: readonly NewJob[];
}

/** `repeated`: already sent from this window. `over`: the link can no longer be paid. */
export type CountedReminder = { outcome: 'counted' | 'repeated' | 'over'; link: Link };

/** Counts a reminder to the customer, with the link's history and the audit entry, in one transaction. */
export const countReminder = (database: StoreDatabase, reminder: SentReminder): Promise<CountedReminder> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, id, windowId, by, language, at } = reminder;
    const row = await lockLinkOf(trx, database, { teamId, id });
    if (row.remindedIn === windowId) return { outcome: 'repeated', link: parseLink(row) };
    if (!awaitsPayment(row.state) || row.expiresAt <= at) return { outcome: 'over', link: parseLink(row) };
    const link = await writeLink(
      trx,
      row,
      { id, at, cause: 'the customer was reminded', evidence: { by, language } },
      { remindedCount: row.remindedCount + 1, remindedAt: at, remindedIn: windowId },
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
