import type { Transaction } from 'kysely';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { ShownLink } from '../store/consent.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import type { Link } from '../store/link.ts';
import { findDuplicatesIn } from '../store/reserve-link.ts';
import type { Schema } from '../store/schema.ts';
import { readRowSale } from '../store/similar-links.ts';
import { batchRows } from '../store/tables/batches.ts';
import { readRules } from '../store/workspace-rules.ts';

/** A row that was not made because something is new about its customer. */
export interface HeldRow<L = Link> {
  row: BatchRow;
  /** What the person must be asked about. Empty: it merely ended since the row was held. */
  news: L[];
  /** What counts as shown once they have been. */
  shown: readonly ShownLink[];
}

export const createHeldRowStore = ({ db }: StoreDatabase) => ({
  /** In the order of the file, as they stand now. */
  heldRows: async ({ id, teamId, createdAt }: Batch) => {
    const held = db
      .selectFrom('batchRows')
      .selectAll()
      .where('batchId', '=', id)
      .where('state', '=', 'held')
      .orderBy('number');
    const rows = await findAll(held, batchRows.read);
    const { shop } = await readRules(db, teamId);
    const found: HeldRow[] = [];
    for (const row of rows) {
      const [sale] = readRowSale(row, shop);
      const conflict =
        sale &&
        (await findDuplicatesIn(
          db,
          { ...sale, teamId, batchId: id },
          { shown: row.shown, at: createdAt },
          createdAt,
        ));
      found.push({ row, news: conflict?.duplicates ?? [], shown: conflict?.shown ?? row.shown });
    }
    return found;
  },
});

/** The answer for each held row, by its number: to be made, with what was shown of it; null: left out. */
export type HeldAnswers = ReadonlyMap<number, readonly ShownLink[] | null>;

export const answerHeldRows = async (
  trx: Transaction<Schema>,
  batchId: string,
  answers: HeldAnswers,
): Promise<void> => {
  for (const [number, shown] of answers)
    await trx
      .updateTable('batchRows')
      .set(shown === null ? { state: 'left' } : batchRows.write({ state: 'waiting', shown }))
      .where('batchId', '=', batchId)
      .where('number', '=', number)
      .where('state', '=', 'held')
      .execute();
};
