import type { ModalView } from '@slack/types';
import type { Sale } from '../store/reserve-link.ts';
import { describeCustomer } from './customer.ts';
import { limits } from './limits.ts';
import { LINK_RESULT_CALLBACK } from './link-progress.ts';
import { formatAed } from './money-and-time.ts';
import { escapeMrkdwn, mrkdwn, plain } from './text.ts';

/**
 * A form is good for one sale: submitted again with another amount or customer it would attach to what was made of it
 * first. Shown in place of the form, which may be gone from the screen already.
 */
export const buildFormUsed = (used: Sale, askedFils: number): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('Form already used', limits.view.title),
  close: plain('Close', limits.view.close),
  // The form may be below it, and is used up.
  clear_on_close: true,
  blocks: [
    {
      type: 'section',
      text: mrkdwn(
        `⚠️ *This form was already used for ${escapeMrkdwn(`${formatAed(used.amountFils)} for ${describeCustomer(used.details)}`)}.*\nNothing was created for ${formatAed(askedFils)} now. Open a new form with \`/paylink\`.`,
      ),
    },
  ],
});
