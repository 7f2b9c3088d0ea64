import type { Button, KnownBlock, ModalView } from '@slack/types';
import { buildButton } from '../../blocks/button.ts';
import { limits } from '../../blocks/limits.ts';
import { formatMinute, nameZone } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import { buildNotice } from '../../blocks/view-waiting.ts';
import type { Batch } from '../../store/batch.ts';
import { describeBatch } from '../batch-card-view.ts';
import { describeKept, type KeptList } from './kept-list-view.ts';

export const LIST_DAY = {
  callbackId: 'batch_list_day',
  day: 'list_day',
  hour: 'list_hour',
} as const;

export const LIST_STOP_ACTION = 'batch_list_stop';

const TITLE = 'Same again each month';

interface ListDayValues {
  /** Of the month. */
  day: number;
  /** Minutes after midnight. */
  atMinute: number;
}

/** Asks for the day on which a batch comes again. `kept` null: it does not yet. */
export const buildListDay = ({
  batch,
  kept,
  values,
  timeZone,
}: {
  batch: Batch;
  kept: KeptList | null;
  values: ListDayValues;
  timeZone: string;
}): ModalView => {
  const options = Array.from({ length: 31 }, (_, at) => buildDay(at + 1));
  return {
    type: 'modal',
    callback_id: LIST_DAY.callbackId,
    private_metadata: batch.id,
    title: plain(TITLE, limits.view.title),
    submit: plain(kept === null ? 'Keep it' : 'Change it', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks: [
      {
        type: 'section',
        block_id: 'list_what',
        text: mrkdwn(
          `${describeBatch(batch)} for ${describePlace(batch.channelId)}.\nOn that day you get the *preview* by direct message, with what has changed. Nothing is created until somebody presses *Create*.`,
        ),
      },
      ...(kept === null
        ? []
        : [
            {
              type: 'section' as const,
              block_id: 'list_kept',
              text: mrkdwn(describeKept(kept, timeZone)),
              accessory: buildStop(kept.id),
            },
          ]),
      {
        type: 'input',
        block_id: LIST_DAY.day,
        label: plain('Day of the month'),
        hint: plain('From next month on. In a month that is shorter: its last day.'),
        element: {
          type: 'static_select',
          action_id: LIST_DAY.day,
          options,
          initial_option: buildDay(values.day),
        },
      },
      {
        type: 'input',
        block_id: LIST_DAY.hour,
        label: plain('Hour'),
        hint: plain(`In ${nameZone(timeZone)}.`),
        element: {
          type: 'timepicker',
          action_id: LIST_DAY.hour,
          initial_time: formatMinute(values.atMinute),
        },
      },
    ] satisfies KnownBlock[],
  };
};

const buildDay = (day: number) => ({
  text: plain(day === 31 ? '31 (the last day)' : String(day), limits.option.text),
  value: String(day),
});

export const buildStop = (id: string): Button => ({
  ...buildButton(id, LIST_STOP_ACTION, 'Stop', 'Stop repeating this list'),
  confirm: {
    title: plain('Stop this list?', limits.confirm.title),
    text: plain('It won’t be prepared again. Links that were created stay.', limits.confirm.text),
    confirm: plain('Stop', limits.confirm.button),
    deny: plain('Back', limits.confirm.button),
  },
});

/** In place of the form while the day is written down, or to say what came of it. Mrkdwn. */
export const buildListSaving = (words = '⏳ One moment…'): ModalView =>
  buildNotice({ callbackId: 'batch_list_saving', title: TITLE }, words);

/** In place of the form once the day is chosen. */
export const buildListKept = (batch: Batch, kept: KeptList, timeZone: string): ModalView => ({
  type: 'modal',
  callback_id: 'batch_list_kept',
  title: plain(TITLE, limits.view.title),
  close: plain('Done', limits.view.close),
  blocks: [
    {
      type: 'section',
      block_id: 'list_kept',
      text: mrkdwn(
        `${describeKept(kept, timeZone)}.\n${describeBatch(batch)}: nothing is created until somebody presses *Create*. Change or stop it on its card or under \`/paylink batch\`.`,
      ),
    },
  ],
});

/** Mrkdwn. */
export const buildListStopped = ({ fileName }: Pick<Batch, 'fileName'>): string =>
  `Stopped: ${escapeMrkdwn(cut(fileName, 80))} won’t be prepared again. Links that were created stay.`;

/** For a press about a list that is none any more. */
export const buildListGone = (): string =>
  'This list was already stopped. To start it again, press *Same again next month* on its batch’s card, while the customers’ data is kept.';

/** Mrkdwn. Customers’ data is not kept that long. */
export const explainTooLate = (days: number): string =>
  `Customers’ data is erased here after ${days} days, which is before that day. Choose an earlier one, or give the file again then.`;

/** A later batch of the same list is there, or the customers’ data is gone. */
export const buildListNotKept = (): string =>
  'This batch can’t come again: its customers’ data was erased, or a later batch of the same list is there. Use the card of the newest one, or give the file again with `/paylink batch`.';
