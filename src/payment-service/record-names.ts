import { type AmountRole, amountRole, isAmount, isMinor, MAY } from './name-amounts.ts';
import { type IdRole, type IdSort, idIn } from './name-ids.ts';
import { isTime, rangeRole, type TimeRole, timeRole } from './name-times.ts';
import {
  BUSINESS,
  FLAG_OF,
  type FlagRole,
  FREE,
  isGatewayText,
  SETS,
  SUBJECT_OF,
  type Subject,
  splitName,
  subjectIn,
  withoutFillers,
} from './name-words.ts';
import { remember } from './read-field.ts';

/**
 * The one table of field names. The interface describes no field of any record, so a name is read word by word:
 * `transaction_type`, `TransactionType` and `transactiontype` are one name.
 */

/** What a value is, by its name. The first five may vote on what a record means. */
export type Sort =
  | 'state'
  | 'flag'
  | 'kind'
  | 'currency'
  | 'amount'
  | IdSort
  /** Of the record's transactions. */
  | 'count'
  /** How it was paid: `cardBrand`, `paymentMethod`. */
  | 'means'
  | 'business-name'
  | 'time'
  | 'other';

/** `responseCode`, `result_code`: a state in the service's own numbers. */
const CODED = /^(response|resp|result|return|rc|status|state|error|failure|decline|reject)$/;
const VALUED =
  /^(invoice|order|bill|amount|paid|transaction|txn|payment|total|captured|refunded|refund|charge|sale)$/;

const COUNTED =
  /^(count|counts|counter|quantity|qty|pages|page|size|index|sequence|seq|attempts|attempt|retries|retry|days|exponent|percent|percentage|version|length|decimals|digits|scale|precision)$/;
const FIRST_OF_COUNT = /^(number|num|count|no)$/;
const COUNT = /^(count|counts|counter|quantity|qty|number|num|no|total|of)$/;
const COUNTABLE = /^(transactions|txns|trxs|orders|records|rows|entries|items|invoices|links|pages)$/;
/** What one name says, apart from its containers. */
export interface NameSays {
  sort: Sort;
  role: AmountRole | TimeRole | FlagRole | IdRole | null;
  subject: Subject | null;
  /** It writes the value of its container, if that is a state, a kind, a currency or an amount. */
  form: string | null;
  /** `statusText`: free text, which is silent unless it is understood. */
  isFree: boolean;
  isCode: boolean;
  /** Amounts in fils, by their name. */
  isMinor: boolean;
  /** `isRefund`: true says what kind of row this is. */
  kindFlag: string | null;
  /** Yes, no or a time under this name says what this flag does: `paidFlag`, `refundedAt`. */
  flag: FlagRole | null;
}

const KIND_FLAGS =
  /^(refund|reversal|chargeback|fee|payout|auth|authorization|authorisation|preauth|verification)$/;

const NOTHING: NameSays = {
  sort: 'other',
  role: null,
  subject: null,
  form: null,
  isFree: false,
  isCode: false,
  isMinor: false,
  kindFlag: null,
  flag: null,
};

export const readName = remember((name): NameSays => {
  const all = splitName(name);
  const words = withoutFillers(name);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // `responseMessage` is about the payment, not about a message to somebody.
  const subject = subjectIn(isGatewayText(words) ? words.slice(0, -1) : words);
  const says = (sort: Sort, more: Partial<NameSays> = {}): NameSays => ({
    ...NOTHING,
    sort,
    subject,
    ...more,
  });
  if (words.length === 0) return NOTHING;

  const id = idIn(words);
  if (id !== null) return says(id[0], { role: id[1] ?? null });
  if (last === 'id') return says(before.length === 0 ? 'own-id' : 'other');
  if (last === 'code' && before.length > 0 && CODED.test(before.at(-1) ?? ''))
    return says('state', { isCode: true, subject: subjectIn(before.slice(0, -1)) });
  const ofForm = words.length > 1 && SETS.forms.has(last) ? sortOfHead(before) : null;
  // `PaidCurrencyValue` is an amount in that currency.
  const isInCurrency = ofForm === 'currency' && /^(value|amount|total)$/.test(last);
  if (isInCurrency)
    return says('amount', { role: amountRole(words.filter((word) => !SETS.currencies.has(word))) });
  if (ofForm !== null && ofForm !== 'amount')
    return says(ofForm, { form: last, isFree: FREE.test(last), isCode: last === 'code' });
  if (isTime(words)) return says('time', { role: timeRole(words), flag: flagOfTime(words) });
  if (isCount(words)) return says('count');
  const sort = sortOfHead(words);
  if (sort === 'state' || sort === 'currency') return says(sort);
  if (words.some((word) => MAY.test(word)) || COUNTED.test(last) || FIRST_OF_COUNT.test(words[0] ?? ''))
    return says('other');
  const edge = FLAG_OF.get(words[0] ?? '') ?? FLAG_OF.get(last) ?? null;
  if (sort === 'kind') return says('kind');
  const flag = flagRole(words);
  if (flag !== null) {
    const isKind = /^(is|has)$/.test(all[0] ?? '') && KIND_FLAGS.test(words.join(''));
    return says('flag', { role: flag, kindFlag: isKind ? words.join('') : null });
  }
  if (/^(is|has)$/.test(all[0] ?? '')) {
    const kind = words.join('');
    return KIND_FLAGS.test(kind) ? says('flag', { kindFlag: kind }) : says('other', { flag: edge });
  }
  if (sort === 'amount' || isAmount(words))
    return says('amount', {
      role: amountRole(words),
      isMinor: isMinor(words),
      form: words.length === 1 && SETS.forms.has(last) ? last : null,
    });
  if (words.length === 1 && SETS.forms.has(last))
    return says('other', { form: last, isFree: FREE.test(last), isCode: last === 'code' });
  if (SETS.means.has(last)) return says('means');
  if (last === 'name' && before.length === 1 && BUSINESS.includes(before[0] ?? ''))
    return says('business-name');
  // Its value must say whether it is a time.
  return says('other', { role: rangeRole(words), flag: edge });
});

function sortOfHead(words: readonly string[]): 'state' | 'kind' | 'currency' | 'amount' | null {
  const last = words.at(-1) ?? '';
  if (SETS.states.has(last)) return 'state';
  if (SETS.currencies.has(last) || (last === 'iso' && SETS.currencies.has(words.at(-2) ?? '')))
    return 'currency';
  if (SETS.kinds.has(last)) return 'kind';
  if (SETS.kindsOfPayment.has(last)) return subjectIn(words.slice(0, -1)) === 'payment' ? 'kind' : null;
  if (SETS.amounts.has(last) || SETS.fees.has(last)) return 'amount';
  return last === 'value' && VALUED.test(words.at(-2) ?? '') ? 'amount' : null;
}

/** `transactionCount`, `numberOfTransactions`, `totalTransactions`, but not `retryCount`. */
const isCount = (words: readonly string[]): boolean => {
  const of = words.filter((word) => !COUNT.test(word));
  const isOfPayments = of.every((word) => SUBJECT_OF.get(word) === 'payment' || COUNTABLE.test(word));
  const isTotal = words[0] === 'total' && of.length === 1 && COUNTABLE.test(of[0] ?? '');
  const isCounted =
    words.some((word) => /^counts?$/.test(word)) || (words[0] === 'number' && words.length > 1);
  return isOfPayments && (isTotal || isCounted);
};

/** `paidFlag`, `testMode`. */
const CALLED_FLAG = /^(flag|indicator|ind|yn|bool|boolean|mode|environment|env)$/;

function flagRole(words: readonly string[]): FlagRole | null {
  const roles = words.flatMap((word) => FLAG_OF.get(word) ?? []);
  const areAll = words.every(
    (word) => FLAG_OF.has(word) || SUBJECT_OF.get(word) === 'payment' || CALLED_FLAG.test(word),
  );
  if (!areAll || roles.length === 0) return null;
  return roles.find((role) => role !== 'affirms') ?? 'affirms';
}

/** When something ended without money, or money went back. When it waited says nothing of what became of it. */
const flagOfTime = (words: readonly string[]): FlagRole | null =>
  words.some((word) => MAY.test(word) || WAITS.test(word))
    ? null
    : (words.map((word) => FLAG_OF.get(word)).find((role) => role === 'denies' || role === 'takes-back') ??
      null);
const WAITS = /^(pending|unpaid|overdue|uncaptured|deadline|due|by)$/;

/** Whether a list of this name holds the record's transactions or orders: `transactions`, `orderList`, `entries`. */
export const listsPayments = remember((name): boolean => {
  const subjects = withoutFillers(name).map(
    (word) => SUBJECT_OF.get(word) ?? (/^(list|entries|details)$/.test(word) ? 'item' : ''),
  );
  return subjects.length > 0 && subjects.every((subject) => /^(payment|order|item)$/.test(subject));
});

/** How likely a name of the business is the one that people know it by; lower is likelier. */
export const rankBusinessName = remember((name) => BUSINESS.indexOf(splitName(name)[0] ?? ''));
