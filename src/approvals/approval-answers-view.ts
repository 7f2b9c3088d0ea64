import type { ModalView } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { actions, buildButton, buildMessage, type Message, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention, NOBODY_ELSE_APPROVES } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import {
  APPROVE_ANYWAY_ACTION,
  DECLINE_ACTION,
  describeRequest,
  explainLimit,
  mentionSome,
} from '../links/card/asked-card-view.ts';
import { buildChangeButton } from '../links/card/card-buttons-view.ts';
import { describeDuplicate, listDuplicate } from '../links/form/duplicates-question-view.ts';
import { LINK_RESULT_CALLBACK } from '../links/form/link-result-view.ts';
import type { LinkInSale } from '../links/sale/link-in-sale.ts';
import type { Approvers } from '../people/find-approvers.ts';
import { buildInputs, type Fields, text } from '../slack/fields.ts';
import type { AskedLink } from '../store/link.ts';
import type { Conflict } from '../store/reserve-link.ts';

const MOST_SHOWN = 3;

export const buildOwnRequest = (): string =>
  'You can’t approve your own request. Withdraw it, or ask a colleague to approve it.';

export const buildNotYourRequest = ({ creatorId }: AskedLink): string =>
  `Only <@${escapeMrkdwn(creatorId)}>, who asked for this link, can withdraw it. You can decline it.`;

export const buildErasedRequest = (): string =>
  'The customer’s data in this request has been erased, so the link can’t be created. Ask its creator to fill in the form again.';

/** For a press after someone else has decided, or after the request has lapsed. */
export const buildApprovalOver = ({ state, approval: { decidedBy } }: AskedLink): string => {
  const by = decidedBy === null ? '' : ` by <@${escapeMrkdwn(decidedBy)}>`;
  switch (state) {
    case 'lapsed':
    case 'asked':
      return 'Too late: the link would have expired by now. Ask its creator to fill in the form again.';
    case 'declined':
      return `This link was already declined${by}. No link was made.`;
    case 'withdrawn':
      return 'Its creator withdrew this request. No link was made.';
    default:
      return `This link was already approved${by}. Nothing new was created.`;
  }
};

/** For the person who was about to approve: the link can't be made as it is. */
export const buildApprovalConflict = (
  conflict: Exclude<Conflict, { because: 'duplicates' }>,
  now: number,
): string => {
  switch (conflict.because) {
    case 'invoice-id':
      return `⚠️ Another link uses the same invoice number, so this one was not created. Decline it, or ask its creator.\n• ${describeDuplicate(conflict.holder, now)}`;
    case 'form-used':
      return `⚠️ This form was already used for another link, ${escapeMrkdwn(`${formatAed(conflict.sale.amountFils)} for ${describeCustomer(conflict.sale.details)}`)}, so this one was not created. Decline it, and ask its creator to fill in a new form.`;
  }
};

/** What is new about the customer since the request, before a link is approved all the same. */
export const buildApprovalQuestion = (
  link: AskedLink,
  {
    duplicates,
    question,
    now,
    timeZone,
  }: { duplicates: readonly LinkInSale[]; question: string; now: number; timeZone: string },
): Message => {
  const rest = duplicates.length - MOST_SHOWN;
  const text = [
    `⚠️ *Not created yet: this is new since ${mention(link.creatorId)} asked for it.*`,
    ...duplicates.slice(0, MOST_SHOWN).map((one) => listDuplicate(one, now, timeZone)),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
    `Approve ${describeRequest(link)} all the same? The customer could pay both.`,
  ].join('\n');
  return buildMessage(text, [
    section(text, 'approval_question'),
    actions('approval_actions', [
      buildButton(
        `${link.id}:${question}`,
        APPROVE_ANYWAY_ACTION,
        'Approve anyway',
        'Approve and create this link as well',
      ),
      { ...buildButton(link.id, DECLINE_ACTION, 'Decline…', 'Decline with a reason'), style: 'danger' },
    ]),
  ]);
};

/** Replaces the submitted form: nothing was sent, and who was asked where. */
export const buildApprovalWaiting = (link: AskedLink, approvers: Approvers): ModalView => {
  const { state, amountFils, channelId, creatorId } = link;
  const where = [
    ...(channelId === creatorId ? [] : [`The request goes to ${describePlace(channelId)}.`]),
    explainApprovers(approvers),
  ].join(' ');
  const words =
    state === 'asked'
      ? `⏳ *Waiting for approval: ${explainLimit(link)}.*\nYour link for ${formatAed(amountFils)} is not created yet, and nothing was sent to the payment service. ${where} You’ll get a direct message with the answer.`
      : buildApprovalOver(link);
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

/** Tells the creator that there is no link. Null while the request waits, and if the creator withdrew it. */
export const buildApprovalNews = (link: AskedLink): Message | null => {
  const { state, declineReason } = link;
  const { decidedBy } = link.approval;
  const request = describeRequest(link);
  const by = decidedBy === null ? 'Someone' : mention(decidedBy);
  switch (state) {
    case 'declined':
      return buildNotApproved(
        link,
        `✖️ ${by} declined your payment link of ${request}. No link was made.${declineReason === null ? '' : `\n>${escapeMrkdwn(declineReason.replaceAll(/\s+/g, ' '))}`}`,
      );
    case 'lapsed':
      return buildNotApproved(
        link,
        `⌛ Your payment link of ${request} was not made: nobody approved it in time.`,
      );
    default:
      return null;
  }
};

const buildNotApproved = (link: AskedLink, text: string): Message =>
  buildMessage(text, [section(text), actions('link_actions', [buildChangeButton(link)])]);

export const DECLINE_CALLBACK = 'decline_link';

export const DECLINE_FORM = {
  reason: {
    label: 'Reason',
    hint: 'The person who asked for the link gets this in a direct message.',
    kind: text({ multiline: true, min: 2, max: 300, isFirst: true }),
    fault: 'Enter a reason.',
  },
} satisfies Fields;

/** Asks for the reason. Only the creator gets to read it. */
export const buildDeclineView = (link: AskedLink): ModalView =>
  modal(DECLINE_CALLBACK, { title: 'Decline', submit: 'Decline', close: 'Cancel', metadata: link.id }, [
    section(`*Decline this request?*\n${describeRequest(link)}`),
    ...buildInputs(DECLINE_FORM),
  ]);
