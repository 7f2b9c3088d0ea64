import type { App } from '../app-parts.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import { describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { daysOfTurn, describeRepeat, instantOfMinute } from '../calendar/repeat.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { createTurnJob } from '../reports/turn-job.ts';
import { buildTell } from '../slack/tell.ts';
import type { Schedule } from '../store/schedule.ts';
import { EXPORT_JOB, type ExportPayload } from './export-payload.ts';
import { buildScheduleEnded, buildSchedulePaused, type WhyEnded } from './schedule-list-view.ts';
import { describeMissing, scheduledSchema } from './scheduled-export.ts';

/** Starts the export of a turn. */
export const createScheduledExportJob = (app: App): JobHandler => {
  const { accounts, audit, clock, ids, timeZone } = app;
  return createTurnJob(app, async ({ schedule, day, missed }, _job, { givenUp }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    const { id, teamId, repeat, userId, account } = schedule;
    const now = clock.now();
    const { kind, format } = scheduledSchema.parse(schedule.details);
    const trouble = await accounts.troubleOf(schedule);
    if (trouble?.because === 'other') {
      const message = buildSchedulePaused({ ...schedule, kind, format }, timeZone);
      const paused = buildTell({ teamId, key: `export-schedule-paused:${id}:${day}` }, userId, message);
      return { isTaken: true, jobs: [paused] };
    }
    const span = daysOfTurn(repeat, day, timeZone);
    const event = buildReportEvent('report-exported', { teamId, userId, kind, span }, null, { timeZone });
    const payload: ExportPayload = {
      kind,
      span,
      userId,
      format,
      schedule: {
        id,
        rhythm: describeRepeat(repeat, timeZone),
        missing: describeMissing(kind, { repeat, turns: missed, timeZone }),
        lateFrom: nameLateTurn(day, { repeat, now, timeZone }),
      },
      account,
    };
    const key = `scheduled-export:${id}:${day}`;
    return {
      isTaken: true,
      entry: audit.build({ ...event, detail: { ...event.detail, format, isScheduled: true } }),
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

/** Stops one whose person may no longer export or can't be reached, and tells the admins. Does nothing the second time. */
export const endSchedule = async (
  { teamId, id }: Pick<Schedule, 'teamId' | 'id'>,
  why: WhyEnded,
  { store: { schedules }, members, clock, ids, timeZone }: App,
): Promise<void> => {
  const admins = await members.whoMay(teamId, 'change-settings');
  const at = clock.now();
  await schedules.stop({ teamId, id }, at, (schedule) => {
    const { kind, format } = scheduledSchema.parse(schedule.details);
    const message = buildScheduleEnded({ ...schedule, kind, format }, why, timeZone);
    return {
      entry: {
        id: ids.auditEntry(),
        teamId,
        at,
        actorId: schedule.userId,
        action: 'export-schedule-stopped',
        subject: id,
        detail: { report: kind, because: why },
      },
      jobs: admins.map((admin) =>
        buildTell({ teamId, key: `export-schedule-ended:${id}:${admin}` }, admin, message),
      ),
    };
  });
};
