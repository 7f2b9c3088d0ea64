import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { insertJobs, type NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { type LinkCause, lockLinkOf, writeLink } from './link-changes.ts';
import { lockSaleOf } from './link-relations.ts';
import { awaitsPayment, UNFINISHED } from './link-states.ts';
import { buildPhoneKey } from './new-link.ts';
import { lockSale } from './reserve-link.ts';
import type { Schema } from './schema.ts';
import { links } from './tables/links.ts';

export interface HandOver {
  teamId: string;
  /** One link of each sale. `all`: every open sale of the owner's. */
  ids: readonly string[] | 'all';
  /** Who had them when the person decided. */
  from: string;
  to: string;
  /** The person who handed them over: the owner, or a colleague with the right to. */
  by: string;
  at: number;
  newAuditId: () => string;
  /** Who has a sale, by all its links; null: nobody has to look after it. */
  holderOf(sale: readonly Link[]): string | null;
  /** Written in the same transaction, for the links after the change, so that the new owner is always notified. */
  jobs: (links: readonly [Link, ...Link[]]) => readonly NewJob[];
}

/** `left`: of the sales that were named, the links of those that somebody else has by now, or nobody has to look after. */
export interface HandedOver {
  handed: Link[];
  left: Link[];
}

/** Changes the owner of sales, with all their links, and these links' history, audit entries and messages, in one transaction. */
export const handOverSales = (database: StoreDatabase, change: HandOver): Promise<HandedOver> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, from, to, by, at } = change;
    const handed: Link[] = [];
    const left: Link[] = [];
    const saleIds = await findSales(trx, change);
    // In one order, so that two people at once do not wait for each other; before any link is locked, as for a new link of the sale.
    for (const saleId of saleIds) await lockSale(trx, database, teamId, saleId);
    for (const saleId of saleIds) {
      const rows = await lockSaleOf(trx, database, saleId);
      const sale = rows.map(parseLink);
      if (change.holderOf(sale) !== from) {
        if (change.ids !== 'all') left.push(...sale);
        continue;
      }
      for (const row of rows) {
        const { id, ownerId, channelId } = row;
        // The next link of a sale may be another person's than the one before.
        const detail = { from: ownerId, to };
        const event = { id, at, cause: 'handed over', evidence: { ...detail, by } } as const;
        // A card for the owner's direct messages goes to the new owner's.
        const set = { ownerId: to, ownerGoneAs: null, ...(channelId === ownerId && { channelId: to }) };
        handed.push(await writeLink(trx, row, event, set));
        const entry = { teamId, at, actorId: by, action: 'link-handed-over', subject: id, detail } as const;
        await insertAuditEntry(trx, { id: change.newAuditId(), ...entry });
      }
    }
    const [first, ...others] = handed.toSorted((one, other) => one.createdAt - other.createdAt);
    if (first !== undefined) await insertJobs(trx, change.jobs([first, ...others]), at);
    return { handed, left };
  });

/** In one order. */
const findSales = async (
  trx: Transaction<Schema>,
  { teamId, from, ids }: Pick<HandOver, 'teamId' | 'from' | 'ids'>,
): Promise<string[]> => {
  const sales = trx.selectFrom('links').select('saleId').where('teamId', '=', teamId);
  const wanted =
    ids === 'all'
      ? sales.where('state', 'in', UNFINISHED).where('ownerId', '=', from)
      : sales.where('id', 'in', ids);
  return [...new Set((await wanted.execute()).map(({ saleId }) => saleId))].sort();
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
  /** The first text to the customer: it is in the link's history, and counts as no reminder. */
  isFirst?: boolean;
  at: number;
  auditId: string;
  /** Written in the same transaction. */
  jobs: readonly NewJob[];
}

/** `repeated`: already sent from this window. `over`: the link can no longer be paid. */
export type CountedReminder = { outcome: 'counted' | 'repeated' | 'over'; link: Link };

/** Counts a reminder to the customer, or notes the first text, with the link's history and the audit entry, in one transaction. */
export const countReminder = (database: StoreDatabase, reminder: SentReminder): Promise<CountedReminder> =>
  database.db.transaction().execute(async (trx) => {
    const { teamId, id, by, language, at, isFirst = false } = reminder;
    const windowId = isFirst ? `first ${reminder.windowId}` : reminder.windowId;
    const row = await lockLinkOf(trx, database, { teamId, id });
    if (row.remindedIn === windowId) return { outcome: 'repeated', link: parseLink(row) };
    if (!awaitsPayment(row.state) || row.expiresAt <= at) return { outcome: 'over', link: parseLink(row) };
    const link = await writeLink(
      trx,
      row,
      {
        ...{ id, at, evidence: { by, language } },
        cause: isFirst ? 'sent by WhatsApp' : 'the customer was reminded',
      },
      { remindedIn: windowId, ...(isFirst ? {} : { remindedCount: row.remindedCount + 1, remindedAt: at }) },
      () => reminder.jobs,
    );
    if (isFirst) return { outcome: 'counted', link };
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

const SENT: readonly LinkCause[] = ['sent by WhatsApp', 'the customer was reminded'];

const languageSchema = z.object({ language: z.string() });

/** The customer's newest links, and the workspace's. */
const [MOST_THEIRS, MOST_ANYBODYS] = [20, 100];

/** In which language this customer was last sent a text, else anybody here; null: nobody was. */
export const findLanguage = async (
  { db }: StoreDatabase,
  { teamId, phone }: { teamId: string; phone: string },
): Promise<string | null> => {
  const newest = db
    .selectFrom('links')
    .select('id')
    .where('teamId', '=', teamId)
    .orderBy('createdAt', 'desc');
  const theirs = newest.where('phoneKey', '=', buildPhoneKey(phone)).limit(MOST_THEIRS);
  for (const ids of [theirs, newest.limit(MOST_ANYBODYS)]) {
    const sent = db.selectFrom('linkEvents').select('evidence').where('cause', 'in', SENT);
    const last = await sent.where('linkId', 'in', ids).orderBy('at', 'desc').limit(1).executeTakeFirst();
    if (last) return languageSchema.parse(JSON.parse(last.evidence ?? '')).language;
  }
  return null;
};

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
