import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { describeSpan, spanOfDays } from '../reports/date-span.ts';
import {
  buildTurnJob,
  daysBefore,
  describeRepeat,
  instantOfMinute,
  takeTurn,
  turnPayloadSchema,
} from '../reports/repeat.ts';
import { buildReportEvent } from '../reports/report-event.ts';
import { REPORT_KINDS } from '../reports/report-row.ts';
import { tellPerson } from '../slack/messages.ts';
import type { NewJob } from '../store/job.ts';
import { EVERY, type Schedule } from '../store/schedule-store.ts';
import { EXPORT_FORMATS, EXPORT_JOB, type ExportPayload } from './export-job-state.ts';
import { buildScheduleEnded, WHY_ENDED } from './schedule-list-view.ts';
import {
  describeMissing,
  SCHEDULE_ENDED_JOB,
  SCHEDULE_NOTICE_JOB,
  SCHEDULED_EXPORT_JOB,
  scheduledSchema,
} from './scheduled-export.ts';

/** Starts the export of this turn, once, and plans the next one in the same transaction. */
export const createScheduledExportJob =
  ({ store: { schedules, jobs }, accounts, audit, clock, ids, timeZone }: App): JobHandler =>
  async (job, context) => {
    const { scheduleId, day } = turnPayloadSchema.parse(job.payload);
    const schedule = await schedules.find(job.teamId, scheduleId);
    // Someone stopped it in the meantime.
    if (schedule === null) return { outcome: 'done' };
    const { teamId, repeat, userId, channelId, setBy } = schedule;
    const now = clock.now();
    const next = buildTurnJob(schedule, SCHEDULED_EXPORT_JOB, { now, timeZone, ids });
    if (context.givenUp !== null) {
      await jobs.add(next, now);
      return { outcome: 'failed', reason: context.givenUp };
    }
    const { kind, format } = scheduledSchema.parse(schedule.what);
    const trouble = await accounts.troubleOf(schedule);
    if (trouble?.because === 'other') {
      const paused = buildNoticeJob(schedule, { adminId: setBy, why: 'account', turn: day }, ids);
      return { outcome: 'done', next: [paused, next] };
    }
    const turn = takeTurn(repeat, { day, now }, timeZone);
    const span = daysBefore(repeat, turn.day, timeZone);
    const event = buildReportEvent('report-exported', { teamId, userId: setBy, kind, span }, null, {
      timeZone,
    });
    await audit.write({ ...event, detail: { ...event.detail, format, in: channelId, isScheduled: true } });
    const payload: ExportPayload = {
      kind,
      span,
      readTo: null,
      userId,
      format,
      toggled: [],
      thread: null,
      schedule: {
        id: scheduleId,
        setBy,
        channelId,
        rhythm: describeRepeat(repeat, timeZone),
        missed: turn.missed.map((one) => describeSpan(spanOfDays(one, one, timeZone), timeZone)),
        missing: describeMissing(kind, { repeat, turns: turn.missed, timeZone }),
        lateFrom: nameLateTurn(turn.day, { repeat, now, timeZone }),
      },
      continues: null,
      account: schedule.account,
    };
    const key = `scheduled-export:${scheduleId}:${turn.day}`;
    return {
      outcome: 'done',
      next: [{ id: ids.job(), teamId, kind: EXPORT_JOB, key, payload, dueAt: now }, next],
    };
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
  format: z.enum(EXPORT_FORMATS),
  channelId: z.string().nullable(),
  userId: z.string(),
  setBy: z.string(),
  repeat: z.object({ every: z.enum(EVERY), on: z.number(), atMinute: z.number() }),
});

/** `turn`: the day of a turn that was left out. */
const buildNoticeJob = (
  { id, teamId, channelId, userId, setBy, repeat, what }: Schedule,
  { adminId, why, turn }: Pick<z.infer<typeof noticeSchema>, 'adminId' | 'why'> & { turn?: string },
  ids: { job(): string },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: SCHEDULE_NOTICE_JOB,
  key: `export-schedule-told:${id}:${adminId}${turn === undefined ? '' : `:${turn}`}`,
  payload: {
    ...{ adminId, why, ...scheduledSchema.parse(what) },
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
    const what = scheduledSchema.parse(schedule.what);
    const admins = await members.whoMay(teamId, 'change-settings');
    const at = clock.now();
    const told = (adminId: string) => buildNoticeJob(schedule, { adminId, why }, ids);
    await schedules.stop(teamId, scheduleId, at, {
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
    });
    return { outcome: 'done' };
  };

export const createScheduleNoticeJob =
  ({ timeZone }: App, client: WebClient): JobHandler =>
  async (job) => {
    const { adminId, why, ...scheduled } = noticeSchema.parse(job.payload);
    return tellPerson(client, adminId, buildScheduleEnded(scheduled, why, timeZone));
  };
