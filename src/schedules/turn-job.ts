import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { instantOfMinute, isTooLate, turnsMissed, turnsToCome } from '../calendar/repeat.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Job } from '../store/job.ts';
import type { ScheduleKind } from '../store/tables/schedules.ts';
import type { Schedule, TurnEffects } from './schedule-store.ts';

interface TurnToTake {
  schedule: Schedule;
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** The days of turns before it that nobody took. */
  missed: readonly string[];
}

/** What a room does at a turn: the effects of it, or why not yet. */
export type TakeTurn = (turn: TurnToTake, job: Job, context: JobContext) => Promise<TurnEffects | JobOutcome>;

/** The database's clock made it due. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;

export const turnSchema = z.object({ scheduleId: z.string(), setAt: z.number(), day: z.iso.date() });

/**
 * Takes one turn of a schedule, whatever its kind, and plans the next one in the transaction of its effects. A turn for
 * which it is too late when it begins is left out. After a turn that failed, `planTurns` plans the next.
 */
export const createTurnJob =
  (
    { store: { schedules }, clock, isClockOff, timeZone }: App,
    takes: Readonly<Record<ScheduleKind, TakeTurn>>,
  ): JobHandler<[z.output<typeof turnSchema>]> =>
  async (job, context, { scheduleId, setAt, day }) => {
    if (context.givenUp !== null) return { outcome: 'failed', reason: context.givenUp };
    const schedule = await schedules.find(job.teamId, scheduleId);
    // Someone stopped it or set it anew, or the process that took the turn died before it could end the job.
    if (schedule?.setAt !== setAt || schedule.lastDay >= day) return { outcome: 'done' };
    const { repeat, lastDay, kind } = schedule;
    // A turn that is taken does not come back, so nobody takes it before its time, or while it is not known.
    const tooEarlyMs = instantOfMinute(day, repeat.atMinute, timeZone) - clock.now();
    if (tooEarlyMs > CLOCKS_DIFFER_MS || isClockOff())
      return {
        ...{ outcome: 'later', reason: 'too early', isTry: false },
        retryAfterMs: Math.max(tooEarlyMs, ASK_CLOCK_AGAIN_MS),
      };
    const turnsAfter = (at: number) => turnsToCome({ repeat, setAt, lastDay: day }, at, timeZone);
    if (job.progress === null && isTooLate(repeat, day, clock.now(), timeZone)) {
      const at = clock.now();
      await schedules.planInstead({ ...schedule, nextDay: day }, turnsAfter(at), at);
      return { outcome: 'done' };
    }
    const missed = turnsMissed(repeat, lastDay, day);
    const taken = await takes[kind]({ schedule, day, missed }, job, context);
    if ('outcome' in taken) return taken;
    const at = clock.now();
    await schedules.take(schedule, day, { at, next: turnsAfter(at), ...taken });
    return { outcome: 'done' };
  };

/** Plans the turns that are not planned. */
export const planTurns = async ({ store: { schedules }, clock, timeZone }: App): Promise<void> => {
  const now = clock.now();
  for (const schedule of await schedules.unplanned())
    await schedules.planInstead(schedule, turnsToCome(schedule, now, timeZone), now);
};
