import type { ModalView } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, buildMessage, type Message, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention, NOBODY_ELSE_APPROVES } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, plain } from '../blocks/text.ts';
import { describeDuplicate, describeDuplicateState } from '../links/form/duplicates-question-view.ts';
import { LINK_RESULT_CALLBACK } from '../links/form/link-result-view.ts';
import type { Link } from '../store/link.ts';
import type { Conflict } from '../store/reserve-link.ts';
import type { Approval } from './approval.ts';
import {
  APPROVE_ANYWAY_ACTION,
  DECLINE_ACTION,
  describeRequest,
  explainLimit,
  mentionSome,
} from './approval-view.ts';
import type { Approvers } from './ask-approvers.ts';

const MOST_SHOWN = 3;

export const buildOwnRequest = (): string =>
  'You can’t approve your own request. Withdraw it, or ask a colleague to approve it.';

export const buildNotYourRequest = ({ creatorId }: Approval): string =>
  `Only <@${escapeMrkdwn(creatorId)}>, who asked for this link, can withdraw it. You can decline it.`;

/** New links belong to another account than the request was made for. */
export const buildOtherAccount = (
  { amountFils, creatorId }: Approval,
  { from, to }: { from: string; to: string },
  reader: 'approver' | 'creator',
): string => {
  const why = `was asked for when links were made at the payment account ${escapeMrkdwn(from)}. New links belong to ${escapeMrkdwn(to)} now`;
  return reader === 'approver'
    ? `Nothing was approved: this link ${why}. ${mention(creatorId)} was asked what to do.`
    : `Your link for *${formatAed(amountFils)}* ${why}, so it can’t be approved. If it should be made at ${escapeMrkdwn(to)}, press *Withdraw* and fill in the form again.`;
};

export const buildErasedRequest = (): string =>
  'The customer’s data in this request has been erased, so the link can’t be created. Ask its creator to fill in the form again.';

/** For a press after someone else has decided, or after the request has lapsed. */
export const buildApprovalOver = ({ state, decidedBy }: Approval): string => {
  const by = decidedBy === null ? '' : ` by <@${escapeMrkdwn(decidedBy)}>`;
  switch (state) {
    case 'lapsed':
    case 'waiting':
      return 'Too late: the link would have expired by now. Ask its creator to fill in the form again.';
    case 'approved':
      return `This link was already approved${by}. Nothing new was created.`;
    case 'declined':
      return `This link was already declined${by}. No link was made.`;
    case 'withdrawn':
      return 'Its creator withdrew this request. No link was made.';
  }
};

/** For the person who was about to approve: the link can't be made as it is. */
export const buildApprovalConflict = (
  conflict: Exclude<Conflict, { because: 'duplicates' }>,
  now: number,
  timeZone: string,
): string => {
  switch (conflict.because) {
    case 'invoice-id':
      return `⚠️ Another link uses the same invoice number, so this one was not created. Decline it, or ask its creator.\n${listDuplicate(conflict.holder, now, timeZone)}`;
    case 'form-used':
      return `⚠️ This form was already used for another link, ${escapeMrkdwn(`${formatAed(conflict.sale.amountFils)} for ${describeCustomer(conflict.sale.details)}`)}, so this one was not created. Decline it, and ask its creator to fill in a new form.`;
  }
};

/** What is new about the customer since the request, before a link is approved all the same. */
export const buildApprovalQuestion = (
  approval: Approval,
  {
    duplicates,
    question,
    now,
    timeZone,
  }: { duplicates: readonly Link[]; question: string; now: number; timeZone: string },
): Message => {
  const rest = duplicates.length - MOST_SHOWN;
  const text = [
    `⚠️ *Not created yet: this is new since ${mention(approval.creatorId)} asked for it.*`,
    ...duplicates.slice(0, MOST_SHOWN).map((link) => listDuplicate(link, now, timeZone)),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
    `Approve ${describeRequest(approval)} all the same? The customer could pay both.`,
  ].join('\n');
  return buildMessage(text, [
    section(text, 'approval_question'),
    actions('approval_actions', [
      buildButton(
        `${approval.id}:${question}`,
        APPROVE_ANYWAY_ACTION,
        'Approve anyway',
        'Approve and create this link as well',
      ),
      { ...buildButton(approval.id, DECLINE_ACTION, 'Decline…', 'Decline with a reason'), style: 'danger' },
    ]),
  ]);
};

const listDuplicate = (link: Link, now: number, timeZone: string): string =>
  `• ${describeDuplicateState(link, now, timeZone)} ${describeDuplicate(link, now)}`;

/** Replaces the submitted form: nothing was sent, and who was asked where. */
export const buildApprovalWaiting = (approval: Approval, approvers: Approvers): ModalView => {
  const { state, amountFils, channelId, creatorId } = approval;
  const where = [
    ...(channelId === creatorId ? [] : [`The request goes to ${describePlace(channelId)}.`]),
    explainApprovers(approvers),
  ].join(' ');
  const words =
    state === 'waiting'
      ? `⏳ *Waiting for approval: ${explainLimit(approval)}.*\nYour link for ${formatAed(amountFils)} is not created yet, and nothing was sent to the payment service. ${where} You’ll get a direct message with the answer.`
      : buildApprovalOver(approval);
  return {
    ...modal(LINK_RESULT_CALLBACK, { title: 'Waiting for approval', close: 'Done' }, [section(words)]),
    // The used-up form may be below this view.
    clear_on_close: true,
  };
};

const explainApprovers = ({ people, reason }: Approvers): string => {
  switch (reason) {
    case 'approver':
    case 'no-answer':
      return `${mentionSome(people)} ${people.length === 1 ? 'gets' : 'get'} a direct message.`;
    case 'no-other-approver':
      return `You are the only supervisor, so ${mentionSome(people)} ${people.length === 1 ? 'gets' : 'get'} a direct message as admin.`;
    case 'roles-off':
      return 'Any colleague can approve it there, or in Paylink’s Home.';
    case 'nobody-left':
      return `⚠️ ${NOBODY_ELSE_APPROVES}`;
  }
};

export const buildNobodyToAsk = (approval: Approval): Message =>
  buildMessage(
    `⚠️ Your payment link of ${describeRequest(approval)} is waiting for approval. ${NOBODY_ELSE_APPROVES}`,
  );

/** Tells the creator the decision. Null while the request waits, and if the creator withdrew it. */
export const buildApprovalNews = (approval: Approval): Message | null => {
  const request = describeRequest(approval);
  const by = approval.decidedBy === null ? 'Someone' : mention(approval.decidedBy);
  switch (approval.state) {
    case 'approved':
      return buildMessage(
        `✅ ${by} approved your payment link of ${request}. It is being created, and its card goes to ${describePlace(approval.channelId)}.`,
      );
    case 'declined':
      return buildMessage(
        `✖️ ${by} declined your payment link of ${request}. No link was made.${approval.reason === null ? '' : `\n>${escapeMrkdwn(approval.reason.replaceAll(/\s+/g, ' '))}`}`,
      );
    case 'lapsed':
      return buildMessage(`⌛ Your payment link of ${request} was not made: nobody approved it in time.`);
    case 'waiting':
    case 'withdrawn':
      return null;
  }
};

/** Slack refused the card everywhere, or the direct message to `approverId`. */
export const buildApprovalNotAsked = (
  approval: Approval,
  code: string,
  approverId: string | null = null,
): Message => {
  const failed = approverId === null ? 'posted' : `sent to ${mention(approverId)}`;
  return buildMessage(
    `Your payment link of ${describeRequest(approval)} is waiting for approval, but the request could not be ${failed} (\`${escapeMrkdwn(cut(code, 80))}\`). Ask a supervisor or an admin to approve it in Paylink’s Home.`,
  );
};

export const DECLINE = {
  callbackId: 'decline_link',
  /** The id of both the block and the element. */
  reason: 'reason',
} as const;

const LONGEST_REASON = 300;

/** Asks for the reason. Only the creator gets to read it. */
export const buildDeclineView = (approval: Approval): ModalView =>
  modal(DECLINE.callbackId, { title: 'Decline', submit: 'Decline', close: 'Cancel', metadata: approval.id }, [
    section(`*Decline this request?*\n${describeRequest(approval)}`),
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
  ]);
