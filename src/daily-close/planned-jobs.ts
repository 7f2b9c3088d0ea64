import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { addDays } from '../reports/date-span.ts';
import { messagePlaceSchema } from '../slack/messages.ts';
import { buildDailyCloseKey, type DailyCloseStore } from '../store/daily-close-store.ts';
import type { NewJob } from '../store/job.ts';
import { dayToClose, type ScheduledClose, scheduleClose } from './daily-schedule.ts';
import { type CountedReceived, countedSchema } from './late-payments.ts';

export const WEEKLY_JOB = 'weekly-summary';
/** Tells the person who switched it on that its conversation refuses it. */
export const WEEKLY_ENDED_JOB = 'weekly-summary-ended';

export const DAILY_CLOSE_JOB = 'daily-close';
/** Switches off a close that Slack refuses permanently, and tells the person who switched it on. */
export const DAILY_CLOSE_OFF_JOB = 'daily-close-off';

const daySchema = z.iso.date();

export const dailyPayloadSchema = z.object({
  channelId: z.string(),
  day: daySchema,
  /** The hour at the time the close was planned, in minutes after midnight. */
  atMinute: z.number(),
  /** Of the last close that was posted with figures. */
  counted: countedSchema.nullish(),
});

export const dailyProgressSchema = z.object({
  /** The last day closed before this one, and the time up to which that close counted. */
  lastDay: daySchema,
  since: z.number().nullable(),
  firstTryAt: z.number(),
  /** The message, once it is posted. */
  posted: messagePlaceSchema.nullable(),
});

export const dailyOffPayloadSchema = z.object({
  channelId: z.string(),
  userId: z.string(),
  /** When the close was switched on; if it was switched on again later, it stays on. */
  setAt: z.number(),
  /** Slack's reason. */
  code: z.string(),
});

export type DailyPayload = z.infer<typeof dailyPayloadSchema>;
export type DailyProgress = z.infer<typeof dailyProgressSchema>;
type DailyOffPayload = z.infer<typeof dailyOffPayloadSchema>;

interface DailyPlace {
  teamId: string;
  channelId: string;
  atMinute: number;
}

/** One job per channel and day, however often it is written. */
export const buildDailyJob = (
  { teamId, channelId, atMinute }: DailyPlace,
  { day, dueAt }: ScheduledClose,
  ids: { job(): string },
  counted: CountedReceived | null = null,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: DAILY_CLOSE_JOB,
  key: buildDailyCloseKey({ teamId, channelId }, day),
  payload: { channelId, day, atMinute, counted } satisfies DailyPayload,
  dueAt,
});

/** The close after `day`, or the first later one that is still worth posting. */
export const buildNextDailyJob = (
  place: DailyPlace,
  day: string,
  {
    counted,
    now,
    timeZone,
    ids,
  }: { counted: CountedReceived | null; now: number; timeZone: string; ids: { job(): string } },
): NewJob => {
  const following = addDays(day, 1);
  const current = dayToClose(now, place.atMinute, timeZone);
  const next = current > following ? current : following;
  return buildDailyJob(place, scheduleClose(next, place.atMinute, timeZone), ids, counted);
};

export const buildDailyOffJob = (
  teamId: string,
  payload: DailyOffPayload,
  { now, ids }: { now: number; ids: { job(): string } },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: DAILY_CLOSE_OFF_JOB,
  key: `daily-off:${teamId}:${payload.channelId}:${payload.setAt}`,
  payload,
  dueAt: now,
});

/**
 * Makes sure that every channel with the close switched on has its next one planned, also after the clock was ahead
 * and closed days that had not come yet. Returns how many were missing.
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
    const scheduled = (day: string) => scheduleClose(day, close.atMinute, timeZone);
    const plans = [current, addDays(current, 1), addDays(current, 2)]
      .filter((day) => day > close.lastDay || close.lastDay > current)
      .map((day) => ({ job: buildDailyJob(close, scheduled(day), ids), lastDay: addDays(day, -1) }));
    const untilOf = (day: string) => scheduled(day).span.to + 1_000;
    if (await dailyCloses.planMissing(close, plans, { at: now, untilOf })) missing += 1;
  }
  return missing;
};
