import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { describeRepeat, turnsToCome } from '../calendar/repeat.ts';
import { announceAndSave } from '../slack/messages.ts';
import type { NewSchedule, Repeat, Schedule } from '../store/schedule.ts';
import { announceOff, buildSwitchEntry, type SwitchOrigin, type TypedSwitch } from './daily-command.ts';
import { readDailyHour } from './daily-schedule.ts';
import { WEEKLY_JOB } from './planned-jobs.ts';
import {
  buildWeeklyHelp,
  buildWeeklyOff,
  buildWeeklyOn,
  buildWeeklyRefused,
  buildWeeklySwitchedOff,
  buildWeeklySwitchedOn,
} from './switch-view.ts';

/** As the log calls it. */
const WHAT = 'weekly summary';
const ACTION = 'weekly-summary-switched';

/** `/paylink weekly …`. Only the asker sees the answer, but a switch is announced in the channel. */
export const handleWeeklyCommand = async (
  { command, asker, words, tell }: TypedSwitch,
  request: Request,
): Promise<void> => {
  const origin = { ...asker, channelId: command.channel_id };
  const answer = await obey(origin, words.trim().toLowerCase(), request);
  await tell(answer ?? buildWeeklyHelp(words.trim()));
};

/** Null: not understood. */
async function obey(origin: SwitchOrigin, words: string, request: Request): Promise<Message | null> {
  if (words === '') return tellWhetherOn(origin, request);
  if (words === 'off') return switchOff(origin, request);
  const [, rest] = /^on\b\s*(.*)$/.exec(words) ?? [];
  if (rest === undefined) return null;
  const { weeklySummaryOn: on, weeklySummaryAtMinute: atMinute } = await request.settings.of(origin.teamId);
  const repeat = readWeeklyTurn(rest, { every: 'week', on, atMinute });
  return repeat === null ? null : switchOn(origin, repeat, request);
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** `monday 9:00`, `fri`, `18:30`; what is left out is as usual. Null: not understood. */
export const readWeeklyTurn = (words: string, usual: Repeat): Repeat | null => {
  const [, name, hour] =
    /^(?:(?:every |each )?([a-z]{3,})s?\b)?\s*(.*)$/.exec(words.trim().toLowerCase()) ?? [];
  const on = name === undefined ? usual.on : DAYS.findIndex((day) => day.startsWith(name.replace(/s$/, '')));
  const atMinute = hour ? readDailyHour(hour) : usual.atMinute;
  return on < 0 || atMinute === null ? null : { every: 'week', on, atMinute };
};

const findHere = ({ teamId, channelId }: SwitchOrigin, { store }: Request) =>
  store.schedules.findIn({ teamId, channelId, kind: WEEKLY_JOB });

async function tellWhetherOn(origin: SwitchOrigin, request: Request): Promise<Message> {
  const known = await findHere(origin, request);
  return known === null ? buildWeeklyOff(false) : tellOn(known, request);
}

const tellOn = ({ repeat, nextAt }: Schedule, { timeZone }: Request): Message =>
  buildWeeklyOn({ rhythm: describeRepeat(repeat, timeZone), nextAt, timeZone });

async function switchOn(origin: SwitchOrigin, repeat: Repeat, request: Request): Promise<Message> {
  const { store, clock, ids, timeZone, wake } = request;
  const { teamId, channelId, userId } = origin;
  const before = await findHere(origin, request);
  if (before?.repeat.on === repeat.on && before.repeat.atMinute === repeat.atMinute)
    return tellOn(before, request);
  const rhythm = describeRepeat(repeat, timeZone);
  const now = clock.now();
  const schedule: NewSchedule = {
    ...{ id: ids.schedule(), teamId, kind: WEEKLY_JOB, channelId, userId, repeat, details: null },
    ...{ setBy: userId, setAt: now },
  };
  const entry = buildSwitchEntry(origin, { action: ACTION, detail: { isOn: true, rhythm } }, request);
  const announced = await announceAndSave(
    { channelId, message: buildWeeklySwitchedOn(userId, rhythm), what: WHAT },
    () => store.schedules.start(schedule, turnsToCome(schedule, now, timeZone), entry),
    request,
  );
  if (announced.refusedBy !== null) return buildWeeklyRefused(channelId, announced.refusedBy);
  wake.jobs();
  return tellOn(announced.saved, request);
}

async function switchOff(origin: SwitchOrigin, request: Request): Promise<Message> {
  const { store, clock, wake } = request;
  const known = await findHere(origin, request);
  const entry = buildSwitchEntry(origin, { action: ACTION, detail: { isOn: false } }, request);
  const wasOn =
    known !== null &&
    (await store.schedules.stop({ teamId: known.teamId, id: known.id }, clock.now(), () => ({ entry })));
  if (!wasOn) return buildWeeklyOff(false);
  wake.jobs();
  await announceOff(origin.channelId, buildWeeklySwitchedOff(origin.userId), WHAT, request);
  return buildWeeklyOff(true);
}
