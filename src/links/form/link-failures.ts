import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { LinkFailure } from '../../store/link.ts';

export const noAddress = (reference: string | null): LinkFailure => ({
  what: 'The payment service accepted the link but sent no address for it.',
  next: 'Do not make it again. Check again in a minute, or find it in the payment service’s dashboard by its reference.',
  reference,
  field: null,
});

export const madeAlready = (reference: string): LinkFailure => ({
  what: 'The payment service says that it already has a link with this reference: the request may have reached it twice.',
  next: 'Do not make it again. Check again in a minute: Paylink looks for it, too.',
  reference,
  field: null,
});

export const absentFromListing = (reference: string | null): LinkFailure => ({
  what: 'The payment service has no link with this reference, so none was made.',
  next: 'It is safe to try again.',
  reference,
  field: null,
});

export const interrupted = (reference: string): LinkFailure => ({
  what: 'Paylink was interrupted while it made this link, so it may or may not exist.',
  next: 'Do not make it again until you have checked.',
  reference,
  field: null,
});

export const notSent = (reference: string): LinkFailure => ({
  what: 'Paylink was delayed for too long, so it did not request this link.',
  next: 'No link was made, and it is safe to try again.',
  reference,
  field: null,
});

export const cancelledAtService = (): LinkFailure => ({
  what: 'The link was cancelled at the payment service.',
  next: 'The customer can no longer pay it. Make another one if it is still needed.',
  reference: null,
  field: null,
});

/** The link that already has the reference, on its own line of mrkdwn; empty if the failure names none. */
export const describeExisting = ({ existing }: LinkFailure, invoiceId: string): string => {
  if (!existing) return '';
  const amount = existing.amountFils === null ? 'a link' : `a link of ${formatAed(existing.amountFils)}`;
  const address = existing.address === null ? '' : `: ${linkTo(existing.address)}`;
  return `\n${escapeMrkdwn(invoiceId)} already belongs to ${amount}${address}`;
};
