import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import { turnsToCome } from '../calendar/repeat.ts';
import type { Typed } from '../slack/frame.ts';
import { announceAndSave } from '../slack/messages.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditAction, AuditDetail, AuditEntry } from '../store/audit-store.ts';
import type { NewSchedule } from '../store/schedule.ts';
import { isOfDayBefore, readDailyHour, repeatClose } from './daily-schedule.ts';
import { type CloseDetails, DAILY_CLOSE_JOB } from './planned-jobs.ts';
import {
  buildDailyHelp,
  buildDailyOff,
  buildDailyOn,
  buildDailyRefused,
  buildDailySwitchedOff,
  buildDailySwitchedOn,
  type DailyHour,
} from './switch-view.ts';

/** What is used of a command as it was typed. */
export interface TypedSwitch extends Pick<Typed, 'asker' | 'words' | 'tell'> {
  command: Pick<Typed['command'], 'channel_id'>;
}

/** As the log calls it. */
const WHAT = 'daily close';
const ACTION = 'daily-close-switched';

/** `/paylink daily …`. Only the asker sees the answer, but a switch is announced in the channel. */
export const handleDailyCommand = async (
  { command, asker, words, tell }: TypedSwitch,
  request: Request,
): Promise<void> => {
  const origin: SwitchOrigin = { ...asker, channelId: command.channel_id };
  const [verb = '', ...rest] = words.trim().split(/\s+/);
  const answer = await obey(origin, verb.toLowerCase(), rest.join(' '), request);
  await tell(answer ?? buildDailyHelp(words.trim()));
};

/** Null: not understood. */
async function obey(
  origin: SwitchOrigin,
  verb: string,
  rest: string,
  request: Request,
): Promise<Message | null> {
  if (verb === '') return tellWhetherOn(origin, request);
  if (verb === 'off' && rest === '') return switchOff(origin, request);
  if (verb !== 'on') return null;
  const atMinute = rest === '' ? await usualHour(origin, request) : readDailyHour(rest);
  return atMinute === null ? null : switchOn(origin, atMinute, request);
}

async function usualHour({ teamId }: SwitchOrigin, { settings }: Request): Promise<number> {
  return (await settings.of(teamId)).dailyCloseAtMinute;
}

const findHere = ({ teamId, channelId }: SwitchOrigin, { store }: Request) =>
  store.schedules.findIn({ teamId, channelId, kind: DAILY_CLOSE_JOB });

async function tellWhetherOn(origin: SwitchOrigin, request: Request): Promise<Message> {
  const close = await findHere(origin, request);
  if (close === null) return buildDailyOff(false);
  return buildDailyOn({ ...buildHour(close.repeat.atMinute, request.timeZone), nextAt: close.nextAt });
}

async function switchOn(origin: SwitchOrigin, atMinute: number, request: Request): Promise<Message> {
  const { store, clock, ids, timeZone, wake } = request;
  const { teamId, channelId, userId } = origin;
  const hour = buildHour(atMinute, timeZone);
  const before = await findHere(origin, request);
  if (before?.repeat.atMinute === atMinute)
    return buildDailyOn({ ...hour, nextAt: before.nextAt, isUnchanged: true });
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind: DAILY_CLOSE_JOB, channelId, userId },
    repeat: repeatClose(atMinute),
    details: { closedUntil: null, counted: null } satisfies CloseDetails,
    ...{ setBy: userId, setAt: now },
  };
  const entry = buildSwitchEntry(
    origin,
    { action: ACTION, detail: { isOn: true, hour: hour.hour } },
    request,
  );
  const announced = await announceAndSave(
    { channelId, message: buildDailySwitchedOn(userId, hour), what: WHAT },
    () => store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry),
    request,
  );
  if (announced.refusedBy !== null) return buildDailyRefused(channelId, announced.refusedBy);
  wake.jobs();
  return buildDailyOn({ ...hour, nextAt: announced.saved.nextAt });
}

async function switchOff(origin: SwitchOrigin, request: Request): Promise<Message> {
  const { store, clock, wake } = request;
  const entry = buildSwitchEntry(origin, { action: ACTION, detail: { isOn: false } }, request);
  const known = await findHere(origin, request);
  const wasOn =
    known !== null &&
    (await store.schedules.stop({ teamId: known.teamId, id: known.id }, clock.now(), () => ({ entry })));
  if (!wasOn) return buildDailyOff(false);
  wake.jobs();
  await announceOff(origin.channelId, buildDailySwitchedOff(origin.userId), WHAT, request);
  return buildDailyOff(true);
}

function buildHour(atMinute: number, timeZone: string): DailyHour {
  return { hour: formatMinute(atMinute), timeZone, isOfDayBefore: isOfDayBefore(atMinute) };
}

/** Who switches, and in which channel. */
export interface SwitchOrigin {
  teamId: string;
  channelId: string;
  userId: string;
}

/**
 * Tells the channel that something is off. It is off anyway, and the person who asked is told so. `what`: as the log calls
 * it, such as `daily close`.
 */
export const announceOff = async (
  channelId: string,
  message: Message,
  what: string,
  { patientClient, log }: Request,
): Promise<void> => {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...message });
  } catch (error) {
    log.warn({ reason: readSlackFailure(error).code }, `end of the ${what} not told to its channel`);
  }
};

export const buildSwitchEntry = (
  { teamId, userId, channelId }: SwitchOrigin,
  { action, detail }: { action: AuditAction; detail: AuditDetail },
  { ids, clock }: Request,
): AuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action,
  subject: channelId,
  detail,
});
