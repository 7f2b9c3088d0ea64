import type { RespondArguments, SlashCommand } from '@slack/bolt';
import type { Message } from '../blocks/message.ts';
import { formatMinute } from '../blocks/money-and-time.ts';
import type { JobWorker } from '../delivery/job-worker.ts';
import { addDays } from '../reports/date-span.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import { announceAndSave } from '../slack/messages.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditAction, AuditDetail, NewAuditEntry } from '../store/audit-store.ts';
import type { Store } from '../store/open-store.ts';
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

export interface DailyDependencies
  extends Pick<ListenerDependencies, 'patientClient' | 'clock' | 'ids' | 'timeZone' | 'log'> {
  store: Store;
  /** The workspace's usual hour for a close. */
  settings: { of(teamId: string): Promise<{ dailyCloseAtMinute: number }> };
  jobWorker: Pick<JobWorker, 'wake'>;
}

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
  dependencies: DailyDependencies,
  words: string,
): Promise<void> => {
  const origin: SwitchOrigin = {
    teamId: readTeamId(command),
    channelId: command.channel_id,
    userId: command.user_id,
  };
  const [verb = '', ...rest] = words.trim().split(/\s+/);
  const answer = await obey(origin, verb.toLowerCase(), rest.join(' '), dependencies);
  await respond({ response_type: 'ephemeral', ...(answer ?? buildDailyHelp(words.trim())) });
};

/** Null: not understood. */
async function obey(
  origin: SwitchOrigin,
  verb: string,
  rest: string,
  dependencies: DailyDependencies,
): Promise<Message | null> {
  if (verb === '') return tellWhetherOn(origin, dependencies);
  if (verb === 'off' && rest === '') return switchOff(origin, dependencies);
  if (verb !== 'on') return null;
  const atMinute = rest === '' ? await usualHour(origin, dependencies) : readDailyHour(rest);
  return atMinute === null ? null : switchOn(origin, atMinute, dependencies);
}

async function usualHour({ teamId }: SwitchOrigin, { settings }: DailyDependencies): Promise<number> {
  return (await settings.of(teamId)).dailyCloseAtMinute;
}

async function tellWhetherOn(origin: SwitchOrigin, { store, timeZone }: DailyDependencies): Promise<Message> {
  const close = await store.dailyCloses.find(origin);
  if (close === null) return buildDailyOff(false);
  const nextAt = await store.dailyCloses.nextDueAt(origin);
  return buildDailyOn({ ...buildHour(close.atMinute, timeZone), nextAt });
}

async function switchOn(
  origin: SwitchOrigin,
  atMinute: number,
  dependencies: DailyDependencies,
): Promise<Message> {
  const { store, clock, ids, timeZone, jobWorker } = dependencies;
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
    dependencies,
  );
  const announced = await announceAndSave(
    { channelId, message: buildDailySwitchedOn(userId, hour), what: WHAT },
    () =>
      store.dailyCloses.switchOn({ teamId, channelId, atMinute, setBy: userId, setAt: now }, plans, entry),
    dependencies,
  );
  if (announced.refusedBy !== null) return buildDailyRefused(channelId, announced.refusedBy);
  jobWorker.wake();
  return buildDailyOn({ ...hour, nextAt: announced.saved });
}

async function switchOff(origin: SwitchOrigin, dependencies: DailyDependencies): Promise<Message> {
  const { store, clock, jobWorker } = dependencies;
  const entry = buildSwitchEntry(origin, { action: ACTION, detail: { isOn: false } }, dependencies);
  const wasOn = await store.dailyCloses.switchOff(origin, clock.now(), entry);
  if (!wasOn) return buildDailyOff(false);
  jobWorker.wake();
  await announceOff(origin.channelId, buildDailySwitchedOff(origin.userId), { ...dependencies, what: WHAT });
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

/** `what`: as the log calls it, such as `daily close`. */
type Announcing = Pick<ListenerDependencies, 'patientClient' | 'log'> & { what: string };

/** Tells the channel that something is off. It is off anyway, and the person who asked is told so. */
export const announceOff = async (
  channelId: string,
  message: Message,
  { patientClient, log, what }: Announcing,
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
  { ids, clock }: Pick<ListenerDependencies, 'ids' | 'clock'>,
): NewAuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action,
  subject: channelId,
  detail,
});
