import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { instantOfMinute, isTooLate, turnsMissed, turnsToCome } from '../calendar/repeat.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Job } from '../store/job.ts';
import type { Schedule } from '../store/schedule.ts';
import type { TurnEffects } from '../store/schedule-store.ts';

export interface TurnToTake {
  schedule: Schedule;
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** The days of turns before it that nobody took. */
  missed: readonly string[];
}

/** `isTaken` false: the turn is left out after all, and counts as missed. */
type Taken = { isTaken: boolean } & TurnEffects;

/** The database's clock made it due. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;

const payloadSchema = z.object({ scheduleId: z.string(), day: z.iso.date() });

/**
 * Takes one turn of a schedule, whatever its kind, and plans the next one in the transaction of its effects. A turn for
 * which it is too late when it begins is left out.
 */
export const createTurnJob =
  (
    { store: { schedules }, clock, isClockOff, timeZone }: App,
    take: (turn: TurnToTake, job: Job, context: JobContext) => Promise<Taken | JobOutcome>,
  ): JobHandler =>
  async (job, context) => {
    const { scheduleId, day } = payloadSchema.parse(job.payload);
    const schedule = await schedules.find(job.teamId, scheduleId);
    // Someone stopped it in the meantime, or the process that took the turn died before it could end the job.
    if (schedule === null || schedule.lastDay >= day) return { outcome: 'done' };
    // A turn that is taken does not come back, so nobody takes it before its time, or while it is not known.
    const tooEarlyMs = instantOfMinute(day, schedule.repeat.atMinute, timeZone) - clock.now();
    if (tooEarlyMs > CLOCKS_DIFFER_MS || isClockOff())
      return {
        ...{ outcome: 'later', reason: 'too early', isTry: false },
        retryAfterMs: Math.max(tooEarlyMs, ASK_CLOCK_AGAIN_MS),
      };
    const advance = (taken: Taken) => {
      const at = clock.now();
      const next = turnsToCome({ ...schedule, lastDay: day }, at, timeZone);
      return schedules.advance({ ...schedule, day }, { at, next, ...taken });
    };
    if (job.progress === null && isTooLate(schedule.repeat, day, clock.now(), timeZone)) {
      await advance({ isTaken: false });
      return { outcome: 'done' };
    }
    // This may be the job's last run, and the next turn must not depend on it.
    if (context.givenUp !== null) await advance({ isTaken: false });
    const missed = turnsMissed(schedule.repeat, schedule.lastDay, day);
    const taken = await take({ schedule, day, missed }, job, context);
    if ('outcome' in taken) return taken;
    await advance(taken);
    return { outcome: 'done' };
  };

/** Plans the turns that are not planned. */
export const planTurns = async ({ store: { schedules }, clock, timeZone }: App): Promise<void> => {
  const now = clock.now();
  for (const schedule of await schedules.unplanned())
    await schedules.planAgain(schedule, turnsToCome(schedule, now, timeZone), now);
};
