import type {
  AllMiddlewareArgs,
  RespondArguments,
  SlackViewMiddlewareArgs,
  SlashCommand,
  ViewSubmitAction,
} from '@slack/bolt';
import type { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { turnsToCome } from '../reports/repeat.ts';
import { type ActionPlace, createButton } from '../slack/button.ts';
import { afterSubmission } from '../slack/listener.ts';
import { announceAndSave } from '../slack/messages.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { openView } from '../slack/views.ts';
import type { NewSchedule, Schedule } from '../store/schedule.ts';
import { permit } from '../workspaces/members.ts';
import { buildScheduleForm, SCHEDULE_FORM, type ScheduleForm } from './schedule-form-view.ts';
import {
  buildScheduleAnnounced,
  buildScheduleList,
  buildScheduleRefused,
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
import { findOwnExport } from './start-export.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** A button that opens the form. `choose`: what it is filled in with; null if the person was refused. */
const createFormButton = (
  name: string,
  choose: (
    place: ActionPlace,
    request: Request,
    refuse: (text: string) => Promise<unknown>,
  ) => Promise<Pick<ScheduleForm, 'kind' | 'format'> | null>,
) =>
  createButton<Request>(name, ({ place, tell, args }, request) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: SCHEDULE_FORM.callbackId, title: SCHEDULE_FORM.title },
        read: async (refuse) => {
          const chosen = await choose(place, request, refuse);
          const { userId } = place;
          return (
            chosen && {
              view: buildScheduleForm({ ...chosen, userId, zone: nameZone(request.timeZone) }),
            }
          );
        },
      },
      request,
    ),
  );

/** *Schedule…*, on a finished export: the form, filled in from it. */
export const handleScheduleOpen = createFormButton('export_send_again', async (place, request, refuse) => {
  const own = await findOwnExport(place, request, refuse);
  if (own === null) return null;
  const asker = { teamId: own.teamId, userId: place.userId };
  if (!(await permit(asker, 'export', request, refuse))) return null;
  const { kind, format } = own.payload;
  // A reconciliation has no such button.
  return kind === 'reconciliation' ? null : { kind, format };
});

/** *Set up another*, under the list. */
export const handleScheduleNew = createFormButton('export_schedule_new', async (place, request, refuse) =>
  (await permit(place, 'export', request, refuse)) ? { kind: 'transactions', format: 'xlsx' } : null,
);

/** Stores the schedule and its first turn. */
export const handleScheduleSubmission = async (
  { ack, body, view }: SubmitArgs,
  request: Request,
): Promise<void> => {
  const { members } = request;
  const teamId = readTeamId(body);
  const { hasPerson, ...scheduled } = readScheduleForm(view.state.values, body.user.id);
  const { channelId, userId } = scheduled;
  const wrong =
    channelId !== null
      ? null
      : !hasPerson
        ? 'Choose a person, or a channel below.'
        : userId !== body.user.id && !(await members.may(teamId, userId, 'export'))
          ? 'This person is not allowed to export, and the file has customers’ data. Choose an admin, someone from finance, or a channel.'
          : null;
  if (wrong !== null) {
    await ack({ response_action: 'errors', errors: { [SCHEDULE_FORM.person]: wrong } });
    return;
  }
  await ack();
  await afterSubmission('export_schedule', body, request, async ({ asker, tell }) => {
    if (await permit(asker, 'export', request, tell))
      await tell(await start(asker.teamId, scheduled, request));
  });
};

async function start(
  teamId: string,
  scheduled: ScheduledExport,
  { store, patientClient, wake, ids, clock, timeZone, log }: Request,
): Promise<string> {
  const { kind, format, channelId, userId, repeat, setBy } = scheduled;
  if ((await store.schedules.list(teamId, SCHEDULED_EXPORT_JOB)).length >= MAX_SCHEDULES)
    return buildTooManySchedules();
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind: SCHEDULED_EXPORT_JOB, channelId, userId, repeat },
    details: { kind, format } satisfies z.infer<typeof scheduledSchema>,
    ...{ setBy, setAt: now },
  };
  const { every, on, atMinute } = repeat;
  const entry = {
    id: ids.auditEntry(),
    teamId,
    at: now,
    actorId: setBy,
    action: 'export-scheduled' as const,
    subject: schedule.id,
    detail: {
      report: kind,
      format,
      in: channelId,
      to: channelId === null ? userId : null,
      every,
      on,
      atMinute,
    },
  };
  const save = () => store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry);
  let saved: Schedule;
  if (channelId === null) saved = await save();
  else {
    const message = buildScheduleAnnounced(scheduled, timeZone);
    const said = { channelId, message, what: 'scheduled export' };
    const announced = await announceAndSave(said, save, { patientClient, log });
    if (announced.refusedBy !== null) return buildScheduleRefused(channelId, announced.refusedBy);
    saved = announced.saved;
  }
  wake.jobs();
  return buildScheduleSet(scheduled, { nextAt: saved.nextAt, timeZone });
}

/** `/paylink exports`: the scheduled exports, with a button to stop each. Call it after the ack, under `guard`. */
export const handleExportsCommand = async (
  {
    command,
    respond,
    tell,
  }: {
    command: Pick<SlashCommand, 'team_id' | 'user_id'>;
    respond: (message: RespondArguments) => Promise<unknown>;
    tell: (text: string) => Promise<unknown>;
  },
  request: Request,
): Promise<void> => {
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  if (!(await permit(asker, 'export', request, tell))) return;
  const { timeZone } = request;
  const listed = await list(asker.teamId, request);
  await respond({ response_type: 'ephemeral', ...buildScheduleList(listed, { timeZone }) });
};

async function list(teamId: string, { store }: Request): Promise<ListedSchedule[]> {
  const schedules = await store.schedules.list(teamId, SCHEDULED_EXPORT_JOB);
  return schedules.map((schedule) => ({ ...schedule, ...scheduledSchema.parse(schedule.details) }));
}

/** *Stop*, in the list: everyone who may export can stop any of them. */
export const handleScheduleStop = createButton<Request>(
  'export_schedule_stop',
  async ({ place, tell, args }, request) => {
    const { store, wake, ids, clock, timeZone } = request;
    const { teamId, userId, value } = place;
    if (!(await permit(place, 'export', request, tell))) return;
    const known = value === null ? null : await store.schedules.find(teamId, value);
    if (known?.kind !== SCHEDULED_EXPORT_JOB) {
      await tell('That scheduled export is no longer there. `/paylink exports` lists them.');
      return;
    }
    const scheduled = { ...known, ...scheduledSchema.parse(known.details) };
    const at = clock.now();
    const entry = {
      id: ids.auditEntry(),
      teamId,
      at,
      actorId: userId,
      action: 'export-schedule-stopped' as const,
      subject: known.id,
      detail: { report: scheduled.kind, in: known.channelId },
    };
    await store.schedules.stop({ teamId, id: known.id }, at, () => ({ entry }));
    wake.jobs();
    const note = `Stopped: ${describeScheduled(scheduled, timeZone)}.`;
    await args.respond({
      response_type: 'ephemeral',
      replace_original: true,
      ...buildScheduleList(await list(teamId, request), { timeZone, note }),
    });
  },
);
