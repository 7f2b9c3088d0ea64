import { setImmediate as nextTurn } from 'node:timers/promises';
import { unpaidOf } from '../figures/sale-figures.ts';
import type { SaleState } from '../links/sale/display-state.ts';
import { type LinkInSale, readSales } from '../links/sale/link-in-sale.ts';
import { type LinkOfSale, type SaleStanding, standingOf } from '../links/sale/standing.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import type { Link } from '../store/link.ts';
import { findSalesOf } from '../store/link-relations.ts';
import { AWAITING_PAYMENT } from '../store/link-states.ts';
import type { BatchRowState } from '../store/schema.ts';

/** Rows that stand alike, with their totals. */
export interface BatchTally {
  row: BatchRowState;
  rows: number;
  /** What is due. */
  sumFils: number;
  /** How their sales stand; null: they have none. */
  sale: {
    state: SaleState;
    /** What is missing, whether or not it can still be paid. */
    unpaidFils: number;
    /** The customer should pay it, and has a link to do so. */
    canPay: boolean;
    /** Those that include all that was paid. */
    payouts: readonly NonNullable<Link['payout']>[];
  } | null;
}

/** They take a few milliseconds. */
const LINKS_OF_A_SLICE = 200;

/** A link without another in its sale is its sale. Most are, so they are counted in the database, but for those of which a part may be paid. */
const isToRead = sql<boolean>`(links.state = 'reported' or exists (select 1 from links as other
  where other.team_id = links.team_id and other.sale_id = links.sale_id and other.id <> links.id))`;

export const createBatchFigures = (database: StoreDatabase) => {
  const { db } = database;
  const linksOf = (id: string) =>
    db
      .selectFrom('batchRows')
      .innerJoin('links', 'links.nonce', 'batchRows.nonce')
      .where('batchRows.batchId', '=', id)
      .select(['batchRows.number', 'batchRows.state as row', 'links.id', 'links.teamId', 'links.saleId'])
      .orderBy('batchRows.number');

  /** With their sales, in the order of the file; other work runs in between. */
  async function* eachSale(of: ReturnType<typeof linksOf>, size = LINKS_OF_A_SLICE) {
    for (let last = 0; ; ) {
      const some = await of.where('batchRows.number', '>', last).limit(size).execute();
      const sales = await readSales(some, { salesOf: (listed) => findSalesOf(database, listed) });
      const bySale = new Map(sales.map((one) => [one.saleId, one]));
      for (const { row, id, saleId } of some) {
        const sale = bySale.get(saleId);
        if (sale) yield { row, id, sale };
      }
      if (some.length < size) return;
      last = some.at(-1)?.number ?? last;
      await nextTurn();
    }
  }

  return {
    tally: async (id: string): Promise<BatchTally[]> => {
      const alone = await db
        .selectFrom('batchRows')
        .leftJoin('links', 'links.nonce', 'batchRows.nonce')
        .where('batchRows.batchId', '=', id)
        .where((or) => or.or([or('links.id', 'is', null), or.not(isToRead)]))
        .select(({ fn }) => [
          'batchRows.state as row',
          'links.state as state',
          'links.finding as finding',
          'links.payoutId as payoutId',
          'links.payoutAt as payoutAt',
          fn.countAll<number>().as('rows'),
          sql<number>`sum(coalesce(links.amount_fils, batch_rows.amount_fils, 0))`.as('sum'),
        ])
        .groupBy(['batchRows.state', 'links.state', 'links.finding', 'links.payoutId', 'links.payoutAt'])
        .execute();
      const tallies = alone.map(({ row, state, finding, payoutId, payoutAt, rows, sum }): BatchTally => {
        const sumFils = Number(sum);
        if (state === null) return { row, rows: Number(rows), sumFils, sale: null };
        // They stand as one sale of their sum would.
        const sale = standingOf([
          {
            ...{ id: '', saleOrder: 1, createdAt: 0, settled: null, state, amountFils: sumFils },
            payment: finding && { ...WHOLE, finding },
          },
        ]);
        const payouts = payoutId === null ? [] : [{ id: payoutId, at: payoutAt }];
        return { row, rows: Number(rows), sumFils, sale: sumUp(sale, payouts) };
      });
      for await (const {
        row,
        sale: { sale },
      } of eachSale(linksOf(id).where(isToRead))) {
        const payouts = sale.paid.flatMap(({ payout }) => payout ?? []);
        const isPaidOut = payouts.length === sale.paid.length;
        tallies.push({ row, rows: 1, sumFils: sale.dueFils, sale: sumUp(sale, isPaidOut ? payouts : []) });
      }
      return tallies;
    },

    /** Sales that their customers should and can still pay, in the order of the file. */
    missing: async (id: string, { from, limit }: { from: number; limit: number }): Promise<LinkInSale[]> => {
      const some: LinkInSale[] = [];
      let passed = 0;
      const mayBe = linksOf(id).where((or) => or.or([or('links.state', 'in', AWAITING_PAYMENT), isToRead]));
      for await (const { sale } of eachSale(mayBe, Math.min(from + limit, LINKS_OF_A_SLICE))) {
        if (!canPay(sale.sale)) continue;
        passed += 1;
        if (passed > from) some.push(sale);
        if (some.length === limit) break;
      }
      return some;
    },

    /** Payments that came since an instant, for whichever link of its sales. */
    receivedSince: async (id: string, since: number) => {
      const ofSales = db.selectFrom('links').select('saleId').where('batchId', '=', id);
      const { rows, sum } = await db
        .selectFrom('linkMovements')
        .innerJoin('links', 'links.id', 'linkMovements.linkId')
        .where('links.teamId', '=', (of) => of.selectFrom('batches').select('teamId').where('id', '=', id))
        .where('links.saleId', 'in', ofSales)
        .where('kind', '=', 'payment')
        .where('at', '>=', since)
        .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('fils').as('sum')])
        .executeTakeFirstOrThrow();
      return { rows: Number(rows), sumFils: Number(sum ?? 0) };
    },
  };
};

/** A payment of what was asked for. */
const WHOLE = { noticedAt: 0, happenedAt: null, amountFils: null, refundedFils: 0, currency: null };

const sumUp = (
  sale: SaleStanding<LinkOfSale>,
  payouts: readonly NonNullable<Link['payout']>[],
): BatchTally['sale'] => ({ state: sale.state, unpaidFils: unpaidOf(sale), canPay: canPay(sale), payouts });

const canPay = ({ toComeFils, payable }: SaleStanding<LinkOfSale>): boolean =>
  toComeFils > 0 && payable.length > 0;
