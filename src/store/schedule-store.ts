import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll, findOne, forUpdate, hasRow, lockName } from './engine/queries.ts';
import { insertJobs, type NewJob } from './job.ts';
import {
  lockSchedule,
  type NewSchedule,
  parseSchedule,
  type Schedule,
  type ScheduleKind,
  selectSchedules,
  type Turn,
} from './schedule.ts';
import { cancelTurn, planTurn, putSchedule, selectUnplanned } from './schedule-turns.ts';
import type { ScheduleRow, Schema } from './schema.ts';

/** What stopping writes, in the same transaction. */
export interface EndEffects {
  entry?: AuditEntry;
  jobs?: readonly NewJob[];
}

/** What taking a turn writes, in the transaction that plans the next one. */
export interface TurnEffects extends EndEffects {
  /** Replaces the schedule's details. */
  details?: object;
}

/** Makes simultaneous changes of the figures of a channel wait for each other. */
export const lockFigures = (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  { teamId, channelId }: { teamId: string; channelId: string | null },
): Promise<void> => lockName(trx, database, `figures:${teamId}:${channelId}`);

export const createScheduleStore = (database: StoreDatabase) => {
  const { db, engine } = database;

  /** A channel has its daily and its weekly figures once. Also stopped ones: their days stay taken. */
  const lockOnly = async (trx: Transaction<Schema>, { teamId, kind, channelId, repeat }: NewSchedule) => {
    if (kind !== 'figures') return undefined;
    await lockFigures(trx, database, { teamId, channelId });
    const only = trx
      .selectFrom('schedules')
      .selectAll()
      .where('teamId', '=', teamId)
      .where('kind', '=', kind)
      .where('every', '=', repeat.every)
      .where('channelId', '=', channelId);
    return forUpdate(engine, only).executeTakeFirst();
  };

  const update = async (trx: Transaction<Schema>, id: string, set: Partial<ScheduleRow>) => {
    await trx.updateTable('schedules').set(set).where('id', '=', id).execute();
  };

  return {
    /**
     * Stores it with its first turn, the first of `turns` that was not taken yet, and the audit entry, in one transaction.
     * If there can be only one in the channel, changes that one, or nothing if it has the same times, so that
     * a late turn is not cancelled. Returns it as it stands.
     */
    start: (schedule: NewSchedule, turns: readonly Turn[], entry?: AuditEntry): Promise<Schedule> =>
      db.transaction().execute(async (trx) => {
        const known = await lockOnly(trx, schedule);
        if (known && isAsBefore(known, schedule)) return parseSchedule(known);
        const row = await putSchedule(trx, schedule, turns, known);
        if (entry) await insertAuditEntry(trx, entry);
        return parseSchedule(row);
      }),

    /**
     * Also cancels its planned turn, and writes what `effectsOf` gives in one transaction. With `setAt`, only if it was not
     * changed since. False: already stopped.
     */
    stop: (
      { teamId, id, setAt }: Pick<Schedule, 'teamId' | 'id'> & { setAt?: number },
      at: number,
      effectsOf: (stopped: Schedule) => EndEffects = () => ({}),
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lockSchedule(trx, database, { teamId, id });
        if (row === undefined || (setAt !== undefined && row.setAt !== setAt)) return false;
        await update(trx, id, { stoppedAt: at });
        await cancelTurn(trx, row, at);
        const { entry, jobs = [] } = effectsOf(parseSchedule(row));
        if (entry) await insertAuditEntry(trx, entry);
        await insertJobs(trx, jobs, at);
        return true;
      }),

    /** Null when stopped, or in another workspace. */
    find: (teamId: string, id: string) =>
      findOne(selectSchedules(db, teamId).where('id', '=', id), parseSchedule),

    /** Oldest first. */
    list: (teamId: string, kind: ScheduleKind) =>
      findAll(
        selectSchedules(db, teamId).where('kind', '=', kind).orderBy('setAt').orderBy('id'),
        parseSchedule,
      ),

    /**
     * Ends the turn of `day`: plans the first of `next` that was not taken yet, and writes the effects, in one transaction.
     * `isTaken` false: it is left out, and counts as missed. A turn that was left out can still be taken, if it ends well
     * after all. False, and nothing changed: it has ended, or the schedule was stopped or changed since.
     */
    advance: (
      { id, teamId, setAt, day }: Pick<Schedule, 'id' | 'teamId' | 'setAt'> & { day: string },
      {
        at,
        isTaken,
        next,
        details,
        entry,
        jobs = [],
      }: { at: number; isTaken: boolean; next: readonly Turn[] } & TurnEffects,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lockSchedule(trx, database, { teamId, id });
        if (row === undefined || row.setAt !== setAt || row.lastDay >= day) return false;
        if (row.nextDay === day) {
          const { day: nextDay, dueAt: nextAt } = await planTurn(trx, row, next, at);
          await update(trx, id, { nextDay, nextAt });
        } else if (!isTaken) return false;
        if (isTaken) await update(trx, id, { lastDay: day });
        if (details) await update(trx, id, { details: JSON.stringify(details) });
        await insertJobs(trx, jobs, at);
        if (entry) await insertAuditEntry(trx, entry);
        return true;
      }),

    /** Of every workspace: those without a planned turn. */
    unplanned: () => findAll(selectUnplanned(db).orderBy('setAt').orderBy('id'), parseSchedule),

    /** Plans the first of `turns` that was not taken yet. False: another instance did. */
    planAgain: (
      { teamId, id }: Pick<Schedule, 'id' | 'teamId'>,
      turns: readonly Turn[],
      at: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lockSchedule(trx, database, { teamId, id });
        if (row === undefined || !(await hasRow(selectUnplanned(trx).where('schedules.id', '=', id))))
          return false;
        const { day: nextDay, dueAt: nextAt } = await planTurn(trx, row, turns, at);
        await update(trx, id, { nextDay, nextAt });
        return true;
      }),
  };
};

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

const isAsBefore = (known: ScheduleRow, { repeat }: NewSchedule): boolean =>
  known.stoppedAt === null &&
  known.every === repeat.every &&
  known.onDay === repeat.on &&
  known.atMinute === repeat.atMinute;
