export const EVERY = ['day', 'week', 'month'] as const;

/** Something that comes back on its day and at its hour, on the merchant's calendar. */
export interface Repeat {
  every: (typeof EVERY)[number];
  /** Of a week, 0 for Monday; of a month, its day, or its last one if it is shorter. Not read for `day`. */
  on: number;
  /** Minutes after midnight. */
  atMinute: number;
}

export type ScheduleKind = 'export' | 'weekly-summary';

/** What Paylink posts again and again until someone stops it. */
export interface Schedule {
  id: string;
  teamId: string;
  kind: ScheduleKind;
  /** The conversation it goes to; null: to a person. */
  channelId: string | null;
  /** The person it goes to; of one for a channel, the person who set it up. */
  userId: string;
  repeat: Repeat;
  /** What exactly, as plain JSON; its room reads it. */
  what: unknown;
  setBy: string;
  setAt: number;
}
