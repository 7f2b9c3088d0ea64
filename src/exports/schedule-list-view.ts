import type { KnownBlock } from '@slack/types';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { SCHEDULE_NEW_ACTION } from './schedule-form-view.ts';
import { describeScheduled, type ScheduledExport } from './scheduled-export.ts';

export const SCHEDULE_STOP_ACTION = 'export_schedule_stop';

/** More would not fit into one message. */
export const MAX_SCHEDULES = 20;

export interface ListedSchedule extends ScheduledExport {
  id: string;
  nextAt: number | null;
}

/** Only to one person. */
export const buildScheduleList = (
  listed: readonly ListedSchedule[],
  { timeZone, note }: { timeZone: string; note?: string },
): Message => {
  const head = listed.length === 0 ? '*Scheduled exports*: none yet.' : '*Scheduled exports*';
  const blocks: KnownBlock[] = [
    ...(note === undefined ? [] : [section(note)]),
    section(head),
    ...listed.slice(0, MAX_SCHEDULES).map(
      (one): KnownBlock => ({
        ...section(
          `${describeScheduled(one, timeZone)}\nset up by ${mention(one.setBy)}${one.nextAt === null ? '' : ` · next ${slackDate(one.nextAt, timeZone)}`}`,
        ),
        accessory: {
          ...buildButton(one.id, SCHEDULE_STOP_ACTION, 'Stop', 'Stop sending this export'),
          style: 'danger',
        },
      }),
    ),
    actions('export_schedules', [
      buildButton(
        'new',
        SCHEDULE_NEW_ACTION,
        listed.length === 0 ? 'Set up one' : 'Set up another',
        'Send an export again and again',
      ),
    ]),
  ];
  return { text: head.replaceAll('*', ''), blocks };
};

export const buildScheduleSet = (
  scheduled: ScheduledExport,
  { nextAt, timeZone }: { nextAt: number | null; timeZone: string },
): string =>
  `Set up: ${describeScheduled(scheduled, timeZone)}.${nextAt === null ? '' : ` The first one comes ${slackDate(nextAt, timeZone)}.`} \`/paylink exports\` lists and stops them.`;

/** The channel sees this. */
export const buildScheduleAnnounced = (scheduled: ScheduledExport, timeZone: string): Message =>
  buildMessage(
    `${mention(scheduled.setBy)} set up an export for this channel: ${describeScheduled(scheduled, timeZone)}. Columns that may be about customers are left out.`,
  );

export const buildScheduleRefused = (channelId: string, code: string): string =>
  explainRefusedPlace(
    { channelId, code },
    {
      where: 'that channel',
      so: ', so nothing was set up',
      afterwards: 'set it up again: `/paylink exports`',
      elsewhere: 'Choose a channel or a person.',
    },
  );

export const buildTooManySchedules = (): string =>
  `Nothing was set up: this workspace has ${MAX_SCHEDULES} such exports, the most there can be. Stop one first: \`/paylink exports\`.`;

/**
 * `not-permitted`: a person lost the right to export. `gone`: Slack does not reach the person. `account`: new work belongs
 * to another account than the export was set up for, so it only pauses.
 */
export const WHY_ENDED = ['not-permitted', 'gone', 'account'] as const;
type WhyEnded = (typeof WHY_ENDED)[number];

/** To the admins, and the channel; of a pause, to the person who set it up. */
export const buildScheduleEnded = (scheduled: ScheduledExport, why: WhyEnded, timeZone: string): Message => {
  if (why === 'account')
    return buildMessage(
      `⏸️ An export that you set up was not sent: ${describeScheduled(scheduled, timeZone)}. The payment account of this workspace has changed since. If it should report on the new account, stop it and set it up again: \`/paylink exports\`. When the earlier account is back, it goes on by itself.`,
    );
  const people =
    scheduled.channelId === null && scheduled.userId !== scheduled.setBy
      ? `${mention(scheduled.setBy)} or ${mention(scheduled.userId)}`
      : mention(scheduled.setBy);
  const reason = why === 'gone' ? `Slack can no longer reach ${people}` : `${people} may no longer export`;
  return buildMessage(
    `⚠️ Paylink has stopped sending an export, because ${reason}: ${describeScheduled(scheduled, timeZone)}. If it is still needed, someone who may export sets it up again: \`/paylink exports\`.`,
  );
};
