import type { Approval } from '../store/approval.ts';
import type { Link } from '../store/link.ts';
import type { Held } from '../store/reserve-link.ts';
import { describeCustomer } from './customer.ts';
import { describeDouble, describeDoubleStanding } from './describe-double.ts';
import { formatAed } from './money-and-time.ts';
import { escapeMrkdwn } from './text.ts';

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
export const buildApprovalHeld = (held: Held, now: number, timeZone: string): string => {
  switch (held.because) {
    case 'doubles':
      return buildDoublesSince(held.doubles, now, timeZone);
    case 'invoice-id':
      return `⚠️ Another link uses the same invoice number, so this one was not created. Decline it, or ask its maker.\n${listDouble(held.holder, now, timeZone)}`;
    case 'form-used':
      return `⚠️ The form was used for another link, ${escapeMrkdwn(`${formatAed(held.sale.amountFils)} for ${describeCustomer(held.sale.details)}`)}, so this one was not created. Decline it, and ask its maker to fill in a new form.`;
  }
};

const buildDoublesSince = (doubles: readonly Link[], now: number, timeZone: string): string => {
  const rest = doubles.length - MOST_SHOWN;
  return [
    '⚠️ A link for the same customer and amount was made since, so this one was not. Decline it, or ask its maker.',
    ...doubles.slice(0, MOST_SHOWN).map((link) => listDouble(link, now, timeZone)),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
  ].join('\n');
};

const listDouble = (link: Link, now: number, timeZone: string): string =>
  `• ${describeDoubleStanding(link, now, timeZone)} ${describeDouble(link, now)}`;
