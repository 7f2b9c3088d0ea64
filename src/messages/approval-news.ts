import type { Approval } from '../store/approval.ts';
import { describeWish } from './approval-card.ts';
import { describePlace } from './card-place.ts';
import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { mention } from './refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** A direct message to the maker: what became of the wish. Null while nothing did, or where they did it themselves. */
export const buildApprovalNews = (approval: Approval): Message | null => {
  const wish = describeWish(approval);
  const by = `<@${escapeMrkdwn(approval.decidedBy ?? '')}>`;
  switch (approval.state) {
    case 'approved':
      return build(
        `✅ ${by} approved your payment link of ${wish}. It is being made, and its card goes to ${describePlace(approval.channelId)}.`,
      );
    case 'declined':
      return build(
        `✖️ ${by} declined your payment link of ${wish}. No link was made.${approval.reason === null ? '' : `\n>${escapeMrkdwn(approval.reason.replaceAll(/\s+/g, ' '))}`}`,
      );
    case 'lapsed':
      return build(
        `⌛ Your payment link of ${wish} was not made: nobody agreed before it would have expired.`,
      );
    case 'waiting':
    case 'withdrawn':
      return null;
  }
};

/** Slack took the question nowhere, so that nobody was asked; or took no direct message to `approverId` alone. */
export const buildApprovalUnasked = (
  approval: Approval,
  code: string,
  approverId: string | null = null,
): Message => {
  const failed = approverId === null ? 'posted' : `sent to ${mention(approverId)}`;
  return build(
    `Your payment link of ${describeWish(approval)} waits for approval, but the question could not be ${failed} (\`${escapeMrkdwn(cut(code, 80))}\`). Ask a supervisor or an admin to open Paylink’s Home, where it can be approved.`,
  );
};

function build(text: string): Message {
  return {
    text: cut(text.replaceAll('`', ''), limits.section.text),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  };
}
