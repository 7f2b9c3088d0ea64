import type { ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { mrkdwn, plain } from '../blocks/text.ts';
import type { Approval } from '../store/approval.ts';
import { describeRequest } from './approval-card-view.ts';

export const DECLINE = {
  callbackId: 'decline_link',
  /** The id of both the block and the element. */
  reason: 'reason',
} as const;

const LONGEST_REASON = 300;

/** Asks for the reason. The creator reads it; the channel does not. */
export const buildDeclineView = (approval: Approval): ModalView => ({
  type: 'modal',
  callback_id: DECLINE.callbackId,
  private_metadata: approval.id,
  title: plain('Decline', limits.view.title),
  submit: plain('Decline', limits.view.submit),
  close: plain('Cancel', limits.view.close),
  blocks: [
    { type: 'section', text: mrkdwn(`*Decline this request?*\n${describeRequest(approval)}`) },
    {
      type: 'input',
      block_id: DECLINE.reason,
      label: plain('Reason', limits.input.label),
      hint: plain('The person who asked for the link gets this in a direct message.', limits.input.hint),
      element: {
        type: 'plain_text_input',
        action_id: DECLINE.reason,
        multiline: true,
        min_length: 2,
        max_length: LONGEST_REASON,
        focus_on_load: true,
      },
    },
  ],
});
