import type { Kysely, Transaction } from 'kysely';
import type { StoreDatabase } from './engine/database.ts';
import { forUpdate } from './engine/queries.ts';
import type { Row } from './engine/table.ts';
import type { ScheduleRow, Schema } from './schema.ts';
import { type EVERY, schedules } from './tables/schedules.ts';

export { EVERY, type ScheduleKind } from './tables/schedules.ts';

/** A day and an hour that repeat on the merchant's calendar. */
export interface Repeat {
  every: (typeof EVERY)[number];
  /**
   * Of a week, 0 for Monday; of a month, 1 to 31, or the last day of a shorter month; of a day, 0.
   */
  on: number;
  /** Minutes after midnight. */
  atMinute: number;
}

/** One occurrence. */
export interface Turn {
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** Something that repeats until someone stops it: its row, with its days and hour as one value. */
export type Schedule = Omit<Row<typeof schedules>, 'every' | 'onDay' | 'atMinute' | 'stoppedAt'> & {
  repeat: Repeat;
};

export type NewSchedule = Omit<Schedule, 'nextDay' | 'nextAt' | 'lastDay' | 'account'>;

/** The key of a schedule's job on a day, so that each day has one job. */
export const buildTurnKey = (id: string, day: string): string => `schedule:${id}:${day}`;

/** Those that are not stopped. */
export const selectSchedules = (on: Kysely<Schema>, teamId: string) =>
  on.selectFrom('schedules').selectAll().where('teamId', '=', teamId).where('stoppedAt', 'is', null);

export const lockSchedule = (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  { teamId, id }: Pick<Schedule, 'teamId' | 'id'>,
): Promise<ScheduleRow | undefined> =>
  forUpdate(engine, selectSchedules(trx, teamId).where('id', '=', id)).executeTakeFirst();

export const parseSchedule = (stored: ScheduleRow): Schedule => {
  const { every, onDay: on, atMinute, stoppedAt: _, ...row } = schedules.read(stored);
  return { ...row, repeat: { every, on, atMinute } };
};
