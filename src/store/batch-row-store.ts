import type { Kysely, Transaction } from 'kysely';
import { type BatchRow, type BatchRowFault, type BatchRowStanding, parseBatchRow } from './batch.ts';
import { type BatchTableRow, isBatchOver } from './batch-rows.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { nonceOf } from './insert-preview.ts';
import { parseLink } from './link.ts';
import { ASKED_FOR, type LinkState, NOT_GIVEN_UP } from './link-states.ts';
import type { Schema } from './schema.ts';

/** How far each row of a batch has come. */
export interface BatchRowStore {
  /** In the order of the file. */
  rows(id: string): Promise<BatchRow[]>;
  /** The same, each with its link. */
  standing(id: string): Promise<BatchRowStanding[]>;
  /** The next rows to make, while it runs; those after a number. */
  waitingRows(id: string, after: number, limit: number): Promise<BatchRow[]>;
  /** A link stands for the row, or cannot. */
  settleRow(
    row: Pick<BatchRow, 'batchId' | 'number'>,
    to: 'made' | 'refused',
    faults?: BatchRowFault[],
  ): Promise<void>;
  /**
   * The link of the row was surely not made, for no reason of its own: the row is tried again, under a new nonce. Nothing
   * changes in a batch that is over.
   */
  tryRowAgain(row: Pick<BatchRow, 'batchId' | 'number' | 'tries'>): Promise<void>;
}

export const createBatchRowStore = ({ db, engine }: StoreDatabase): BatchRowStore => ({
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
    const rows = await selectWaiting(db, id, NOT_GIVEN_UP)
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute();
    return rows.map(parseBatchRow);
  },

  settleRow: async ({ batchId, number }, to, faults) => {
    await db
      .updateTable('batch_rows')
      .set({ state: to, ...(faults === undefined ? {} : { faults: JSON.stringify(faults) }) })
      .where('batch_id', '=', batchId)
      .where('number', '=', number)
      .execute();
  },

  tryRowAgain: (row) =>
    db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, engine, row.batchId);
      if (batch !== undefined && !isBatchOver(batch.state)) await tryAgain(trx, row);
    }),
});

/** Until the transaction ends, nobody else changes the batch. */
export const lockBatch = async (
  trx: Transaction<Schema>,
  engine: StoreDatabase['engine'],
  id: string,
): Promise<BatchTableRow | undefined> => {
  const query = trx.selectFrom('batches').selectAll().where('id', '=', id);
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
};

export const tryAgain = async (
  trx: Transaction<Schema>,
  { batchId, number, tries }: Pick<BatchRow, 'batchId' | 'number' | 'tries'>,
): Promise<void> => {
  await trx
    .updateTable('batch_rows')
    .set({ state: 'waiting', tries: tries + 1, nonce: nonceOf(batchId, number, tries + 1), faults: null })
    .where('batch_id', '=', batchId)
    .where('number', '=', number)
    .where('tries', '=', tries)
    .where('request', 'is not', null)
    .execute();
};

/** Whether a row is still to be made, or is being asked for now: by a process that died or stands still, perhaps. */
export const hasRowsLeft = async (trx: Transaction<Schema>, id: string): Promise<boolean> => {
  const answered = NOT_GIVEN_UP.filter((state) => !ASKED_FOR.includes(state));
  const left = await selectWaiting(trx, id, answered).select('number').limit(1).executeTakeFirst();
  return left !== undefined;
};

export const selectRows = (on: Kysely<Schema>, id: string) =>
  on.selectFrom('batch_rows').selectAll().where('batch_id', '=', id).orderBy('number');

/** Rows that are to be made, and have no link in one of these states. */
const selectWaiting = (on: Kysely<Schema>, id: string, states: readonly LinkState[]) =>
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
            .where('links.state', 'in', states),
        ),
      ),
    );
