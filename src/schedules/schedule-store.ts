import type { Kysely, Transaction } from 'kysely';
import type { Repeat, Turn } from '../calendar/repeat.ts';
import { readAccount } from '../store/account-store.ts';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { findAll, findOne, forUpdate, lockName } from '../store/engine/queries.ts';
import type { Row } from '../store/engine/table.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import type { ScheduleRow, Schema } from '../store/schema.ts';
import { nameFiguresLock, schedules } from '../store/tables/schedules.ts';

/** Something that repeats until someone stops it: its row, with its days and hour as one value. */
export type Schedule = Omit<Row<typeof schedules>, 'every' | 'onDay' | 'atMinute' | 'stoppedAt'> & {
  repeat: Repeat;
};

export type NewSchedule = Omit<Schedule, 'nextDay' | 'nextAt' | 'lastDay' | 'account'>;

/** A schedule as it was set at a time: stopped or set anew, it is not there any more. */
export type SetSchedule = Pick<Schedule, 'teamId' | 'id' | 'setAt'>;

/** What is written in the transaction that stops a schedule or takes a turn. */
export interface Effects {
  entry?: AuditEntry;
  jobs?: readonly NewJob[];
}

export interface TurnEffects extends Effects {
  /** Replaces the schedule's details. */
  details?: object;
}

/** The key of a turn's job. A schedule that is set anew has other turns, also on the same day. */
export const buildTurnKey = ({ id, setAt }: Pick<Schedule, 'id' | 'setAt'>, day: string): string =>
  `schedule:${id}:${setAt}:${day}`;

export const createScheduleStore = (database: StoreDatabase) => {
  const { db, engine } = database;

  const lock = (trx: Transaction<Schema>, { teamId, id, setAt }: SetSchedule) =>
    forUpdate(
      engine,
      selectSchedules(trx, teamId).where('id', '=', id).where('setAt', '=', setAt),
    ).executeTakeFirst();

  /** A channel has its daily and its weekly figures once. Also stopped ones: their days stay taken. */
  const lockOnly = async (trx: Transaction<Schema>, { teamId, kind, channelId, repeat }: NewSchedule) => {
    if (kind !== 'figures') return undefined;
    await lockName(trx, database, nameFiguresLock(teamId, channelId));
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

  const writeEffects = async (trx: Transaction<Schema>, { entry, jobs = [] }: Effects, at: number) => {
    await insertJobs(trx, jobs, at);
    if (entry) await insertAuditEntry(trx, entry);
  };

  return {
    /**
     * Stores it with its first turn, the first of `turns` that was not taken yet, and the audit entry, in one transaction.
     * If there can be only one in the channel, sets that one anew, or nothing if it has the same times, so that
     * a late turn is not left out. Returns it as it stands.
     */
    start: (schedule: NewSchedule, turns: readonly Turn[], entry?: AuditEntry): Promise<Schedule> =>
      db.transaction().execute(async (trx) => {
        const known = await lockOnly(trx, schedule);
        if (known && isAsBefore(known, schedule)) return parseSchedule(known);
        const { repeat, details, setAt: at, ...of } = schedule;
        const { every, on: onDay, atMinute } = repeat;
        const set = {
          ...{ ...of, id: known?.id ?? of.id },
          setAt: known ? Math.max(at, known.setAt + 1) : at,
        };
        const open = turns.filter(({ day }) => day > (known?.lastDay ?? ''));
        const { day, dueAt } = await planFirst(trx, set, open, at);
        const row = schedules.write({
          ...{ ...set, every, onDay, atMinute, account: await readAccount(trx, of.teamId), stoppedAt: null },
          ...{ nextDay: day, nextAt: dueAt, lastDay: dayBefore(day), details },
        });
        // One that goes on keeps what its last turn left.
        if (known?.stoppedAt === null) row.details = known.details;
        const written = await trx
          .insertInto('schedules')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .returningAll()
          .executeTakeFirstOrThrow();
        if (entry) await insertAuditEntry(trx, entry);
        return parseSchedule(written);
      }),

    /** False, and nothing is written: it was stopped or set anew. */
    stop: (set: SetSchedule, at: number, effects: Effects = {}): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if ((await lock(trx, set)) === undefined) return false;
        await update(trx, set.id, { stoppedAt: at });
        await writeEffects(trx, effects, at);
        return true;
      }),

    /** Null when stopped, or in another workspace. */
    find: (teamId: string, id: string) =>
      findOne(selectSchedules(db, teamId).where('id', '=', id), parseSchedule),

    /** Oldest first. */
    list: (teamId: string) =>
      findAll(selectSchedules(db, teamId).orderBy('setAt').orderBy('id'), parseSchedule),

    /**
     * Takes the turn of `day`: plans the first of `next` that has no job, and writes the effects, in one transaction. False, and
     * nothing changed: it was taken, or the schedule was stopped or set anew.
     */
    take: (
      set: SetSchedule,
      day: string,
      { at, next, details, ...effects }: { at: number; next: readonly Turn[] } & TurnEffects,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lock(trx, set);
        if (row === undefined || row.lastDay >= day) return false;
        await update(trx, row.id, {
          ...(row.nextDay === day && (await planNext(trx, row, next, at))),
          ...(details && { details: JSON.stringify(details) }),
          lastDay: day,
        });
        await writeEffects(trx, effects, at);
        return true;
      }),

    /** Of every workspace: those that go on without a planned turn. */
    unplanned: () =>
      findAll(
        db
          .selectFrom('schedules')
          .selectAll()
          .where('stoppedAt', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('jobs')
                  .select('jobs.id')
                  .where(
                    sql<boolean>`jobs.key = 'schedule:' || schedules.id || ':' || schedules.set_at || ':' || schedules.next_day`,
                  )
                  .where('jobs.state', '=', 'waiting'),
              ),
            ),
          )
          .orderBy('setAt')
          .orderBy('id'),
        parseSchedule,
      ),

    /**
     * Leaves the planned turn out: plans the first of `turns` that has no job. False: another instance did, or the schedule was
     * stopped or set anew.
     */
    planInstead: (
      { nextDay, ...set }: SetSchedule & Pick<Schedule, 'nextDay'>,
      turns: readonly Turn[],
      at: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lock(trx, set);
        if (row === undefined || row.nextDay !== nextDay) return false;
        await update(trx, row.id, await planNext(trx, row, turns, at));
        return true;
      }),
  };
};

/** Those that are not stopped. */
const selectSchedules = (on: Kysely<Schema>, teamId: string) =>
  on.selectFrom('schedules').selectAll().where('teamId', '=', teamId).where('stoppedAt', 'is', null);

const parseSchedule = (stored: ScheduleRow): Schedule => {
  const { every, onDay: on, atMinute, stoppedAt: _, ...row } = schedules.read(stored);
  return { ...row, repeat: { every, on, atMinute } };
};

const isAsBefore = (known: ScheduleRow, { repeat }: NewSchedule): boolean =>
  known.stoppedAt === null &&
  known.every === repeat.every &&
  known.onDay === repeat.on &&
  known.atMinute === repeat.atMinute;

/** One job with the turn's key, so that two instances plan it once. */
const planFirst = async (
  trx: Transaction<Schema>,
  { id, teamId, setAt, channelId }: Pick<Schedule, 'id' | 'teamId' | 'setAt' | 'channelId'>,
  turns: readonly Turn[],
  at: number,
): Promise<Turn> => {
  for (const turn of turns) {
    const key = buildTurnKey({ id, setAt }, turn.day);
    // The channel is for the log.
    const payload = { scheduleId: id, setAt, day: turn.day, channelId };
    const job = { id: key, teamId, kind: 'turn', key, payload, dueAt: turn.dueAt } as const;
    if ((await insertJobs(trx, [job], at)) > 0) return turn;
  }
  const last = turns.at(-1);
  if (last === undefined) throw new RangeError('what repeats has a next turn');
  return last;
};

const planNext = async (...given: Parameters<typeof planFirst>) => {
  const { day: nextDay, dueAt: nextAt } = await planFirst(...given);
  return { nextDay, nextAt };
};

const DAY_MS = 24 * 60 * 60_000;

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
