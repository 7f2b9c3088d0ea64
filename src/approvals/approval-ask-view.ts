import { limits } from '../blocks/limits.ts';
import type { Message } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { cut } from '../blocks/text.ts';
import type { Approval } from '../store/approval.ts';
import type { AskReason } from '../store/approval-ask-store.ts';
import {
  buildDecisionButtons,
  describeRequest,
  describeState,
  factsOf,
  headOf,
  labelOf,
} from './approval-card-view.ts';

const WHY: Record<AskReason, string> = {
  approver: '',
  'no-other-approver': ' There is no other supervisor, so the admins are asked.',
  'no-answer': ' Nobody has answered yet.',
};

/** To one person who may approve, as it is first posted: it notifies them, and an edit adds the buttons. */
export const buildFirstApprovalAsk = (approval: Approval, reason: AskReason, timeZone: string): Message => {
  const who = mention(approval.creatorId);
  return {
    text: cut(`${who} asks for your approval: ${describeRequest(approval)}`, limits.section.text),
    blocks: [
      headOf(
        approval,
        `*${formatAed(approval.amountFils)}* · ${who} asks you to approve this payment link.${WHY[reason]}`,
      ),
      factsOf(approval, timeZone, []),
    ],
  };
};

/** The same message from then on: with buttons while the request waits, and afterwards with what became of it. */
export const buildApprovalAsk = (approval: Approval, reason: AskReason, timeZone: string): Message => {
  if (approval.state === 'waiting') {
    const { text, blocks } = buildFirstApprovalAsk(approval, reason, timeZone);
    const buttons = {
      type: 'actions' as const,
      block_id: 'approval_actions',
      elements: buildDecisionButtons(approval),
    };
    return { text, blocks: [...blocks, buttons] };
  }
  return {
    text: cut(`${labelOf(approval)}: ${describeRequest(approval)}`, limits.section.text),
    blocks: [
      headOf(approval, `*${formatAed(approval.amountFils)}* · ${describeState(approval, timeZone)}`),
      factsOf(approval, timeZone, [`requested by ${mention(approval.creatorId)}`]),
    ],
  };
};
