import { z } from 'zod';
import { REPORT_KINDS } from '../figures/listed-row.ts';
import { FILE_FORMATS } from '../tables/table.ts';
import type { Schedule } from './schedule-store.ts';

/** What a schedule exports: the details of its row. */
export const exportedSchema = z.object({ kind: z.enum(REPORT_KINDS), format: z.enum(FILE_FORMATS) });
export type Exported = z.infer<typeof exportedSchema>;

/** What repeats, for people to read. */
export type Scheduled = Pick<Schedule, 'kind' | 'channelId' | 'userId' | 'repeat' | 'details'>;

/** The figures that a channel can have: what people call them, and their command. */
export const FIGURES = {
  day: {
    action: 'daily-close-switched',
    name: 'daily close',
    command: '/paylink daily',
    example: 'on 21:00',
  },
  week: {
    action: 'weekly-summary-switched',
    name: 'weekly summary',
    command: '/paylink weekly',
    example: 'on monday 9:00',
  },
} as const;

export type FiguresEvery = keyof typeof FIGURES;

export const everyOf = ({ repeat: { every } }: Pick<Scheduled, 'repeat'>): FiguresEvery =>
  every === 'week' ? 'week' : 'day';
