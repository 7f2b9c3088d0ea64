import type { App, Request } from '../app-parts.ts';
import { type Repeat, turnsToCome } from '../calendar/repeat.ts';
import type { AuditEvent } from '../people/audit.ts';
import { type Posted, postMessage } from '../slack/messages.ts';
import type { Asker } from '../slack/rows.ts';
import { isRefusal, readSlackFailure } from '../slack/slack-failure.ts';
import { buildTell } from '../slack/tell.ts';
import type { NewSchedule, Schedule } from './schedule-store.ts';
import {
  buildIsOn,
  buildScheduleEnded,
  buildScheduleSet,
  buildSwitchEnded,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchRefused,
  buildTooManySchedules,
  describeTurns,
  type WhyEnded,
} from './schedule-view.ts';
import { type Exported, everyOf, exportedSchema, FIGURES } from './scheduled.ts';

const MOST_EXPORTS = 20;

interface ExportToRepeat extends Asker, Exported {
  repeat: Repeat;
}

/** Sets up an export. Returns what to tell the person. */
export const repeatExport = async (
  { teamId, userId, kind, format, repeat }: ExportToRepeat,
  request: Request,
): Promise<string> => {
  const { store, ids, timeZone } = request;
  const others = (await store.schedules.list(teamId)).filter((one) => one.kind === 'scheduled-export');
  if (others.length >= MOST_EXPORTS) return buildTooManySchedules(MOST_EXPORTS);
  const id = ids.schedule();
  const saved = await start(
    {
      ...{ id, teamId, kind: 'scheduled-export', channelId: null, userId, repeat },
      details: { kind, format } satisfies Exported,
    },
    { action: 'export-scheduled', subject: id, detail: { report: kind, format, ...repeat } },
    request,
  );
  return buildScheduleSet(saved, timeZone);
};

interface FiguresToSwitch extends Asker {
  channelId: string;
  repeat: Repeat;
  /** `this channel`, or its name. */
  where: string;
}

/** Switches figures on in a channel, or moves them to another time. Returns what to tell the person. */
export const switchOn = async (
  { teamId, userId, channelId, repeat, where }: FiguresToSwitch,
  request: Request,
): Promise<string> => {
  const { store, ids, timeZone, patientClient, log } = request;
  const every = everyOf({ repeat });
  const { name, action } = FIGURES[every];
  const known = (await store.schedules.list(teamId)).find(
    (one) => one.channelId === channelId && everyOf(one) === every,
  );
  const isOn = (schedule: Schedule) => buildIsOn(every, { ...schedule, timeZone, where });
  if (known?.repeat.on === repeat.on && known.repeat.atMinute === repeat.atMinute) return isOn(known);
  const rhythm = describeTurns(repeat, timeZone);
  const message = buildSwitchedOn(every, { userId, rhythm, isNews: known === undefined });
  let announced: Posted;
  try {
    // First: a channel that refuses it would refuse everything that comes later.
    announced = await postMessage(patientClient, { channel: channelId, message });
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusal(failure)) throw error;
    log.info({ reason: failure.code }, `${name} refused by its channel`);
    return buildSwitchRefused(every, { channelId, code: failure.code, where });
  }
  try {
    return isOn(
      await start(
        { id: ids.schedule(), teamId, kind: 'figures', channelId, userId, repeat, details: null },
        { action, subject: channelId, detail: { isOn: true, rhythm } },
        request,
      ),
    );
  } catch (error) {
    const { channelId: channel, ts } = announced;
    // It is not true.
    await patientClient.chat.delete({ channel, ts }).catch((refusal: unknown) => {
      log.warn({ reason: readSlackFailure(refusal).code }, `${name} announced, but not saved`);
    });
    throw error;
  }
};

const start = async (
  wanted: Omit<NewSchedule, 'setAt'>,
  event: Omit<AuditEvent, 'teamId' | 'actorId'>,
  { store, clock, timeZone, audit }: Request,
): Promise<Schedule> => {
  const now = clock.now();
  const schedule = { ...wanted, setAt: now };
  const entry = audit.build({ teamId: wanted.teamId, actorId: wanted.userId, ...event });
  const saved = await store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry);
  return saved;
};

/** A person stops it. A channel that had figures hears of it. False: it was stopped or set anew meanwhile. */
export const stopSchedule = async (
  schedule: Schedule,
  userId: string,
  { store, clock, audit, patientClient, log }: Request,
): Promise<boolean> => {
  const { teamId, id, kind, channelId } = schedule;
  const { name, action } = FIGURES[everyOf(schedule)];
  const entry = audit.build({
    ...{ teamId, actorId: userId },
    ...(kind === 'figures'
      ? { action, subject: channelId ?? id, detail: { isOn: false } }
      : {
          action: 'export-schedule-stopped',
          subject: id,
          detail: { report: exportedSchema.parse(schedule.details).kind },
        }),
  });
  if (!(await store.schedules.stop(schedule, clock.now(), { entry }))) return false;
  if (kind === 'figures' && channelId !== null)
    try {
      const message = buildSwitchedOff(everyOf(schedule), userId);
      await patientClient.chat.postMessage({ channel: channelId, ...message });
    } catch (error) {
      // It is off anyway, and the person who asked is told so.
      log.warn({ reason: readSlackFailure(error).code }, `end of the ${name} not told there`);
    }
  return true;
};

/** Stops an export whose person may no longer export or can't be reached, and tells the admins. Does nothing the second time. */
export const endExports = async (
  { teamId, id }: Pick<Schedule, 'teamId' | 'id'>,
  why: WhyEnded,
  { store: { schedules }, members, audit, clock, timeZone }: App,
): Promise<void> => {
  const schedule = await schedules.find(teamId, id);
  if (schedule === null) return;
  const message = buildScheduleEnded(schedule, why, timeZone);
  await schedules.stop(schedule, clock.now(), {
    entry: audit.build({
      ...{ teamId, actorId: schedule.userId, action: 'export-schedule-stopped', subject: id },
      detail: { report: exportedSchema.parse(schedule.details).kind, because: why },
    }),
    jobs: (await members.whoMay(teamId, 'change-settings')).map((admin) =>
      buildTell({ teamId, key: `export-schedule-ended:${id}:${admin}` }, admin, message),
    ),
  });
};

/** Stops figures whose conversation refuses them, and tells the person who switched them on. */
export const endFigures = async (
  schedule: Schedule,
  refusal: { channelId: string; code: string },
  { store: { schedules }, clock }: App,
): Promise<void> => {
  const { id, teamId, setAt, userId } = schedule;
  const message = buildSwitchEnded(everyOf(schedule), refusal);
  const told = buildTell({ teamId, key: `figures-ended:${id}:${setAt}` }, userId, message);
  await schedules.stop(schedule, clock.now(), { jobs: [told] });
};
