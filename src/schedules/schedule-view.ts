import { buildMessage, type Message } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { capitalise, cut, escapeMrkdwn } from '../blocks/text.ts';
import { adviseDayFirst } from '../calendar/date-words.ts';
import { describeRepeat, isOnLastDay, type Repeat } from '../calendar/repeat.ts';
import { titleOf } from '../listings/listing-words.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { isOfDayBefore } from './schedule-words.ts';
import { everyOf, exportedSchema, FIGURES, type FiguresEvery, type Scheduled } from './scheduled.ts';

const COVERS: Record<Repeat['every'], string> = {
  day: 'the day before',
  week: 'the seven days before',
  month: 'the month before',
};

/** `every day at 9:00 PM (Dubai)` */
export const describeTurns = (repeat: Repeat, timeZone: string): string =>
  `${describeRepeat(repeat, timeZone)}${isOfDayBefore(repeat) ? ', each of the day before' : ''}`;

/**
 * `*Payouts* of the seven days before, as CSV, to @Omar, every Monday at 9:00 AM (Dubai)`, `*Daily close* in #sales, every day at
 * 9:00 PM (Dubai)`. Mrkdwn.
 */
export const describeSchedule = (scheduled: Scheduled, timeZone: string): string => {
  const { kind, channelId, userId, repeat, details } = scheduled;
  if (kind === 'figures')
    return `*${capitalise(FIGURES[everyOf(scheduled)].name)}* in ${describePlace(channelId ?? '')}, ${describeTurns(repeat, timeZone)}`;
  const exported = exportedSchema.parse(details);
  const covered = isOnLastDay(repeat) ? 'the month up to then' : COVERS[repeat.every];
  return `*${titleOf(exported.kind)}* of ${covered}, as ${exported.format.toUpperCase()}, to ${mention(userId)}, ${describeRepeat(repeat, timeZone)}`;
};

export const buildScheduleSet = (scheduled: Scheduled & { nextAt: number }, timeZone: string): string =>
  `Set up: ${describeSchedule(scheduled, timeZone)}. The first one comes ${slackDate(scheduled.nextAt, timeZone)}${scheduled.repeat.every === 'day' ? '; a day without rows sends none' : ''}. \`/paylink exports\` lists and stops them.`;

export const buildTooManySchedules = (most: number): string =>
  `Not set up: there are ${most} exports already, the most there can be. Stop one first: \`/paylink exports\`.`;

/** To the person who set it up, once: new work belongs to another account. When the earlier one is back, it goes on. */
export const buildSchedulePaused = (scheduled: Scheduled, timeZone: string): Message =>
  buildMessage(
    `⏸️ Not sent any more: ${describeSchedule(scheduled, timeZone)}. The payment account has changed since you set it up. For the new account, stop it and set it up again: \`/paylink exports\`.`,
  );

/** `not-permitted`: the person lost the right to export. `gone`: Slack does not reach the person. */
export type WhyEnded = 'not-permitted' | 'gone';

/** To the admins. */
export const buildScheduleEnded = (scheduled: Scheduled, why: WhyEnded, timeZone: string): Message => {
  const person = mention(scheduled.userId);
  const reason = why === 'gone' ? `Slack can no longer reach ${person}` : `${person} may no longer export`;
  return buildMessage(
    `⚠️ An export has stopped, because ${reason}: ${describeSchedule(scheduled, timeZone)}. Still needed? Somebody who may export sets it up again: \`/paylink exports\`.`,
  );
};

/** The channel sees this. `isNews`: it was off. */
export const buildSwitchedOn = (
  every: FiguresEvery,
  { userId, rhythm, isNews }: { userId: string; rhythm: string; isNews: boolean },
): Message => {
  const { name } = FIGURES[every];
  return buildMessage(
    isNews
      ? `${mention(userId)} switched on the ${name} for this channel: ${rhythm}.`
      : `${mention(userId)} moved the ${name} of this channel: ${rhythm}.`,
  );
};

export const buildSwitchedOff = (every: FiguresEvery, userId: string): Message =>
  buildMessage(`${mention(userId)} switched off the ${FIGURES[every].name} for this channel.`);

/** `where`: `this channel`, or its name. */
export const buildIsOn = (
  every: FiguresEvery,
  { repeat, nextAt, timeZone, where }: { repeat: Repeat; nextAt: number; timeZone: string; where: string },
): string => {
  const { name, command } = FIGURES[every];
  return `The ${name} is on in ${where}: ${describeTurns(repeat, timeZone)}. The next one comes ${slackDate(nextAt, timeZone)}. Everyone in ${where} sees it. \`${command} off\` stops it.`;
};

export const buildIsOff = (every: FiguresEvery, isNews: boolean): string => {
  const { name, command, example } = FIGURES[every];
  return isNews
    ? `The ${name} is now off in this channel.`
    : `The ${name} is off in this channel. \`${command} ${example}\` switches it on.`;
};

const ELSEWHERE = 'Switch it on in a channel, or in your messages with Paylink.';

/** Slack refused its announcement for the channel. */
export const buildSwitchRefused = (
  every: FiguresEvery,
  refused: { channelId: string; code: string; where: string },
): string => {
  const { name } = FIGURES[every];
  return explainRefusedPlace(refused, {
    where: refused.where,
    so: `, so the ${name} stays off`,
    afterwards: `switch the ${name} on again`,
    elsewhere: ELSEWHERE,
  });
};

/** A direct message to the person who switched it on. */
export const buildSwitchEnded = (
  every: FiguresEvery,
  refused: { channelId: string; code: string },
): Message => {
  const { name, command } = FIGURES[every];
  const why = explainRefusedPlace(refused, {
    where: 'that channel',
    so: '',
    afterwards: `switch the ${name} on there again: \`${command} on\``,
    elsewhere: ELSEWHERE,
  });
  return buildMessage(
    `The ${name} in ${describePlace(refused.channelId)} could not be posted, so it is now switched off. ${why}`,
  );
};

/** `typed`: the text we did not understand. */
export const buildSwitchHelp = (every: FiguresEvery, typed: string): string => {
  const { command, example } = FIGURES[every];
  const day = every === 'day' ? `, or a day, as in \`${command} yesterday\`, to see its figures` : '';
  return `I didn’t understand “${escapeMrkdwn(cut(typed, 60))}”.${adviseDayFirst(typed)} Type \`${command} ${example}\` to switch it on, \`${command} off\` to stop it${day}.`;
};
