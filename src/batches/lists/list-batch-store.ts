import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { StoreDatabase } from '../../store/engine/database.ts';
import { lockSchedule, parseSchedule, type Schedule } from '../../store/schedule.ts';
import type { Schema } from '../../store/schema.ts';

const detailsSchema = z.object({
  /** The batch that was confirmed last: its rows are repeated. */
  sourceId: z.string(),
  /** The latest preview, until it is confirmed or replaced by the next. */
  previewId: z.string().nullable(),
});

export type BatchListDetails = z.infer<typeof detailsSchema>;

/** A batch that repeats every month, as a preview for a person to confirm. */
export interface BatchList extends BatchListDetails {
  id: string;
  teamId: string;
  /** The person who gets the preview: who chose its day, or who confirmed the last one. */
  keeperId: string;
  /** Of the month, 1 to 31; the last day in shorter months. */
  day: number;
  /** Minutes after midnight in the merchant's zone. */
  atMinute: number;
  /** When the next preview is due, in epoch milliseconds. */
  nextAt: number;
}

export const parseBatchList = ({
  id,
  teamId,
  userId: keeperId,
  repeat: { on: day, atMinute },
  nextAt,
  details,
}: Schedule): BatchList => ({
  id,
  teamId,
  keeperId,
  day,
  atMinute,
  nextAt,
  ...detailsSchema.parse(details),
});

/** Which list, and the change of it. */
type Changed = Pick<BatchList, 'teamId' | 'id'>;

/** Nothing happens to a list that was stopped. Returns it as it was before. */
const change = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  list: Changed,
  changeOf: (now: BatchList) => Partial<BatchListDetails & Pick<BatchList, 'keeperId'>>,
): Promise<BatchList | null> => {
  const row = await lockSchedule(trx, database, list);
  if (row === undefined) return null;
  const now = parseBatchList(parseSchedule(row));
  const { sourceId, previewId, keeperId } = { ...now, ...changeOf(now) };
  await trx
    .updateTable('schedules')
    .set({ userId: keeperId, details: JSON.stringify({ sourceId, previewId } satisfies BatchListDetails) })
    .where('id', '=', now.id)
    .execute();
  return now;
};

/** A person used the list's preview. `isAsked`: it becomes the list's source once a second person approves. */
export const usePreview = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  list: Changed,
  { id, by, isAsked }: { id: string; by: string; isAsked: boolean },
): Promise<void> => {
  await change(trx, database, list, ({ previewId }) => ({
    previewId: previewId === id ? null : previewId,
    ...(isAsked ? {} : { sourceId: id, keeperId: by }),
  }));
};

/** Makes a batch the list's source. The person who confirmed it gets the next preview. */
export const confirmList = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  list: Changed,
  { id, by }: { id: string; by: string },
): Promise<void> => {
  await change(trx, database, list, () => ({ sourceId: id, keeperId: by }));
};

/** Makes a batch the list's preview. The one before, which nobody confirmed, is deleted. */
export const replacePreview = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  list: Changed,
  id: string,
): Promise<void> => {
  const before = await change(trx, database, list, () => ({ previewId: id }));
  if (before === null || before.previewId === null) return;
  const gone = await trx
    .deleteFrom('batches')
    .where('id', '=', before.previewId)
    .where('state', '=', 'preview')
    .returning('id')
    .executeTakeFirst();
  if (gone) await trx.deleteFrom('batchRows').where('batchId', '=', gone.id).execute();
};
