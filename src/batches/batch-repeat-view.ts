import type { ModalView } from '@slack/types';
import { describeBatch } from '../blocks/batch.ts';
import {
  actions,
  buildButton,
  buildMessage,
  buildNotice,
  type Message,
  modal,
  section,
} from '../blocks/message.ts';
import { nameZone, sayMinute, slackDate } from '../blocks/money-and-time.ts';
import { buildInputs, day, type Fields } from '../slack/fields.ts';
import type { Batch } from '../store/batch.ts';
import { buildBatchButton } from './batch-buttons-view.ts';

export const REPEAT_DAY_CALLBACK = 'batch_repeat_day';
export const REPEAT_DAY_TITLE = 'Remind me';
export const REPEAT_OFF_ACTION = 'batch_repeat_off';

/** 09:00, the start of the working day. */
export const REMIND_MINUTE = 9 * 60;

export const buildRepeatDayFields = (timeZone: string) =>
  ({
    repeat_day: {
      label: 'Remind me on',
      hint: `Once, at ${sayMinute(REMIND_MINUTE)} in ${nameZone(timeZone)}, with the button Same again. Nothing is made by itself.`,
      kind: day,
      fault: 'Choose a later day.',
    },
  }) satisfies Fields;

/** Asks on which day a person wants to make a batch again. `remindedAt` is null if they are not reminded yet. */
export const buildRepeatDay = (
  batch: Batch,
  { value, remindedAt, timeZone }: { value: string; remindedAt: number | null; timeZone: string },
): ModalView =>
  modal(
    REPEAT_DAY_CALLBACK,
    { title: REPEAT_DAY_TITLE, submit: 'Remind me', close: 'Cancel', metadata: batch.id },
    [
      section(describeBatch(batch), 'repeat_what'),
      ...(remindedAt === null
        ? []
        : [
            {
              ...section(describeReminder(remindedAt, timeZone), 'repeat_reminded'),
              accessory: buildButton(batch.id, REPEAT_OFF_ACTION, 'Turn off', 'Don’t remind me'),
            },
          ]),
      ...buildInputs(buildRepeatDayFields(timeZone), { repeat_day: value }),
    ],
  );

/** Mrkdwn. */
export const describeReminder = (dueAt: number, timeZone: string): string =>
  `🔔 You’ll be reminded ${slackDate(dueAt, timeZone)}.`;

/** Replaces the form. Mrkdwn. */
export const buildRepeatNoted = (words: string): ModalView =>
  buildNotice({ callbackId: 'batch_repeat_noted', title: REPEAT_DAY_TITLE }, words);

/** The customers' data would be gone by then. Plain text. */
export const explainRepeatTooLate = (days: number): string =>
  `Customers’ data is erased here after ${days} days, which is before that day. Choose an earlier one.`;

/** Mrkdwn. */
export const buildNotRepeatable = (): string =>
  'This batch is not finished, or its customers’ data was erased. Upload the file again with `/paylink batch`.';

/** To the person who asked for it, on the day that they chose. */
export const buildRepeatReminder = (batch: Batch): Message => {
  const text = `🔔 You wanted to be reminded of ${describeBatch(batch)}.`;
  return batch.erasedAt === null
    ? buildMessage(text, [section(text), actions('batch_actions', [buildBatchButton(batch, 'repeat')])])
    : buildMessage(`${text} ${buildNotRepeatable()}`);
};
