import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { describePlace, isChannel } from '../blocks/place.ts';
import { requirePermission } from '../people/members.ts';
import type { About } from '../slack/admit.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import { repeatExport, stopSchedule, switchOn } from './change-schedule.ts';
import { READ_TURNS } from './schedule-command.ts';
import {
  buildScheduleFields,
  buildScheduleForm,
  parseDays,
  SCHEDULE_FORM,
  USUAL,
} from './schedule-form-view.ts';
import { buildScheduleList } from './schedule-list-view.ts';
import type { Schedule } from './schedule-store.ts';
import { describeSchedule } from './schedule-view.ts';
import { exportedSchema } from './scheduled.ts';

/** A schedule, for everyone who may export. */
export const SCHEDULED: About<Request, Schedule, Pressed> = {
  noun: 'schedule',
  find: async ({ place: { teamId, value } }, { store }) =>
    value === null ? null : store.schedules.find(teamId, value),
};

const EXPORTS = { kind: 'transactions', format: 'xlsx', repeat: USUAL, where: null } as const;

/** *Set up another*, under the list. Of figures, for the channel where the list is. */
export const handleScheduleNew = ({ place }: Pressed, { settings, timeZone }: Request): Opening => ({
  first: SCHEDULE_FORM,
  read: async () => {
    const { value, teamId, message } = place;
    const zone = nameZone(timeZone);
    if (value !== 'day' && value !== 'week') return { view: buildScheduleForm(EXPORTS, zone) };
    const repeat = READ_TURNS[value]('', await settings.of(teamId)) ?? USUAL;
    const where = message !== null && isChannel(message.channelId) ? message.channelId : null;
    const build = (chosen: string | null) =>
      buildScheduleForm({ ...EXPORTS, kind: 'figures', repeat, where: chosen }, zone);
    return { view: build(where), otherwise: () => build(null) };
  },
});

const chosenSchema = z.object({
  kind: z.union([exportedSchema.shape.kind, z.literal('figures')]),
  format: exportedSchema.shape.format,
  days: z.string().transform((value, context) => {
    const days = parseDays(value);
    if (days === null) context.addIssue({ code: 'custom', message: 'not a choice of this form' });
    return days ?? z.NEVER;
  }),
});

export const handleScheduleSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const {
    at: atMinute,
    where,
    ...chosen
  } = readForm(buildScheduleFields(nameZone(request.timeZone)), view.values);
  const { kind, format, days } = chosenSchema.parse(chosen);
  const repeat = { ...days, atMinute };
  if (kind !== 'figures') {
    const wanted = { teamId, userId, kind, format, repeat };
    return { close: true, afterwards: async () => tell(await repeatExport(wanted, request)) };
  }
  await requirePermission({ teamId, userId }, 'switch-daily-close', request);
  if (repeat.every === 'month') throw new Refused({ days: 'Figures come every day or every week.' });
  if (where === null) throw new Refused({ where: 'Choose the channel that gets the figures.' });
  const wanted = { teamId, userId, repeat, channelId: where, where: describePlace(where) };
  return { close: true, afterwards: async () => tell(await switchOn(wanted, request)) };
};

/** *Stop*, in the list: everyone who may export can stop any of them. */
export const handleScheduleStop = async (
  { about: known, place: { teamId, userId }, args }: Pressed & { about: Schedule },
  request: Request,
): Promise<void> => {
  const { store, timeZone } = request;
  const isStopped = await stopSchedule(known, userId, request);
  const note = isStopped ? `Stopped: ${describeSchedule(known, timeZone)}.` : undefined;
  await args.respond({
    response_type: 'ephemeral',
    replace_original: true,
    ...buildScheduleList(await store.schedules.list(teamId), { timeZone, note }),
  });
};
