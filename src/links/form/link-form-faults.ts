import { describeCustomer } from '../../blocks/customer.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf, labelOf } from '../card/display-state.ts';
import { describePlace } from './duplicates-question-view.ts';
import { blockOfField, type FormField, LINK_FORM_FIELDS } from './link-form-fields.ts';
import type { FieldRemark } from './link-form-view.ts';
import type { DraftDoubt, DraftFault } from './read-draft.ts';

/** Tells a cashier, in one sentence, what to change in this field. */
export const explainFieldFault = ({ field, rule, value }: DraftFault): string => {
  const row: FormField = LINK_FORM_FIELDS[field];
  const text = typeof value === 'string' ? value : '';
  if (rule === 'missing') return ('missing' in row && row.missing) || 'Fill in this field.';
  if (rule === 'too_long')
    return `This has ${text.length.toLocaleString('en-US')} characters, more than Paylink reads in one field: shorten it.`;
  return row.explain?.(rule, text) ?? 'The payment service does not accept this value.';
};

/** The same above the form, for a field that showed no error of its own. */
export const remarkFault = (fault: DraftFault): FieldRemark => ({
  field: blockOfField(fault.field),
  text: escapeMrkdwn(explainFieldFault(fault)),
  isQuestion: false,
});

/** Asked once; submitting the same value again sends it. */
export const askAbout = ({ field, what, value }: DraftDoubt): FieldRemark => ({
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
  field: blockOfField('Invoice_Id'),
  isQuestion: false,
  text: `${escapeMrkdwn(explainInvoiceTaken(holder, typed))}${isKnownElsewhere(holder) ? '' : describePlace(holder, permalink)}`,
});

const isKnownElsewhere = (holder: Link): boolean => displayStateOf(holder) === 'not-made';
