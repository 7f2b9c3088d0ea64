import type { Transaction } from 'kysely';
import { isOfCurrentAccount } from '../store/account-store.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import { type Link, parseLink } from '../store/link.ts';
import { isBack, moneyOf } from '../store/link-payment.ts';
import { findSaleOf } from '../store/link-relations.ts';
import type { LinkRow, Schema } from '../store/schema.ts';

/** A transaction that the service’s records assign to a payout by an id. */
export interface PaidOut {
  orderId: string | null;
  /** The `Invoice_Id`. */
  reference: string | null;
  amountFils: number;
  payoutId: string;
  /** When the payout was made, in milliseconds since the epoch; null: its record does not say. */
  payoutAt: number | null;
}

export interface PayoutNotes {
  teamId: string;
  paidOut: readonly PaidOut[];
  /** Payouts that the bank returned: their links lose the payout. */
  cameBack: readonly string[];
  at: number;
  /** Written in the same transaction as a link of the sale. */
  jobsOf: (sale: readonly Link[]) => readonly NewJob[];
}

const AT_ONCE = 300;

type Change = Pick<LinkRow, 'payoutId' | 'payoutAt'>;

export const createLinkPayouts = (database: StoreDatabase) => {
  const { db } = database;

  const findByName = async (teamId: string, column: 'orderId' | 'invoiceId', names: readonly string[]) =>
    names.length === 0
      ? []
      : db
          .selectFrom('links')
          .selectAll()
          .where('teamId', '=', teamId)
          .where(column, 'in', [...new Set(names)])
          .where(isOfCurrentAccount)
          .execute();

  /** Writes only if the link has not changed since it was read. */
  const write = (row: LinkRow, change: Change, { teamId, at, jobsOf }: PayoutNotes): Promise<boolean> =>
    db.transaction().execute(async (trx: Transaction<Schema>) => {
      const [changed] = await trx
        .updateTable('links')
        .set(change)
        .where('teamId', '=', teamId)
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where((is) =>
          row.payoutId === null ? is('payoutId', 'is', null) : is('payoutId', '=', row.payoutId),
        )
        .returningAll()
        .execute();
      if (!changed) return false;
      const link = parseLink(changed);
      await insertJobs(trx, jobsOf([link, ...(await findSaleOf({ db: trx }, link))]), at);
      return true;
    });

  return {
    /**
     * Stores the payout of a link's money, if no other link has the same order id or reference and the transaction is the
     * whole payment. Returns how many links changed.
     */
    note: async (notes: PayoutNotes) => {
      const { teamId, paidOut, cameBack } = notes;
      let count = 0;
      const change = async (row: LinkRow, to: Change) => {
        if (await write(row, to, notes)) count += 1;
      };
      for (let at = 0; at < cameBack.length; at += AT_ONCE) {
        const rows = await db
          .selectFrom('links')
          .selectAll()
          .where('teamId', '=', teamId)
          .where(isOfCurrentAccount)
          .where('payoutId', 'in', cameBack.slice(at, at + AT_ONCE))
          .execute();
        for (const row of rows) await change(row, { payoutId: null, payoutAt: null });
      }
      for (let at = 0; at < paidOut.length; at += AT_ONCE) {
        const some = paidOut.slice(at, at + AT_ONCE);
        const orders = some.flatMap(({ orderId }) => orderId ?? []);
        const references = some.flatMap(({ orderId, reference }) =>
          orderId === null && reference ? reference : [],
        );
        const byOrder = groupBy(await findByName(teamId, 'orderId', orders), ({ orderId }) => orderId);
        const byReference = groupBy(
          await findByName(teamId, 'invoiceId', references),
          ({ invoiceId }) => invoiceId,
        );
        for (const one of some) {
          const found = one.orderId === null ? byReference.get(one.reference) : byOrder.get(one.orderId);
          const [row, ...others] = found ?? [];
          if (!row || others.length > 0 || !isWholePayment(row, one)) continue;
          const isKnown = row.payoutId === one.payoutId && row.payoutAt === one.payoutAt;
          if (!isKnown) await change(row, { payoutId: one.payoutId, payoutAt: one.payoutAt });
        }
      }
      return count;
    },
  };
};

/** Which payout includes a link's money. */
export type LinkPayouts = ReturnType<typeof createLinkPayouts>;

/** Whether the transaction is the whole payment: parts of a payment may be in several payouts. */
function isWholePayment(row: LinkRow, { amountFils }: PaidOut): boolean {
  const link = parseLink(row);
  const { payment } = link;
  return moneyOf(link) !== null && !isBack(payment?.finding ?? null) && payment?.amountFils === amountFils;
}

function groupBy(rows: readonly LinkRow[], nameOf: (row: LinkRow) => string | null) {
  const groups = new Map<string | null, LinkRow[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}
