import type { Transaction } from 'kysely';
import { readAccount } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { dueIn } from './engine/now.ts';
import { hasRow } from './engine/queries.ts';
import { tell } from './engine/written.ts';
import { insertJobs } from './job.ts';
import { QUEUE_OF } from './job-kinds.ts';
import { buildTurnKey, type NewSchedule, type Turn } from './schedule.ts';
import type { ScheduleRow, Schema } from './schema.ts';
import { schedules } from './tables/schedules.ts';

type Planned = Pick<ScheduleRow, 'id' | 'teamId' | 'kind' | 'channelId'>;

/**
 * Plans the first of these turns that was not taken yet: one job with the turn's key, so that two instances plan it
 * once. One that was cancelled goes on with its progress.
 */
export const planTurn = async (
  trx: Transaction<Schema>,
  schedule: Planned,
  turns: readonly Turn[],
  at: number,
): Promise<Turn> => {
  for (const turn of turns) if (await addTurnJob(trx, schedule, turn, at)) return turn;
  const last = turns.at(-1);
  if (last === undefined) throw new RangeError('what repeats has a next turn');
  return last;
};

const addTurnJob = async (
  trx: Transaction<Schema>,
  { id, teamId, kind, channelId }: Planned,
  { day, dueAt }: Turn,
  at: number,
): Promise<boolean> => {
  const key = buildTurnKey(id, day);
  // The channel is for the log.
  const payload = { scheduleId: id, day, channelId };
  const again = trx
    .updateTable('jobs')
    .set({ state: 'waiting', payload: JSON.stringify(payload), dueAt: dueIn(trx, dueAt, at), attempts: 0 })
    .set({ lastError: null, unclearSince: null, updatedAt: at })
    .where('key', '=', key)
    .where('state', '=', 'cancelled')
    .returning('id');
  if (await hasRow(again)) {
    tell(trx, { queue: QUEUE_OF[kind], dueAt });
    return true;
  }
  return (await insertJobs(trx, [{ id: key, teamId, kind, key, payload, dueAt }], at)) > 0;
};

/** A process that works on it loses it. */
export const cancelTurn = async (
  trx: Transaction<Schema>,
  { id, nextDay }: Pick<ScheduleRow, 'id' | 'nextDay'>,
  at: number,
): Promise<void> => {
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', leaseToken: null, updatedAt: at })
    .where('key', '=', buildTurnKey(id, nextDay))
    .where('state', '=', 'waiting')
    .execute();
};

/** Schedules that go on without a planned turn. */
export const selectUnplanned = (on: StoreDatabase['db']) =>
  on
    .selectFrom('schedules')
    .selectAll()
    .where('stoppedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where(sql<boolean>`jobs.key = 'schedule:' || schedules.id || ':' || schedules.next_day`)
            .where('jobs.state', '=', 'waiting'),
        ),
      ),
    );

/** Writes a new schedule, or changes `known`, with its first turn. What is known of one that goes on stays. */
export const putSchedule = async (
  trx: Transaction<Schema>,
  schedule: NewSchedule,
  turns: readonly Turn[],
  known: ScheduleRow | undefined,
): Promise<ScheduleRow> => {
  const { repeat, details, ...of } = schedule;
  const { teamId, kind, channelId, setAt } = of;
  const id = known?.id ?? of.id;
  if (known) await cancelTurn(trx, known, setAt);
  const account = await readAccount(trx, teamId);
  const { day, dueAt } = await planTurn(trx, { id, teamId, kind, channelId }, turns, setAt);
  const { every, on: onDay, atMinute } = repeat;
  const row = schedules.write({
    ...{ ...of, id, every, onDay, atMinute, account, stoppedAt: null },
    ...{ nextDay: day, nextAt: dueAt, lastDay: dayBefore(day), details },
  });
  if (known?.stoppedAt === null) row.details = known.details;
  return trx
    .insertInto('schedules')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
};

const DAY_MS = 24 * 60 * 60_000;

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
