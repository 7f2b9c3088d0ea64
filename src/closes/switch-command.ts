import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { type Repeat, turnsToCome } from '../calendar/repeat.ts';
import type { Typed } from '../slack/frame.ts';
import { type Posted, postMessage } from '../slack/messages.ts';
import { isRefusal, readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditDetail, AuditEntry } from '../store/audit-store.ts';
import type { NewSchedule, Schedule } from '../store/schedule.ts';
import { showDay } from './show-day.ts';
import {
  buildIsOff,
  buildIsOn,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
  describeTurns,
  type FiguresEvery,
  SWITCHED,
} from './switch-view.ts';
import { readDailyHour, readWeeklyTurn } from './switch-words.ts';

/** What is used of a command as it was typed. */
export interface TypedSwitch extends Pick<Typed, 'asker' | 'words' | 'tell'> {
  command: Pick<Typed['command'], 'channel_id'>;
}

type Settings = Awaited<ReturnType<Request['settings']['of']>>;

/** When it is posted, by the words behind `on`. Null: not understood. */
const READ_TURNS: Record<FiguresEvery, (words: string, usual: Settings) => Repeat | null> = {
  day: (words, { dailyCloseAtMinute }) => {
    const atMinute = words === '' ? dailyCloseAtMinute : readDailyHour(words);
    return atMinute === null ? null : { every: 'day', on: 0, atMinute };
  },
  week: (words, { weeklySummaryOn: on, weeklySummaryAtMinute: atMinute }) =>
    readWeeklyTurn(words, { every: 'week', on, atMinute }),
};

/** Who switches what, and in which channel. */
interface Origin {
  every: FiguresEvery;
  teamId: string;
  channelId: string;
  userId: string;
}

/** `/paylink daily …` and `/paylink weekly …`. Only the asker sees the answer, but a switch is announced in the channel. */
export const handleSwitchCommand = async (
  every: FiguresEvery,
  { command, asker, words, tell }: TypedSwitch,
  request: Request,
): Promise<void> => {
  const typed = words.trim();
  const origin = { ...asker, every, channelId: command.channel_id };
  const answer = await obey(origin, { words: typed.toLowerCase(), tell }, request);
  await tell(answer ?? buildSwitchHelp(every, typed));
};

/** Null: not understood. */
async function obey(
  origin: Origin,
  { words, tell }: Pick<TypedSwitch, 'words' | 'tell'>,
  request: Request,
): Promise<Message | null> {
  const { every, teamId, channelId } = origin;
  const all = await request.store.schedules.list(teamId, 'figures');
  const known = all.find((one) => one.channelId === channelId && one.repeat.every === every) ?? null;
  if (words === '') return known === null ? buildIsOff(every, false) : tellOn(every, known, request);
  if (words === 'off') return switchOff(origin, known, request);
  const [, rest] = /^on\b\s*(.*)$/.exec(words) ?? [];
  if (rest === undefined) return every === 'day' ? showDay(origin, { words, tell }, request) : null;
  const repeat = READ_TURNS[every](rest, await request.settings.of(teamId));
  return repeat === null ? null : switchOn(origin, { repeat, known }, request);
}

const tellOn = (every: FiguresEvery, { repeat, nextAt }: Schedule, { timeZone }: Request): Message =>
  buildIsOn(every, { rhythm: describeTurns(repeat, timeZone), nextAt, timeZone });

async function switchOn(
  origin: Origin,
  { repeat, known }: { repeat: Repeat; known: Schedule | null },
  request: Request,
): Promise<Message> {
  const { store, clock, ids, timeZone, patientClient, log } = request;
  const { every, teamId, channelId, userId } = origin;
  if (known?.repeat.on === repeat.on && known.repeat.atMinute === repeat.atMinute)
    return tellOn(every, known, request);
  const rhythm = describeTurns(repeat, timeZone);
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind: 'figures', channelId, userId, repeat, details: null },
    setAt: now,
  };
  const entry = buildSwitchEntry(origin, { isOn: true, rhythm }, request);
  const message = buildSwitchedOn(every, { userId, rhythm, isNews: known === null });
  let announced: Posted;
  try {
    // First: a channel that refuses it would refuse everything that comes later.
    announced = await postMessage(patientClient, { channel: channelId, message });
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusal(failure)) throw error;
    log.info({ reason: failure.code }, `${SWITCHED[every].name} refused by its channel`);
    return buildSwitchRefused(every, channelId, failure.code);
  }
  try {
    const saved = await store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry);
    return tellOn(every, saved, request);
  } catch (error) {
    const { channelId: channel, ts } = announced;
    // It is not true.
    await patientClient.chat.delete({ channel, ts }).catch((refusal: unknown) => {
      log.warn(
        { reason: readSlackFailure(refusal).code },
        `${SWITCHED[every].name} announced, but not saved`,
      );
    });
    throw error;
  }
}

async function switchOff(origin: Origin, known: Schedule | null, request: Request): Promise<Message> {
  const { store, clock } = request;
  const { every } = origin;
  const entry = buildSwitchEntry(origin, { isOn: false }, request);
  const wasOn = known !== null && (await store.schedules.stop(known, clock.now(), () => ({ entry })));
  if (!wasOn) return buildIsOff(every, false);
  await announceOff(origin, request);
  return buildIsOff(every, true);
}

/** It is off anyway, and the person who asked is told so. */
async function announceOff(
  { every, channelId, userId }: Origin,
  { patientClient, log }: Request,
): Promise<void> {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...buildSwitchedOff(every, userId) });
  } catch (error) {
    log.warn({ reason: readSlackFailure(error).code }, `end of the ${SWITCHED[every].name} not told there`);
  }
}

const buildSwitchEntry = (
  { every, teamId, userId, channelId }: Origin,
  detail: AuditDetail,
  { ids, clock }: Request,
): AuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action: SWITCHED[every].action,
  subject: channelId,
  detail,
});
