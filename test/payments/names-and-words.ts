/**
 * Names and words by what they say, written from the rules. Apart from the table of `src/payment-service` on purpose: two
 * lists that were written apart are a check, a shared one is none. Their parts are apart, so that they are spelled in many ways.
 */
const list = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** Names of a payment's or a row's own state. */
export const STATES = list(`
  status, state, payment status, payment state, transaction status, transaction state, txn status, charge status,
  current status, payment result, transaction result, capture state
`);
/** On a link's own record these are about its payment; a bare state is about the link. */
export const STATES_OF_PAYMENT = STATES.filter((name) => /payment|transaction|txn/.test(name));
/** Names whose subject nobody knows. */
export const STATES_OF_NOBODY = list('zork status, quux state, lane status, lane state, phase result');

export const SAYS = {
  affirms: list(`
    paid, captured, success, successful, succeeded, fully paid, paid successfully, payment success,
    payment successful, settled, purchased, payment captured
  `),
  asks: ['approved', 'processed', 'received'],
  fails: list(
    'failed, declined, rejected, payment failed, card declined, not paid, capture failed, unsuccessful',
  ),
  waits: list(`
    pending, unpaid, in progress, processing, awaiting payment, initiated, created, under review, capture pending,
    pending capture
  `),
  holds: list(
    'authorized, authorised, pre authorized, on hold, requires capture, authorized pending capture',
  ),
  back: list(`
    refunded, fully refunded, reversed, chargeback, charged back, voided, refund successful, payment reversed,
    chargeback processed
  `),
  nobody: list(`
    kzx, qx17, zork, snarfed, semi paid, unfailed, paid zork, zork paid, captured maybe, 4711, to string, constructor,
    __proto__, has own property, success frob, not quite paid, mailed to huda@example.com,
    paid as far as anybody who works here in the office can tell from the paper that the bank has sent to us this morning
  `),
  silent: ['none', ''],
} as const;

export const FLAGS = {
  affirms: list('paid, is paid, captured, is captured, success, is success, payment received'),
  back: list('voided, is voided, refunded, is refunded, reversed, is reversed, disputed, charged back'),
} as const;
export const YES: readonly unknown[] = [true, 'true', 'Y', 'yes'];
export const NO: readonly unknown[] = [false, 'false', 'N', 'no', 0, '0'];

export const KINDS = list(
  'type, kind, transaction type, txn type, object, entity, intent, operation, payment kind, entry type',
);
export const KIND_SAYS = {
  payment: list('sale, payment, purchase, capture, charge'),
  hold: list('authorization, authorisation, auth, pre auth, authorize'),
  check: list('verification, card verification, payout, service fee, settlement'),
  back: list('refund, reversal, void, chargeback, partial refund, sale refund, dispute'),
  nobody: list('qx17, zork, frobnication, b2z, not a sale, 4711, constructor, payment adjustment'),
} as const;

export const CURRENCIES = list(
  'currency, currency code, transaction currency, payment currency, amount currency, currency iso code, cart currency',
);
export const CURRENCY_SAYS = {
  ours: [
    'AED',
    'aed',
    '784',
    784,
    'UAE Dirham',
    'Dhs',
    { code: 'AED' },
    { iso: 'AED' },
  ] as readonly unknown[],
  other: [
    'USD',
    'SAR',
    'eur',
    '840',
    { code: 'INR' },
    { iso: 'USD' },
    { currencyCode: 'OMR' },
  ] as readonly unknown[],
  nobody: ['zork coins', 'A-E-D?'] as readonly unknown[],
} as const;

export const AMOUNTS = list(`
  amount, transaction amount, payment amount, txn amount, paid amount, amount paid, captured amount, total amount,
  amount total, bill amount, tran total, charged amount
`);
export const AMOUNTS_OF_LINK = list('amount, invoice amount, link amount');
export const AMOUNTS_BACK = list('refunded amount, amount refunded, total refunded, chargeback amount');

/** Containers that a payment's own fields may stand in. */
export const CONTAINERS = list(
  'payment, transaction, txn, charge, payment details, transaction info, latest payment, data, attributes, zork',
);

/** What does not vote: neither as the start of a name nor as a container. */
export const OTHER_SUBJECTS = list(`
  settlement, payout, fee, tax, vat, three d secure, 3ds, authentication, risk, fraud, avs, cvv, sms, email, webhook, delivery,
  notification, customer, payer, merchant, card
`);
/** What lives beside its payment. Its own state is silent beside a state of the payment. */
export const LIVES = list('order, invoice, link, payment link');
export const LIFE = list('created, new, open, sent, issued, expired, closed, inactive, overdue');

/** Names that never vote, whatever stands in them: people write it, or it is of the card or the browser. */
export const MUTE_NAMES = list(`
  masked card, card number, card brand, eci, notes, description, purpose, remarks, comment, address, city, full name,
  customer name, email, phone, terminal id, user agent, ip address
`);
/** Names that nobody knows, or that are of a number or a place: only what speaks against the payment is heard there. */
export const ANY_NAMES = list(`
  rrn, auth code, approval code, stan, zork, quux info, payment phase, stage, gateway response,
  response text, lane, checkout step, next step
`);
/** Names that nobody knows. */
export const UNKNOWN_NAMES = list('zork, quux info, payment phase, lane, checkout step');
/** What a gateway writes. */
export const GATEWAY_NAMES = list(
  'acquirer message, response message, gateway msg, decline reason, issuer text',
);
/** Times that only a failed or a returned payment has. */
export const TIMES_AGAINST = list(
  'failed at, declined on, rejected date, refunded at, voided time, charged back at',
);
export const MUTE_FLAGS = list('retry, is3ds, is refundable, save card');
export const TEST_FLAGS = list('is test, test mode, sandbox');
export const MUTE_AMOUNTS = list('net amount, fee, vat, tax, commission, refundable amount');
