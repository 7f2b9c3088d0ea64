import { limits } from '../blocks/limits.ts';
import type { Message } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';

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
  build(`${mention(userId)} switched on the weekly summary for this channel: ${rhythm}.`);

export const buildWeeklySwitchedOff = (userId: string): Message =>
  build(`${mention(userId)} switched off the weekly summary for this channel.`);

export const buildWeeklyOn = ({ rhythm, nextAt, timeZone }: WeeklyOn): Message =>
  build(
    `The weekly summary is on in this channel: ${rhythm}.${nextAt === null ? '' : ` The next one comes ${slackDate(nextAt, timeZone)}.`} Everybody in this channel sees its figures, including guests and people from other companies. \`/paylink weekly off\` stops it.`,
  );

export const buildWeeklyOff = (isNews: boolean): Message =>
  build(
    isNews
      ? 'The weekly summary is now off in this channel.'
      : 'The weekly summary is off in this channel. `/paylink weekly on monday 9:00` switches it on.',
  );

const WORDS = {
  afterwards: 'switch the weekly summary on again: `/paylink weekly on`',
  elsewhere: 'Switch it on in a channel, or in your messages with Paylink.',
};

/** Slack refused the line for the channel. */
export const buildWeeklyRefused = (channelId: string, code: string): Message =>
  build(
    explainRefusedPlace(
      { channelId, code },
      { ...WORDS, where: 'this channel', so: ', so the weekly summary stays off' },
    ),
  );

/** A direct message to the person who switched it on. */
export const buildWeeklyEnded = ({ channelId, code }: { channelId: string; code: string }): Message =>
  build(
    `The weekly summary in ${describePlace(channelId)} could not be posted, so it is now switched off. ${explainRefusedPlace(
      { channelId, code },
      { ...WORDS, where: 'that channel', so: '' },
    )}`,
  );

/** `typed`: the text we did not understand. */
export const buildWeeklyHelp = (typed: string): Message => {
  const lead = typed === '' ? '' : `I didn’t understand “${escapeMrkdwn(cut(typed, 60))}”.\n`;
  return build(`${lead}${WEEKLY_FORMS.map(({ usage, does }) => `• \`${usage}\` ${does}`).join('\n')}`);
};

function build(text: string): Message {
  return {
    text: cut(text.replaceAll(/[*`]/g, ''), limits.section.text),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  };
}
