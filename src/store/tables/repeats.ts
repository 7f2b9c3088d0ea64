import { count, defineTable, instant, text, word } from '../engine/table.ts';

/** An export or a summary that repeats. */
export const schedules = defineTable(
  'schedules',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    kind: word<'export' | 'weekly-summary'>(),
    channelId: text('channel').nullable(),
    userId: text('staff'),
    every: word<'day' | 'week' | 'month'>(),
    onDay: count(),
    atMinute: count(),
    /** As JSON; never customer data. */
    what: text('nobody'),
    setBy: text('staff'),
    setAt: instant(),
    account: text('nobody').nullable(),
  },
  {
    key: ['id'],
    indexes: {
      by_team: { on: ['teamId', 'kind'] },
    },
    fate: { of: 'workspace', whenOld: 'kept', whenRemoved: 'deleted' },
  },
);

/** A channel that gets the daily close. */
export const dailyCloses = defineTable(
  'dailyCloses',
  {
    teamId: text('nobody'),
    channelId: text('channel'),
    atMinute: count(),
    setBy: text('staff'),
    setAt: instant(),
    lastDay: text('nobody'),
    closedUntil: instant().nullable(),
  },
  {
    key: ['teamId', 'channelId'],
    fate: { of: 'workspace', whenOld: 'kept', whenRemoved: 'deleted' },
  },
);
