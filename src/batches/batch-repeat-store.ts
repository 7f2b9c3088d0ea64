import { lockBatch, readStoredBatch } from '../store/batch.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findOne } from '../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import { type RepeatReminder, repeatKey } from './batch-jobs.ts';
import { insertPreview, type NewPreview } from './batch-row-store.ts';

/** *Same again*, and the reminders of it. */
export const createBatchRepeatStore = ({ db, engine }: StoreDatabase) => ({
  /** Adds a preview that repeats `sourceId`, or returns the one that was made `since`: two presses make one. */
  preview: (sourceId: string, preview: NewPreview, since: number) =>
    db.transaction().execute(async (trx) => {
      await lockBatch(trx, engine, sourceId);
      const made = trx
        .selectFrom('batches')
        .selectAll()
        .where('teamId', '=', preview.batch.teamId)
        .where('state', '=', 'preview')
        .where('sourceId', '=', sourceId)
        .where('createdAt', '>=', since)
        .orderBy('createdAt')
        .limit(1);
      return (await findOne(made, readStoredBatch)) ?? insertPreview(trx, preview);
    }),

  /** When the person is reminded; null: never. */
  remindedAt: (reminder: RepeatReminder) =>
    findOne(
      db
        .selectFrom('jobs')
        .select('dueAt')
        .where('key', '=', repeatKey(reminder))
        .where('state', '=', 'waiting'),
      ({ dueAt }) => dueAt,
    ),

  /** `reminder` instead of one that was chosen before; null: none. */
  remind: (of: RepeatReminder, reminder: NewJob | null, at: number) =>
    db.transaction().execute(async (trx) => {
      await trx.deleteFrom('jobs').where('key', '=', repeatKey(of)).execute();
      if (reminder !== null) await insertJobs(trx, [reminder], at);
    }),
});
