import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { slackDate } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

export const DAILY_FORMS = [
  {
    usage: '/paylink daily on 21:00',
    does: 'posts the close of every day here at that hour (`9pm` will do; without one, at the usual hour of your workspace)',
  },
  { usage: '/paylink daily off', does: 'ends that' },
  { usage: '/paylink daily', does: 'says whether it is on, and when the next one comes' },
] as const;

/** When the close comes; `hour` is `21:00`. */
export interface DailyHour {
  hour: string;
  timeZone: string;
  /** The hour is so early that the close is of the day before. */
  isOfDayBefore: boolean;
}

const nameZone = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;

const describeHour = ({ hour, timeZone, isOfDayBefore }: DailyHour): string =>
  `${hour} (${nameZone(timeZone)})${isOfDayBefore ? ', each of the day before' : ''}`;

/** Seen by the channel. `who` is a name: a mention would notify its own author. */
export const buildDailySwitchedOn = (who: string, hour: DailyHour): Message =>
  build(
    `*${escapeMrkdwn(who)}* switched on the daily close for this channel: every day at ${describeHour(hour)}.`,
  );

export const buildDailySwitchedOff = (who: string): Message =>
  build(`*${escapeMrkdwn(who)}* switched off the daily close for this channel.`);

/** Whether the channel is shared with another company, Slack tells only apps that may read its channels. */
const SEEN_BY = 'Everybody in this channel sees its figures, guests and people of other companies included.';

export const buildDailyOn = (on: DailyHour & { nextAt: number | null; isUnchanged?: boolean }): Message => {
  const next = on.nextAt === null ? '' : ` The next one comes ${slackDate(on.nextAt, on.timeZone)}.`;
  const lead = on.isUnchanged ? 'The daily close was on already' : 'The daily close is on in this channel';
  return build(
    `${lead}: every day at ${describeHour(on)}.${next} ${SEEN_BY} \`/paylink daily off\` ends it.`,
  );
};

export const buildDailyOff = (isNews: boolean): Message =>
  build(
    isNews
      ? 'The daily close is off in this channel now, and no more will come.'
      : 'The daily close is off in this channel. `/paylink daily on 21:00` switches it on.',
  );

export const buildDailyWithoutApp = (): Message =>
  build(
    'Paylink is not in this channel, so it cannot post here. Invite it with `/invite @Paylink`, and switch the daily close on again.',
  );

/** Slack would not take the line for the channel, for another reason. */
export const buildDailyRefused = (code: string): Message =>
  build(
    `Slack does not let Paylink post in this channel, so the daily close stays off. Its reason: \`${escapeMrkdwn(cut(code, 80))}\`.`,
  );

/** `typed`: what was not understood. */
export const buildDailyHelp = (typed: string): Message => {
  const words = escapeMrkdwn(cut(typed, 60));
  const lead = typed === '' ? '' : `“${words}” is not something that the daily close knows.\n`;
  const lines = DAILY_FORMS.map(({ usage, does }) => `• \`${usage}\` ${does}`).join('\n');
  return build(`${lead}${lines}`);
};

const REMEDIES: Record<string, string> = {
  not_in_channel:
    'Paylink is not in the channel any more. Invite it with `/invite @Paylink`, and switch it on again.',
  channel_not_found:
    'Paylink cannot see the channel any more. Invite it with `/invite @Paylink`, and switch it on again.',
  is_archived: 'The channel is archived.',
};

/** A direct message to whoever switched it on. */
export const buildDailyEnded = ({ channelId, code }: { channelId: string; code: string }): Message => {
  const reason = REMEDIES[code] ?? `Slack’s reason: \`${escapeMrkdwn(cut(code, 80))}\`.`;
  return build(`The daily close in <#${channelId}> could not be posted, and is switched off now. ${reason}`);
};

function build(text: string): Message {
  return {
    text: cut(text.replaceAll(/[*`]/g, ''), limits.section.text),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  };
}
