import type { ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { countRows, escapeMrkdwn, mrkdwn, plain } from '../blocks/text.ts';

/** The reply to the person who pressed the button. Mrkdwn. */
export const buildExportStarted = (fileName: string, isNew: boolean): string =>
  isNew
    ? `Reading every row for ${escapeMrkdwn(fileName)}. Progress and the file come in your direct messages with Paylink.`
    : 'That export is already under way: see your direct messages with Paylink.';

/** `narrower`: words of a report command for parts of the range; empty if the range cannot be cut. */
export const buildExportRefusal = ({
  kind,
  cap,
  narrower,
}: {
  kind: string;
  /** The most rows an export can hold. */
  cap: number;
  narrower: readonly string[];
}): string => {
  const what = `Nothing was exported: this range has more than ${countRows(cap)}, the most an export can hold.`;
  if (narrower.length === 0)
    return `${what} The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.`;
  const examples = narrower.map((words) => `\`/paylink ${kind} ${words}\``);
  return `${what} Ask for shorter ranges and export each one, for example ${examples.join(', then ')}.`;
};

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
