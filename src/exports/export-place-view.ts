import type { ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { mrkdwn, plain } from '../blocks/text.ts';

export const EXPORT_PLACE = {
  callbackId: 'export_place',
  /** Block and element. */
  place: 'place',
  toMe: 'me',
  toThread: 'thread',
} as const;

/** Asks where to send the file of a report that is in a channel. */
export const buildExportPlace = (fileName: string, metadata: string): ModalView => {
  const toMe: PlainTextOption = {
    text: plain('Send it to me', limits.option.text),
    description: plain('A direct message, with customers’ data too', limits.option.description),
    value: EXPORT_PLACE.toMe,
  };
  const toThread: PlainTextOption = {
    text: plain('Post it in this message’s thread', limits.option.text),
    description: plain('Everybody here can open it; no names, e-mails or phones', limits.option.description),
    value: EXPORT_PLACE.toThread,
  };
  return {
    type: 'modal',
    callback_id: EXPORT_PLACE.callbackId,
    private_metadata: metadata,
    title: plain('Export', limits.view.title),
    submit: plain('Export', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks: [
      { type: 'section', text: mrkdwn(`*${fileName}*`) },
      {
        type: 'input',
        block_id: EXPORT_PLACE.place,
        label: plain('Where to', limits.input.label),
        element: {
          type: 'radio_buttons',
          action_id: EXPORT_PLACE.place,
          options: [toMe, toThread],
          initial_option: toMe,
        },
      },
    ],
  };
};
