import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { insertJobs, type NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { type LinkCause, lockLinkOf, writeLink } from './link-changes.ts';
import { lockSaleOf } from './link-relations.ts';
import { awaitsPayment, MAY_BE_HANDED_OVER } from './link-states.ts';
import type { Schema } from './schema.ts';
import { links } from './tables/links.ts';

export interface HandOver {
  teamId: string;
  /** With the other links of their sales that may be handed over. `all`: every one of the owner's. */
  ids: readonly string[] | 'all';
  /** The owner when the person decided. */
  from: string;
  to: string;
  /** The person who handed them over: the owner, or a colleague with the right to. */
  by: string;
  at: number;
  newAuditId: () => string;
  /** Written in the same transaction, for the links after the change, so that the new owner is always notified. */
  jobs: (links: readonly [Link, ...Link[]]) => readonly NewJob[];
}

/** `left`: not changed, because they have another owner by now, or are finished. */
export interface HandedOver {
  handed: Link[];
  left: Link[];
}

/** Changes the owner of links, with their history, audit entries and messages, in one transaction. */
export const handOverLinks = (database: StoreDatabase, change: HandOver): Promise<HandedOver> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, from, to, by, at } = change;
    const ids = await findOpenOf(trx, { teamId, ownerId: from, ids: change.ids });
    const handed: Link[] = [];
    const left: Link[] = [];
    // In one order, so that two people at once do not wait for each other.
    for (const id of ids) {
      const row = await lockLinkOf(trx, database, { teamId, id });
      if (row.ownerId !== from || !MAY_BE_HANDED_OVER.includes(row.state)) {
        left.push(parseLink(row));
        continue;
      }
      const link = await writeLink(
        trx,
        row,
        { id, at, cause: 'handed over', evidence: { from, to, by } },
        // A card for the owner's direct messages goes to the new owner's.
        { ownerId: to, ownerGoneAs: null, ...(row.channelId === from ? { channelId: to } : {}) },
      );
      handed.push(link);
      await insertAuditEntry(trx, {
        id: change.newAuditId(),
        ...{ teamId, at, actorId: by },
        ...{ action: 'link-handed-over', subject: id, detail: { from, to } },
      });
    }
    const [first, ...others] = handed.toSorted((one, other) => one.createdAt - other.createdAt);
    if (first !== undefined) await insertJobs(trx, change.jobs([first, ...others]), at);
    return { handed, left };
  });

/** In one order. */
const findOpenOf = async (
  trx: Transaction<Schema>,
  { teamId, ownerId, ids }: { teamId: string; ownerId: string; ids: HandOver['ids'] },
): Promise<string[]> => {
  const open = trx
    .selectFrom('links')
    .select('id')
    .where('teamId', '=', teamId)
    .where('state', 'in', MAY_BE_HANDED_OVER)
    .where('ownerId', '=', ownerId);
  if (ids === 'all') return (await open.execute()).map(({ id }) => id).sort();
  const sales = trx.selectFrom('links').select('saleId').where('teamId', '=', teamId).where('id', 'in', ids);
  const rows = await open.where('saleId', 'in', sales).execute();
  return [...new Set([...ids, ...rows.map(({ id }) => id)])].sort();
};

/** Slack refuses messages to the owner of links, or takes them again (`goneAs` null). */
export const noteOwnerGone = async (
  { db }: StoreDatabase,
  { teamId, ownerId, goneAs }: { teamId: string; ownerId: string; goneAs: string | null },
): Promise<void> => {
  await db
    .updateTable('links')
    .set({ ownerGoneAs: goneAs })
    .where('teamId', '=', teamId)
    .where('ownerId', '=', ownerId)
    .where('ownerGoneAs', goneAs === null ? 'is not' : 'is', null)
    .execute();
};

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

/** What a person says of the money of a sale. Each is a line of its history, and of the audit log. */
const NOTES = {
  refundAsked: { cause: 'a refund was asked for', action: 'refund-asked' },
  settled: { cause: 'counted as paid in full', action: 'counted-as-paid' },
} as const satisfies Partial<Record<keyof Link, { cause: LinkCause; action: AuditEntry['action'] }>>;

export type NoteKind = keyof typeof NOTES;

export interface Noting<Kind extends NoteKind> {
  kind: Kind;
  teamId: string;
  /** The link that keeps it. */
  id: string;
  by: string;
  at: number;
  auditId: string;
  /** Of the link and all of its sale, as this transaction locks them. If it throws, nothing is written. */
  decide(
    link: Link,
    sale: readonly Link[],
  ): { note: NonNullable<Link[Kind]>; amountFils: number; jobs: readonly NewJob[] };
}

/** Writes down what one person says, with the history, the audit entry and the messages, in one transaction. */
export const noteOnLink = <Kind extends NoteKind>(
  database: StoreDatabase,
  { kind, teamId, id, by, at, auditId, decide }: Noting<Kind>,
): Promise<void> =>
  database.db.transaction().execute(async (trx) => {
    const rows = await lockSaleOf(trx, database, id);
    const row = rows.find((one) => one.id === id && one.teamId === teamId);
    if (row === undefined) throw new Error(`no link ${id}`);
    const { note, amountFils, jobs } = decide(parseLink(row), rows.map(parseLink));
    const { cause, action } = NOTES[kind];
    const change = { id, at, cause, evidence: { by, amountFils }, jobs };
    await writeLink(trx, row, change, links.write({ [kind]: note }));
    const entry = { teamId, at, actorId: by, action, subject: id, detail: { amountFils } };
    await insertAuditEntry(trx, { id: auditId, ...entry });
  });
