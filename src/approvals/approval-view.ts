import { limits } from '../blocks/limits.ts';
import { actions, type Message } from '../blocks/message.ts';
import { mention } from '../blocks/refusal.ts';
import { cut } from '../blocks/text.ts';
import {
  buildDecided,
  buildDecisionButtons,
  buildFacts,
  buildHead,
  describeRequest,
} from '../links/card/asked-card-view.ts';
import type { AskedLink } from '../store/link.ts';
import type { AskReason } from '../store/tables/approval-asks.ts';

/** Why this person is asked, after the request itself. */
export const ASK_REASONS: Record<AskReason, string> = {
  approver: '',
  'no-other-approver': ' No other supervisor can, so the admins are asked.',
  'no-answer': ' Nobody has answered yet.',
};

/** The first post to one person who may approve, without buttons. It notifies them. */
export const buildFirstApprovalAsk = (link: AskedLink, reason: AskReason, timeZone: string): Message => {
  const creator = mention(link.creatorId);
  return {
    text: cut(`${creator} asks you to approve: ${describeRequest(link)}`, limits.section.text),
    blocks: [
      buildHead(link, `${creator} asks you to approve this link.${ASK_REASONS[reason]}`),
      buildFacts(link, timeZone),
    ],
  };
};

/** The same message with buttons while the request waits, and with the decision afterwards. */
export const buildApprovalAsk = (link: AskedLink, reason: AskReason, timeZone: string): Message => {
  if (link.state !== 'asked') return buildDecided(link, timeZone);
  const { text, blocks } = buildFirstApprovalAsk(link, reason, timeZone);
  return { text, blocks: [...blocks, actions('approval_actions', buildDecisionButtons(link))] };
};
