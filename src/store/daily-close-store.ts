import type { Transaction } from 'kysely';
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, findOne, hasRow, isFromAhead, lockName } from './engine/queries.ts';
import { buildJobRow, insertJobs, type NewJob } from './job.ts';
import type { Schema } from './schema.ts';

/** A channel that gets the daily close. */
export interface DailyClose {
  teamId: string;
  channelId: string;
  /** Minutes after midnight in the merchant's zone. */
  atMinute: number;
  /** The user who switched it on. */
  setBy: string;
  setAt: number;
  /** The last day closed, or the day before the first close: `2026-11-21`. */
  lastDay: string;
  /** The end of the last close's period, exclusive, in epoch milliseconds; null before the first close. */
  closedUntil: number | null;
}

/** A candidate for the first close. */
interface DailyClosePlan {
  job: NewJob;
  /** The day before: days up to this one do not count as missed. */
  lastDay: string;
}

export type NewDailyClose = Omit<DailyClose, 'lastDay' | 'closedUntil'>;

type Place = Pick<DailyClose, 'teamId' | 'channelId'>;

/** The job key of a channel's close on a day. Keys of one channel share a prefix. */
export const buildDailyCloseKey = ({ teamId, channelId }: Place, day: string): string =>
  `daily:${teamId}:${channelId}:${day}`;

export interface DailyCloseStore {
  find(place: Place): Promise<DailyClose | null>;
  all(): Promise<DailyClose[]>;
  /**
   * Switches it on, or to another hour, and plans its first close: the first of `plans` whose day is not closed yet.
   * Writes the audit entry in the same transaction. Changes nothing if it is already on at this hour, so that a late
   * close is not cancelled. Returns when the next close is due; null: none is planned.
   */
  switchOn(
    close: NewDailyClose,
    plans: readonly DailyClosePlan[],
    entry?: NewAuditEntry,
  ): Promise<number | null>;
  /** Also cancels the planned close. `entry`: the audit entry, if a user did it. False: it was already off. */
  switchOff(place: Place, at: number, entry?: NewAuditEntry): Promise<boolean>;
  /** Changes nothing if a later day is closed. */
  markClosed(place: Place, closed: { day: string; until: number }): Promise<void>;
  /** When the channel's next close is planned; null: none planned. */
  nextDueAt(place: Place): Promise<number | null>;
  /**
   * Plans the first of these whose job has not run, if no close is planned, or one was planned before the clock was set
   * back. Forgets that later days were closed. `untilOf`: the end of a day's close. False: nothing was missing.
   */
  planMissing(
    place: Place,
    plans: readonly DailyClosePlan[],
    how: { at: number; untilOf: (day: string) => number },
  ): Promise<boolean>;
}

export const createDailyCloseStore = (database: StoreDatabase): DailyCloseStore => {
  const { db } = database;

  /** Makes simultaneous changes wait for each other. */
  const lock = (trx: Transaction<Schema>, place: Place) =>
    lockName(trx, database, buildDailyCloseKey(place, ''));

  const isPlanned = (place: Place) => {
    // A day begins with 2. Ends in a digit, because many databases sort all signs before digits.
    const [from, to] = [buildDailyCloseKey(place, ''), buildDailyCloseKey(place, '9')];
    return sql<boolean>`state = 'waiting' and key >= ${from} and key < ${to}`;
  };

  const planned = (on: typeof db, place: Place) =>
    on
      .selectFrom('jobs')
      .select([
        sql<number | null>`min(due_at)`.as('next'),
        sql<number | null>`max(updated_at)`.as('writtenAt'),
      ])
      .where(isPlanned(place))
      .executeTakeFirstOrThrow();

  const find = (on: typeof db, { teamId, channelId }: Place) =>
    on.selectFrom('dailyCloses').selectAll().where('teamId', '=', teamId).where('channelId', '=', channelId);

  const cancelPlanned = async (trx: Transaction<Schema>, place: Place, at: number) => {
    await trx
      .updateTable('jobs')
      .set({ state: 'cancelled', leaseToken: null, leaseUntil: 0, updatedAt: at })
      .where(isPlanned(place))
      .execute();
  };

  return {
    find: (place) => findOne(find(db, place), parseClose),

    all: () => findAll(db.selectFrom('dailyCloses').selectAll().orderBy('setAt'), parseClose),

    switchOn: (close, plans, entry) =>
      db.transaction().execute(async (trx) => {
        await lock(trx, close);
        const { next } = await planned(trx, close);
        if (next !== null && (await find(trx, close).executeTakeFirst())?.atMinute === close.atMinute)
          return next;
        await cancelPlanned(trx, close, close.setAt);
        for (const plan of plans) {
          if (!(await planAgain(trx, plan.job, close.setAt))) continue;
          await writeClose(trx, close, plan.lastDay);
          if (entry) await insertAuditEntry(trx, entry);
          return plan.job.dueAt ?? close.setAt;
        }
        return null;
      }),

    switchOff: (place, at, entry) =>
      db.transaction().execute(async (trx) => {
        await lock(trx, place);
        const wasOn = await hasRow(
          trx
            .deleteFrom('dailyCloses')
            .where('teamId', '=', place.teamId)
            .where('channelId', '=', place.channelId)
            .returning('channelId'),
        );
        await cancelPlanned(trx, place, at);
        if (wasOn && entry) await insertAuditEntry(trx, entry);
        return wasOn;
      }),

    markClosed: async ({ teamId, channelId }, { day, until }) => {
      await db
        .updateTable('dailyCloses')
        .set({ lastDay: day, closedUntil: until })
        .where('teamId', '=', teamId)
        .where('channelId', '=', channelId)
        .where('lastDay', '<', day)
        .execute();
    },

    nextDueAt: async (place) => (await planned(db, place)).next,

    planMissing: async (place, plans, { at, untilOf }) => {
      const isMissing = async (on: typeof db) => {
        const { writtenAt } = await planned(on, place);
        return writtenAt === null || isFromAhead(writtenAt, at);
      };
      if (!(await isMissing(db))) return false;
      return db.transaction().execute(async (trx) => {
        await lock(trx, place);
        if (!(await isMissing(trx))) return false;
        await trx.deleteFrom('jobs').where(isPlanned(place)).execute();
        for (const plan of plans) {
          if ((await insertJobs(trx, [plan.job], at)) === 0) continue;
          await forgetLaterDays(trx, place, plan, untilOf);
          return true;
        }
        return false;
      });
    },
  };
};

/** A day that has not come yet was closed while the clock was ahead: the last one is then the last whose job ran. */
async function forgetLaterDays(
  trx: Transaction<Schema>,
  { teamId, channelId }: Place,
  { job, lastDay }: DailyClosePlan,
  untilOf: (day: string) => number,
): Promise<void> {
  const prefix = buildDailyCloseKey({ teamId, channelId }, '');
  const { key } = await trx
    .selectFrom('jobs')
    .select(sql<string | null>`max(key)`.as('key'))
    .where('key', '>=', prefix)
    .where('key', '<', buildJobRow(job, 0).key)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  const day = key?.slice(prefix.length) ?? lastDay;
  await trx
    .updateTable('dailyCloses')
    .set({ lastDay: day, closedUntil: untilOf(day) })
    .where('teamId', '=', teamId)
    .where('channelId', '=', channelId)
    .where('lastDay', '>', lastDay)
    .execute();
}

async function writeClose(trx: Transaction<Schema>, close: NewDailyClose, lastDay: string): Promise<void> {
  const set = { atMinute: close.atMinute, setBy: close.setBy, setAt: close.setAt, lastDay: lastDay };
  await trx
    .insertInto('dailyCloses')
    .values({ teamId: close.teamId, channelId: close.channelId, ...set, closedUntil: null })
    .onConflict((conflict) => conflict.columns(['teamId', 'channelId']).doUpdateSet(set))
    .execute();
}

/** A cancelled day can be planned again, with its progress. A day whose job ran cannot. */
function planAgain(trx: Transaction<Schema>, job: NewJob, at: number): Promise<boolean> {
  const row = buildJobRow(job, at);
  const { id, payload, dueAt } = row;
  const again = {
    id,
    payload,
    dueAt,
    state: 'waiting',
    attempts: 0,
    lastError: null,
    updatedAt: at,
  } as const;
  return hasRow(
    trx
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(again).where('jobs.state', '=', 'cancelled'),
      )
      .returning('id'),
  );
}

function parseClose(row: Schema['dailyCloses']): DailyClose {
  return {
    teamId: row.teamId,
    channelId: row.channelId,
    atMinute: row.atMinute,
    setBy: row.setBy,
    setAt: row.setAt,
    lastDay: row.lastDay,
    closedUntil: row.closedUntil,
  };
}
