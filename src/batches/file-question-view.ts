import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, modal, section } from '../blocks/message.ts';
import { capitalise, countRows, cut, escapeMrkdwn, plain } from '../blocks/text.ts';
import type { AmountQuestion, BatchAnswers, BatchQuestion, SettledQuestion } from './reading/read-batch.ts';

export const FILE_QUESTION = {
  callbackId: 'batch_question',
  sheet: 'batch_sheet',
  amount: 'batch_amount',
  settled: 'batch_settled',
  included: 'included',
} as const;

/** The file that a question is about. It is read again with the answers. */
export interface AskedFile {
  fileId: string;
  fileName: string;
  channelId: string;
  notes: string | null;
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: number;
  /** The monthly list that the file corrects; null: none. */
  listId: string | null;
  answers: BatchAnswers;
}

/** Asks what the file leaves open, before the preview. */
export const buildFileQuestion = (file: AskedFile, question: BatchQuestion): ModalView =>
  modal(
    FILE_QUESTION.callbackId,
    { title: 'One question first', submit: 'Preview', close: 'Cancel', metadata: JSON.stringify(file) },
    [
      section(
        `*${escapeMrkdwn(cut(file.fileName, 80))}* can be read in more than one way. Nothing has been created.`,
        'batch_question',
      ),
      ...(question.about === 'sheet'
        ? [buildSheets(question.sheets)]
        : [
            ...(question.amounts === null ? [] : buildAmounts(question.amounts)),
            ...(question.settled === null ? [] : [buildSettled(question.settled)]),
          ]),
    ],
  );

const buildSheets = (sheets: readonly { index: number; name: string }[]): InputBlock =>
  buildSelect(
    FILE_QUESTION.sheet,
    {
      label: 'Which sheet is the list?',
      hint: 'Each of these has headings for links. One is read at a time.',
    },
    sheets.map(({ index, name }) => buildOption(String(index), name || `Sheet ${index + 1}`)),
  );

const LONGEST_SAMPLE = 20;

function buildAmounts({ columns, count }: AmountQuestion): KnownBlock[] {
  const words = {
    label: 'Which column is the amount to be paid?',
    hint: 'Each customer is asked for the amount in this column, and nothing is added to it.',
  };
  return [
    buildSelect(
      FILE_QUESTION.amount,
      words,
      columns.map(({ place, name, sample }) =>
        buildOption(String(place), `${cut(name, 50)}: ${cut(sample, LONGEST_SAMPLE)}`),
      ),
    ),
    ...(count === null
      ? []
      : [
          context(
            `⚠️ ${escapeMrkdwn(capitalise(count))} may multiply the price, and Paylink multiplies nothing. If the customers pay price times quantity, press *Cancel*, add a column *Total* to the file, and upload it again.`,
            'batch_count',
          ),
        ]),
  ];
}

const buildSettled = ({ column, rows, words }: SettledQuestion): InputBlock => ({
  type: 'input',
  block_id: FILE_QUESTION.settled,
  optional: true,
  label: plain(`${countRows(rows)} may be paid already`),
  hint: plain(
    `${capitalise(column)} says ${words.map((word) => `“${cut(word, 40)}”`).join(', ')}. Without a tick, these rows are left out.`,
  ),
  element: {
    type: 'checkboxes',
    action_id: FILE_QUESTION.settled,
    options: [buildOption(FILE_QUESTION.included, 'Create links for these rows, too')],
  },
});

const buildSelect = (
  id: string,
  { label, hint }: { label: string; hint: string },
  options: PlainTextOption[],
): InputBlock => ({
  type: 'input',
  block_id: id,
  label: plain(label),
  hint: plain(hint),
  element: {
    type: 'static_select',
    action_id: id,
    placeholder: plain('Choose one', limits.placeholder),
    options,
  },
});
