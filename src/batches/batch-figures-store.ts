import { setImmediate as nextTurn } from 'node:timers/promises';
import type { displayStateOf } from '../links/sale/display-state.ts';
import { inSale } from '../links/sale/standing.ts';
import type { BatchRow } from '../store/batch.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import { type Link, parseLink } from '../store/link.ts';
import { findSalesOf } from '../store/link-relations.ts';
import { awaitsPayment } from '../store/link-states.ts';
import type { BatchRowState } from '../store/schema.ts';

/** Rows in the same state, with their total. */
export interface BatchTally {
  row: BatchRowState;
  /** Null: they have no link. */
  link: Parameters<typeof displayStateOf>[0] | null;
  rows: number;
  sumFils: number;
}

/** They take a few milliseconds. */
const ROWS_OF_A_SLICE = 200;

/** How many rows a payout includes. */
export interface PaidOutRows {
  payoutId: string;
  rows: number;
}

export const createBatchFigures = (database: StoreDatabase) => {
  const { db } = database;
  /** In the order of the file, each link as its sale stands. Other work runs in between. */
  async function* eachRow(id: string) {
    let rows: Pick<BatchRow, 'number' | 'nonce' | 'state' | 'amountFils'>[] = [];
    do {
      rows = await db
        .selectFrom('batchRows')
        .select(['number', 'nonce', 'state', 'amountFils'])
        .where('batchId', '=', id)
        .where('number', '>', rows.at(-1)?.number ?? 0)
        .orderBy('number')
        .limit(ROWS_OF_A_SLICE)
        .execute();
      if (rows.length === 0) return;
      const nonces = rows.map(({ nonce }) => nonce);
      const links = await findAll(db.selectFrom('links').selectAll().where('nonce', 'in', nonces), parseLink);
      const ofSales = await findSalesOf(database, links);
      for (const row of rows) {
        const link = links.find(({ nonce }) => nonce === row.nonce);
        const others = ofSales.filter(({ id, saleId }) => saleId === link?.saleId && id !== link.id);
        yield { row, link: link === undefined ? null : { ...link, ...inSale(link, others) } };
      }
      await nextTurn();
    } while (rows.length === ROWS_OF_A_SLICE);
  }

  const toBePaidOf = async (id: string): Promise<Link[]> => {
    const links: Link[] = [];
    for await (const { link } of eachRow(id))
      if (link !== null && awaitsPayment(link.state) && link.instead === null) links.push(link);
    return links;
  };

  const paidOf = (id: string) =>
    db
      .selectFrom('links')
      .where('batchId', '=', id)
      .where('state', '=', 'paid')
      .where((or) => or.or([or('finding', 'is', null), or('finding', 'not in', ['refunded', 'disputed'])]));

  return {
    tally: async (id: string): Promise<BatchTally[]> => {
      const tallies: BatchTally[] = [];
      for await (const { row, link } of eachRow(id))
        tallies.push({ row: row.state, link, rows: 1, sumFils: link?.amountFils ?? row.amountFils ?? 0 });
      return tallies;
    },

    /** Links that customers should still pay, in the order of the file. */
    missing: async (id: string, { from, limit }: { from: number; limit: number }) =>
      (await toBePaidOf(id)).slice(from, from + limit),

    /** Links that customers should still pay and that expire in the span, in the order of the file. */
    ending: async (id: string, { from, until }: { from: number; until: number }) =>
      (await toBePaidOf(id)).filter(({ expiresAt }) => expiresAt > from && expiresAt < until),

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

/** A batch's figures. Its rows count as their sales stand. */
export type BatchFigures = ReturnType<typeof createBatchFigures>;
