import { readAccount } from './account-store.ts';
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll, findOne, hasRow, isFromAhead, lockName } from './engine/queries.ts';
import { insertJobs, type NewJob } from './job.ts';
import type { Schema } from './schema.ts';

export const EVERY = ['day', 'week', 'month'] as const;

/** A day and an hour that repeat on the merchant's calendar. */
export interface Repeat {
  every: (typeof EVERY)[number];
  /** Of a week, 0 for Monday; of a month, 1 to 31, or the last day of a shorter month. Unused for `day`. */
  on: number;
  /** Minutes after midnight. */
  atMinute: number;
}

export type ScheduleKind = Schema['schedules']['kind'];

/** An export or a summary that repeats until someone stops it. */
export interface Schedule {
  id: string;
  teamId: string;
  kind: ScheduleKind;
  /** The conversation it goes to; null: `userId` gets it. */
  channelId: string | null;
  /** The person who gets it; for a channel, the person who set it up. */
  userId: string;
  repeat: Repeat;
  /** The details of its kind, as plain JSON. */
  what: unknown;
  setBy: string;
  setAt: number;
  /** The account at the payment service that it reads; null: set before accounts were kept. Written by `start`. */
  account?: string | null;
}

export interface ScheduleStore {
  /**
   * Stores it with its first job and the audit entry, in one transaction. `isOnly`: replaces the conversation's schedule
   * of this kind; changes nothing if that one has the same times, so that a late job is not cancelled.
   */
  start(schedule: Schedule, first: NewJob, how: { entry: NewAuditEntry; isOnly?: boolean }): Promise<void>;
  /** Also cancels its planned job, and writes the audit entry and jobs in one transaction. False: already stopped. */
  stop(
    teamId: string,
    id: string,
    at: number,
    effects?: { entry?: NewAuditEntry; jobs?: readonly NewJob[] },
  ): Promise<boolean>;
  /** Null when stopped, or in another workspace. */
  find(teamId: string, id: string): Promise<Schedule | null>;
  /** Oldest first. */
  list(teamId: string, kind: ScheduleKind): Promise<Schedule[]>;
  /** Of every workspace. */
  all(): Promise<Schedule[]>;
  /** When its next job is due; null: none is planned. */
  nextDueAt(teamId: string, id: string): Promise<number | null>;
  /** Adds the job if none is planned, or one was planned before the clock was set back. False: nothing was missing. */
  planMissing(schedule: Schedule, job: NewJob, at: number): Promise<boolean>;
}

/** The key of a schedule's job on a day, so that each day has one job. */
export const buildTurnKey = (id: string, day: string): string => `schedule:${id}:${day}`;

export const createScheduleStore = (database: StoreDatabase): ScheduleStore => {
  const { db } = database;

  const ofTeam = (teamId: string) => db.selectFrom('schedules').selectAll().where('teamId', '=', teamId);

  /**
   * The range of a schedule's job keys, which the index of keys finds. A day begins with 2. Ends in a digit, because many
   * databases sort all signs, such as ~, before digits.
   */
  const keyRange = (id: string) => [buildTurnKey(id, ''), buildTurnKey(id, '9')] as const;

  const planned = (on: typeof db, id: string) => {
    const [from, to] = keyRange(id);
    return on
      .selectFrom('jobs')
      .select(['dueAt', 'updatedAt'])
      .where('state', '=', 'waiting')
      .where('key', '>=', from)
      .where('key', '<', to)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst();
  };

  const remove = async (on: typeof db, { teamId, id }: Pick<Schedule, 'teamId' | 'id'>, at: number) => {
    const schedule = on.deleteFrom('schedules').where('id', '=', id).where('teamId', '=', teamId);
    if (!(await hasRow(schedule.returning('id')))) return false;
    const [from, to] = keyRange(id);
    await on
      .updateTable('jobs')
      .set({ state: 'cancelled', leaseToken: null, leaseUntil: 0, updatedAt: at })
      .where('state', '=', 'waiting')
      .where('key', '>=', from)
      .where('key', '<', to)
      .execute();
    return true;
  };

  return {
    start: (schedule, first, { entry, isOnly = false }) =>
      db.transaction().execute(async (trx) => {
        const { teamId, kind, channelId, setAt } = schedule;
        if (isOnly) {
          await lockName(trx, database, `schedule:${teamId}:${kind}:${channelId}`);
          const others = await trx
            .selectFrom('schedules')
            .select(['id', 'every', 'onDay', 'atMinute'])
            .where('teamId', '=', teamId)
            .where('kind', '=', kind)
            .where('channelId', '=', channelId)
            .execute();
          const { every, onDay, atMinute } = buildRow(schedule);
          const isAsBefore = (one: (typeof others)[number]) =>
            one.every === every && one.onDay === onDay && one.atMinute === atMinute;
          if (others.some(isAsBefore)) return;
          for (const { id } of others) await remove(trx, { teamId, id }, setAt);
        }
        const account = await readAccount(trx, teamId);
        await trx
          .insertInto('schedules')
          .values({ ...buildRow(schedule), account })
          .execute();
        await insertJobs(trx, [first], setAt);
        await insertAuditEntry(trx, entry);
      }),

    stop: (teamId, id, at, { entry, jobs = [] } = {}) =>
      db.transaction().execute(async (trx) => {
        if (!(await remove(trx, { teamId, id }, at))) return false;
        if (entry) await insertAuditEntry(trx, entry);
        await insertJobs(trx, jobs, at);
        return true;
      }),

    find: (teamId, id) => findOne(ofTeam(teamId).where('id', '=', id), parseRow),

    list: (teamId, kind) =>
      findAll(ofTeam(teamId).where('kind', '=', kind).orderBy('setAt').orderBy('id'), parseRow),

    all: () => findAll(db.selectFrom('schedules').selectAll().orderBy('setAt'), parseRow),

    nextDueAt: async (teamId, id) =>
      (await hasRow(ofTeam(teamId).where('id', '=', id))) ? ((await planned(db, id))?.dueAt ?? null) : null,

    planMissing: async (schedule, job, at) => {
      const isMissing = async (on: typeof db) => {
        const next = await planned(on, schedule.id);
        return next === undefined || isFromAhead(next.updatedAt, at);
      };
      if (!(await isMissing(db))) return false;
      return db.transaction().execute(async (trx) => {
        if (!(await isMissing(trx))) return false;
        const [from, to] = keyRange(schedule.id);
        await trx
          .deleteFrom('jobs')
          .where('state', '=', 'waiting')
          .where('key', '>=', from)
          .where('key', '<', to)
          .execute();
        return (await insertJobs(trx, [job], at)) > 0;
      });
    },
  };
};

const buildRow = ({
  id,
  teamId,
  kind,
  channelId,
  userId,
  repeat,
  what,
  setBy,
  setAt,
}: Schedule): Schema['schedules'] => ({
  id,
  teamId: teamId,
  kind,
  channelId: channelId,
  userId: userId,
  every: repeat.every,
  onDay: repeat.on,
  atMinute: repeat.atMinute,
  what: JSON.stringify(what),
  setBy: setBy,
  setAt: setAt,
  account: null,
});

const parseRow = (row: Schema['schedules']): Schedule => ({
  id: row.id,
  teamId: row.teamId,
  kind: row.kind,
  channelId: row.channelId,
  userId: row.userId,
  repeat: { every: row.every, on: row.onDay, atMinute: row.atMinute },
  what: JSON.parse(row.what),
  setBy: row.setBy,
  setAt: row.setAt,
  account: row.account,
});
