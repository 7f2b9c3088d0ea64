import type { ModalView } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { actions, buildButton, buildMessage, type Message, modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention, NOBODY_ELSE_APPROVES } from '../blocks/refusal.ts';
import { escapeMrkdwn, quoteLine } from '../blocks/text.ts';
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
  'You can’t approve your own request. Withdraw it, or ask a colleague.';

export const buildNotYourRequest = ({ creatorId }: AskedLink): string =>
  `Only ${mention(creatorId)} can withdraw this request. You can decline it.`;

export const buildErasedRequest = (): string =>
  'The customer’s data was erased, so this link can’t be made. It has to be asked for again.';

/** For a press after someone else has decided, or after the request has lapsed. */
export const buildApprovalOver = ({ state, creatorId, approval: { decidedBy } }: AskedLink): string => {
  const by = decidedBy === null ? '' : ` by ${mention(decidedBy)}`;
  switch (state) {
    case 'lapsed':
    case 'asked':
      return 'Too late: the link would have expired by now. It has to be asked for again.';
    case 'declined':
      return `Already declined${by}. No link was made.`;
    case 'withdrawn':
      return `${mention(creatorId)} withdrew this request. No link was made.`;
    default:
      return `Already approved${by}. Nothing new was made.`;
  }
};

/** For the person who was about to approve: the link can't be made as it is. */
export const buildApprovalConflict = (
  conflict: Exclude<Conflict, { because: 'duplicates' }>,
  now: number,
): string => {
  switch (conflict.because) {
    case 'invoice-id':
      return `⚠️ *Not made:* another link has the same invoice number. Decline this request and say so.\n• ${describeDuplicate(conflict.holder, now)}`;
    case 'form-used':
      return `⚠️ *Not made:* this form was already used for ${escapeMrkdwn(`${formatAed(conflict.sale.amountFils)} for ${describeCustomer(conflict.sale.details)}`)}. Decline this request and ask for a new form.`;
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
    `⚠️ *Not made yet: this is new since ${mention(link.creatorId)} asked for it.*`,
    ...duplicates.slice(0, MOST_SHOWN).map((one) => listDuplicate(one, now, timeZone)),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
    `Approve ${describeRequest(link)} anyway? The customer could pay both.`,
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
    ...(channelId === creatorId ? [] : [`Asked in ${describePlace(channelId)}.`]),
    explainApprovers(approvers),
  ].join(' ');
  const words =
    state === 'asked'
      ? `⏳ *Waiting for approval: ${explainLimit(link)}.*\nNo link for ${formatAed(amountFils)} yet. ${where} You’ll get the answer by direct message.`
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
      return `You are the only supervisor, so ${people.length === 1 ? 'an admin' : 'admins'}, ${mentionSome(people)}, ${people.length === 1 ? 'gets' : 'get'} a direct message.`;
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
        `✖️ ${by} declined your link of ${request}. No link was made.${declineReason === null ? '' : `\n${quoteLine(declineReason)}`}`,
      );
    case 'lapsed':
      return buildNotApproved(link, `⌛ Your link of ${request} was not made: nobody approved it in time.`);
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
    hint: 'Everyone who sees the card can read it.',
    kind: text({ multiline: true, min: 2, max: 300, isFirst: true }),
    fault: 'Enter a reason.',
  },
} satisfies Fields;

/** Asks for the reason. `what`: the request, in mrkdwn. */
export const buildDeclineView = (callbackId: string, { id, what }: { id: string; what: string }): ModalView =>
  modal(callbackId, { title: 'Decline', submit: 'Decline', close: 'Cancel', metadata: id }, [
    section(what),
    ...buildInputs(DECLINE_FORM),
  ]);
