import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import { isReplaced, isToBePaid } from '../store/is-to-be-paid.ts';
import { parseLink } from '../store/link.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import { AWAITING_PAYMENT, type LinkState } from '../store/link-states.ts';
import type { BatchRowState } from '../store/schema.ts';

/** Rows in the same state, with their total. */
export interface BatchTally {
  row: BatchRowState;
  /** Null: they have no link. */
  link: { state: LinkState; payment: { finding: PaymentFinding } | null; isReplaced: boolean } | null;
  rows: number;
  sumFils: number;
}

/** How many rows a payout includes. */
export interface PaidOutRows {
  payoutId: string;
  rows: number;
}

export const createBatchFigures = ({ db }: StoreDatabase) => {
  const linksOf = (id: string) =>
    db
      .selectFrom('batchRows')
      .innerJoin('links', 'links.nonce', 'batchRows.nonce')
      .where('batchRows.batchId', '=', id)
      .orderBy('batchRows.number')
      .selectAll('links');

  const toBePaidOf = (id: string) =>
    linksOf(id).where('links.state', 'in', AWAITING_PAYMENT).where(isToBePaid);

  const paidOf = (id: string) =>
    db
      .selectFrom('links')
      .where('batchId', '=', id)
      .where('state', '=', 'paid')
      .where((or) => or.or([or('finding', 'is', null), or('finding', 'not in', ['refunded', 'disputed'])]));

  return {
    tally: async (id: string): Promise<BatchTally[]> => {
      const counted = await db
        .selectFrom('batchRows')
        .leftJoin('links', 'links.nonce', 'batchRows.nonce')
        .where('batchRows.batchId', '=', id)
        .select(({ fn }) => [
          'batchRows.state as row',
          'links.state as state',
          'links.finding as finding',
          isReplaced.as('isReplaced'),
          fn.countAll<number>().as('rows'),
          sql<number>`sum(coalesce(links.amount_fils, batch_rows.amount_fils, 0))`.as('sum'),
        ])
        .groupBy(['batchRows.state', 'links.state', 'links.finding', 'isReplaced'])
        .execute();
      return counted.map(({ row, state, finding, isReplaced: by, rows, sum }) => ({
        row,
        link: state === null ? null : { state, payment: finding && { finding }, isReplaced: by === 1 },
        rows: Number(rows),
        sumFils: Number(sum),
      }));
    },

    /** Links that customers should still pay, in the order of the file. */
    missing: (id: string, { from, limit }: { from: number; limit: number }) =>
      findAll(toBePaidOf(id).offset(from).limit(limit), parseLink),

    /** Links that customers should still pay and that expire in the span, in the order of the file. */
    ending: (id: string, { from, until }: { from: number; until: number }) =>
      findAll(
        toBePaidOf(id).where('links.expiresAt', '>', from).where('links.expiresAt', '<', until),
        parseLink,
      ),

    /** How many paid links each payout includes, newest payout first. */
    paidOut: async (id: string): Promise<PaidOutRows[]> => {
      const counted = await paidOf(id)
        .where('payoutId', 'is not', null)
        .select(({ fn }) => ['payoutId', fn.countAll<number>().as('rows')])
        .groupBy('payoutId')
        .orderBy(({ fn }) => fn.max('payoutAt'), 'desc')
        .orderBy('payoutId', 'desc')
        .execute();
      return counted.map(({ payoutId, rows }) => ({ payoutId: payoutId ?? '', rows: Number(rows) }));
    },

    /** Links paid since an instant. */
    paidSince: async (id: string, since: number) => {
      const { rows, sum } = await paidOf(id)
        .where('paidAt', '>=', since)
        .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('amountFils').as('sum')])
        .executeTakeFirstOrThrow();
      return { rows: Number(rows), sumFils: Number(sum ?? 0) };
    },
  };
};

/** A batch's figures, counted in the database: a batch has a thousand rows, and its card is drawn often. */
export type BatchFigures = ReturnType<typeof createBatchFigures>;
