import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link, LinkFailure } from '../../store/link.ts';

export const noAddress = (reference: string | null): LinkFailure => ({
  what: 'The payment service took the link but sent no address for it.',
  next: 'Don’t make it again. Check again in a minute, or find it in the payment service’s dashboard by its reference.',
  reference,
  field: null,
});

export const madeAlready = (reference: string): LinkFailure => ({
  what: 'The payment service says it already has a link with this reference.',
  next: 'Don’t make it again. Check again in a minute.',
  reference,
  field: null,
});

/** The next step while nobody knows yet whether a service that said no has made the link all the same. */
export const LOOKED_FOR =
  'Don’t make another link yet: Paylink is looking whether this one was made all the same.';

/** The service said no, and a look found no link. `refusal`: what it said. */
export const notFound = ({ what, reference, field, retryAfterMs }: LinkFailure): LinkFailure => ({
  what,
  next: 'The payment service does not have the link. Try again: the same number is used, so there is no second link.',
  ...{ reference, field },
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

export const numberInDoubt = (reference: string): LinkFailure => ({
  what: 'The payment service says it already has a link with this invoice number.',
  next: 'Don’t make another link yet. Check again in a minute.',
  reference,
  field: null,
  doubt: 'number-taken',
});

export const numberTaken = (reference: string | null): LinkFailure => ({
  what: 'The payment service already has something with this invoice number.',
  next: 'Look for the existing link, or use another invoice number.',
  reference,
  field: 'Invoice_Id',
  isAboutValues: true,
});

/** Complete looks did not find the number that the service refused. */
export const numberFree = (
  { invoiceId }: Pick<Link, 'invoiceId'>,
  reference: string | null,
): LinkFailure => ({
  what: `The payment service refused the number ${invoiceId}, and has no link with it.`,
  next: `Try again: the next number, such as ${invoiceId}-2, is used.`,
  reference,
  field: null,
  doubt: 'number-taken',
});

export const absentFromListing = (reference: string | null): LinkFailure => ({
  what: 'The payment service has no link with this reference.',
  next: 'It is safe to try again.',
  reference,
  field: null,
});

export const interrupted = (reference: string): LinkFailure => ({
  what: 'Paylink was interrupted while it made this link, so it may exist.',
  next: 'Don’t make it again until you have checked.',
  reference,
  field: null,
});

export const notSent = (reference: string): LinkFailure => ({
  what: 'Paylink was delayed for too long and didn’t ask for this link.',
  next: 'No link was made. It is safe to try again.',
  reference,
  field: null,
});

export const clockWrong = (reference: string): LinkFailure => ({
  what: 'The clock of Paylink’s computer is wrong, so no link was made.',
  next: 'Tell the person who runs Paylink. After that it is safe to try again.',
  reference,
  field: null,
});

export const cancelledAtService = (): LinkFailure => ({
  what: 'The link was cancelled at the payment service.',
  next: 'The customer can’t pay it any more. Make another one if it is needed.',
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
