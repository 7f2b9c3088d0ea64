import { z } from 'zod';
import { count, defineTable, instant, json, text, word } from '../engine/table.ts';

export const EVERY = ['day', 'week', 'month'] as const;

interface KindOfSchedule {
  /** Setting up another one in the same conversation replaces it. */
  isOnePerChannel: boolean;
  /** A turn is worth taking only on the calendar day on which it is due. All others are taken until the next one is due. */
  isOfItsDay: boolean;
}

/** What repeats. A kind is called like the job that takes its turns. */
export const SCHEDULE_KINDS = {
  'daily-close': { isOnePerChannel: true, isOfItsDay: true },
  'weekly-summary': { isOnePerChannel: true, isOfItsDay: false },
  'scheduled-export': { isOnePerChannel: false, isOfItsDay: false },
  'batch-list': { isOnePerChannel: false, isOfItsDay: false },
} as const satisfies Record<string, KindOfSchedule>;

export type ScheduleKind = keyof typeof SCHEDULE_KINDS;

/** What repeats until someone stops it. */
export const schedules = defineTable(
  'schedules',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    kind: word<ScheduleKind>(),
    /** The conversation it goes to; null: `userId` gets it. */
    channelId: text('channel').nullable(),
    /** The person who gets it; for a channel, the person who set it up. */
    userId: text('staff'),
    every: word<(typeof EVERY)[number]>(),
    onDay: count(),
    atMinute: count(),
    /** The turn that is planned: its day, and when it is due. */
    nextDay: text('nobody'),
    nextAt: instant(),
    /** The day of the last turn that was taken, or the day before the first. Turns after it and before `nextDay` were missed. */
    lastDay: text('nobody'),
    /** What its kind needs beside that, read by the kind's own schema; never customer data. */
    details: json(z.unknown(), 'nobody'),
    setBy: text('staff'),
    /** When it was set up or changed. A turn that was planned before that changes nothing. */
    setAt: instant(),
    /** The account at the payment service that it reads; null: none is known. */
    account: text('nobody').nullable(),
    /** Null: it goes on. A stopped one that is started again takes no day twice. */
    stoppedAt: instant().nullable(),
  },
  {
    key: ['id'],
    indexes: {
      by_team: { on: ['teamId', 'kind'] },
    },
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);
