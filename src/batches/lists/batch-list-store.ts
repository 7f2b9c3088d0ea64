import type { Transaction } from 'kysely';
import { insertAuditEntry } from '../../store/audit-store.ts';
import { BATCH_STATES, hasBegun, readStoredBatch } from '../../store/batch.ts';
import type { StoreDatabase } from '../../store/engine/database.ts';
import { findAll, findOne, forUpdate } from '../../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../../store/job.ts';
import { lockSchedule, parseSchedule, selectSchedules, type Turn } from '../../store/schedule.ts';
import { putSchedule } from '../../store/schedule-turns.ts';
import type { ScheduleRow, Schema } from '../../store/schema.ts';
import { insertPreview, type NewPreview } from '../batch-row-store.ts';
import { type BatchList, type BatchListDetails, parseBatchList } from './list-batch-store.ts';

/** What is of batches alone in the schedules of monthly lists. */
export const createBatchListStore = (database: StoreDatabase) => {
  const { db, engine } = database;
  const parse = (row: ScheduleRow) => parseBatchList(parseSchedule(row));
  const ofTeam = (teamId: string) => selectSchedules(db, teamId).where('kind', '=', 'batch-list');

  return {
    /** Null when not found, stopped, or in another workspace. */
    find: (teamId: string, id: string) => findOne(ofTeam(teamId).where('id', '=', id), parse),

    /** The rows of a month, for a person to confirm: for the transaction that takes the list's turn. */
    insertPreview: (preview: NewPreview) => (trx: Transaction<Schema>) =>
      insertPreview(trx, database, preview),

    /** The newest confirmed batches of a list, newest first. */
    months: (teamId: string, listId: string, limit: number) => {
      const ofList = db
        .selectFrom('batches')
        .selectAll()
        .where('teamId', '=', teamId)
        .where('listId', '=', listId);
      const confirmed = ofList.where('state', 'in', BATCH_STATES.filter(hasBegun));
      return findAll(confirmed.orderBy('createdAt', 'desc').limit(limit), readStoredBatch);
    },

    /** Lists that are not stopped, soonest first. */
    listIn: (teamId: string) => findAll(ofTeam(teamId).orderBy('nextAt').orderBy('id'), parse),

    /**
     * Makes a monthly list of a batch, or changes the day of the list whose last batch it is. `day` of the month, 1 to 31;
     * `turns`: the first is planned. Writes the jobs and the audit entry in the same transaction. Null, and nothing changed,
     * if its customers' data is erased or the list has a later batch.
     */
    schedule: ({
      id,
      teamId,
      batchId,
      by,
      at,
      day,
      atMinute,
      turns,
      jobs,
    }: {
      id: string;
      teamId: string;
      batchId: string;
      by: string;
      at: number;
      day: number;
      atMinute: number;
      turns: readonly Turn[];
      jobs: readonly NewJob[];
    }): Promise<BatchList | null> =>
      db.transaction().execute(async (trx) => {
        const query = trx
          .selectFrom('batches')
          .select(['listId', 'erasedAt', 'rows'])
          .where('id', '=', batchId)
          .where('teamId', '=', teamId);
        const batch = await forUpdate(engine, query).executeTakeFirst();
        if (!batch || batch.erasedAt !== null) return null;
        const known =
          batch.listId === null ? undefined : await lockSchedule(trx, database, { teamId, id: batch.listId });
        if (known && parse(known).sourceId !== batchId) return null;
        const details: BatchListDetails = { sourceId: batchId, previewId: null };
        const repeat = { every: 'month', on: day, atMinute } as const;
        const whose = { teamId, channelId: null, userId: by, setBy: by, setAt: at };
        const row = await putSchedule(
          trx,
          { id, kind: 'batch-list', ...whose, repeat, details },
          turns,
          known,
        );
        await trx.updateTable('batches').set({ listId: row.id }).where('id', '=', batchId).execute();
        await insertJobs(trx, jobs, at);
        await insertAuditEntry(trx, {
          id: `aud_list_kept_${row.id}_${at}`,
          teamId,
          at,
          actorId: by,
          action: 'list-kept',
          subject: batchId,
          detail: { rows: batch.rows, day, nextOn: row.nextDay },
        });
        return parse(row);
      }),
  };
};

export type BatchListStore = ReturnType<typeof createBatchListStore>;
