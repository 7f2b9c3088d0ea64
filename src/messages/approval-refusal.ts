import type { Approval } from '../store/approval.ts';
import type { Link } from '../store/link.ts';
import { describeCustomer } from './customer.ts';
import { labelOf } from './link-standing.ts';
import { formatAed, slackMoment } from './money-and-time.ts';
import { cut, escapeMrkdwn } from './text.ts';

const MOST_SHOWN = 3;

export const buildUnknownApproval = (): string =>
  'That button belongs to a payment link that Paylink does not hold here. Only members of the workspace that asked for it can use its buttons.';

export const buildOwnWish = (): string =>
  'A second person must agree, and this wish is your own: nothing was made. You can withdraw it, or ask a colleague to approve it.';

export const buildNotYourWish = ({ makerId }: Approval): string =>
  `Only <@${escapeMrkdwn(makerId)}>, who asked for this link, can withdraw it. You can decline it.`;

export const buildErasedWish = (): string =>
  'The customer’s data of this wish is erased by now, so no link can be made of it. Ask its maker to fill in the form again.';

/** Somebody was quicker, or it is too late. */
export const buildApprovalOver = ({ state, decidedBy }: Approval): string => {
  const by = decidedBy === null ? '' : ` by <@${escapeMrkdwn(decidedBy)}>`;
  switch (state) {
    case 'lapsed':
    case 'waiting':
      return 'It is too late: the link would have expired by now. Ask its maker to fill in the form again.';
    case 'approved':
      return `This link was approved${by} already. Nothing more was made.`;
    case 'declined':
      return `This link was declined${by} already. No link was made.`;
    case 'withdrawn':
      return 'Its maker has withdrawn this wish. No link was made.';
  }
};

/** Said to whoever was about to approve. */
export const buildDoublesSince = (doubles: readonly Link[], timeZone: string): string => {
  const rest = doubles.length - MOST_SHOWN;
  return [
    '⚠️ A link for the same customer and amount was made since, so this one was not. Decline it, or ask its maker.',
    ...doubles.slice(0, MOST_SHOWN).map((link) => describeDouble(link, timeZone)),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
  ].join('\n');
};

function describeDouble(link: Link, timeZone: string): string {
  const facts = [
    escapeMrkdwn(`${formatAed(link.amountFils)} for ${describeCustomer(link.details)}`),
    escapeMrkdwn(cut(link.details.notes, 60)),
    labelOf(link),
    `made by ${escapeMrkdwn(cut(link.makerName, 80))} at ${slackMoment(link.createdAt, timeZone)}`,
    escapeMrkdwn(cut(link.invoiceId, 100)),
  ];
  return `• ${facts.join(' · ')}`;
}
