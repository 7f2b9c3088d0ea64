import { z } from 'zod';
import { countedSchema } from './late-payments.ts';

/** The kinds of schedules of this room, which are the jobs of their turns. */
export const DAILY_CLOSE_JOB = 'daily-close';
export const WEEKLY_JOB = 'weekly-summary';

/** Tells the person who switched one on that its conversation refuses it. */
export const FIGURES_ENDED_JOB = 'figures-ended';

/** What a close leaves for the next one. */
export const closeDetailsSchema = z.object({
  /** The end of the last close's period, exclusive, in epoch milliseconds; null before the first close. */
  closedUntil: z.number().nullable(),
  /** Of the last close that was posted with figures. */
  counted: countedSchema.nullable(),
});

export type CloseDetails = z.infer<typeof closeDetailsSchema>;

export const endedPayloadSchema = z.object({
  kind: z.enum([DAILY_CLOSE_JOB, WEEKLY_JOB]),
  channelId: z.string(),
  userId: z.string(),
  /** Slack's reason. */
  code: z.string(),
});
