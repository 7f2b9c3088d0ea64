import type { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { turnsToCome } from '../calendar/repeat.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import type { NewSchedule, Schedule } from '../store/schedule.ts';
import { parseExportPayload } from './export-payload.ts';
import type { OwnFile } from './own-export.ts';
import { buildScheduleForm, SCHEDULE_FORM } from './schedule-form-view.ts';
import {
  buildScheduleList,
  buildScheduleSet,
  buildTooManySchedules,
  type ListedSchedule,
  MAX_SCHEDULES,
} from './schedule-list-view.ts';
import {
  describeScheduled,
  readScheduleForm,
  SCHEDULED_EXPORT_JOB,
  type ScheduledExport,
  scheduledSchema,
} from './scheduled-export.ts';

const FIRST = { callbackId: SCHEDULE_FORM.callbackId, title: SCHEDULE_FORM.title };

/** *Schedule…*, on a finished export: the form, filled in from it. */
export const handleScheduleOpen = (_: Pressed, { timeZone }: Request): Opening<OwnFile> => ({
  first: FIRST,
  read: async ({ payload }) => {
    const { kind, format } = parseExportPayload(payload) ?? {};
    if (!kind || !format) throw new Error('only a report has such a button');
    return { view: buildScheduleForm({ kind, format, zone: nameZone(timeZone) }) };
  },
});

/** *Set up another*, under the list. */
export const handleScheduleNew = (_: Pressed, { timeZone }: Request): Opening => ({
  first: FIRST,
  read: async () => ({
    view: buildScheduleForm({ kind: 'transactions', format: 'xlsx', zone: nameZone(timeZone) }),
  }),
});

/** Stores the schedule and its first turn. */
export const handleScheduleSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const scheduled = { ...readScheduleForm(view.values, nameZone(request.timeZone)), userId };
  return { close: true, afterwards: async () => tell(await start(teamId, scheduled, request)) };
};

async function start(
  teamId: string,
  scheduled: ScheduledExport,
  { store, ids, clock, timeZone }: Request,
): Promise<string> {
  const { kind, format, userId, repeat } = scheduled;
  if ((await store.schedules.list(teamId, SCHEDULED_EXPORT_JOB)).length >= MAX_SCHEDULES)
    return buildTooManySchedules();
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind: SCHEDULED_EXPORT_JOB, channelId: null, userId, repeat },
    details: { kind, format } satisfies z.infer<typeof scheduledSchema>,
    setAt: now,
  };
  const entry = {
    id: ids.auditEntry(),
    teamId,
    at: now,
    actorId: userId,
    action: 'export-scheduled' as const,
    subject: schedule.id,
    detail: { report: kind, format, ...repeat },
  };
  const { nextAt } = await store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry);
  return buildScheduleSet(scheduled, { nextAt, timeZone });
}

/** `/paylink exports`: the scheduled exports, with a button to stop each. */
export const handleExportsCommand =
  ({ asker, tell }: Typed, request: Request) =>
  async (): Promise<unknown> => {
    const { timeZone } = request;
    return tell(buildScheduleList(await list(asker.teamId, request), { timeZone }));
  };

async function list(teamId: string, { store }: Request): Promise<ListedSchedule[]> {
  const schedules = await store.schedules.list(teamId, SCHEDULED_EXPORT_JOB);
  return schedules.map((schedule) => ({ ...schedule, ...scheduledSchema.parse(schedule.details) }));
}

/** *Stop*, in the list: everyone who may export can stop any of them. */
export const handleScheduleStop = async (
  { about: known, place: { teamId, userId }, args }: Pressed & { about: Schedule },
  request: Request,
): Promise<void> => {
  const { store, ids, clock, timeZone } = request;
  const scheduled = { ...known, ...scheduledSchema.parse(known.details) };
  const at = clock.now();
  const entry = {
    id: ids.auditEntry(),
    teamId,
    at,
    actorId: userId,
    action: 'export-schedule-stopped' as const,
    subject: known.id,
    detail: { report: scheduled.kind },
  };
  await store.schedules.stop({ teamId, id: known.id }, at, () => ({ entry }));
  const note = `Stopped: ${describeScheduled(scheduled, timeZone)}.`;
  await args.respond({
    response_type: 'ephemeral',
    replace_original: true,
    ...buildScheduleList(await list(teamId, request), { timeZone, note }),
  });
};
