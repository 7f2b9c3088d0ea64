import type { Transaction } from 'kysely';
import { insertAuditEntry } from '../store/audit-store.ts';
import {
  type Batch,
  isAlike,
  lockBatch,
  type NewBatch,
  type NewBatchRow,
  readStoredBatch,
} from '../store/batch.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll, findOne } from '../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import type { Link } from '../store/link.ts';
import type { BatchTableRow, Schema } from '../store/schema.ts';
import { type BatchRowState, type BatchState, batches, batchRows } from '../store/tables/batches.ts';
import { createBatchFigures } from './batch-figures-store.ts';
import { createBatchRowStore, hasRowsLeft, insertPreview, type RowTry, tryAgain } from './batch-row-store.ts';
import { answerHeldRows, createHeldRowStore, type HeldAnswers } from './held-row-store.ts';

interface Subject {
  teamId: string;
  id: string;
  /** Who did it. */
  by: string;
  at: number;
}

export interface BatchStart extends Subject {
  byName: string;
  /** Also make rows that duplicate another row or a link. */
  withAlike: boolean;
  /** Above this total a second person must approve; null: no limit. */
  limitFils: number | null;
  /** Written in the same transaction. */
  jobs: (state: 'asked' | 'running') => readonly NewJob[];
}

export interface BatchMove extends Subject {
  from: readonly BatchState[];
  to: BatchState;
  trouble?: string | null;
  /** A second person decided. */
  isDecision?: boolean;
  /** Rows to try again. */
  again?: readonly RowTry[];
  /** A person's answers about rows that were held. */
  held?: HeldAnswers;
  jobs?: (batch: Batch) => readonly NewJob[];
}

export const createBatchStore = (database: StoreDatabase) => {
  const { db, engine } = database;
  const ofTeam = (teamId: string) => db.selectFrom('batches').selectAll().where('teamId', '=', teamId);
  const oldestFirst = (some: ReturnType<typeof ofTeam>) => some.orderBy('createdAt').orderBy('id');
  const lockBatchOf = async (
    trx: Transaction<Schema>,
    teamId: string,
    id: string,
  ): Promise<BatchTableRow | undefined> => {
    const batch = await lockBatch(trx, engine, id);
    return batch?.teamId === teamId ? batch : undefined;
  };

  const leaveOut = (trx: Transaction<Schema>, id: string, states: readonly BatchRowState[]) =>
    trx
      .updateTable('batchRows')
      .set({ state: 'left' })
      .where('batchId', '=', id)
      .where('state', 'in', states);

  return {
    ...createBatchFigures(database),
    ...createBatchRowStore(database),
    ...createHeldRowStore(database),

    /** Adds a preview. `alike`: by row number, links that exist for its customer and amount. */
    add: (batch: NewBatch, rows: readonly NewBatchRow[], alike: ReadonlyMap<number, readonly Link[]>) =>
      db.transaction().execute((trx) => insertPreview(trx, { batch, rows, alike })),

    /** Null when not found, or when it belongs to another workspace. */
    find: (teamId: string, id: string) => findOne(ofTeam(teamId).where('id', '=', id), readStoredBatch),

    /** What was said last of the columns of a file with these headings, by whom and when; null: nobody was asked. */
    recallColumns: (teamId: string, headings: string[]) =>
      findOne(
        ofTeam(teamId)
          .where('headings', '=', batches.write({ headings }).headings)
          .where('columns', 'is not', null)
          .orderBy('createdAt', 'desc')
          .limit(1),
        (row) => {
          const { columns, creatorId: by, createdAt: at } = readStoredBatch(row);
          return columns && { columns, by, at };
        },
      ),

    /** Batches that wait for a second person's approval, oldest first. */
    askedIn: (teamId: string) =>
      findAll(oldestFirst(ofTeam(teamId).where('state', '=', 'asked')), readStoredBatch),

    /** Does not check the workspace: only for ids from the store, never from a user. Throws if not found. */
    get: async (id: string) =>
      readStoredBatch(
        await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),

    /** A person confirms a preview. Null, and nothing changed, if it is no longer a preview or has no rows to make. */
    start: ({ teamId, id, by, byName, at, withAlike, limitFils, jobs }: BatchStart) =>
      db.transaction().execute(async (trx) => {
        const batch = await lockBatchOf(trx, teamId, id);
        if (batch?.state !== 'preview') return null;
        const rows = await findAll(
          trx.selectFrom('batchRows').selectAll().where('batchId', '=', id),
          batchRows.read,
        );
        const chosen = rows.filter((row) => row.request !== null && (withAlike || !isAlike(row)));
        if (chosen.length === 0) return null;
        const sumFils = chosen.reduce((sum, { amountFils }) => sum + (amountFils ?? 0), 0);
        const isAsked = limitFils !== null && sumFils > limitFils;
        const state = isAsked ? 'asked' : 'running';
        const isChosen = trx
          .updateTable('batchRows')
          .set({ state: 'waiting' })
          .where('batchId', '=', id)
          .where('request', 'is not', null);
        await (withAlike
          ? isChosen
          : isChosen.where('twinOf', 'is', null).where('shown', '=', batchRows.write({ shown: [] }).shown)
        ).execute();
        await leaveOut(trx, id, ['new']).execute();
        const started = await trx
          .updateTable('batches')
          .set({
            // The person who confirms the preview of a repeated batch creates its links.
            ...{ state, creatorId: by, creatorName: byName, rows: chosen.length, sumFils },
            ...{ limitFils: isAsked ? limitFils : null, runs: 1, updatedAt: at },
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertJobs(trx, jobs(state), at);
        await insertAuditEntry(trx, {
          ...{ id: `aud_batch_${id}`, teamId, at, actorId: by, subject: id },
          action: isAsked ? 'batch-asked' : 'batch-made',
          detail: { rows: chosen.length, sumFils, ...(isAsked ? { limitFils } : {}) },
        });
        return readStoredBatch(started);
      }),

    /** Null, and nothing changed, if its state is not in `from`, or if `to` is `done` and it has rows left. */
    move: ({ teamId, id, by, at, to, isDecision = false, ...change }: BatchMove) =>
      db.transaction().execute(async (trx) => {
        const { from, trouble = null, again = [], held, jobs } = change;
        const before = await lockBatchOf(trx, teamId, id);
        if (!before || !from.includes(before.state)) return null;
        if (to === 'done' && (await hasRowsLeft(trx, id))) return null;
        for (const row of again) await tryAgain(trx, row);
        if (held) await answerHeldRows(trx, id, held);
        if (to === 'cancelled' || to === 'declined' || to === 'withdrawn')
          await leaveOut(trx, id, ['waiting', 'held']).execute();
        const row = await trx
          .updateTable('batches')
          .set({
            state: to,
            trouble,
            runs: before.runs + (to === 'running' ? 1 : 0),
            updatedAt: at,
            ...(isDecision && { decidedBy: by }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const batch = readStoredBatch(row);
        await insertJobs(trx, jobs?.(batch) ?? [], at);
        const action = AUDITED[to];
        if (action !== undefined && (isDecision || to !== 'running'))
          await insertAuditEntry(trx, {
            ...{ id: `aud_${action}_${id}`, teamId, at, actorId: by, action, subject: id },
            detail: { rows: batch.rows, sumFils: batch.sumFils },
          });
        return batch;
      }),

    isRunning: async (id: string) =>
      (await db.selectFrom('batches').select('state').where('id', '=', id).executeTakeFirst())?.state ===
      'running',

    /**
     * A person wants to go on with a batch of another account. The first time, writes down that they are asked about
     * `account`; once they were, the batch belongs to it. False: they have to be asked.
     */
    agreeOnAccount: ({ teamId, id }: { teamId: string; id: string }, account: string) =>
      db.transaction().execute(async (trx) => {
        const batch = await lockBatchOf(trx, teamId, id);
        if (batch === undefined) return false;
        const isAsked = batch.accountAsked === account;
        await trx
          .updateTable('batches')
          .set(isAsked ? { account, accountAsked: null } : { accountAsked: account })
          .where('id', '=', id)
          .execute();
        return isAsked;
      }),
  };
};

/** Batches: files whose rows become links. */
export type BatchStore = ReturnType<typeof createBatchStore>;

const AUDITED = {
  running: 'batch-approved',
  cancelled: 'batch-cancelled',
  declined: 'batch-declined',
  withdrawn: 'batch-withdrawn',
  preview: undefined,
  asked: undefined,
  paused: undefined,
  done: undefined,
} as const satisfies Record<BatchState, string | undefined>;
