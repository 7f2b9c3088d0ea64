import type { z } from 'zod';
import { isChannel } from '../../blocks/place.ts';
import { sentAs, toLatinName, toPlainText } from '../../blocks/plain-text.ts';
import { explainReadings, hasTwoReadings, isForeignAmount, readAmount } from '../../blocks/read-amount.ts';
import { holdsBareCardNumber, holdsCardNumber, isEmail } from '../../blocks/sensitive-text.ts';
import { cut } from '../../blocks/text.ts';
import { formatFils, toInvoiceAmount } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES, type LinkRequest } from '../../payment-service/link-request.ts';
import { formatLocalDateTime } from '../../payment-service/local-date-time.ts';
import { email, type Field, moment, text } from '../../slack/fields.ts';
import type { Link } from '../../store/link.ts';
import { readPhone } from '../words/find-phones.ts';

/** The rule that a value breaks: one of the form's own, or zod's code for one of the interface's. */
export type FieldRule =
  | 'missing'
  | 'too_long'
  | 'amount'
  | 'currency'
  | 'like_phone'
  | 'reordered'
  | 'two_readings'
  | 'too_large'
  | 'past'
  | 'no_digit'
  | 'no_address'
  | 'card_number'
  | z.core.$ZodIssue['code'];

/** The value for the request, or the rule that the typed value breaks. */
type ReadValue = { value: unknown } | { rule: FieldRule };

interface FieldOf<Type, Typed> {
  /** What the form holds for it. */
  type: Type;
  label: string;
  /** The field's value when this link was requested. Without it: the link's detail of the same name. */
  fromLink?: (link: Link) => Typed | null;
  /** Not copied when another link is made like an old one. */
  isPerLink?: true;
  /** Checks the form's own rules. Without it, the request gets the value as typed. */
  read?: (typed: Typed, at: { now: number; timeZone: string }) => ReadValue;
  /** Tells a cashier, in one sentence, what to change. */
  explain?: (rule: FieldRule, text: string) => string;
}

interface InputOf<Type, Typed> extends FieldOf<Type, Typed>, Pick<Field<Typed>, 'kind' | 'hint'> {
  /** A text for people: Arabic may need its invisible direction marks. In any other field they would make another value. */
  isProse?: true;
  /** Replaces the hint, for the value that is filled in. */
  hintFor?: (typed: Typed) => string | null;
  /** The error for an empty field. A field without this is optional. */
  missing?: string;
  /** Where a link's details show it, and under which name. */
  fact?: { of: 'customer' | 'link'; name: string };
}

interface TickField extends FieldOf<'tick', boolean> {
  /** The block that shows it, with the block's other ticks. */
  block: keyof typeof TICK_BLOCKS;
  option: string;
  isTickedByDefault: boolean;
}

export type InputField = InputOf<'text', string> | InputOf<'moment', number>;
type PlaceField = FieldOf<'place' | 'channel', string> & { block: string; hint?: string };

export type FormField = InputField | TickField | PlaceField;

export const TICK_BLOCKS = {
  options: { label: 'Options', optional: true },
  isTermsAndConditionsAccepted: { label: 'Terms', optional: false },
} as const;

export const FORM_CALLBACK = 'link_form';

/** Every field of the interface that a person fills in, and where the card goes. */
export type FieldName = Exclude<keyof LinkRequest, 'currency' | 'callback_url'> | 'place' | 'channel';

const { FullName, Email, notes } = LINK_REQUEST_RULES;

const CARD_LEFT_OUT = 'This looks like a card number. Leave it out: Paylink keeps none.';
const CARD_OR_REFERENCE =
  'This looks like a card number. If it is your own number, put letters directly in front of it, for example INV-.';

/**
 * The form, in its order. A field is a row here and a rule in `linkRequestSchema`: form, parser, refill, errors and a
 * link's details all read the row. Its name is the interface's own, and is also the id of block and element: a redrawn
 * form keeps what a person typed only while both stay the same. All values together must fit in `private_metadata`.
 */
export const LINK_FORM_FIELDS = {
  invoiceAmount: {
    // A number field of Slack takes neither `AED 1,250.50` nor Arabic digits.
    type: 'text',
    kind: text({ placeholder: '250.00', max: 40 }),
    label: 'Amount in AED',
    missing: 'Enter the amount in AED.',
    read: readAmountField,
    explain: (rule, text) => {
      if (rule === 'too_small') return 'The smallest amount is AED 10.';
      if (rule === 'too_large') return 'This amount is too large.';
      if (rule === 'two_readings') return explainReadings(text);
      if (rule === 'currency') return 'Paylink makes AED links: write the amount in dirhams, such as 250.';
      if (rule === 'like_phone')
        return 'This begins like a phone number. Write an amount, such as 250 or 250.50.';
      return 'Write an amount in dirhams with at most two decimals, such as 250 or 250.50.';
    },
    fromLink: ({ amountFils }) => formatFils(amountFils),
  },
  FullName: {
    type: 'text',
    kind: text({ placeholder: 'Sara Khan, in Latin letters', max: FullName.max }),
    label: 'Customer’s name',
    hintFor: (typed) => {
      const sent = sentAs(typed);
      return sent === null ? null : `Sent as ${sent}: the payment service takes plain letters only.`;
    },
    missing: 'Enter the customer’s name.',
    read: (typed) => ({ value: toLatinName(typed) }),
    explain: (_rule, text) => {
      if (text.length < FullName.min) return `Write at least ${FullName.min} letters.`;
      if (text.length > FullName.max) return `Write at most ${FullName.max} letters.`;
      return explainLetters(text, `letters, spaces, . / and '`, /[^a-zA-Z./' ]/gu);
    },
  },
  Phone: {
    type: 'text',
    kind: text({ placeholder: '050 123 4567', max: 60 }),
    label: 'Customer’s phone',
    missing: 'Enter the customer’s phone number.',
    read: readPhoneField,
    explain: (rule) =>
      rule === 'card_number'
        ? 'This looks like a card number. Enter a phone number, for example 050 123 4567.'
        : 'Enter a phone number, for example 050 123 4567.',
  },
  Email: {
    type: 'text',
    kind: email({ placeholder: 'sara@example.com' }),
    label: 'Customer’s e-mail',
    missing: 'Enter the customer’s e-mail.',
    // Customers who share `n/a` would count as one.
    read: (typed) => (isEmail(typed) ? readText(typed) : { rule: 'no_address' }),
    explain: (rule, text) => {
      if (rule === 'card_number') return CARD_LEFT_OUT;
      if (rule === 'no_address')
        return `“${cut(text, 40)}” is not an e-mail address. Write it as sara@example.com.`;
      return `The payment service accepts at most ${Email.max} characters here; this has ${text.length}.`;
    },
  },
  notes: {
    type: 'text',
    kind: text({ placeholder: 'June rent', max: notes.max }),
    isProse: true,
    label: 'What is it for?',
    hint: 'The customer and everyone in the channel see this.',
    missing: 'Enter what the payment is for.',
    read: readText,
    explain: (rule, text) => {
      if (rule === 'card_number')
        return 'This looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.';
      return text.length > notes.max
        ? `Write at most ${notes.max} characters; this has ${text.length}.`
        : `Write at least ${notes.min} characters.`;
    },
  },
  expiryOn: {
    type: 'moment',
    kind: moment,
    label: 'Can be paid until',
    missing: 'Choose a future date and time.',
    isPerLink: true,
    read: (seconds, { now, timeZone }) =>
      seconds * 1000 <= now ? { rule: 'past' } : { value: formatLocalDateTime(seconds * 1000, timeZone) },
    explain: (rule) => (rule === 'past' ? 'Choose a future date and time.' : 'Choose a date and a time.'),
    fromLink: ({ expiresAt }) => Math.floor(expiresAt / 1000),
  },
  Address: {
    type: 'text',
    kind: text({ max: 300 }),
    isProse: true,
    label: 'Customer’s address',
    read: readText,
    explain: () => CARD_LEFT_OUT,
    fact: { of: 'customer', name: 'Address' },
  },
  City: {
    type: 'text',
    kind: text({ max: 60 }),
    label: 'City',
    hint: "Latin letters, spaces, . ' and - only.",
    fact: { of: 'customer', name: 'City' },
    explain: explainCity,
  },
  Country: {
    type: 'text',
    kind: text({ max: 60 }),
    label: 'Country',
    hint: "Latin letters, spaces, . ' and - only.",
    fact: { of: 'customer', name: 'Country' },
    explain: explainCity,
  },
  Invoice_Id: {
    type: 'text',
    kind: text({ max: 100 }),
    label: 'Your invoice number',
    hint: 'Must be unique. Leave blank to generate one.',
    isPerLink: true,
    read: readReference,
    explain: () => CARD_OR_REFERENCE,
    fromLink: ({ invoiceIdIsOurs, invoiceIdAsked, invoiceId, approval }) =>
      approval?.typedId ?? (invoiceIdIsOurs ? null : (invoiceIdAsked ?? invoiceId)),
  },
  Product_Id: {
    type: 'text',
    kind: text({ max: 100 }),
    label: 'Your product number',
    read: readReference,
    explain: () => CARD_OR_REFERENCE,
    fact: { of: 'link', name: 'Product_Id' },
  },
  Is_QR_needed: {
    type: 'tick',
    block: 'options',
    option: 'Is_QR_needed',
    label: 'QR code for the customer to scan',
    isTickedByDefault: true,
  },
  Is_invoice_generated: {
    type: 'tick',
    block: 'options',
    option: 'Is_invoice_generated',
    label: 'Ask the payment service for an invoice',
    isTickedByDefault: false,
  },
  isTermsAndConditionsAccepted: {
    type: 'tick',
    block: 'isTermsAndConditionsAccepted',
    option: 'accepted',
    label: 'The customer accepts the terms',
    isTickedByDefault: false,
    isPerLink: true,
    explain: () => 'Tick this once the customer accepts the terms.',
    fromLink: () => true,
  },
  place: {
    type: 'place',
    block: 'card_place',
    label: 'Card goes to',
    fromLink: ({ channelId }) => (isChannel(channelId) ? 'channel' : 'me'),
  },
  channel: {
    type: 'channel',
    block: 'channel',
    label: 'Channel',
    hint: 'Everyone there sees the amount, first name, last 3 digits of the phone, purpose and link.',
    fromLink: ({ channelId }) => (isChannel(channelId) ? channelId : null),
  },
} as const satisfies Record<FieldName, FormField>;

export const formFields = Object.entries(LINK_FORM_FIELDS) as [FieldName, FormField][];

/** The block that shows a field, and its errors. */
export const blockOfField = (name: string): string => {
  const field: FormField | undefined = LINK_FORM_FIELDS[name as FieldName];
  return field && 'block' in field ? field.block : name;
};

/** Nobody checks the amount after this, so an amount with two readings is refused. */
function readAmountField(text: string): ReadValue {
  const amount = readAmount(text);
  if (amount === null) {
    if (isForeignAmount(text)) return { rule: 'currency' };
    return { rule: /^(?:\+|0\d)/.test(toPlainText(text)) ? 'like_phone' : 'amount' };
  }
  if (hasTwoReadings(amount)) return { rule: 'two_readings' };
  try {
    return { value: toInvoiceAmount(amount.fils) };
  } catch {
    return { rule: 'too_large' };
  }
}

function readText(typed: string): ReadValue {
  return holdsCardNumber(typed) ? { rule: 'card_number' } : { value: typed };
}

function readReference(typed: string): ReadValue {
  return holdsBareCardNumber(typed) ? { rule: 'card_number' } : { value: typed };
}

/** A number that nobody can call is asked about once and then sent as typed, but a card number never. */
function readPhoneField(typed: string): ReadValue {
  if (!/\p{Nd}/u.test(typed)) return { rule: 'no_digit' };
  const { number, isReadable } = readPhone(typed);
  return !isReadable && holdsCardNumber(typed) ? { rule: 'card_number' } : { value: number };
}

function explainCity(_rule: FieldRule, text: string): string {
  return explainLetters(text, `letters, spaces, . ' and -`, /[^a-zA-Z\s.'-]/gu);
}

function explainLetters(text: string, allowed: string, forbidden: RegExp): string {
  if (/\p{Script=Arabic}/u.test(text)) {
    return 'Latin letters only: write it in English letters, for example Sara Khan.';
  }
  const found = [...new Set(text.match(forbidden) ?? [])].slice(0, 5).map((letter) => `“${letter}”`);
  if (found.length === 0) return `Use Latin ${allowed} only.`;
  return `The payment service accepts Latin ${allowed} only: leave out ${found.join(', ')}.`;
}
