import type { RespondArguments, SlashCommand } from '@slack/bolt';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import { addDays } from '../reports/date-span.ts';
import { announceAndSave } from '../slack/messages.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditAction, AuditDetail, NewAuditEntry } from '../store/audit-store.ts';
import { isOfDayBefore, listNextCloses, readDailyHour } from './daily-schedule.ts';
import { buildDailyJob } from './planned-jobs.ts';
import {
  buildDailyHelp,
  buildDailyOff,
  buildDailyOn,
  buildDailyRefused,
  buildDailySwitchedOff,
  buildDailySwitchedOn,
  type DailyHour,
} from './switch-view.ts';

export interface DailyArgs {
  command: Pick<SlashCommand, 'team_id' | 'channel_id' | 'user_id'>;
  respond: (message: RespondArguments) => Promise<unknown>;
}

/** As the log calls it. */
const WHAT = 'daily close';
const ACTION = 'daily-close-switched';

/**
 * `/paylink daily …`; `words` is the rest. Only the asker sees the answer, but a switch is announced in the
 * channel. Call it after the ack, under `guard`.
 */
export const handleDailyCommand = async (
  { command, respond }: DailyArgs,
  request: Request,
  words: string,
): Promise<void> => {
  const origin: SwitchOrigin = {
    teamId: readTeamId(command),
    channelId: command.channel_id,
    userId: command.user_id,
  };
  const [verb = '', ...rest] = words.trim().split(/\s+/);
  const answer = await obey(origin, verb.toLowerCase(), rest.join(' '), request);
  await respond({ response_type: 'ephemeral', ...(answer ?? buildDailyHelp(words.trim())) });
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

async function tellWhetherOn(origin: SwitchOrigin, { store, timeZone }: Request): Promise<Message> {
  const close = await store.dailyCloses.find(origin);
  if (close === null) return buildDailyOff(false);
  const nextAt = await store.dailyCloses.nextDueAt(origin);
  return buildDailyOn({ ...buildHour(close.atMinute, timeZone), nextAt });
}

async function switchOn(origin: SwitchOrigin, atMinute: number, request: Request): Promise<Message> {
  const { store, clock, ids, timeZone, wake } = request;
  const { teamId, channelId, userId } = origin;
  const hour = buildHour(atMinute, timeZone);
  const before = await store.dailyCloses.find(origin);
  if (before?.atMinute === atMinute) {
    const nextAt = await store.dailyCloses.nextDueAt(origin);
    return buildDailyOn({ ...hour, nextAt, isUnchanged: true });
  }
  const now = clock.now();
  const plans = listNextCloses(now, atMinute, timeZone).map((close) => ({
    job: buildDailyJob({ teamId, channelId, atMinute }, close, ids),
    lastDay: addDays(close.day, -1),
  }));
  const entry = buildSwitchEntry(
    origin,
    { action: ACTION, detail: { isOn: true, hour: hour.hour } },
    request,
  );
  const announced = await announceAndSave(
    { channelId, message: buildDailySwitchedOn(userId, hour), what: WHAT },
    () =>
      store.dailyCloses.switchOn({ teamId, channelId, atMinute, setBy: userId, setAt: now }, plans, entry),
    request,
  );
  if (announced.refusedBy !== null) return buildDailyRefused(channelId, announced.refusedBy);
  wake.jobs();
  return buildDailyOn({ ...hour, nextAt: announced.saved });
}

async function switchOff(origin: SwitchOrigin, request: Request): Promise<Message> {
  const { store, clock, wake } = request;
  const entry = buildSwitchEntry(origin, { action: ACTION, detail: { isOn: false } }, request);
  const wasOn = await store.dailyCloses.switchOff(origin, clock.now(), entry);
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
): NewAuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action,
  subject: channelId,
  detail,
});
