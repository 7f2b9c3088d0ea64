import type { KnownBlock } from '@slack/types';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { SCHEDULE_NEW_ACTION } from './schedule-form-view.ts';
import { describeScheduled, type ScheduledExport } from './scheduled-export.ts';

export const SCHEDULE_STOP_ACTION = 'export_schedule_stop';

/** More would not fit into one message. */
export const MAX_SCHEDULES = 20;

export interface ListedSchedule extends ScheduledExport {
  id: string;
  nextAt: number;
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
        ...section(`${describeScheduled(one, timeZone)}\nnext ${slackDate(one.nextAt, timeZone)}`),
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
  { nextAt, timeZone }: { nextAt: number; timeZone: string },
): string =>
  `Set up: ${describeScheduled(scheduled, timeZone)}. The first one comes ${slackDate(nextAt, timeZone)}. \`/paylink exports\` lists and stops them.`;

export const buildTooManySchedules = (): string =>
  `Nothing was set up: this workspace has ${MAX_SCHEDULES} such exports, the most there can be. Stop one first: \`/paylink exports\`.`;

/** To the person who set it up. New work belongs to another account than the export was set up for. */
export const buildSchedulePaused = (scheduled: ScheduledExport, timeZone: string): Message =>
  buildMessage(
    `⏸️ An export that you set up was not sent: ${describeScheduled(scheduled, timeZone)}. The payment account of this workspace has changed since. If it should report on the new account, stop it and set it up again: \`/paylink exports\`. When the earlier account is back, it goes on by itself.`,
  );

/** `not-permitted`: the person lost the right to export. `gone`: Slack does not reach the person. */
export type WhyEnded = 'not-permitted' | 'gone';

/** To the admins. */
export const buildScheduleEnded = (scheduled: ScheduledExport, why: WhyEnded, timeZone: string): Message => {
  const person = mention(scheduled.userId);
  const reason = why === 'gone' ? `Slack can no longer reach ${person}` : `${person} may no longer export`;
  return buildMessage(
    `⚠️ Paylink has stopped sending an export, because ${reason}: ${describeScheduled(scheduled, timeZone)}. If it is still needed, someone who may export sets it up again: \`/paylink exports\`.`,
  );
};
