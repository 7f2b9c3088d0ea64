import { lockBatch, readStoredBatch } from '../store/batch.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findOne } from '../store/engine/queries.ts';
import { insertJobs } from '../store/job.ts';
import { BATCH_REPEAT_JOB, type RepeatReminder, repeatKey } from './batch-jobs.ts';
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

  /** Reminds the person at `dueAt` instead of a time chosen before; null: never. */
  remind: (teamId: string, reminder: RepeatReminder, dueAt: number | null, at: number) =>
    db.transaction().execute(async (trx) => {
      const id = repeatKey(reminder);
      await trx.deleteFrom('jobs').where('key', '=', id).execute();
      if (dueAt !== null)
        await insertJobs(trx, [{ id, teamId, kind: BATCH_REPEAT_JOB, payload: reminder, dueAt }], at);
    }),
});
