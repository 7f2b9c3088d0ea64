import { plainName } from '../../payment-service/read-field.ts';

/** A field about a person, or about their means of payment: neither it nor anything inside it is kept. */
const PERSON =
  /customer|payer|payee|buyer|billing|shipping|address|contact|holder|person|user|beneficiary|card|^client$/;
/** Free text, secrets and addresses, which may contain anything. */
const NOT_KEPT =
  /name|mail|phone|mobile|tel$|street|city|country|postal|zip|note|remark|comment|message|description|reason|text|statement|pan$|cvv|cvc|iban|account|birth|gender|secret|token|password|signature|key$|url|by$/;
const FIELD_NAME = /^[A-Za-z][\w .[\]-]{0,39}$/;

const TIME = /date|time|timestamp/;
const TIME_SUFFIX = /[a-z0-9]At$|[_\- ]at$/;
const STATE = /status|state|result|outcome|event|type|paid|success|responsecode/;
const REFERENCE =
  /^(merchant|external|client|gateway|bank)?(order|invoice|transaction|txn|payment|paymentlink|paylink|link|receipt)?(id|no|number|ref|refid|refno|refnumber|reference|referenceid|referenceno|referencenumber|rrn)$/;
/** `REFERENCE` alone would let these through. Only its place tells what a bare `id` identifies. */
const VAGUE_REFERENCE = /^((merchant|external|client|gateway|bank)?(id|no|number))$/;
const SUBJECT = /^(order|invoice|transaction|txn)$/;

const DAY_OR_INSTANT = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ][\d:.,+\-Z ]{0,24})?$/,
  /^\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{4}([T ,]{1,2}[\d:.]{4,15}( ?[AP]M)?)?$/,
  /^\d{1,2}:\d{2}(:\d{2})?$/,
  /^20\d{6}(\d{6})?$/,
  /^1\d{9}(\d{3})?$/,
];
/** At most nine digits before the point: a phone or card number has more. */
const MONEY = /^([A-Z]{3} ?)?-?(0|[1-9]\d{0,8}|[1-9]\d{0,2}(,\d{3}){1,2})(\.\d{1,6})?( ?[A-Z]{3})?$/i;
const CURRENCY = /^([A-Z]{3}|\d{3})$/i;
/** Any number of digits, except in the groups of a card number. */
const REFERENCE_VALUE = /^(?!(\d{4}[._-]){3}\d{1,7}$)[\p{L}\p{N}][\p{L}\p{N}._:/#-]*$/u;
/**
 * A UAE phone number, which a careless service may put into a reference field. References have digits, too:
 * after a date, or at another length, such digits are a reference.
 */
const PHONE =
  /(?<!\d[._:/#-]?)(?:00971[._:/#-]?0?[2-9](?:[._:/#-]?\d){7,8}|971[._:/#-]?0?5(?:[._:/#-]?\d){8}|05\d(?:[._:/#-]?\d){7})(?!\d)/;
const FEW_WORDS = /^[\p{L}\p{N}_.:/-]+( [\p{L}\p{N}_.:/-]+){0,3}$/u;
const LONG_NUMBER = /\d(?:[ ._/-]?\d){6}/;

interface Kind {
  isName: (plain: string, written: string) => boolean;
  isValue: (text: string) => boolean;
}

/** The order matters: `paidAt` is a time and `paidAmount` is money before either is a state. */
const KINDS: readonly Kind[] = [
  {
    isName: (plain, written) => TIME.test(plain) || TIME_SUFFIX.test(written),
    isValue: (text) => DAY_OR_INSTANT.some((shape) => shape.test(text)),
  },
  { isName: (plain) => plain.includes('currency'), isValue: (text) => CURRENCY.test(text) },
  { isName: (plain) => /amount|total/.test(plain), isValue: (text) => MONEY.test(text) },
  {
    isName: (plain) => SUBJECT.test(plain) || (REFERENCE.test(plain) && !VAGUE_REFERENCE.test(plain)),
    isValue: (text) => REFERENCE_VALUE.test(text) && !PHONE.test(text),
  },
  {
    isName: (plain) => STATE.test(plain),
    isValue: (text) => FEW_WORDS.test(text) && !LONG_NUMBER.test(text),
  },
];

/** True for a field whose whole content must be dropped. */
export const isAboutPerson = (name: string): boolean => PERSON.test(bareName(name));

/**
 * Whether a callback's field is about the payment, by its name, and has the right kind of value, by its
 * shape: a state is a few words, an amount is a number. `path`: the names of the objects around it. `id`
 * alone says nothing; `id` inside `order` is an order id.
 */
export const isPaymentField = (path: readonly string[], name: string, text: string): boolean => {
  if (!FIELD_NAME.test(name) || LONG_NUMBER.test(name)) return false;
  const plain = bareName(name);
  const parent = bareName(path.at(-1) ?? '');
  const whole = parent === '' && plain === 'id' ? 'orderid' : parent + plain;
  const kind = KINDS.find(({ isName }) => isName(plain, name) || (whole !== plain && isName(whole, name)));
  if (kind === undefined || PERSON.test(plain) || NOT_KEPT.test(plain)) return false;
  return kind.isValue(text);
};

/** A form writes `order[id]` or `order.id` where JSON nests. */
function bareName(name: string): string {
  return plainName(name).replace(/[.[\]]/g, '');
}
