import type { Button, ModalView } from '@slack/types';
import { describeBatch } from '../../blocks/batch.ts';
import {
  actions,
  buildButton,
  buildMessage,
  buildNotice,
  buildOption,
  confirmation,
  type Message,
  modal,
  section,
} from '../../blocks/message.ts';
import { nameZone, slackDate } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { countRows, cut, escapeMrkdwn } from '../../blocks/text.ts';
import { LINK_REQUEST_RULES, linkRequestSchema } from '../../payment-service/link-request.ts';
import { buildInputs, Fault, type Field, type Fields, meaning, menu, minute } from '../../slack/fields.ts';
import type { Batch } from '../../store/batch.ts';
import { buildBatchButton, type MonthlyList } from '../batch-buttons-view.ts';
import { describeNextPreview } from '../batch-card-view.ts';

export const LIST_DAY_CALLBACK = 'batch_list_day';

const DAYS = Array.from({ length: 31 }, (_, at) =>
  buildOption(String(at + 1), at === 30 ? '31 (the last day)' : String(at + 1)),
);

export const buildListDayFields = (timeZone: string) =>
  ({
    list_day: {
      label: 'Day of the month',
      hint: 'Starts next month. In a shorter month: its last day.',
      kind: menu({ options: DAYS }),
    },
    list_hour: { label: 'Hour', hint: `In ${nameZone(timeZone)}.`, kind: minute },
  }) satisfies Fields;

export const LIST_STOP_ACTION = 'batch_list_stop';

const TITLE = 'Same again each month';

interface ListDayValues {
  /** Of the month. */
  day: number;
  /** Minutes after midnight. */
  atMinute: number;
}

/** Asks for the day of the month on which a batch repeats. `kept` is null if it doesn't repeat yet. */
export const buildListDay = ({
  batch,
  kept,
  values,
  timeZone,
}: {
  batch: Batch;
  kept: MonthlyList | null;
  values: ListDayValues;
  timeZone: string;
}): ModalView => {
  return modal(
    LIST_DAY_CALLBACK,
    { title: TITLE, submit: kept === null ? 'Keep it' : 'Change it', close: 'Cancel', metadata: batch.id },
    [
      section(
        `${describeBatch(batch)} for ${describePlace(batch.channelId)}.\nOn that day you get the *preview* by direct message, with what has changed. Nothing is created until someone presses *Create*.`,
        'list_what',
      ),
      ...(kept === null
        ? []
        : [{ ...section(describeNextPreview(kept, timeZone), 'list_kept'), accessory: buildStop(kept.id) }]),
      ...buildInputs(buildListDayFields(timeZone), {
        list_day: String(values.day),
        list_hour: values.atMinute,
      }),
    ],
  );
};

export const buildStop = (id: string): Button => ({
  ...buildButton(id, LIST_STOP_ACTION, 'Stop', 'Stop repeating this list'),
  confirm: confirmation('Stop this list?', 'It won’t be prepared again. Links that were created stay.', [
    'Stop',
    'Back',
  ]),
});

/** Replaces the form while the day is saved, and with the result if that failed. Mrkdwn. */
export const buildListSaving = (words = '⏳ One moment…'): ModalView =>
  buildNotice({ callbackId: 'batch_list_saving', title: TITLE }, words);

export const buildListScheduled = (batch: Batch, kept: MonthlyList, timeZone: string): ModalView =>
  modal('batch_list_kept', { title: TITLE, close: 'Done' }, [
    section(
      `${describeNextPreview(kept, timeZone)}.\n${describeBatch(batch)}: nothing is created until someone presses *Create*. Change or stop it on its card or under \`/paylink batch\`.`,
      'list_kept',
    ),
  ]);

/** Mrkdwn. */
export const buildListStopped = ({ fileName }: Pick<Batch, 'fileName'>): string =>
  `Stopped: ${escapeMrkdwn(cut(fileName, 80))} won’t be prepared again. Links that were created stay.`;

/** The customers' data would be gone by then. Mrkdwn. */
export const explainTooLate = (days: number): string =>
  `Customers’ data is erased here after ${days} days, which is before that day. Choose an earlier one, or upload the file again then.`;

/** The list has a later batch, or the customers' data is gone. */
export const buildListNotScheduled = (): string =>
  'This batch can’t come again: its customers’ data was erased, or a later batch of the same list is there. Use the card of the newest one, or upload the file again with `/paylink batch`.';

/** Why a list has no preview this month, for the person who keeps it. */
export const buildListNews = ({ fileName }: Pick<Batch, 'fileName'>, why: 'erased' | 'failed'): Message =>
  buildMessage(
    why === 'erased'
      ? '🔁 A monthly list has ended: the data of all its customers was erased. To start it again, upload the file with `/paylink batch`.'
      : `🔁 Paylink couldn’t prepare this month’s ${nameFile(fileName)}. Nothing was created. Upload the file with \`/paylink batch\`; next month’s is prepared as usual.`,
  );

/** To the person who keeps a list, in time: the data of its customers is erased before it comes again. */
export const buildListEnds = (
  batch: Batch,
  { erasedAt, nextAt, days }: { erasedAt: number; nextAt: number; days: number },
  timeZone: string,
): Message => {
  const text = `🔁 *${nameFile(batch.fileName)} is about to end.* Its customers’ data is erased ${slackDate(erasedAt, timeZone)}, after ${days} days, and the next preview would come ${slackDate(nextAt, timeZone)}. Choose an earlier day, or upload the file again with \`/paylink batch\` then.`;
  return buildMessage(text, [section(text), actions('batch_actions', [buildBatchButton(batch, 'repeat')])]);
};

/** In the channel, if neither the person who keeps a list nor an admin could be reached. Names no customer. */
export const buildListUnreached = ({ fileName }: Pick<Batch, 'fileName'>): Message =>
  buildMessage(
    `🔁 ${nameFile(fileName)} is due today, but Paylink couldn’t reach anyone by direct message to confirm it. Nothing is created until someone does: people who may make links from files find it under \`/paylink batch\`.`,
  );

const nameFile = (fileName: string): string => escapeMrkdwn(cut(fileName, 80));

export const LIST_WORDS_CALLBACK = 'batch_list_words';

/** Nobody would read a longer form: the file is easier to correct. */
export const MOST_WORDS = 8;

export interface WordsToEdit {
  batchId: string;
  /** The preview message to update; null: the preview is in a window. */
  message: { channelId: string; ts: string } | null;
  words: string[];
}

const LONGEST = LINK_REQUEST_RULES.notes.max;

/** A field for each description, in their order. */
export const buildListWordsFields = (
  labels: readonly string[],
): Record<`list_words_${number}`, Field<string>> =>
  Object.fromEntries(
    labels.map((label, place) => [
      `list_words_${place}`,
      {
        label: cut(label, 150),
        kind: meaning({
          max: LONGEST,
          parse: (typed) => linkRequestSchema.shape.notes.safeParse(typed).data ?? new Fault(),
          format: (words) => words,
        }),
        fault: `Write what it is for, in at most ${LONGEST} plain characters.`,
      },
    ]),
  );

/** Edits the descriptions that customers read on the payment page. */
export const buildListWords = ({
  edited,
  rows,
  hasMore,
}: {
  edited: WordsToEdit;
  /** How many rows have each. */
  rows: readonly number[];
  hasMore: boolean;
}): ModalView =>
  modal(
    LIST_WORDS_CALLBACK,
    {
      title: 'What is it for?',
      submit: 'Use these words',
      close: 'Cancel',
      metadata: JSON.stringify(edited),
    },
    [
      section(
        `Customers see it on the payment page. Where a month was named, it is the next one now.${hasMore ? ' There are more: *Get the list as a file* has them all.' : ''}`,
        'list_words_lead',
      ),
      ...buildInputs(
        buildListWordsFields(edited.words.map((words, place) => `${countRows(rows[place] ?? 0)}: ${words}`)),
        Object.fromEntries(edited.words.map((words, place) => [`list_words_${place}`, words])),
      ),
    ],
  );
