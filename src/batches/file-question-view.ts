import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { buildOption, context, modal, section } from '../blocks/message.ts';
import { capitalise, countRows, cut, escapeMrkdwn } from '../blocks/text.ts';
import { buildInput, type Fields, menu, tick } from '../slack/fields.ts';
import type { AmountQuestion, BatchAnswers, BatchQuestion, SettledQuestion } from './reading/read-batch.ts';

export const FILE_QUESTION_CALLBACK = 'batch_question';

/** A window has those that its file leaves open; the choices, and how many rows, are the file's. */
export const FILE_QUESTION_FORM = {
  batch_sheet: {
    label: 'Which sheet is the list?',
    hint: 'Each of these has headings for links. One is read at a time.',
    optional: true,
    kind: menu({ options: [] }),
  },
  batch_amount: {
    label: 'Which column is the amount to be paid?',
    hint: 'Each customer is asked for the amount in this column, and nothing is added to it.',
    optional: true,
    kind: menu({ options: [] }),
  },
  batch_settled: {
    label: 'Rows that may be paid already',
    optional: true,
    kind: tick(buildOption('included', 'Create links for these rows, too')),
  },
} satisfies Fields;

const chooseIn = (options: PlainTextOption[]) => ({
  optional: false,
  kind: menu({ options, placeholder: 'Choose one' }),
});

/** The file that a question is about. It is read again with the answers. */
export interface AskedFile {
  fileId: string;
  fileName: string;
  channelId: string;
  notes: string | null;
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: number;
  /** The batch that is made again with the file; null: none. */
  sourceId: string | null;
  answers: BatchAnswers;
}

/** Asks what the file leaves open, before the preview. */
export const buildFileQuestion = (file: AskedFile, question: BatchQuestion): ModalView =>
  modal(
    FILE_QUESTION_CALLBACK,
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
  buildInput('batch_sheet', {
    ...FILE_QUESTION_FORM.batch_sheet,
    ...chooseIn(sheets.map(({ index, name }) => buildOption(String(index), name || `Sheet ${index + 1}`))),
  });

const LONGEST_SAMPLE = 20;

function buildAmounts({ columns, count }: AmountQuestion): KnownBlock[] {
  return [
    buildInput('batch_amount', {
      ...FILE_QUESTION_FORM.batch_amount,
      ...chooseIn(
        columns.map(({ place, name, sample }) =>
          buildOption(String(place), `${cut(name, 50)}: ${cut(sample, LONGEST_SAMPLE)}`),
        ),
      ),
    }),
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

const buildSettled = ({ column, rows, words }: SettledQuestion): InputBlock =>
  buildInput('batch_settled', {
    ...FILE_QUESTION_FORM.batch_settled,
    label: `${countRows(rows)} may be paid already`,
    hint: `${capitalise(column)} says ${words.map((word) => `“${cut(word, 40)}”`).join(', ')}. Without a tick, these rows are left out.`,
  });
