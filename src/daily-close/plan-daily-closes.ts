import type { Clock } from '../clock.ts';
import { addDays } from '../reports/calendar-days.ts';
import type { DailyCloseStore } from '../store/daily-close-store.ts';
import { buildDailyJob } from './daily-job.ts';
import { dayToClose, scheduleClose } from './daily-schedule.ts';

/**
 * Runs at startup: makes sure that every channel with the close switched on has its next one planned. Returns
 * how many were missing.
 */
export const planDailyCloses = async ({
  dailyCloses,
  clock,
  ids,
  timeZone,
}: {
  dailyCloses: DailyCloseStore;
  clock: Clock;
  ids: { job(): string };
  timeZone: string;
}): Promise<number> => {
  let missing = 0;
  for (const close of await dailyCloses.all()) {
    const now = clock.now();
    const current = dayToClose(now, close.atMinute, timeZone);
    const jobs = [current, addDays(current, 1), addDays(current, 2)]
      .filter((day) => day > close.lastDay)
      .map((day) => buildDailyJob(close, scheduleClose(day, close.atMinute, timeZone), ids));
    if (await dailyCloses.planMissing(close, jobs, now)) missing += 1;
  }
  return missing;
};
