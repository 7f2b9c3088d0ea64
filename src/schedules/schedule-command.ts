import type { Request } from '../app-parts.ts';
import { buildMessage } from '../blocks/message.ts';
import type { Repeat } from '../calendar/repeat.ts';
import type { Typed } from '../slack/frame.ts';
import { stopSchedule, switchOn } from './change-schedule.ts';
import { buildScheduleList } from './schedule-list-view.ts';
import { buildIsOff, buildIsOn, buildSwitchHelp } from './schedule-view.ts';
import { readDailyHour, readWeeklyTurn } from './schedule-words.ts';
import { everyOf, type FiguresEvery } from './scheduled.ts';

/** What is used of a command as it was typed. */
export interface TypedSwitch extends Pick<Typed, 'asker' | 'words' | 'tell'> {
  command: Pick<Typed['command'], 'channel_id'>;
}

type Settings = Awaited<ReturnType<Request['settings']['of']>>;

/** When it is posted, by the words behind `on`. Null: not understood. */
export const READ_TURNS: Record<FiguresEvery, (words: string, usual: Settings) => Repeat | null> = {
  day: (words, { dailyCloseAtMinute }) => {
    const atMinute = words === '' ? dailyCloseAtMinute : readDailyHour(words);
    return atMinute === null ? null : { every: 'day', on: 0, atMinute };
  },
  week: (words, { weeklySummaryOn: on, weeklySummaryAtMinute: atMinute }) =>
    readWeeklyTurn(words, { every: 'week', on, atMinute }),
};

/** `/paylink daily …` and `/paylink weekly …`. Only the asker sees the answer, but a switch is announced in the channel. */
export const handleSwitchCommand = async (
  every: FiguresEvery,
  { command: { channel_id: channelId }, asker, words, tell }: TypedSwitch,
  request: Request,
): Promise<unknown> => {
  const { store, members, settings, timeZone } = request;
  const { teamId, userId } = asker;
  const typed = words.trim().toLowerCase();
  const say = (sentence: string) => tell(buildMessage(sentence));
  const all = await store.schedules.list(teamId);
  const known = all.find((one) => one.channelId === channelId && everyOf(one) === every) ?? null;
  if (typed === '') {
    const note =
      known === null
        ? buildIsOff(every, false)
        : buildIsOn(every, { ...known, timeZone, where: 'this channel' });
    const mayExport = await members.may(teamId, userId, 'export');
    return mayExport ? tell(buildScheduleList(all, { timeZone, note, asked: every })) : say(note);
  }
  if (typed === 'off')
    return say(buildIsOff(every, known !== null && (await stopSchedule(known, userId, request))));
  const [, rest] = /^on\b\s*(.*)$/.exec(typed) ?? [];
  const repeat = rest === undefined ? null : READ_TURNS[every](rest, await settings.of(teamId));
  if (repeat === null) return say(buildSwitchHelp(every, words.trim()));
  return say(await switchOn({ ...asker, channelId, repeat, where: 'this channel' }, request));
};

/** `/paylink exports`: all that repeats, with a button to stop each. */
export const handleExportsCommand =
  ({ asker, tell }: Typed, { store, timeZone }: Request) =>
  async (): Promise<unknown> =>
    tell(buildScheduleList(await store.schedules.list(asker.teamId), { timeZone }));
