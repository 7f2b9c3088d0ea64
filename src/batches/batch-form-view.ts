import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildOption, modal, section } from '../blocks/message.ts';
import { escapeMrkdwn, plain } from '../blocks/text.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { buildInput, channel, type Fields, file, moment, text, tick } from '../slack/fields.ts';
import { uploadedFileSchema } from './uploaded-file.ts';

export const BATCH_FORM_CALLBACK = 'batch_form';

export const BATCH_TEMPLATE_ACTION = 'batch_template';

const FILE_TYPES = ['csv', 'tsv', 'xlsx', 'txt'];

export const buildBatchFields = (mostRows: number) =>
  ({
    batch_file: {
      label: 'Your list',
      hint: `Excel or CSV, a row a customer: amount, name, phone, e-mail, what for. At most ${mostRows.toLocaleString('en-US')} rows, 5 MB. You see it before anything is made.`,
      kind: file(FILE_TYPES, uploadedFileSchema),
      fault: 'Choose a file.',
    },
    batch_channel: {
      label: 'Card goes to',
      hint: 'Everyone there sees amounts, first names and last 3 digits of phones.',
      kind: channel(),
      fault: 'Choose a channel.',
    },
    batch_notes: {
      label: 'What is it for?',
      hint: 'For rows that don’t say. Customers see it when they pay.',
      optional: true,
      kind: text({ placeholder: 'June fees', max: LINK_REQUEST_RULES.notes.max }),
    },
    batch_expiry: {
      label: 'Can be paid until',
      hint: 'For rows that don’t say.',
      kind: moment,
      fault: 'Choose a future date and time.',
    },
    batch_terms: {
      label: 'Terms',
      kind: tick(buildOption('accepted', 'All these customers accept the terms and conditions')),
      fault: 'Links need all customers to accept the terms.',
    },
  }) satisfies Fields;

interface BatchFormValues {
  /** Null: the person chooses. */
  channelId: string | null;
  notes: string | null;
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: number;
  /** The batch that is made again with the file; null: none. */
  sourceId?: string | null;
}

/** Asks for the file, and for what all its rows share. `remark`: why the last file could not be read. Plain text. */
export const buildBatchForm = ({
  values,
  mostRows,
  remark = null,
}: {
  values: BatchFormValues;
  mostRows: number;
  remark?: string | null;
}): ModalView => {
  const words = { title: 'Links from a file', submit: 'Preview', close: 'Cancel' };
  const fields = buildBatchFields(mostRows);
  return modal(BATCH_FORM_CALLBACK, { ...words, metadata: values.sourceId ?? '' }, [
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
  ] satisfies KnownBlock[]);
};

/** Replaces the form while the file is read. */
export const buildBatchReading = (fileName: string): ModalView =>
  modal('batch_reading', { title: 'Links from a file', close: 'Close' }, [
    section(
      `⏳ Reading ${escapeMrkdwn(fileName)}…\nClose this window, and the preview comes by direct message.`,
      'batch_reading',
    ),
  ]);
