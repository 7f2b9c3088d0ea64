import type { Kysely } from 'kysely';
import { type BatchRow, type BatchRowFault, type BatchRowStanding, parseBatchRow } from './batch.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { nonceOf } from './insert-preview.ts';
import { parseLink } from './link.ts';
import { NOT_GIVEN_UP } from './link-states.ts';
import type { Schema } from './schema.ts';

/** How far each row of a batch has come. */
export interface BatchRowStore {
  /** In the order of the file. */
  rows(id: string): Promise<BatchRow[]>;
  /** The same, each with its link. */
  standing(id: string): Promise<BatchRowStanding[]>;
  /** The next rows to make, while it runs; those after a number. */
  waitingRows(id: string, after: number, limit: number): Promise<BatchRow[]>;
  countWaiting(id: string): Promise<number>;
  /** A link stands for the row, or cannot. */
  settleRow(
    row: Pick<BatchRow, 'batchId' | 'number'>,
    to: 'made' | 'refused',
    faults?: BatchRowFault[],
  ): Promise<void>;
  /** The link of the row was surely not made, for no reason of its own: the row may be tried again, under a new nonce. */
  tryRowAgain(row: Pick<BatchRow, 'batchId' | 'number' | 'tries'>): Promise<void>;
}

export const createBatchRowStore = ({ db }: StoreDatabase): BatchRowStore => ({
  rows: async (id) => (await selectRows(db, id).execute()).map(parseBatchRow),

  standing: async (id) => {
    const rows = await selectRows(db, id).execute();
    const links = await db.selectFrom('links').selectAll().where('batch_id', '=', id).execute();
    const byNonce = new Map(links.map((link) => [link.nonce, link]));
    return rows.map((row) => {
      const link = byNonce.get(row.nonce);
      return { row: parseBatchRow(row), link: link ? parseLink(link) : null };
    });
  },

  waitingRows: async (id, after, limit) => {
    const rows = await selectWaiting(db, id)
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute();
    return rows.map(parseBatchRow);
  },

  countWaiting: async (id) => {
    const { count } = await selectWaiting(db, id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  settleRow: async ({ batchId, number }, to, faults) => {
    await db
      .updateTable('batch_rows')
      .set({ state: to, ...(faults === undefined ? {} : { faults: JSON.stringify(faults) }) })
      .where('batch_id', '=', batchId)
      .where('number', '=', number)
      .execute();
  },

  tryRowAgain: async ({ batchId, number, tries }) => {
    await db
      .updateTable('batch_rows')
      .set({ state: 'waiting', tries: tries + 1, nonce: nonceOf(batchId, number, tries + 1), faults: null })
      .where('batch_id', '=', batchId)
      .where('number', '=', number)
      .where('tries', '=', tries)
      .where('request', 'is not', null)
      .execute();
  },
});

export const selectRows = (on: Kysely<Schema>, id: string) =>
  on.selectFrom('batch_rows').selectAll().where('batch_id', '=', id).orderBy('number');

/** Rows that no link stands for yet, or one that failed and may be tried again. */
const selectWaiting = (on: Kysely<Schema>, id: string) =>
  on
    .selectFrom('batch_rows')
    .where('batch_id', '=', id)
    .where('batch_rows.state', '=', 'waiting')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('links')
            .select('links.id')
            .whereRef('links.nonce', '=', 'batch_rows.nonce')
            .where('links.state', 'in', NOT_GIVEN_UP),
        ),
      ),
    );
