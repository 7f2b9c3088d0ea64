import type { ModalView } from '@slack/types';
import { limits } from './limits.ts';
import { formatAed } from './money-and-time.ts';
import { mrkdwn, plain } from './text.ts';

export const LINK_RESULT_CALLBACK = 'link_result';

/** Shown from the moment the form is taken until the service has answered. */
export const buildLinkProgress = (amountFils: number): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('New payment link', limits.view.title),
  close: plain('Close', limits.view.close),
  // The form may be below it, and is used up.
  clear_on_close: true,
  blocks: [
    {
      type: 'section',
      text: mrkdwn(
        `⏳ *Making a link for ${formatAed(amountFils)}…*\nThis takes a few seconds. You can close this window: the card will still appear.`,
      ),
    },
  ],
});
