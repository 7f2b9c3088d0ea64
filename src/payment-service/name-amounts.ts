import { SETS, SUBJECT_OF, withoutFillers } from './name-words.ts';
import { remember } from './read-field.ts';

/** How an amount counts, as its name says. `words`: those of the name. */

/** Names with these words say what may happen, or what was wanted, not what did. */
export const MAY =
  /able$|^(can|may|allow|allows|allowed|supports|limit|limits|max|maximum|min|minimum|threshold|enabled|required|requested|expected|planned|next|auto|automatic)$/;
/**
 * How an amount counts. `came`: received. `transaction`, `bare`: the transaction's, which came if it was paid. `asked`: what
 * the order, invoice or link asks for. `back`: refunded. `rest`: still missing. `held`: by a hold, which brings nothing.
 * `net`, `gross`, `fee`, `tax`, `payout`: of payouts. `beside`: of something else.
 */
export type AmountRole = (typeof AMOUNT_ROLES)[number][0] | 'bare' | 'unknown';

const AMOUNT_ROLES = [
  ['beside', MAY],
  ['tax', /^(tax|taxes|vat|gst)$/],
  // Not `mdr`, which may be a rate.
  ['fee', /^(fee|fees|commission|commissions|charges)$/],
  [
    'beside',
    /^(tip|tips|gratuity|discount|discounts|surcharge|shipping|subtotal|cashback|cost|costs|interchange|points|rounding|markup|unit|item|line)$/,
  ],
  ['net', /^net$/],
  ['rest', /^(remaining|outstanding|due|balance|unpaid|missing|rest|open|pending)$/],
  ['back', /^(refund|refunds|refunded|reversed|reversal|chargeback|chargebacks|voided|returned|disputed)$/],
  ['held', /^(authorized|authorised|authorization|authorisation|auth|held|hold|preauth)$/],
  ['payout', /^(payout|settlement|settled|disbursed|transfer)$/],
  ['came', /^(paid|received|captured|collected|charged)$/],
  ['transaction', /^(transaction|txn|trx|trxn|tran|trans|payment|sale|charge|capture|purchase)$/],
  ['gross', /^gross$/],
  ['asked', /^(invoice|order|link|bill|total|totals|payable|paylink|price|sum)$/],
] as const;
const BARE = /^(amount|amt|amounts|money|value|in|aed|fils|cents|minor|units|the|of|full|final)$/;
const MINOR = /^(fils|cents|minor)$/;

/** `amount_captured`, `totalPaid`, `netPayout`. */
export const isAmount = (words: readonly string[]): boolean =>
  words.some((word) => /^(amount|amt)$/.test(word)) ||
  /^(gross|net) (sales|payout|settlement)$/.test(words.join(' ')) ||
  (/^total$/.test(words[0] ?? '') && words.length > 1 && amountRole(words) !== 'unknown');

export function amountRole(words: readonly string[]): AmountRole {
  const role = AMOUNT_ROLES.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
  return role ?? (words.every((word) => BARE.test(word)) ? 'bare' : 'unknown');
}

/** Whether a name says no more than that it is a fee: `totalFees`, but not `processingFee`, which is one of several. */
export const isPlainFee = remember((name): boolean =>
  withoutFillers(name).every(
    (word) => SUBJECT_OF.get(word) === 'fee' || SETS.amounts.has(word) || SETS.forms.has(word),
  ),
);

export const isMinor = (words: readonly string[]): boolean => words.some((word) => MINOR.test(word));
