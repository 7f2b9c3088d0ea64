import type { Link } from '../store/link.ts';
import { describeCustomer } from './customer.ts';
import { describePlace } from './doubles-question.ts';
import type { FieldRemark } from './link-form.ts';
import { FORM } from './link-form-fields.ts';
import { labelOf, standingOf } from './link-standing.ts';
import { formatAed } from './money-and-time.ts';
import { cut, escapeMrkdwn } from './text.ts';

/** What the service takes and the person may not have meant. */
export interface Doubt {
  field: 'Phone' | 'notes';
  what: 'unreadable' | 'phone' | 'e-mail';
  value: string;
}

/** Asked once; the same value goes out at the second submission. */
export const askAbout = ({ field, what, value }: Doubt): FieldRemark => ({
  field,
  isQuestion: true,
  text:
    what === 'unreadable'
      ? `*Paylink couldn’t read ${escapeMrkdwn(cut(value, 60))} as a phone number. Send anyway?*`
      : `*This holds the customer’s ${what === 'phone' ? 'phone number' : 'e-mail'}, and everyone in the channel and on the payment page would see it. Send anyway?*`,
});

/** Under the field of the invoice number, as plain text: Slack shows no links there. */
export const explainInvoiceTaken = (holder: Link, typed: string): string =>
  isKnownElsewhere(holder)
    ? `The payment service has ${cut(typed, 60)} already and refused it. Enter another number.`
    : `${cut(holder.invoiceId, 60)} is used by another link: ${formatAed(holder.amountFils)} for ${describeCustomer(holder.details)}, ${labelOf(holder)}. Enter another number, or use that link.`;

/** The same with the way to its card. */
export const remarkInvoiceTaken = (holder: Link, typed: string, permalink: string | null): FieldRemark => ({
  field: FORM.invoiceId,
  isQuestion: false,
  text: `${escapeMrkdwn(explainInvoiceTaken(holder, typed))}${isKnownElsewhere(holder) ? '' : describePlace(holder, permalink)}`,
});

const isKnownElsewhere = (holder: Link): boolean => standingOf(holder) === 'not-made';
