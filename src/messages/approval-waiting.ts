import type { ModalView } from '@slack/types';
import type { Approval } from '../store/approval.ts';
import { explainLimit } from './approval-card.ts';
import { buildApprovalOver } from './approval-refusal.ts';
import { describePlace } from './card-place.ts';
import { limits } from './limits.ts';
import { LINK_RESULT_CALLBACK } from './link-progress.ts';
import { formatAed } from './money-and-time.ts';
import { mrkdwn, plain } from './text.ts';

/** In place of the submitted form: nothing was sent, and who is asked where. */
export const buildApprovalWaiting = (approval: Approval): ModalView => {
  const { state, amountFils, channelId, makerId } = approval;
  const asked =
    channelId === makerId
      ? 'Those who can approve it get a direct message'
      : `The question goes to ${describePlace(channelId)}`;
  const words =
    state === 'waiting'
      ? `⏳ *Waiting for approval: ${explainLimit(approval)}.*\nYour link for ${formatAed(amountFils)} is not made yet, and nothing was sent to the payment service. ${asked}. You’ll get a direct message with the answer.`
      : buildApprovalOver(approval);
  return {
    type: 'modal',
    callback_id: LINK_RESULT_CALLBACK,
    title: plain('Waiting for approval', limits.view.title),
    close: plain('Done', limits.view.close),
    // The form may be below it, and is used up.
    clear_on_close: true,
    blocks: [{ type: 'section', text: mrkdwn(words) }],
  };
};
