import type { Button, KnownBlock, ModalView } from '@slack/types';
import { describeBatch } from '../blocks/batch.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildOption, context, modal, section } from '../blocks/message.ts';
import { escapeMrkdwn, groupNumber, plain } from '../blocks/text.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { buildInput, channel, type Fields, file, moment, text, tick } from '../slack/fields.ts';
import type { Batch } from '../store/batch.ts';
import { buildBatchButton, type MonthlyList } from './batch-buttons-view.ts';
import { describeNextPreview } from './batch-card-view.ts';
import { uploadedFileSchema } from './uploaded-file.ts';

export const BATCH_FORM_CALLBACK = 'batch_form';

export const BATCH_TEMPLATE_ACTION = 'batch_template';

export const LIST_LOOK_ACTION = 'batch_list_look';

const FILE_TYPES = ['csv', 'tsv', 'xlsx', 'txt'];

export const buildBatchFields = (mostRows: number) =>
  ({
    batch_file: {
      label: 'Your list, one row for each customer',
      hint: `Excel (.xlsx) or CSV, at most ${mostRows.toLocaleString('en-US')} rows and 5 MB, with headings such as Amount, Name, Phone, E-mail, What for. Nothing is created before you have seen it.`,
      kind: file(FILE_TYPES, uploadedFileSchema),
      fault: 'Choose a file.',
    },
    batch_channel: {
      label: 'Where the card of the batch goes',
      hint: 'Everyone there sees the amounts, first names and last 3 digits of the phones.',
      kind: channel(),
      fault: 'Choose a channel.',
    },
    batch_notes: {
      label: 'What is it for?',
      hint: 'For rows whose file does not say. The customers see it on the payment page.',
      optional: true,
      kind: text({ placeholder: 'June fees', max: LINK_REQUEST_RULES.notes.max }),
    },
    batch_expiry: {
      label: 'Can be paid until',
      hint: 'For rows whose file does not say.',
      kind: moment,
      fault: 'Choose a future date and time.',
    },
    batch_terms: {
      label: 'Terms',
      kind: tick(buildOption('accepted', 'All these customers accept the terms and conditions')),
      fault: 'The customers must accept the terms before a link can be made.',
    },
  }) satisfies Fields;

/** A monthly list with the batch it repeats. */
export interface ListedList extends MonthlyList {
  source: Batch;
  /** The preview that waits for confirmation; null: none. */
  previewId: string | null;
}

interface BatchFormValues {
  /** Null: the person chooses. */
  channelId: string | null;
  notes: string | null;
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: number;
  /** The monthly list that the file corrects; null: none. */
  listId?: string | null;
}

/** Asks for the file, and for what all its rows share. `remark`: why the last file could not be read. Plain text. */
export const buildBatchForm = ({
  values,
  mostRows,
  remark = null,
  kept = [],
  timeZone,
}: {
  values: BatchFormValues;
  mostRows: number;
  remark?: string | null;
  kept?: readonly ListedList[];
  timeZone: string;
}): ModalView => {
  const words = { title: 'Links from a file', submit: 'Preview', close: 'Cancel' };
  const fields = buildBatchFields(mostRows);
  return modal(BATCH_FORM_CALLBACK, { ...words, metadata: values.listId ?? '' }, [
    ...(remark === null ? [] : [section(`⚠️ *${escapeMrkdwn(remark)}*`, 'batch_remark')]),
    buildInput('batch_file', fields.batch_file),
    actions('batch_template_actions', [
      {
        type: 'button',
        action_id: BATCH_TEMPLATE_ACTION,
        text: plain('Send me a template', limits.button.text),
        accessibility_label: 'Send a workbook with the headings and one row to your messages with Paylink',
      },
    ]),
    buildInput('batch_channel', fields.batch_channel, values.channelId),
    buildInput('batch_notes', fields.batch_notes, values.notes),
    buildInput('batch_expiry', fields.batch_expiry, values.expiryOn),
    buildInput('batch_terms', fields.batch_terms),
    ...buildMonthlyLists(kept, timeZone),
  ] satisfies KnownBlock[]);
};

/** Replaces the form while the file is read. */
export const buildBatchReading = (fileName: string): ModalView =>
  modal('batch_reading', { title: 'Links from a file', close: 'Close' }, [
    section(
      `⏳ Reading ${escapeMrkdwn(fileName)}…\nIf you close this window, the preview comes by direct message.`,
      'batch_reading',
    ),
  ]);

const MOST_LISTED = 10;

const buildMonthlyLists = (kept: readonly ListedList[], timeZone: string): KnownBlock[] =>
  kept.length === 0
    ? []
    : [
        { type: 'divider' },
        section('*Lists that come again each month*', 'lists'),
        ...kept
          .slice(0, MOST_LISTED)
          .flatMap((one): KnownBlock[] => [
            section(
              [
                describeBatch(one.source),
                ...(one.previewId === null ? [] : ['⏳ *This month’s preview is waiting to be confirmed*']),
                describeNextPreview(one, timeZone),
              ].join('\n'),
              `list_${one.id}`,
            ),
            actions(`list_actions_${one.id}`, buildListedButtons(one)),
          ]),
        ...(kept.length > MOST_LISTED
          ? [
              context(
                `and ${groupNumber(kept.length - MOST_LISTED)} later ones: their cards show them.`,
                'lists_more',
              ),
            ]
          : []),
      ];

const buildListedButtons = ({ previewId, source }: ListedList): Button[] => [
  ...(previewId === null
    ? []
    : [
        {
          ...buildButton(previewId, LIST_LOOK_ACTION, 'Preview', 'Show what would be created this month'),
          style: 'primary' as const,
        },
      ]),
  buildBatchButton(source, 'repeat'),
];
