import type { Transaction } from 'kysely';
import { type Batch, type NewBatch, type NewBatchRow, parseBatch } from './batch.ts';
import type { BatchRowRow } from './batch-rows.ts';
import type { Link } from './link.ts';
import type { Schema } from './schema.ts';

/** Far below the limit of parameters per statement. */
const AT_ONCE_INSERTED = 100;

/** The nonce of a row's form: a new try is a new form. */
export const nonceOf = (batchId: string, number: number, tries: number): string =>
  `${batchId}:${number}:${tries}`;

/**
 * Writes a batch of which nothing is made yet. `alike`: by the row's number, links that are there for its customer and
 * amount. One that came of a kept list takes the place of the list's earlier preview.
 */
export const insertPreview = async (
  trx: Transaction<Schema>,
  batch: NewBatch,
  rows: readonly NewBatchRow[],
  alike: ReadonlyMap<number, readonly Pick<Link, 'id'>[]>,
): Promise<Batch> => {
  const inserted = await trx
    .insertInto('batches')
    .values({
      id: batch.id,
      team_id: batch.teamId,
      channel_id: batch.channelId,
      maker_id: batch.creatorId,
      maker_name: batch.creatorName,
      state: 'preview',
      file_name: batch.fileName,
      headings: JSON.stringify(batch.headings),
      rows: 0,
      sum_fils: 0,
      limit_fils: null,
      trouble: null,
      runs: 0,
      decided_by: null,
      card_channel_id: null,
      card_ts: null,
      erased_at: null,
      list_id: batch.listId,
      created_at: batch.at,
      updated_at: batch.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const all = rows.map((row): BatchRowRow => {
    const links = alike.get(row.number) ?? [];
    return {
      batch_id: batch.id,
      number: row.number,
      state: 'new',
      nonce: nonceOf(batch.id, row.number, 0),
      tries: 0,
      cells: JSON.stringify(row.cells),
      request: row.request === null ? null : JSON.stringify(row.request),
      amount_fils: row.amountFils,
      expires_at: row.expiresAt,
      faults: row.faults.length === 0 ? null : JSON.stringify(row.faults),
      twin_of: row.twinOf,
      alike: links.length === 0 ? null : JSON.stringify(links.map(({ id }) => id)),
    };
  });
  for (let at = 0; at < all.length; at += AT_ONCE_INSERTED)
    await trx
      .insertInto('batch_rows')
      .values(all.slice(at, at + AT_ONCE_INSERTED))
      .execute();
  if (batch.listId !== null) await takePlace(trx, batch.listId, batch);
  return parseBatch(inserted);
};

async function takePlace(
  trx: Transaction<Schema>,
  listId: string,
  { id, teamId }: Pick<NewBatch, 'id' | 'teamId'>,
): Promise<void> {
  const list = await trx
    .selectFrom('batch_lists')
    .select('preview_id')
    .where('id', '=', listId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (list && list.preview_id !== null) {
    const gone = await trx
      .deleteFrom('batches')
      .where('id', '=', list.preview_id)
      .where('state', '=', 'preview')
      .returning('id')
      .executeTakeFirst();
    if (gone) await trx.deleteFrom('batch_rows').where('batch_id', '=', gone.id).execute();
  }
  await trx
    .updateTable('batch_lists')
    .set({ preview_id: id })
    .where('id', '=', listId)
    .where('team_id', '=', teamId)
    .execute();
}
