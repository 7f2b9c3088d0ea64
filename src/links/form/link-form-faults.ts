import { describeCustomer } from '../../blocks/customer.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { Link } from '../../store/link.ts';
import { labelOf, standingOf } from '../card/link-standing.ts';
import { describePlace } from './duplicates-question-view.ts';
import { FORM } from './link-form-fields.ts';
import type { FieldRemark } from './link-form-view.ts';

/** A rule that a value broke: zod's code for it, or the name of one of our own rules. */
export interface FieldFault {
  field: string;
  rule: string;
  value: unknown;
}

const { FullName, Email, notes } = LINK_REQUEST_RULES;

const MISSING: Record<string, string> = {
  FullName: 'Enter the customer’s name.',
  Email: 'Enter the customer’s e-mail.',
  Phone: 'Enter the customer’s phone number.',
  invoiceAmount: 'Enter the amount in AED.',
  notes: 'Enter what the payment is for.',
  expiryOn: 'Choose a future date and time.',
  channel: 'Choose a channel for the card.',
};

/** Tells a cashier, in one sentence, what to change in this field. */
export const explainFieldFault = ({ field, rule, value }: FieldFault): string => {
  const text = typeof value === 'string' ? value : '';
  if (rule === 'missing') return MISSING[field] ?? 'Fill in this field.';
  if (rule === 'too_long')
    return `This has ${text.length.toLocaleString('en-US')} characters, more than Paylink reads in one field: shorten it.`;
  switch (field) {
    case 'FullName':
      if (text.length < FullName.min) return `Write at least ${FullName.min} letters.`;
      if (text.length > FullName.max) return `Write at most ${FullName.max} letters.`;
      return explainLetters(text, `letters, spaces, . / and '`, /[^a-zA-Z./' ]/gu);
    case 'Phone':
      return 'Enter a phone number, for example 050 123 4567.';
    case 'Email':
      return text.length > Email.max
        ? `The payment service takes at most ${Email.max} characters here; this has ${text.length}.`
        : `Write at least ${Email.min} characters.`;
    case 'invoiceAmount':
      if (rule === 'too_small') return 'The smallest amount is AED 10.';
      if (rule === 'too_large') return 'This amount is too large to be sent exactly.';
      return 'Write an amount in dirhams with at most two decimals, such as 250 or 250.50.';
    case 'notes':
      if (rule === 'card_number')
        return 'This looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.';
      return text.length > notes.max
        ? `Write at most ${notes.max} characters; this has ${text.length}.`
        : `Write at least ${notes.min} characters.`;
    case 'expiryOn':
      return rule === 'past' ? 'Choose a future date and time.' : 'Choose a date and a time.';
    case 'City':
    case 'Country':
      return explainLetters(text, `letters, spaces, . ' and -`, /[^a-zA-Z\s.'-]/gu);
    case 'isTermsAndConditionsAccepted':
      return 'The customer must accept the terms before a link can be made.';
    default:
      return 'The payment service does not take this value.';
  }
};

function explainLetters(text: string, allowed: string, forbidden: RegExp): string {
  if (/\p{Script=Arabic}/u.test(text)) {
    return 'The payment service takes Latin letters only. Write it in English letters, for example Sara Khan.';
  }
  const found = [...new Set(text.match(forbidden) ?? [])].slice(0, 5).map((letter) => `“${letter}”`);
  const isOneOfMany = found.length > 1;
  if (found.length === 0) return `Use Latin ${allowed} only.`;
  return `The payment service takes Latin ${allowed} only: leave out ${found.join(isOneOfMany ? ', ' : '')}.`;
}

/** A value that the service takes but that may be a mistake. */
export interface Doubt {
  field: 'Phone' | 'notes';
  what: 'unreadable' | 'phone' | 'e-mail';
  value: string;
}

/** Asked once; submitting the same value again sends it. */
export const askAbout = ({ field, what, value }: Doubt): FieldRemark => ({
  field,
  isQuestion: true,
  text:
    what === 'unreadable'
      ? `*Paylink couldn’t read ${escapeMrkdwn(cut(value, 60))} as a phone number. Send anyway?*`
      : `*This holds the customer’s ${what === 'phone' ? 'phone number' : 'e-mail'}, and everyone in the channel and on the payment page would see it. Send anyway?*`,
});

/** The error under the invoice number field. Plain text, since Slack shows no links there. */
export const explainInvoiceTaken = (holder: Link, typed: string): string =>
  isKnownElsewhere(holder)
    ? `The payment service has ${cut(typed, 60)} already and refused it. Enter another number.`
    : `${cut(holder.invoiceId, 60)} is used by another link: ${formatAed(holder.amountFils)} for ${describeCustomer(holder.details)}, ${labelOf(holder)}. Enter another number, or use that link.`;

/** The same remark with a link to the holder's card. */
export const remarkInvoiceTaken = (holder: Link, typed: string, permalink: string | null): FieldRemark => ({
  field: FORM.invoiceId,
  isQuestion: false,
  text: `${escapeMrkdwn(explainInvoiceTaken(holder, typed))}${isKnownElsewhere(holder) ? '' : describePlace(holder, permalink)}`,
});

const isKnownElsewhere = (holder: Link): boolean => standingOf(holder) === 'not-made';
