import { z } from 'zod';
import { count, defineTable, instant, json, text, word } from '../engine/table.ts';

export const EVERY = ['day', 'week', 'month'] as const;

/** What repeats. */
export type ScheduleKind = 'figures' | 'scheduled-export';

/** The lock of what there is once in a channel: its daily and its weekly figures. */
export const nameFiguresLock = (teamId: string, channelId: string | null): string =>
  `figures:${teamId}:${channelId}`;

/** What repeats until someone stops it. */
export const schedules = defineTable(
  'schedules',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    kind: word<ScheduleKind>(),
    /** The conversation it goes to; null: `userId` gets it. */
    channelId: text('channel').nullable(),
    /** The person who set it up, and gets it if no channel does. */
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
    /** When it was set up or changed. The turns that were planned before that end without an effect. */
    setAt: instant(),
    /** The account at the payment service that it reads; null: none is known. */
    account: text('account').nullable(),
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
