import type { Kysely, Transaction } from 'kysely';
import { type LinkInSale, readSales } from '../links/sale/link-in-sale.ts';
import { readAccount } from '../store/account-store.ts';
import {
  type Batch,
  type BatchRow,
  type BatchRowFault,
  type BatchRowWithLink,
  isBatchOver,
  lockBatch,
  type NewBatch,
  type NewBatchRow,
  readStoredBatch,
} from '../store/batch.ts';
import { addShown } from '../store/consent.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll, hasRow } from '../store/engine/queries.ts';
import { type Link, parseLink } from '../store/link.ts';
import { findSalesOf } from '../store/link-relations.ts';
import { ASKED_FOR, type LinkState, NOT_GIVEN_UP } from '../store/link-states.ts';
import type { Schema } from '../store/schema.ts';
import { batches, batchRows } from '../store/tables/batches.ts';

/** `sale`: what became of it; null: it has no link. */
export interface BatchRowWithSale {
  row: BatchRow;
  sale: LinkInSale | null;
}

export interface RowId {
  batchId: string;
  number: number;
}

export interface RowTry extends RowId {
  tries: number;
}

const readWithLinks = async (db: Kysely<Schema>, id: string): Promise<BatchRowWithLink[]> => {
  const rows = await selectRows(db, id).execute();
  const links = await db.selectFrom('links').selectAll().where('batchId', '=', id).execute();
  const byNonce = new Map(links.map((link) => [link.nonce, link]));
  return rows.map((row) => {
    const link = byNonce.get(row.nonce);
    return { row: batchRows.read(row), link: link ? parseLink(link) : null };
  });
};

export const createBatchRowStore = ({ db, engine }: StoreDatabase) => ({
  /** In the order of the file. */
  rows: (id: string) => findAll(selectRows(db, id), batchRows.read),

  /** In the order of the file. */
  rowsWithLinks: (id: string) => readWithLinks(db, id),

  /** In the order of the file. */
  rowsWithSales: async (id: string): Promise<BatchRowWithSale[]> => {
    const rows = await readWithLinks(db, id);
    const listed = rows.flatMap(({ link }) => link ?? []);
    const sales = await readSales(listed, { salesOf: (of) => findSalesOf({ db }, of) });
    const bySale = new Map(sales.map((one) => [one.saleId, one]));
    return rows.map(({ row, link }) => ({ row, sale: (link && bySale.get(link.saleId)) ?? null }));
  },

  /** The next rows to make, after row number `after`. */
  waitingRows: (id: string, after: number, limit: number) => {
    const waiting = selectWaiting(db, id, NOT_GIVEN_UP).selectAll().where('number', '>', after);
    return findAll(waiting.orderBy('number').limit(limit), batchRows.read);
  },

  /** Marks a row as made into a link, as impossible to make, or as held until a person answers. */
  settleRow: async (
    { batchId, number }: RowId,
    to: 'made' | 'refused' | 'held',
    faults?: BatchRowFault[],
  ) => {
    await db
      .updateTable('batchRows')
      .set(batchRows.write({ state: to, ...(faults && { faults }) }))
      .where('batchId', '=', batchId)
      .where('number', '=', number)
      .execute();
  },

  /**
   * Plans another try of a row whose link was not made for a reason that is not the row's own. It is the same order, with the
   * same nonce. Changes nothing if the batch is over.
   */
  tryRowAgain: (row: RowTry) =>
    db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, engine, row.batchId);
      if (batch !== undefined && !isBatchOver(batch.state)) await tryAgain(trx, row);
    }),

  /**
   * The row becomes another order: the batch belongs to another account by now than the link of its last try. Returns the
   * order's nonce.
   */
  orderRowAnew: async ({ batchId, number, tries }: RowTry) => {
    const nonce = nonceOf(batchId, number, tries);
    await db
      .updateTable('batchRows')
      .set({ nonce })
      .where('batchId', '=', batchId)
      .where('number', '=', number)
      .execute();
    return nonce;
  },
});

export const tryAgain = async (
  trx: Transaction<Schema>,
  { batchId, number, tries }: RowTry,
): Promise<void> => {
  await trx
    .updateTable('batchRows')
    .set(batchRows.write({ state: 'waiting', tries: tries + 1, faults: [] }))
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .where('tries', '=', tries)
    .where('request', 'is not', null)
    .execute();
};

/** Whether any row's link is still to be made, or its request has no answer yet. */
export const hasRowsLeft = (trx: Transaction<Schema>, id: string): Promise<boolean> => {
  const answered = NOT_GIVEN_UP.filter((state) => !ASKED_FOR.includes(state));
  return hasRow(selectWaiting(trx, id, answered).select('number').limit(1));
};

const selectRows = (on: Kysely<Schema>, id: string) =>
  on.selectFrom('batchRows').selectAll().where('batchId', '=', id).orderBy('number');

/** Rows that are waiting and have no link in one of these states. */
const selectWaiting = (on: Kysely<Schema>, id: string, states: readonly LinkState[]) =>
  on
    .selectFrom('batchRows')
    .where('batchId', '=', id)
    .where('batchRows.state', '=', 'waiting')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('links')
            .select('links.id')
            .whereRef('links.nonce', '=', 'batchRows.nonce')
            .where('links.state', 'in', states),
        ),
      ),
    );

/** Far below the limit of parameters per statement. */
const ROWS_PER_INSERT = 100;

/** The nonce of a row's link. */
const nonceOf = (batchId: string, number: number, tries = 0): string => `${batchId}:${number}:${tries}`;

export interface NewPreview {
  batch: NewBatch;
  rows: readonly NewBatchRow[];
  /** By row number, links that exist for its customer and amount. */
  alike: ReadonlyMap<number, readonly Link[]>;
}

/** Writes a batch as a preview. */
export const insertPreview = async (
  trx: Transaction<Schema>,
  { batch, rows, alike }: NewPreview,
): Promise<Batch> => {
  const inserted = await trx
    .insertInto('batches')
    .values(
      batches.write({
        ...batch,
        state: 'preview',
        account: batch.account === undefined ? await readAccount(trx, batch.teamId) : batch.account,
        createdAt: batch.at,
        updatedAt: batch.at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const all = rows.map((row) =>
    batchRows.write({
      ...row,
      state: 'new',
      tries: 0,
      batchId: batch.id,
      nonce: nonceOf(batch.id, row.number),
      shown: addShown([], alike.get(row.number) ?? []),
    }),
  );
  for (let at = 0; at < all.length; at += ROWS_PER_INSERT)
    await trx
      .insertInto('batchRows')
      .values(all.slice(at, at + ROWS_PER_INSERT))
      .execute();
  return readStoredBatch(inserted);
};
