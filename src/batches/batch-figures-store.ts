import { setImmediate as nextTurn } from 'node:timers/promises';
import type { displayStateOf } from '../links/sale/display-state.ts';
import { inSale } from '../links/sale/standing.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { type Link, parseLink } from '../store/link.ts';
import { findSalesOf } from '../store/link-relations.ts';
import { AWAITING_PAYMENT } from '../store/link-states.ts';
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
const LINKS_OF_A_SLICE = 200;

/** A link stands as its sale does: by itself, where the sale has no other, as most have. */
const hasOthers = sql<boolean>`exists (select 1 from links as other
  where other.team_id = links.team_id and other.sale_id = links.sale_id and other.id <> links.id)`;

/** How many rows a payout includes. */
export interface PaidOutRows {
  payoutId: string;
  rows: number;
}

export const createBatchFigures = (database: StoreDatabase) => {
  const { db } = database;
  const linksOf = (id: string) =>
    db
      .selectFrom('batchRows')
      .innerJoin('links', 'links.nonce', 'batchRows.nonce')
      .where('batchRows.batchId', '=', id)
      .selectAll('links')
      .select(['batchRows.number as number', 'batchRows.state as row'])
      .orderBy('batchRows.number');

  /** With what the other links of their sales mean for them. In the order of the file; other work runs in between. */
  async function* eachInSale(of: ReturnType<typeof linksOf>) {
    let last = 0;
    for (;;) {
      const some = await of.where('batchRows.number', '>', last).limit(LINKS_OF_A_SLICE).execute();
      const links = some.map(parseLink);
      const ofSales = await findSalesOf(database, links);
      for (const [at, link] of links.entries()) {
        const sale = ofSales.filter(({ saleId }) => saleId === link.saleId);
        yield { row: some[at]?.row as BatchRowState, link: { ...link, ...inSale(link, sale) } };
      }
      if (some.length < LINKS_OF_A_SLICE) return;
      last = some.at(-1)?.number ?? last;
      await nextTurn();
    }
  }

  /** Links that customers should still pay, in the order of the file. */
  async function* eachToBePaid(of: ReturnType<typeof linksOf>): AsyncGenerator<Link> {
    for await (const { link } of eachInSale(of.where('links.state', 'in', AWAITING_PAYMENT)))
      if (link.instead === null) yield link;
  }

  const paidOf = (id: string) =>
    db
      .selectFrom('links')
      .where('batchId', '=', id)
      .where('state', '=', 'paid')
      .where((or) => or.or([or('finding', 'is', null), or('finding', 'not in', ['refunded', 'disputed'])]));

  return {
    tally: async (id: string): Promise<BatchTally[]> => {
      const alone = await db
        .selectFrom('batchRows')
        .leftJoin('links', 'links.nonce', 'batchRows.nonce')
        .where('batchRows.batchId', '=', id)
        .where((or) => or.not(hasOthers))
        .select(({ fn }) => [
          'batchRows.state as row',
          'links.state as state',
          'links.finding as finding',
          fn.countAll<number>().as('rows'),
          sql<number>`sum(coalesce(links.amount_fils, batch_rows.amount_fils, 0))`.as('sum'),
        ])
        .groupBy(['batchRows.state', 'links.state', 'links.finding'])
        .execute();
      const tallies = alone.map(
        ({ row, state, finding, rows, sum }): BatchTally => ({
          row,
          link: state === null ? null : { state, payment: finding && { finding } },
          rows: Number(rows),
          sumFils: Number(sum),
        }),
      );
      for await (const { row, link } of eachInSale(linksOf(id).where(hasOthers)))
        tallies.push({ row, link, rows: 1, sumFils: link.amountFils });
      return tallies;
    },

    /** Links that customers should still pay, in the order of the file. */
    missing: async (id: string, { from, limit }: { from: number; limit: number }): Promise<Link[]> => {
      const links: Link[] = [];
      let passed = 0;
      for await (const link of eachToBePaid(linksOf(id))) {
        passed += 1;
        if (passed > from) links.push(link);
        if (links.length === limit) break;
      }
      return links;
    },

    /** Links that customers should still pay and that expire in the span, in the order of the file. */
    ending: async (id: string, { from, until }: { from: number; until: number }): Promise<Link[]> => {
      const links: Link[] = [];
      const ending = linksOf(id).where('links.expiresAt', '>', from).where('links.expiresAt', '<', until);
      for await (const link of eachToBePaid(ending)) links.push(link);
      return links;
    },

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

/** A batch's figures, counted in the database where a sale has one link: a batch has a thousand rows, and its card is drawn often. */
export type BatchFigures = ReturnType<typeof createBatchFigures>;
