import type { Transaction } from 'kysely';
import { insertAuditEntry } from './audit-store.ts';
import type { NewBatch, NewBatchRow } from './batch.ts';
import { insertPreview } from './batch-row-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll, findOne, forUpdate } from './engine/queries.ts';
import { insertJobs, type NewJob } from './job.ts';
import type { Link } from './link.ts';
import type { BatchListRow, Schema } from './schema.ts';

/** When a list repeats. */
interface ListDay {
  /** Of the month, 1 to 31; the last day in shorter months. */
  day: number;
  /** Minutes after midnight in the merchant's zone. */
  atMinute: number;
  /** The next day, `yyyy-MM-dd`. */
  nextOn: string;
}

/** A batch that repeats every month, as a preview for a person to confirm. */
export interface BatchList extends ListDay {
  id: string;
  teamId: string;
  /** The batch that was confirmed last: its rows are repeated. */
  sourceId: string;
  /** The latest preview, until it is confirmed or replaced by the next. */
  previewId: string | null;
  /** The person who gets the preview: who chose its day, or who confirmed the last one. */
  keeperId: string;
  /** When its day was chosen. Jobs planned before that do nothing. */
  setAt: number;
}

interface Act {
  teamId: string;
  by: string;
  at: number;
}

/** The result of a list's day. `over`: none of its rows is left, so it is stopped. */
type ListOutcome =
  | {
      is: 'preview';
      nextOn: string;
      batch: NewBatch;
      rows: readonly NewBatchRow[];
      /** By row number, links that exist for its customer and amount. */
      alike: ReadonlyMap<number, readonly Link[]>;
    }
  | { is: 'skipped'; nextOn: string }
  | { is: 'over' };

export interface BatchListStore {
  /** Null when not found, stopped, or in another workspace. */
  find(teamId: string, id: string): Promise<BatchList | null>;
  /** Lists that are not stopped, soonest first. */
  listIn(teamId: string): Promise<BatchList[]>;
  /**
   * Makes a monthly list of a batch, or changes the day of the list whose last batch it is. Null, and nothing changed,
   * if its customers' data is erased or the list has a later batch.
   */
  schedule(
    wanted: Act & ListDay & { id: string; batchId: string; jobs: (list: BatchList) => readonly NewJob[] },
  ): Promise<BatchList | null>;
  /** False: it was already stopped. */
  stop(subject: Act & { id: string; jobs: (list: BatchList) => readonly NewJob[] }): Promise<boolean>;
  /**
   * Writes the result of a list's day. Null, and nothing changed, if this day was already handled or another day has
   * been chosen since.
   */
  advance(
    due: Pick<BatchList, 'id' | 'teamId' | 'nextOn' | 'setAt'>,
    then: {
      at: number;
      outcome: ListOutcome;
      jobs: (list: BatchList) => readonly NewJob[];
    },
  ): Promise<BatchList | null>;
}

export const createBatchListStore = ({ db, engine }: StoreDatabase): BatchListStore => {
  const lock = (trx: Transaction<Schema>, { teamId, id }: { teamId: string; id: string }) =>
    forUpdate(engine, selectActive(trx, teamId).where('id', '=', id)).executeTakeFirst();

  return {
    find: (teamId, id) => findOne(selectActive(db, teamId).where('id', '=', id), parseList),

    listIn: (teamId) => findAll(selectActive(db, teamId).orderBy('nextOn').orderBy('id'), parseList),

    schedule: ({ id, teamId, batchId, by, at, day, atMinute, nextOn, jobs }) =>
      db.transaction().execute(async (trx) => {
        const query = trx
          .selectFrom('batches')
          .select(['listId', 'erasedAt', 'rows'])
          .where('id', '=', batchId)
          .where('teamId', '=', teamId);
        const batch = await forUpdate(engine, query).executeTakeFirst();
        if (!batch || batch.erasedAt !== null) return null;
        const known = batch.listId === null ? undefined : await lock(trx, { teamId, id: batch.listId });
        if (known && known.sourceId !== batchId) return null;
        const set = { keeperId: by, day, atMinute: atMinute, nextOn: nextOn, setAt: at };
        const row = known
          ? await trx
              .updateTable('batchLists')
              .set(set)
              .where('id', '=', known.id)
              .returningAll()
              .executeTakeFirstOrThrow()
          : await trx
              .insertInto('batchLists')
              .values({ ...set, id, teamId: teamId, sourceId: batchId, previewId: null, stoppedAt: null })
              .returningAll()
              .executeTakeFirstOrThrow();
        await trx.updateTable('batches').set({ listId: row.id }).where('id', '=', batchId).execute();
        const list = parseList(row);
        await insertJobs(trx, jobs(list), at);
        await insertAuditEntry(trx, {
          id: `aud_list_kept_${row.id}_${at}`,
          teamId,
          at,
          actorId: by,
          action: 'list-kept',
          subject: batchId,
          detail: { rows: batch.rows, day, nextOn },
        });
        return list;
      }),

    stop: ({ teamId, id, by, at, jobs }) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('batchLists')
          .set({ stoppedAt: at })
          .where('id', '=', id)
          .where('teamId', '=', teamId)
          .where('stoppedAt', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        await insertJobs(trx, jobs(parseList(row)), at);
        await insertAuditEntry(trx, {
          id: `aud_list_stopped_${id}`,
          teamId,
          at,
          actorId: by,
          action: 'list-stopped',
          subject: row.sourceId,
          detail: null,
        });
        return true;
      }),

    advance: ({ id, teamId, nextOn: on, setAt }, { at, outcome, jobs }) =>
      db.transaction().execute(async (trx) => {
        const known = await lock(trx, { teamId, id });
        if (known?.nextOn !== on || known.setAt !== setAt) return null;
        if (outcome.is === 'preview') await insertPreview(trx, outcome.batch, outcome.rows, outcome.alike);
        const row = await trx
          .updateTable('batchLists')
          .set(outcome.is === 'over' ? { stoppedAt: at } : { nextOn: outcome.nextOn })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const list = parseList(row);
        await insertJobs(trx, jobs(list), at);
        return list;
      }),
  };
};

const selectActive = (on: StoreDatabase['db'], teamId: string) =>
  on.selectFrom('batchLists').selectAll().where('teamId', '=', teamId).where('stoppedAt', 'is', null);

/** A person used the list's preview. `isAsked`: it becomes the list's source once a second person approves. */
export const usePreview = async (
  trx: Transaction<Schema>,
  listId: string,
  { id, by, isAsked }: { id: string; by: string; isAsked: boolean },
): Promise<void> => {
  await trx
    .updateTable('batchLists')
    .set({ previewId: null })
    .where('id', '=', listId)
    .where('previewId', '=', id)
    .execute();
  if (!isAsked) await confirmList(trx, listId, { id, by });
};

/** Makes a batch the list's source. The person who confirmed it gets the next preview. */
export const confirmList = async (
  trx: Transaction<Schema>,
  listId: string,
  { id, by }: { id: string; by: string },
): Promise<void> => {
  await trx.updateTable('batchLists').set({ sourceId: id, keeperId: by }).where('id', '=', listId).execute();
};

const parseList = (row: BatchListRow): BatchList => ({
  id: row.id,
  teamId: row.teamId,
  sourceId: row.sourceId,
  previewId: row.previewId,
  keeperId: row.keeperId,
  day: row.day,
  atMinute: row.atMinute,
  nextOn: row.nextOn,
  setAt: row.setAt,
});
