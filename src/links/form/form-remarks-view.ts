import type { KnownBlock } from '@slack/types';
import { describeCustomer, firstNameOf } from '../../blocks/customer.ts';
import { section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { joinWords } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { isNotMade, isPayable } from '../sale/display-state.ts';
import type { InSale } from '../sale/link-in-sale.ts';
import { linkToCard } from './duplicates-question-view.ts';
import { blockOfField, type FormField, LINK_FORM_FIELDS } from './link-form-fields.ts';
import { findMeantEmail } from './meant-email.ts';
import type { FieldDoubt, FieldError } from './read-draft.ts';

/** A problem with a field's value, or a question about it. */
export interface FieldRemark {
  field: string;
  /** Mrkdwn. */
  text: string;
  /** Submitting the form again answers yes. */
  isQuestion: boolean;
}

/** Tells a cashier, in one sentence, what to change in this field. */
export const explainFieldError = ({ field, rule, value }: FieldError): string => {
  const row: FormField = LINK_FORM_FIELDS[field];
  const text = typeof value === 'string' ? value : '';
  if (rule === 'missing') return ('missing' in row && row.missing) || 'Fill in this field.';
  if (rule === 'reordered') return 'A hidden mark turns these digits around. Type them instead of pasting.';
  if (rule === 'too_long') return `This has ${text.length.toLocaleString('en-US')} characters: shorten it.`;
  return row.explain?.(rule, text) ?? 'The payment service does not accept this value.';
};

/** For a field that was not shown, so Slack could show no error under it. */
export const remarkError = (error: FieldError): FieldRemark => ({
  field: blockOfField(error.field),
  text: escapeMrkdwn(explainFieldError(error)),
  isQuestion: false,
});

/** Asked once; submitting the same value again sends it. */
export const askAbout = ({ field, what, value }: FieldDoubt): FieldRemark => ({
  field,
  isQuestion: true,
  text:
    what === 'large'
      ? '*This is more than a million dirhams. Send anyway?*'
      : what === 'unreadable'
        ? `*Paylink couldn’t read ${escapeMrkdwn(cut(value, 60))} as a phone number. Send anyway?*`
        : what === 'misspelt'
          ? `*Did you mean ${escapeMrkdwn(findMeantEmail(value) ?? '')}? Press again to keep ${escapeMrkdwn(value)}.*`
          : `*This holds the customer’s ${what === 'phone' ? 'phone number' : 'e-mail'}, and everyone in the channel would see it. Send anyway?*`,
});

/** The error under the invoice number field. Plain text, since Slack shows no links there. `show`: how typed text is shown. */
export const explainInvoiceTaken = (
  holder: Link,
  typed: string,
  show: (text: string) => string = (text) => text,
): string =>
  // Ours was refused, so some other link at the payment service has the number.
  isNotMade(holder)
    ? `The payment service has ${show(cut(typed, 60))} already and refused it. Enter another number.`
    : `${show(cut(holder.invoiceId, 60))} is used by another link: ${formatAed(holder.amountFils)} for ${show(describeCustomer(holder.details))}. Enter another number, or use that link.`;

/** The same text with a link to the holder's card. */
export const remarkInvoiceTaken = (holder: Link, typed: string, permalink: string | null): FieldRemark => ({
  field: blockOfField('Invoice_Id'),
  isQuestion: false,
  text: `${explainInvoiceTaken(holder, typed, escapeMrkdwn)}${isNotMade(holder) ? '' : linkToCard(holder, permalink)}`,
});

/** Which links of a sale the customer could pay as well as the next one. Mrkdwn; empty: none. */
export const describeStillPayable = (sale: readonly Link[]): string => {
  const [first, ...others] = sale.filter(isPayable);
  if (first === undefined) return '';
  const named = [first, ...others].slice(0, MOST_NAMED).map(({ amountFils }) => formatAed(amountFils));
  const amounts = joinWords([...new Set(named)], 'and');
  const who = escapeMrkdwn(cut(firstNameOf(first.details), 50));
  return others.length === 0
    ? `⚠️ The link for ${amounts} can still be paid. Ask ${who} not to use it.`
    : `⚠️ The links for ${amounts} can still be paid. Ask ${who} not to use them.`;
};

/** Of a form for what is missing. Mrkdwn. */
export const describePartPaid = ({ fils, dueFils }: NonNullable<InSale['missing']>): string =>
  `${formatAed(dueFils - fils)} of ${formatAed(dueFils)} was paid. This link is for the rest.`;

const MOST_NAMED = 5;

/** Under the field itself. */
export const buildRemarks = (blockId: string | undefined, remarks: readonly FieldRemark[]): KnownBlock[] =>
  remarks
    .filter(({ field }) => field === blockId)
    .map(({ field, text }) => section(`⚠️ ${text}`, `remark_${field}`));

/** At the end of a long form: a redrawn one keeps its scroll position, so the remarks may be out of sight. */
export const buildRemarkSummary = (remarks: readonly FieldRemark[]): KnownBlock[] =>
  remarks.length === 0
    ? []
    : [
        section(
          `⚠️ *Nothing has been made yet.* See above:\n${remarks.map(({ text }) => text).join('\n')}`,
          'remarks_below',
        ),
      ];
