import type { Button, KnownBlock, ModalView } from '@slack/types';
import { describeBatch } from '../blocks/batch.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildOption, context, modal, section } from '../blocks/message.ts';
import { escapeMrkdwn, groupNumber, plain } from '../blocks/text.ts';
import type { Batch } from '../store/batch.ts';
import { buildBatchButton, type MonthlyList } from './batch-buttons-view.ts';
import { describeNextPreview } from './batch-card-view.ts';

export const BATCH_FORM = {
  callbackId: 'batch_form',
  file: 'batch_file',
  channel: 'batch_channel',
  notes: 'batch_notes',
  expiry: 'batch_expiry',
  terms: 'batch_terms',
  accepted: 'accepted',
} as const;

export const BATCH_TEMPLATE_ACTION = 'batch_template';

export const LIST_LOOK_ACTION = 'batch_list_look';

const FILE_TYPES = ['csv', 'tsv', 'xlsx', 'txt'];

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
  return modal(BATCH_FORM.callbackId, { ...words, metadata: values.listId ?? '' }, [
    ...(remark === null ? [] : [section(`⚠️ *${escapeMrkdwn(remark)}*`, 'batch_remark')]),
    {
      type: 'input',
      block_id: BATCH_FORM.file,
      label: plain('Your list, one row for each customer'),
      hint: plain(
        `Excel (.xlsx) or CSV, at most ${mostRows.toLocaleString('en-US')} rows and 5 MB, with headings such as Amount, Name, Phone, E-mail, What for. Nothing is created before you have seen it.`,
      ),
      element: { type: 'file_input', action_id: BATCH_FORM.file, filetypes: FILE_TYPES, max_files: 1 },
    },
    actions('batch_template_actions', [
      {
        type: 'button',
        action_id: BATCH_TEMPLATE_ACTION,
        text: plain('Send me a template', limits.button.text),
        accessibility_label: 'Send a workbook with the headings and one row to your messages with Paylink',
      },
    ]),
    {
      type: 'input',
      block_id: BATCH_FORM.channel,
      label: plain('Where the card of the batch goes'),
      hint: plain('Everyone there sees the amounts, first names and last 3 digits of the phones.'),
      element: {
        type: 'conversations_select',
        action_id: BATCH_FORM.channel,
        filter: { include: ['public', 'private'], exclude_bot_users: true },
        ...(values.channelId === null ? {} : { initial_conversation: values.channelId }),
      },
    },
    {
      type: 'input',
      block_id: BATCH_FORM.notes,
      optional: true,
      label: plain('What is it for?'),
      hint: plain('For rows whose file does not say. The customers see it on the payment page.'),
      element: {
        type: 'plain_text_input',
        action_id: BATCH_FORM.notes,
        max_length: 150,
        placeholder: plain('June fees', limits.placeholder),
        ...(values.notes === null ? {} : { initial_value: values.notes }),
      },
    },
    {
      type: 'input',
      block_id: BATCH_FORM.expiry,
      label: plain('Can be paid until'),
      hint: plain('For rows whose file does not say.'),
      element: { type: 'datetimepicker', action_id: BATCH_FORM.expiry, initial_date_time: values.expiryOn },
    },
    {
      type: 'input',
      block_id: BATCH_FORM.terms,
      label: plain('Terms'),
      element: {
        type: 'checkboxes',
        action_id: BATCH_FORM.terms,
        options: [buildOption(BATCH_FORM.accepted, 'All these customers accept the terms and conditions')],
      },
    },
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
