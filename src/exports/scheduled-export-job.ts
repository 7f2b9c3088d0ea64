import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import { describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { daysOfTurn, describeRepeat, instantOfMinute } from '../calendar/repeat.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { REPORT_KINDS } from '../figures/listed-row.ts';
import { buildReportEvent } from '../reports/report-event.ts';
import { createTurnJob } from '../reports/turn-job.ts';
import { tellPerson } from '../slack/messages.ts';
import type { NewJob } from '../store/job.ts';
import { EVERY, type Schedule } from '../store/schedule.ts';
import { EXPORT_JOB, type ExportPayload } from './export-payload.ts';
import { buildScheduleEnded, WHY_ENDED } from './schedule-list-view.ts';
import {
  describeMissing,
  SCHEDULE_ENDED_JOB,
  SCHEDULE_NOTICE_JOB,
  scheduledSchema,
} from './scheduled-export.ts';
import { FILE_FORMATS } from './write-file.ts';

/** Starts the export of a turn. */
export const createScheduledExportJob = (app: App): JobHandler => {
  const { accounts, audit, clock, ids, timeZone } = app;
  return createTurnJob(app, async ({ schedule, day, missed }, _job, { givenUp }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    const { id, teamId, repeat, userId, channelId, setBy, account } = schedule;
    const now = clock.now();
    const { kind, format } = scheduledSchema.parse(schedule.details);
    const trouble = await accounts.troubleOf(schedule);
    if (trouble?.because === 'other') {
      const paused = buildNoticeJob(schedule, { adminId: setBy, why: 'account', turn: day }, ids);
      return { isTaken: true, jobs: [paused] };
    }
    const span = daysOfTurn(repeat, day, timeZone);
    const event = buildReportEvent('report-exported', { teamId, userId: setBy, kind, span }, null, {
      timeZone,
    });
    const payload: ExportPayload = {
      kind,
      span,
      readTo: null,
      userId,
      format,
      columns: null,
      thread: null,
      schedule: {
        id,
        setBy,
        channelId,
        rhythm: describeRepeat(repeat, timeZone),
        missing: describeMissing(kind, { repeat, turns: missed, timeZone }),
        lateFrom: nameLateTurn(day, { repeat, now, timeZone }),
      },
      account,
    };
    const key = `scheduled-export:${id}:${day}`;
    return {
      isTaken: true,
      entry: audit.build({ ...event, detail: { ...event.detail, format, in: channelId, isScheduled: true } }),
      jobs: [{ id: ids.job(), teamId, kind: EXPORT_JOB, key, payload, dueAt: now }],
    };
  });
};

/** A service that does not answer delays an export by minutes. */
const LATE_MS = 30 * 60_000;

/** When the turn was due; null: it is not late. */
function nameLateTurn(
  day: string,
  { repeat: { atMinute }, now, timeZone }: Pick<Schedule, 'repeat'> & { now: number; timeZone: string },
): string | null {
  if (now - instantOfMinute(day, atMinute, timeZone) < LATE_MS) return null;
  return `${describeSpan(spanOfDays(day, day, timeZone), timeZone)}, ${formatMinute(atMinute)}`;
}

const endedSchema = z.object({ scheduleId: z.string(), why: z.enum(['not-permitted', 'gone']) });

export const buildScheduleEndedJob = (
  { teamId, scheduleId, why }: { teamId: string } & z.infer<typeof endedSchema>,
  ids: { job(): string },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: SCHEDULE_ENDED_JOB,
  key: `export-schedule-ended:${scheduleId}`,
  payload: { scheduleId, why } satisfies z.infer<typeof endedSchema>,
});

const noticeSchema = z.object({
  /** Who is told: an admin, the channel that got it, or who set it up. */
  adminId: z.string(),
  why: z.enum(WHY_ENDED),
  kind: z.enum(REPORT_KINDS),
  format: z.enum(FILE_FORMATS),
  channelId: z.string().nullable(),
  userId: z.string(),
  setBy: z.string(),
  repeat: z.object({ every: z.enum(EVERY), on: z.number(), atMinute: z.number() }),
});

/** `turn`: the day of a turn that was left out. */
const buildNoticeJob = (
  { id, teamId, channelId, userId, setBy, repeat, details }: Schedule,
  { adminId, why, turn }: Pick<z.infer<typeof noticeSchema>, 'adminId' | 'why'> & { turn?: string },
  ids: { job(): string },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: SCHEDULE_NOTICE_JOB,
  key: `export-schedule-told:${id}:${adminId}${turn === undefined ? '' : `:${turn}`}`,
  payload: {
    ...{ adminId, why, ...scheduledSchema.parse(details) },
    ...{ channelId, userId, setBy, repeat },
  } satisfies z.infer<typeof noticeSchema>,
});

export const createScheduleEndedJob =
  ({ store: { schedules }, members, clock, ids }: App): JobHandler =>
  async ({ teamId, payload }) => {
    const { scheduleId, why } = endedSchema.parse(payload);
    const schedule = await schedules.find(teamId, scheduleId);
    if (schedule === null) return { outcome: 'done' };
    const { channelId, setBy } = schedule;
    const what = scheduledSchema.parse(schedule.details);
    const admins = await members.whoMay(teamId, 'change-settings');
    const at = clock.now();
    const told = (adminId: string) => buildNoticeJob(schedule, { adminId, why }, ids);
    await schedules.stop({ teamId, id: scheduleId }, at, () => ({
      entry: {
        id: ids.auditEntry(),
        teamId,
        at,
        actorId: setBy,
        action: 'export-schedule-stopped',
        subject: scheduleId,
        detail: { report: what.kind, in: channelId, because: why },
      },
      jobs: [...(admins.length > 0 ? admins : [setBy]), ...(channelId === null ? [] : [channelId])].map(told),
    }));
    return { outcome: 'done' };
  };

export const createScheduleNoticeJob =
  ({ timeZone }: App, client: WebClient): JobHandler =>
  async (job) => {
    const { adminId, why, ...scheduled } = noticeSchema.parse(job.payload);
    return tellPerson(client, adminId, buildScheduleEnded(scheduled, why, timeZone));
  };
