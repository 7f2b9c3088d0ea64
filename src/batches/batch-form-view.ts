import type { Button, KnownBlock, ModalView } from '@slack/types';
import { buildButton } from '../blocks/button.ts';
import { limits } from '../blocks/limits.ts';
import { escapeMrkdwn, groupNumber, mrkdwn, plain } from '../blocks/text.ts';
import type { Batch } from '../store/batch.ts';
import { BATCH_ACTIONS, type KeptList } from './batch-buttons-view.ts';
import { describeBatch, describeKept } from './batch-card-view.ts';

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
export interface ListedList extends KeptList {
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
  timeZone = 'UTC',
}: {
  values: BatchFormValues;
  mostRows: number;
  remark?: string | null;
  kept?: readonly ListedList[];
  timeZone?: string;
}): ModalView => ({
  type: 'modal',
  callback_id: BATCH_FORM.callbackId,
  private_metadata: values.listId ?? '',
  title: plain('Links from a file', limits.view.title),
  submit: plain('Preview', limits.view.submit),
  close: plain('Cancel', limits.view.close),
  blocks: [
    ...(remark === null
      ? []
      : [
          { type: 'section' as const, block_id: 'batch_remark', text: mrkdwn(`⚠️ *${escapeMrkdwn(remark)}*`) },
        ]),
    {
      type: 'input',
      block_id: BATCH_FORM.file,
      label: plain('Your list, one row for each customer'),
      hint: plain(
        `Excel (.xlsx) or CSV, at most ${mostRows.toLocaleString('en-US')} rows and 5 MB, with headings such as Amount, Name, Phone, E-mail, What for. Nothing is created before you have seen it.`,
      ),
      element: { type: 'file_input', action_id: BATCH_FORM.file, filetypes: FILE_TYPES, max_files: 1 },
    },
    {
      type: 'actions',
      block_id: 'batch_template_actions',
      elements: [
        {
          type: 'button',
          action_id: BATCH_TEMPLATE_ACTION,
          text: plain('Send me a template', limits.button.text),
          accessibility_label: 'Send a workbook with the headings and one row to your messages with Paylink',
        },
      ],
    },
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
        options: [
          {
            text: plain('All these customers accept the terms and conditions', limits.option.text),
            value: BATCH_FORM.accepted,
          },
        ],
      },
    },
    ...buildKeptLists(kept, timeZone),
  ] satisfies KnownBlock[],
});

/** Replaces the form while the file is read. */
export const buildBatchReading = (fileName: string): ModalView => ({
  type: 'modal',
  callback_id: 'batch_reading',
  title: plain('Links from a file', limits.view.title),
  close: plain('Close', limits.view.close),
  blocks: [
    {
      type: 'section',
      block_id: 'batch_reading',
      text: mrkdwn(
        `⏳ Reading ${escapeMrkdwn(fileName)}…\nIf you close this window, the preview comes by direct message.`,
      ),
    },
  ],
});

const MOST_LISTED = 10;

/** The monthly lists below the form, with buttons to preview, change and stop each. */
const buildKeptLists = (kept: readonly ListedList[], timeZone: string): KnownBlock[] =>
  kept.length === 0
    ? []
    : [
        { type: 'divider' },
        { type: 'section', block_id: 'lists', text: mrkdwn('*Lists that come again each month*') },
        ...kept.slice(0, MOST_LISTED).flatMap((one): KnownBlock[] => [
          {
            type: 'section',
            block_id: `list_${one.id}`,
            text: mrkdwn(
              [
                describeBatch(one.source),
                ...(one.previewId === null ? [] : ['⏳ *This month’s preview is waiting to be confirmed*']),
                describeKept(one, timeZone),
              ].join('\n'),
            ),
          },
          { type: 'actions', block_id: `list_actions_${one.id}`, elements: buildListedButtons(one) },
        ]),
        ...(kept.length > MOST_LISTED
          ? [
              {
                type: 'context' as const,
                block_id: 'lists_more',
                elements: [
                  mrkdwn(`and ${groupNumber(kept.length - MOST_LISTED)} later ones: their cards show them.`),
                ],
              },
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
  buildButton(
    source.id,
    BATCH_ACTIONS.repeat,
    'Change or stop…',
    'Choose another day for this list, or stop it',
  ),
];
