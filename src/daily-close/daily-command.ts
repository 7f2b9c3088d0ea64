import type { RespondArguments, SlashCommand } from '@slack/bolt';
import type { Message } from '../blocks/message.ts';
import type { JobWorker } from '../delivery/job-worker.ts';
import { addDays } from '../reports/calendar-days.ts';
import type { ListenerDependencies } from '../slack/listener-dependencies.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditDetail } from '../store/audit-actions.ts';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { Store } from '../store/open-store.ts';
import { buildDailyJob } from './daily-job.ts';
import { formatDailyHour, isOfDayBefore, listNextCloses, readDailyHour } from './daily-schedule.ts';
import {
  buildDailyHelp,
  buildDailyOff,
  buildDailyOn,
  buildDailyRefused,
  buildDailySwitchedOff,
  buildDailySwitchedOn,
  type DailyHour,
} from './daily-switch-view.ts';

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

interface CommandOrigin {
  teamId: string;
  channelId: string;
  userId: string;
}

/**
 * `/paylink daily …`; `words` is the rest. Only the asker sees the answer, but a switch is announced in the
 * channel. Call it after the ack, under `guard`.
 */
export const handleDailyCommand = async (
  { command, respond }: DailyArgs,
  dependencies: DailyDependencies,
  words: string,
): Promise<void> => {
  const origin: CommandOrigin = {
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
  origin: CommandOrigin,
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

async function usualHour({ teamId }: CommandOrigin, { settings }: DailyDependencies): Promise<number> {
  return (await settings.of(teamId)).dailyCloseAtMinute;
}

async function tellWhetherOn(
  origin: CommandOrigin,
  { store, timeZone }: DailyDependencies,
): Promise<Message> {
  const close = await store.dailyCloses.find(origin);
  if (close === null) return buildDailyOff(false);
  const nextAt = await store.dailyCloses.nextDueAt(origin);
  return buildDailyOn({ ...buildHour(close.atMinute, timeZone), nextAt });
}

async function switchOn(
  origin: CommandOrigin,
  atMinute: number,
  dependencies: DailyDependencies,
): Promise<Message> {
  const { store, patientClient, clock, ids, timeZone, jobWorker, log } = dependencies;
  const { teamId, channelId, userId } = origin;
  const hour = buildHour(atMinute, timeZone);
  const before = await store.dailyCloses.find(origin);
  if (before?.atMinute === atMinute) {
    const nextAt = await store.dailyCloses.nextDueAt(origin);
    return buildDailyOn({ ...hour, nextAt, isUnchanged: true });
  }
  try {
    // This comes first: if we cannot post here, a close could not be posted either.
    await patientClient.chat.postMessage({ channel: channelId, ...buildDailySwitchedOn(userId, hour) });
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    log.info({ reason: failure.code }, 'daily close refused by its channel');
    return buildDailyRefused(channelId, failure.code);
  }
  const now = clock.now();
  const plans = listNextCloses(now, atMinute, timeZone).map((close) => ({
    job: buildDailyJob({ teamId, channelId, atMinute }, close, ids),
    lastDay: addDays(close.day, -1),
  }));
  const job = await store.dailyCloses.switchOn(
    { teamId, channelId, atMinute, setBy: userId, setAt: now },
    plans,
    buildEntry(origin, { isOn: true, hour: hour.hour }, dependencies),
  );
  jobWorker.wake();
  return buildDailyOn({ ...hour, nextAt: job?.dueAt ?? null });
}

async function switchOff(origin: CommandOrigin, dependencies: DailyDependencies): Promise<Message> {
  const { store, patientClient, clock, jobWorker, log } = dependencies;
  const entry = buildEntry(origin, { isOn: false }, dependencies);
  const wasOn = await store.dailyCloses.switchOff(origin, clock.now(), entry);
  if (!wasOn) return buildDailyOff(false);
  jobWorker.wake();
  try {
    await patientClient.chat.postMessage({
      channel: origin.channelId,
      ...buildDailySwitchedOff(origin.userId),
    });
  } catch (error) {
    // It is off anyway, and the person who asked is told so.
    log.warn({ reason: readSlackFailure(error).code }, 'end of the daily close not told to its channel');
  }
  return buildDailyOff(true);
}

function buildEntry(
  { teamId, userId, channelId }: CommandOrigin,
  detail: AuditDetail,
  { ids, clock }: DailyDependencies,
): NewAuditEntry {
  return {
    id: ids.auditEntry(),
    teamId,
    at: clock.now(),
    actorId: userId,
    action: 'daily-close-switched',
    subject: channelId,
    detail,
  };
}

function buildHour(atMinute: number, timeZone: string): DailyHour {
  return { hour: formatDailyHour(atMinute), timeZone, isOfDayBefore: isOfDayBefore(atMinute) };
}
