import type { ModalView } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { Sale } from '../../store/reserve-link.ts';

export const LINK_RESULT_CALLBACK = 'link_result';

/** Shown from the submission of the form until the service answers. */
export const buildLinkProgress = (amountFils: number): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('New payment link', limits.view.title),
  close: plain('Close', limits.view.close),
  // The used-up form may be below this view.
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

/**
 * A form is good for one sale: submitted again with another amount or customer, it would attach to the link
 * that it made first. Shown in place of the form, which may already be gone from the screen.
 */
export const buildFormUsed = (used: Sale, askedFils: number): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('Form already used', limits.view.title),
  close: plain('Close', limits.view.close),
  // The used-up form may be below this view.
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

/** Shown on top of the form, which can say the same under its fields when it is submitted again. */
export const buildFormNotTaken = (errors: readonly string[]): ModalView => ({
  type: 'modal',
  callback_id: LINK_RESULT_CALLBACK,
  title: plain('Check the form', limits.view.title),
  close: plain('Back to the form', limits.view.close),
  blocks: [
    {
      type: 'section',
      text: mrkdwn(`⚠️ *No link was created.*\n${errors.map(escapeMrkdwn).join('\n')}`),
    },
  ],
});
