import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { ReportColumn } from './report-columns.ts';

/**
 * Which columns a copy may have that others see, guests of a channel included: those that are known to say nothing
 * about a customer. The service may name a customer's data in any way and any language, and people write names and
 * numbers into free text, so a column that is not listed here is private.
 */

/** The last names of harmless fields, as `plainName` writes them. */
const HARMLESS = new Set(
  [
    // Numbers of the record, its order, its link and its payout, and of the shop.
    'id transactionid txnid transactionno transactionnumber txnnumber paymentid refundid payoutid payoutno payoutnumber',
    'payoutreference settlementid settlementreference batchid orderid orderno ordernumber orderreference orderref',
    'invoice invoiceid invoiceno invoicenumber invoiceref invoicereference merchantreference merchantinvoiceid',
    'externalreference linkid paymentlinkid paylinkid productid terminalid merchantid businessid',
    'rrn arn stan bankreference approvalcode authcode',
    'merchantname businessname brandname',
    // What it is and how it stands.
    'status state paymentstatus transactionstatus txnstatus linkstatus payoutstatus orderstatus paymentstate refundstatus',
    'settlementstatus statuscode responsecode resultcode currency currencycode type transactiontype txntype paymenttype',
    'paymentmethod paymentmode cardbrand cardtype cardscheme cardnetwork paid ispaid captured refunded voided settled',
    // How much.
    'amount invoiceamount paidamount paymentamount transactionamount txnamount orderamount linkamount payoutamount',
    'netamount totalamount grossamount feeamount refundamount refundedamount capturedamount settledamount',
    'remainingamount vatamount taxamount commissionamount discountamount net gross total subtotal fee fees vat tax',
    'commission charge charges discount tip transactioncount count',
    // When.
    'createdat createdon createddate createdtime creationdate creationtime datecreated created updatedat updatedon',
    'transactiondate transactiontime transactiondatetime txndate txntime paidat paidon paymentdate payoutdate payouttime',
    'settlementdate settledat settledon processedat completedat capturedat refundedat cancelledat linkdate issuedat',
    'generatedat generatedon expiryon expiryat expireson expiresat expiredat date datetime timestamp time',
  ].flatMap((line) => line.split(' ')),
);

/** Harmless only in this object. */
const HARMLESS_IN = new Set(
  'amount.value fee.value currency.code currency.iso status.code state.code card.brand card.scheme card.type card.network'.split(
    ' ',
  ),
);

/** Objects that may hold harmless fields: never a customer, a card, an address, free text. */
const OBJECTS = new Set(
  [
    'transaction txn payment paymentlink paylink link payout settlement order invoice refund amount amounts',
    'currency fee fees totals summary result response data record merchant business terminal',
  ].flatMap((line) => line.split(' ')),
);

/** `key`: names as `plainName` writes them, with a dot before each. */
export const isHarmlessKey = (key: string): boolean => {
  const names = key.replace(/~\d+$/, '').split('.').slice(1);
  const last = names.at(-1) ?? '';
  const inPair = HARMLESS_IN.has(names.slice(-2).join('.'));
  const around = names.slice(0, inPair ? -2 : -1);
  return (inPair || HARMLESS.has(last)) && around.every((name) => OBJECTS.has(name));
};

const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/;
const PHONE = /^\s*(\+\d[\d\s()-]{7,}|00971[\d\s-]{8,}|05\d[\s-]?\d{3}[\s-]?\d{4})\s*$/;
/** Longer than a number, a word or a time: free text. */
const LONGEST = 64;

/** Whether the value, too, is no more than a number, a word or a time: a service may put anything under any name. */
export const isHarmlessValue = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length <= LONGEST && !EMAIL.test(value) && !PHONE.test(value);
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
};

const MOST_NAMED = 10;
const LONGEST_TITLE = 30;

/**
 * One sentence, as mrkdwn, about the columns that a shared copy lacks: which they are. Null: none. A title may hold a
 * customer's data, if the service makes its names of it, and is then only counted.
 */
export const describeLeftOut = (titles: readonly string[]): string | null => {
  if (titles.length === 0) return null;
  const named = titles.filter(isHarmlessValue).slice(0, MOST_NAMED);
  const names = named.map((title) => escapeMrkdwn(cut(title, LONGEST_TITLE)));
  const rest = titles.length - named.length;
  const more =
    rest === 0 ? [] : [`${rest} ${named.length === 0 ? '' : 'more '}${rest === 1 ? 'column' : 'columns'}`];
  return `Left out, because others see this: ${[...names, ...more].join(', ')}.`;
};

/** The columns for a copy that others see, and the titles of those that it lacks. */
export const splitColumns = (
  columns: readonly ReportColumn[],
  isShared: boolean,
): { columns: readonly ReportColumn[]; leftOut: string[] } => ({
  columns: isShared ? columns.filter(({ isPrivate }) => !isPrivate) : columns,
  leftOut: isShared ? columns.filter(({ isPrivate }) => isPrivate).map(({ title }) => title) : [],
});
