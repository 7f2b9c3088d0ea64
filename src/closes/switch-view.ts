import { buildMessage, type Message } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { adviseDayFirst } from '../calendar/date-words.ts';
import { describeRepeat, type Repeat } from '../calendar/repeat.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { isOfDayBefore } from './switch-words.ts';

/** The figures that a channel can switch on: what people call them, and their command. */
export const SWITCHED = {
  day: {
    action: 'daily-close-switched',
    name: 'daily close',
    command: '/paylink daily',
    example: 'on 21:00',
    does: 'posts each day’s close here at that hour (`9pm` works too; without one, at your workspace’s usual hour)',
    more: [['/paylink daily today', 'shows you alone the figures until now, or those of any other day']],
  },
  week: {
    action: 'weekly-summary-switched',
    name: 'weekly summary',
    command: '/paylink weekly',
    example: 'on monday 9:00',
    does: 'posts the figures of the seven days before, each week here at that hour (without day and hour: at your workspace’s usual ones)',
    more: [],
  },
} as const;

export type FiguresEvery = keyof typeof SWITCHED;

/** `every day at 21:00 (Dubai)` */
export const describeTurns = (repeat: Repeat, timeZone: string): string =>
  `${describeRepeat(repeat, timeZone)}${isOfDayBefore(repeat) ? ', each of the day before' : ''}`;

/** The channel sees this. `isNews`: it was off. */
export const buildSwitchedOn = (
  every: FiguresEvery,
  { userId, rhythm, isNews }: { userId: string; rhythm: string; isNews: boolean },
): Message => {
  const { name } = SWITCHED[every];
  return buildMessage(
    isNews
      ? `${mention(userId)} switched on the ${name} for this channel: ${rhythm}.`
      : `${mention(userId)} moved the ${name} of this channel: ${rhythm}.`,
  );
};

export const buildSwitchedOff = (every: FiguresEvery, userId: string): Message =>
  buildMessage(`${mention(userId)} switched off the ${SWITCHED[every].name} for this channel.`);

/** Slack says whether a channel is shared with another company only to apps that may read its channels. */
const SEEN_BY =
  'Everyone in this channel sees the figures, including guests and people from other companies.';

export const buildIsOn = (
  every: FiguresEvery,
  { rhythm, nextAt, timeZone }: { rhythm: string; nextAt: number; timeZone: string },
): Message => {
  const { name, command } = SWITCHED[every];
  return buildMessage(
    `The ${name} is on in this channel: ${rhythm}. The next one comes ${slackDate(nextAt, timeZone)}. ${SEEN_BY} \`${command} off\` stops it.`,
  );
};

export const buildIsOff = (every: FiguresEvery, isNews: boolean): Message => {
  const { name, command, example } = SWITCHED[every];
  return buildMessage(
    isNews
      ? `The ${name} is now off in this channel.`
      : `The ${name} is off in this channel. \`${command} ${example}\` switches it on.`,
  );
};

const ELSEWHERE = 'Switch it on in a channel, or in your messages with Paylink.';

/** Slack refused its announcement for the channel. */
export const buildSwitchRefused = (every: FiguresEvery, channelId: string, code: string): Message => {
  const { name } = SWITCHED[every];
  return buildMessage(
    explainRefusedPlace(
      { channelId, code },
      {
        where: 'this channel',
        so: `, so the ${name} stays off`,
        afterwards: `switch the ${name} on again`,
        elsewhere: ELSEWHERE,
      },
    ),
  );
};

/** A direct message to the person who switched it on. */
export const buildSwitchEnded = (
  every: FiguresEvery,
  { channelId, code }: { channelId: string; code: string },
): Message => {
  const { name, command } = SWITCHED[every];
  const why = explainRefusedPlace(
    { channelId, code },
    {
      where: 'that channel',
      so: '',
      afterwards: `switch the ${name} on there again: \`${command} on\``,
      elsewhere: ELSEWHERE,
    },
  );
  return buildMessage(
    `The ${name} in ${describePlace(channelId)} could not be posted, so it is now switched off. ${why}`,
  );
};

/** `typed`: the text we did not understand. */
export const buildSwitchHelp = (every: FiguresEvery, typed: string): Message => {
  const { command, example, does, more } = SWITCHED[every];
  const lead =
    typed === '' ? '' : `I didn’t understand “${escapeMrkdwn(cut(typed, 60))}”.${adviseDayFirst(typed)}\n`;
  const forms = [
    [`${command} ${example}`, does],
    [`${command} off`, 'stops it'],
    [command, 'shows whether it is on, and when the next one comes'],
    ...more,
  ];
  return buildMessage(`${lead}${forms.map(([usage, what]) => `• \`${usage}\` ${what}`).join('\n')}`);
};
