import { buildMessage, type Message } from '../blocks/message.ts';
import { nameZone, slackDate } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';

const DAILY_FORMS = [
  {
    usage: '/paylink daily on 21:00',
    does: 'posts each day’s close here at that hour (`9pm` works too; without one, at your workspace’s usual hour)',
  },
  { usage: '/paylink daily off', does: 'stops it' },
  { usage: '/paylink daily', does: 'shows whether it is on, and when the next one comes' },
] as const;

/** When the close is posted; `hour` is `21:00`. */
export interface DailyHour {
  hour: string;
  timeZone: string;
  /** The hour is so early that the close covers the day before. */
  isOfDayBefore: boolean;
}

const describeHour = ({ hour, timeZone, isOfDayBefore }: DailyHour): string =>
  `${hour} (${nameZone(timeZone)})${isOfDayBefore ? ', each of the day before' : ''}`;

/** The channel sees this. */
export const buildDailySwitchedOn = (userId: string, hour: DailyHour): Message =>
  buildMessage(
    `${mention(userId)} switched on the daily close for this channel: every day at ${describeHour(hour)}.`,
  );

export const buildDailySwitchedOff = (userId: string): Message =>
  buildMessage(`${mention(userId)} switched off the daily close for this channel.`);

/** Slack says whether a channel is shared with another company only to apps that may read its channels. */
const SEEN_BY =
  'Everyone in this channel sees the figures, including guests and people from other companies.';

export const buildDailyOn = (on: DailyHour & { nextAt: number | null; isUnchanged?: boolean }): Message => {
  const next = on.nextAt === null ? '' : ` The next one comes ${slackDate(on.nextAt, on.timeZone)}.`;
  const lead = on.isUnchanged ? 'The daily close was already on' : 'The daily close is on in this channel';
  return buildMessage(
    `${lead}: every day at ${describeHour(on)}.${next} ${SEEN_BY} \`/paylink daily off\` stops it.`,
  );
};

export const buildDailyOff = (isNews: boolean): Message =>
  buildMessage(
    isNews
      ? 'The daily close is now off in this channel.'
      : 'The daily close is off in this channel. `/paylink daily on 21:00` switches it on.',
  );

/** Slack refused the line for the channel. */
export const buildDailyRefused = (channelId: string, code: string): Message =>
  buildMessage(
    explainRefusedPlace(
      { channelId, code },
      {
        where: 'this channel',
        so: ', so the daily close stays off',
        afterwards: 'switch the daily close on again',
        elsewhere: 'Switch it on in a channel, or in your messages with Paylink.',
      },
    ),
  );

/** `typed`: the text we did not understand. */
export const buildDailyHelp = (typed: string): Message => buildHelp(DAILY_FORMS, typed);

/** A direct message to the person who switched it on. */
export const buildDailyEnded = ({ channelId, code }: { channelId: string; code: string }): Message =>
  buildMessage(
    `The daily close in ${describePlace(channelId)} could not be posted, so it is now switched off. ${explainRefusedPlace(
      { channelId, code },
      {
        where: 'that channel',
        so: '',
        afterwards: 'switch the daily close on there again: `/paylink daily on`',
        elsewhere: 'Switch it on in a channel, or in your messages with Paylink.',
      },
    )}`,
  );

const WEEKLY_FORMS = [
  {
    usage: '/paylink weekly on monday 9:00',
    does: 'posts a summary of the seven days before, each week here at that hour (without day and hour: at your workspace’s usual ones)',
  },
  { usage: '/paylink weekly off', does: 'stops it' },
  { usage: '/paylink weekly', does: 'shows whether it is on, and when the next one comes' },
] as const;

/** `every Monday at 09:00 (Dubai)` */
interface WeeklyOn {
  rhythm: string;
  nextAt: number | null;
  timeZone: string;
}

/** The channel sees this. */
export const buildWeeklySwitchedOn = (userId: string, rhythm: string): Message =>
  buildMessage(`${mention(userId)} switched on the weekly summary for this channel: ${rhythm}.`);

export const buildWeeklySwitchedOff = (userId: string): Message =>
  buildMessage(`${mention(userId)} switched off the weekly summary for this channel.`);

export const buildWeeklyOn = ({ rhythm, nextAt, timeZone }: WeeklyOn): Message =>
  buildMessage(
    `The weekly summary is on in this channel: ${rhythm}.${nextAt === null ? '' : ` The next one comes ${slackDate(nextAt, timeZone)}.`} ${SEEN_BY} \`/paylink weekly off\` stops it.`,
  );

export const buildWeeklyOff = (isNews: boolean): Message =>
  buildMessage(
    isNews
      ? 'The weekly summary is now off in this channel.'
      : 'The weekly summary is off in this channel. `/paylink weekly on monday 9:00` switches it on.',
  );

const WEEKLY_REFUSED = {
  afterwards: 'switch the weekly summary on again: `/paylink weekly on`',
  elsewhere: 'Switch it on in a channel, or in your messages with Paylink.',
};

/** Slack refused the line for the channel. */
export const buildWeeklyRefused = (channelId: string, code: string): Message =>
  buildMessage(
    explainRefusedPlace(
      { channelId, code },
      { ...WEEKLY_REFUSED, where: 'this channel', so: ', so the weekly summary stays off' },
    ),
  );

/** A direct message to the person who switched it on. */
export const buildWeeklyEnded = ({ channelId, code }: { channelId: string; code: string }): Message =>
  buildMessage(
    `The weekly summary in ${describePlace(channelId)} could not be posted, so it is now switched off. ${explainRefusedPlace(
      { channelId, code },
      { ...WEEKLY_REFUSED, where: 'that channel', so: '' },
    )}`,
  );

/** `typed`: the text we did not understand. */
export const buildWeeklyHelp = (typed: string): Message => buildHelp(WEEKLY_FORMS, typed);

function buildHelp(forms: readonly { usage: string; does: string }[], typed: string): Message {
  const lead = typed === '' ? '' : `I didn’t understand “${escapeMrkdwn(cut(typed, 60))}”.\n`;
  return buildMessage(`${lead}${forms.map(({ usage, does }) => `• \`${usage}\` ${does}`).join('\n')}`);
}
