import { z } from 'zod';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { describeRepeat } from '../reports/describe-repeat.ts';
import { REPORT_KINDS, type ReportKind } from '../reports/report-row.ts';
import { titleOf } from '../reports/report-words.ts';
import type { Repeat, Schedule } from '../store/schedule.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-job-state.ts';

/** What a schedule exports, as its row holds it. */
export const scheduledSchema = z.object({ kind: z.enum(REPORT_KINDS), format: z.enum(EXPORT_FORMATS) });

export interface ScheduledExport extends Pick<Schedule, 'channelId' | 'userId' | 'repeat' | 'setBy'> {
  kind: ReportKind;
  format: ExportFormat;
}

const COVERS: Record<Repeat['every'], string> = {
  day: 'the day before',
  week: 'the seven days before',
  month: 'the month before',
};

/** `*Payouts* of the seven days before, as CSV, to #finance, every Monday at 09:00 (Dubai)`. Mrkdwn. */
export const describeScheduled = (
  { kind, format, channelId, userId, repeat }: ScheduledExport,
  timeZone: string,
): string =>
  `*${titleOf(kind)}* of ${COVERS[repeat.every]}, as ${format.toUpperCase()}, to ${channelId === null ? mention(userId) : `<#${escapeMrkdwn(channelId)}>`}, ${describeRepeat(repeat, timeZone)}`;
