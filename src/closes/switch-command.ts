import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { isSameDay } from '../blocks/money-and-time.ts';
import { dayOf, spanOfDays } from '../calendar/date-span.ts';
import { readDateSpan } from '../calendar/date-words.ts';
import { type Repeat, turnsToCome } from '../calendar/repeat.ts';
import type { Typed } from '../slack/frame.ts';
import { announceAndSave } from '../slack/messages.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { AuditDetail, AuditEntry } from '../store/audit-store.ts';
import type { NewSchedule, Schedule } from '../store/schedule.ts';
import { buildDayFigures } from './close-view.ts';
import { readClose } from './read-close.ts';
import {
  buildIsOff,
  buildIsOn,
  buildSwitchedOff,
  buildSwitchedOn,
  buildSwitchHelp,
  buildSwitchRefused,
  describeTurns,
  type FiguresKind,
  SWITCHED,
} from './switch-view.ts';
import { readDailyHour, readWeeklyTurn } from './switch-words.ts';

/** What is used of a command as it was typed. */
export interface TypedSwitch extends Pick<Typed, 'asker' | 'words' | 'tell'> {
  command: Pick<Typed['command'], 'channel_id'>;
}

type Settings = Awaited<ReturnType<Request['settings']['of']>>;

/** When it is posted, by the words behind `on`. Null: not understood. */
const READ_TURNS: Record<FiguresKind, (words: string, usual: Settings) => Repeat | null> = {
  'daily-close': (words, { dailyCloseAtMinute }) => {
    const atMinute = words === '' ? dailyCloseAtMinute : readDailyHour(words);
    return atMinute === null ? null : { every: 'day', on: 0, atMinute };
  },
  'weekly-summary': (words, { weeklySummaryOn: on, weeklySummaryAtMinute: atMinute }) =>
    readWeeklyTurn(words, { every: 'week', on, atMinute }),
};

/** Who switches what, and in which channel. */
interface Origin {
  kind: FiguresKind;
  teamId: string;
  channelId: string;
  userId: string;
}

/** `/paylink daily …` and `/paylink weekly …`. Only the asker sees the answer, but a switch is announced in the channel. */
export const handleSwitchCommand = async (
  kind: FiguresKind,
  { command, asker, words, tell }: TypedSwitch,
  request: Request,
): Promise<void> => {
  const typed = words.trim();
  const answer = await obey({ ...asker, kind, channelId: command.channel_id }, typed.toLowerCase(), request);
  await tell(answer ?? buildSwitchHelp(kind, typed));
};

/** Null: not understood. */
async function obey(origin: Origin, words: string, request: Request): Promise<Message | null> {
  const { kind, teamId } = origin;
  const known = await request.store.schedules.findIn(origin);
  if (words === '') return known === null ? buildIsOff(kind, false) : tellOn(kind, known, request);
  if (words === 'off') return switchOff(origin, known, request);
  const [, rest] = /^on\b\s*(.*)$/.exec(words) ?? [];
  if (rest === undefined) return kind === 'daily-close' ? showDay(teamId, words, request) : null;
  const repeat = READ_TURNS[kind](rest, await request.settings.of(teamId));
  return repeat === null ? null : switchOn(origin, { repeat, known }, request);
}

/** The figures of any day that has begun. */
async function showDay(teamId: string, words: string, request: Request): Promise<Message | null> {
  const { clock, timeZone } = request;
  const span = readDateSpan(words, { now: clock.now(), timeZone });
  const isDay = span !== null && isSameDay(span.from, span.to, timeZone) && span.from <= clock.now();
  if (!isDay) return null;
  const day = dayOf(span.from, timeZone);
  const whole = spanOfDays(day, day, timeZone);
  const ask = { teamId, isLastTry: true, signal: new AbortController().signal };
  const { figures } = await readClose(request, ask, { day: whole, to: whole.to, counted: null });
  return buildDayFigures({ ...figures, missed: [], timeZone });
}

const tellOn = (kind: FiguresKind, { repeat, nextAt }: Schedule, { timeZone }: Request): Message =>
  buildIsOn(kind, { rhythm: describeTurns(repeat, timeZone), nextAt, timeZone });

async function switchOn(
  origin: Origin,
  { repeat, known }: { repeat: Repeat; known: Schedule | null },
  request: Request,
): Promise<Message> {
  const { store, clock, ids, timeZone, wake } = request;
  const { kind, teamId, channelId, userId } = origin;
  if (known?.repeat.on === repeat.on && known.repeat.atMinute === repeat.atMinute)
    return tellOn(kind, known, request);
  const rhythm = describeTurns(repeat, timeZone);
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind, channelId, userId, repeat, details: null },
    ...{ setBy: userId, setAt: now },
  };
  const entry = buildSwitchEntry(origin, { isOn: true, rhythm }, request);
  const message = buildSwitchedOn(kind, { userId, rhythm, isNews: known === null });
  const announced = await announceAndSave(
    { channelId, message, what: SWITCHED[kind].name },
    () => store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry),
    request,
  );
  if (announced.refusedBy !== null) return buildSwitchRefused(kind, channelId, announced.refusedBy);
  wake.jobs();
  return tellOn(kind, announced.saved, request);
}

async function switchOff(origin: Origin, known: Schedule | null, request: Request): Promise<Message> {
  const { store, clock, wake } = request;
  const { kind } = origin;
  const entry = buildSwitchEntry(origin, { isOn: false }, request);
  const wasOn = known !== null && (await store.schedules.stop(known, clock.now(), () => ({ entry })));
  if (!wasOn) return buildIsOff(kind, false);
  wake.jobs();
  await announceOff(origin, request);
  return buildIsOff(kind, true);
}

/** It is off anyway, and the person who asked is told so. */
async function announceOff(
  { kind, channelId, userId }: Origin,
  { patientClient, log }: Request,
): Promise<void> {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...buildSwitchedOff(kind, userId) });
  } catch (error) {
    log.warn({ reason: readSlackFailure(error).code }, `end of the ${SWITCHED[kind].name} not told there`);
  }
}

const buildSwitchEntry = (
  { kind, teamId, userId, channelId }: Origin,
  detail: AuditDetail,
  { ids, clock }: Request,
): AuditEntry => ({
  id: ids.auditEntry(),
  teamId,
  at: clock.now(),
  actorId: userId,
  action: `${kind}-switched`,
  subject: channelId,
  detail,
});
