import type { KnownBlock } from '@slack/types';
import { actions, buildButton, buildMessage, type Message, section } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { SCHEDULE_NEW_ACTION } from './schedule-form-view.ts';
import type { Schedule } from './schedule-store.ts';
import { describeSchedule } from './schedule-view.ts';
import type { FiguresEvery } from './scheduled.ts';

export const SCHEDULE_STOP_ACTION = 'export_schedule_stop';

/** More would not fit into one message. */
const MOST_LISTED = 40;

/** Only to one person. `asked`: of which figures they asked; the form that is opened from here begins with them. */
export const buildScheduleList = (
  all: readonly Schedule[],
  { timeZone, note, asked }: { timeZone: string; note?: string | undefined; asked?: FiguresEvery },
): Message => {
  const head = `*Scheduled exports and figures*${all.length === 0 ? ': none yet.' : ''}`;
  const more = all.length - MOST_LISTED;
  const blocks: KnownBlock[] = [
    ...(note === undefined ? [] : [section(note)]),
    section(head),
    ...all.slice(0, MOST_LISTED).map(
      (one): KnownBlock => ({
        ...section(`${describeSchedule(one, timeZone)}\nnext ${slackDate(one.nextAt, timeZone)}`),
        accessory: {
          ...buildButton(one.id, SCHEDULE_STOP_ACTION, 'Stop', 'Stop sending this'),
          style: 'danger',
        },
      }),
    ),
    ...(more > 0 ? [section(`…and ${more} more: stop some to see them.`)] : []),
    actions('export_schedules', [
      buildButton(
        asked ?? 'export',
        SCHEDULE_NEW_ACTION,
        all.length === 0 ? 'Set up one' : 'Set up another',
        'Send an export or figures again and again',
      ),
    ]),
  ];
  return { text: buildMessage(note ?? head).text, blocks };
};
