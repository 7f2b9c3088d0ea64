import { oncePerName } from './read-field.ts';

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
  | 'order-id'
  | 'link-id'
  | 'reference'
  | 'own-id'
  | 'original-id'
  | 'payout-id'
  | 'bank-reference'
  /** Several in one value, or a list of them. */
  | 'ids'
  /** Of the shop, or of the service for its own use: it ties nothing. */
  | 'number'
  /** Of the record's transactions. */
  | 'count'
  /** How it was paid: `cardBrand`, `paymentMethod`. */
  | 'means'
  | 'business-name'
  | 'time'
  | 'other';

/**
 * What a leaf is about: the nearest word in its own name, else in those of its containers, from the inside out. `own`: no
 * name says, so it is about the record itself.
 */
export type Subject = keyof typeof VOTES;

/** Whether a leaf about this votes. Elsewhere only a word that takes money back does. */
export const VOTES = {
  own: true,
  payment: true,
  refund: true,
  dispute: true,
  hold: true,
  settlement: false,
  fee: false,
  check: false,
  delivery: false,
  customer: false,
  merchant: false,
  card: false,
  item: false,
  /** Of the request that came in, or of what was before. */
  request: false,
  link: false,
  order: false,
} as const;

const SUBJECTS: Record<Exclude<Subject, 'own'>, string> = {
  payment:
    'payment payments pay paid transaction transactions txn txns trx trxn tran trans charge capture captured captures sale purchase received collected',
  refund:
    'refund refunds refunded reversal reversals reversed reverse void voided voids return returned returns',
  dispute: 'dispute disputes disputed chargeback chargebacks chargedback retrieval',
  hold: 'hold held authorization authorisation authorizations authorisations authorized authorised auth preauth preauthorization preauthorisation',
  settlement:
    'settlement settlements settled settle payout payouts disbursement disbursed remittance transfer transfers withdrawal clearing cleared reconciliation reconciled batch funding net ledger',
  fee: 'fee fees tax taxes vat gst commission commissions mdr surcharge charges tip tips gratuity discount discounts interchange markup rate rates cost costs cashback loyalty points rounding',
  check:
    '3ds 3d 3ds2 3dsecure threeds threed threedsecure dsecure secure tds acs authentication authenticated avs cvv cvc cvn csc risk fraud kyc aml score screening verification enrolled enrollment enrolment eci liability sca pares veres',
  delivery:
    'delivery sms email mail message messages messaging notification notifications notify webhook webhooks callback callbacks whatsapp shipment dispatch receipt print reminder reminders sync fulfillment fulfilment',
  customer:
    'customer customers payer payee cardholder holder shipping address buyer user users client shopper consumer billing contact person guest subscriber recipient member beneficiary student tenant patient agent staff cashier employee birth dob gender nationality passport',
  merchant:
    'merchant merchants business store shop seller terminal outlet branch company vendor pos device partner submerchant organization organisation location',
  card: 'card cards instrument method methods wallet token scheme brand bin pan source channel installment installments instalment instalments emi mandate network',
  item: 'item items line lines product products sku unit',
  request:
    'request requests api http call job queue server session idempotency history histories timeline log logs trail audit attempts previous prior former old',
  link: 'link links paylink paylinks paymentlink url page qr qrcode form',
  order: 'order orders cart basket invoice invoices bill bills booking quote subscription plan proforma',
};

/** How a name may say that it writes the value of its container, or of the rest of its name: `status.code`, `statusText`. */
const FORMS = 'code name value text description desc label title display iso detail details key total amount';
/** Free text, which is silent unless it is understood. */
const FREE = /^(text|description|desc|label|title|display)$/;

const STATES = 'status state result outcome statuses';
const KINDS = 'type kind operation action command object entity event intent direction';
/** Before `name`, the likeliest first. */
const BUSINESS = 'business merchant trade trading brand company display legal'.split(' ');
/** A customer may have a company, and its name. */
const OWN_BUSINESS = /^(business|merchant|brand)$/;
const MEANS = 'method mode brand scheme network';
/** Kinds only where the name is about the payment: `transactionCategory`. */
const KINDS_OF_PAYMENT = 'category nature class';
const CURRENCIES = 'currency ccy curr currencies';
const AMOUNTS = 'amount amt amounts total totals sum price gross subtotal payable outstanding balance';
const FEES =
  'net fee fees vat tax taxes gst commission commissions mdr charges tip tips discount discounts surcharge gratuity';
/** `responseCode`, `result_code`: a state in the service's own numbers. */
const CODED = /^(response|resp|result|return|rc|status|state|error|failure|decline|reject)$/;
const VALUED =
  /^(invoice|order|bill|amount|paid|transaction|txn|payment|total|captured|refunded|refund|charge|sale)$/;

const FLAGS: Record<FlagRole, string> = {
  affirms:
    'paid captured success successful succeeded completed complete approved received collected charged confirmed accepted done',
  denies:
    'declined failed failure pending expired rejected unpaid overdue error uncaptured unsuccessful denied blocked',
  'takes-back':
    'refunded voided void reversed chargeback chargedback disputed cancelled canceled returned revoked',
};
export type FlagRole = 'affirms' | 'denies' | 'takes-back';

/** Names with these words say what may happen, or what was wanted, not what did. */
const MAY =
  /able$|^(can|may|allow|allows|allowed|supports|limit|limits|max|maximum|min|minimum|threshold|enabled|required|requested|expected|planned|next|auto|automatic)$/;
const COUNTED =
  /^(count|counts|counter|quantity|qty|pages|page|size|index|sequence|seq|attempts|attempt|retries|retry|days|exponent|percent|percentage|version|length|decimals|digits|scale|precision)$/;
const FIRST_OF_COUNT = /^(number|num|count|no)$/;
const COUNT = /^(count|counts|counter|quantity|qty|number|num|no|total|of)$/;
const COUNTABLE = /^(transactions|txns|trxs|orders|records|rows|entries|items|invoices|links|pages)$/;
const TIMES =
  /^(at|on|date|time|datetime|timestamp|day|created|updated|since|until|expiry|expires|expiration)$/;
const FIRST_OF_TIME = /^(date|time|timestamp|datetime)$/;

/** When what was done. `transaction`: `transactionDate`. `dated`: the name says no more than that it is a time. */
export type TimeRole =
  | 'paid'
  | 'transaction'
  | 'made'
  | 'dated'
  | 'updated'
  | 'refunded'
  | 'payout'
  | 'from'
  | 'to'
  | 'other';
const TIME_ROLES: readonly (readonly [TimeRole, RegExp])[] = [
  ['refunded', /^(refund|refunded|reversed|reversal|voided|void|chargeback)$/],
  [
    'other',
    /^(expiry|expires|expire|expiration|due|next|birth|deleted|sent|viewed|cancelled|canceled|authorized|authorised)$/,
  ],
  ['updated', /^(updated|update|modified|changed)$/],
  ['payout', /^(payout|settlement|disbursed)$/],
  ['paid', /^(paid|completed|captured|settled|charged|processed|received)$/],
  ['transaction', /^(payment|transaction|txn|trx|tran)$/],
  ['from', /^(from|start|begin|first)$/],
  ['to', /^(to|end|last)$/],
];

/**
 * How an amount counts. `came`: received. `transaction`, `bare`: the transaction's, which came if it was paid. `asked`: what
 * the order, invoice or link asks for. `back`: refunded. `rest`: still missing. `held`: by a hold, which brings nothing.
 * `net`, `gross`, `fee`, `tax`, `payout`: of payouts. `beside`: of something else.
 */
export type AmountRole =
  | 'came'
  | 'transaction'
  | 'bare'
  | 'asked'
  | 'back'
  | 'rest'
  | 'held'
  | 'net'
  | 'gross'
  | 'fee'
  | 'tax'
  | 'payout'
  | 'beside'
  | 'unknown';

const AMOUNT_ROLES: readonly (readonly [AmountRole, RegExp])[] = [
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
];
const BARE = /^(amount|amt|amounts|money|value|in|aed|fils|cents|minor|units|the|of|full|final)$/;
const MINOR = /^(fils|cents|minor)$/;

/** A `loose` id may be one of something else, so it counts only where no other of its sort stands. */
export type IdRole = 'loose';

type Id = readonly [sort: Sort, role?: IdRole | undefined];

/** The likeliest first. */
const ID_ENDS = 'id number no num reference ref identifier uuid guid'.split(' ');
const LISTED_ENDS = 'ids refs references numbers'.split(' ');
/** By the words before these endings. */
const IDS: readonly (readonly [Sort, RegExp, IdRole?])[] = [
  ['original-id', /^(original|parent)( \w+)?$|^(refunded|sale) (transaction|txn|payment)$|^capture$/],
  ['payout-id', /^(payout|settlement)$/],
  ['payout-id', /^(settlement )?batch$/, 'loose'],
  ['bank-reference', /^(bank|utr|transfer|bank transaction)$/],
  ['link-id', /^((payment|pay) )?link$|^(paylink|paymentlink)$/],
  ['order-id', /^orders?$/],
  ['reference', /^invoices?$/],
  ['reference', /^merchant invoices?$/, 'loose'],
  ['own-id', /^(transaction|txn|trx|trxn|tran|trans|payment|charge|refund|row)$/],
  ['number', /^(merchant|business|terminal|product|receipt|gateway)$/],
];
const IN_LISTS: ReadonlySet<Sort> = new Set(['own-id', 'order-id', 'reference']);
/** As references only: their own number stands on every row. */
const REFERRING = /^(merchant|external)$/;
/** Names that hold an id without saying so. */
const BARE_IDS: ReadonlyMap<string, Id> = new Map([
  ['invoice', ['reference', 'loose']],
  ['payout', ['payout-id', 'loose']],
  ['settlement', ['payout-id', 'loose']],
  ['charge', ['original-id']],
  ['payment', ['original-id']],
  ['transaction', ['original-id']],
  ['txn', ['original-id']],
  ['payment intent', ['original-id']],
  ['utr', ['bank-reference']],
  ['rrn', ['number']],
  ['arn', ['number']],
  ['stan', ['number']],
  ['auth code', ['number']],
  ['approval code', ['number']],
]);

const FILLERS = /^(is|has|was|been|are|the|current|overall|final|latest|my|our|your|fully|full)$/;

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
}

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const SETS = {
  forms: toSet(FORMS),
  states: toSet(STATES),
  kinds: toSet(KINDS),
  kindsOfPayment: toSet(KINDS_OF_PAYMENT),
  currencies: toSet(CURRENCIES),
  amounts: toSet(AMOUNTS),
  fees: toSet(FEES),
  means: toSet(MEANS),
};
const SUBJECT_OF = new Map(
  Object.entries(SUBJECTS).flatMap(([subject, words]) =>
    words.split(' ').map((word) => [word, subject as Subject] as const),
  ),
);
const FLAG_OF = new Map(
  Object.entries(FLAGS).flatMap(([role, words]) =>
    words.split(' ').map((word) => [word, role as FlagRole] as const),
  ),
);
const KIND_FLAGS =
  /^(refund|reversal|chargeback|fee|payout|auth|authorization|authorisation|preauth|verification)$/;

/** Words by which a name in small letters alone is taken apart: `paymentstatus`. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...Object.values(SUBJECTS),
    ...Object.values(FLAGS),
    FORMS,
    STATES,
    KINDS,
    KINDS_OF_PAYMENT,
    CURRENCIES,
    AMOUNTS,
    FEES,
    MEANS,
    ...BUSINESS,
    'response resp error failure bank period approval original parent external remaining missing due data record',
    'date time timestamp datetime created updated creation fully is at on of count from to start end summary',
    'processed generated issued expiry expires rrn arn stan utr',
    ...ID_ENDS,
    ...LISTED_ENDS,
  ].flatMap((words) => words.split(' ')),
);
const SHORT_WORDS = /^(is|id|no|at|of|on|to)$/;
const LONGEST_TOKEN = 60;

/** A name's words, in small letters. */
export const splitName = (name: string): string[] =>
  name
    .slice(0, 2 * LONGEST_TOKEN)
    .replace(/charged?[\s_-]?back/gi, ' chargeback ')
    // But not `3DS`.
    .replace(/([a-z]|[^\D3]|3(?!D))([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap(takeApart);

/** The fewest known words that make up the token; the token itself if there are none. */
function takeApart(token: string): string[] {
  if (KNOWN.has(token) || token.length < 4 || token.length > LONGEST_TOKEN) return [token];
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= token.length; end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const word = token.slice(start, end);
      const isWord = KNOWN.has(word) && (word.length > 2 || SHORT_WORDS.test(word));
      if (before === undefined || !isWord) continue;
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) best[end] = [...before, word];
    }
  }
  return best[token.length] ?? [token];
}

const NOTHING: NameSays = {
  sort: 'other',
  role: null,
  subject: null,
  form: null,
  isFree: false,
  isCode: false,
  isMinor: false,
  kindFlag: null,
};

export const readName = oncePerName((_plain, name): NameSays => {
  const all = splitName(name);
  const words = withoutFillers(name);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const subject = subjectIn(words);
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
  if (ofForm !== null && ofForm !== 'amount')
    return says(ofForm, { form: last, isFree: FREE.test(last), isCode: last === 'code' });
  if (TIMES.test(last) || FIRST_OF_TIME.test(words[0] ?? '')) return says('time', { role: timeRole(words) });
  if (isCount(words)) return says('count');
  const sort = sortOfHead(words);
  if (sort === 'state' || sort === 'currency') return says(sort);
  if (words.some((word) => MAY.test(word)) || COUNTED.test(last) || FIRST_OF_COUNT.test(words[0] ?? ''))
    return says('other');
  if (sort === 'kind') return says('kind');
  const flag = flagRole(words);
  if (flag !== null) {
    const isKind = /^(is|has)$/.test(all[0] ?? '') && KIND_FLAGS.test(words.join(''));
    return says('flag', { role: flag, kindFlag: isKind ? words.join('') : null });
  }
  if (/^(is|has)$/.test(all[0] ?? '')) {
    const kind = words.join('');
    return KIND_FLAGS.test(kind) ? says('flag', { kindFlag: kind }) : says('other');
  }
  if (sort === 'amount' || isAmount(words))
    return says('amount', {
      role: amountRole(words),
      isMinor: words.some((word) => MINOR.test(word)),
      form: words.length === 1 && SETS.forms.has(last) ? last : null,
    });
  if (words.length === 1 && SETS.forms.has(last))
    return says('other', { form: last, isFree: FREE.test(last), isCode: last === 'code' });
  if (SETS.means.has(last)) return says('means');
  if (last === 'name' && before.length === 1 && BUSINESS.includes(before[0] ?? ''))
    return says('business-name', { role: OWN_BUSINESS.test(before[0] ?? '') ? null : 'loose' });
  // Its value must say whether it is a time.
  return says('other', { role: rangeRole(words) });
});

/** Everything that a name is about, not only what its nearest word says: `customerOrderId`. */
export const subjectsOf = oncePerName(
  (_plain, name): ReadonlySet<Subject> =>
    new Set(splitName(name).flatMap((word) => SUBJECT_OF.get(word) ?? [])),
);

/** Whether every word of a name is in this table, so that it cannot be about anything else. */
export const isKnownName = oncePerName((_plain, name): boolean => {
  const words = splitName(name);
  return words.length > 0 && words.every((word) => KNOWN.has(word) || FILLERS.test(word));
});

/** Whether a container of this name holds a part of the record itself, or of what it is about. */
export const isKnownContainer = oncePerName((_plain, name): boolean => {
  const words = withoutFillers(name);
  const { subject, sort } = readName(name);
  const isPart = subject !== null || /^(state|currency|amount)$/.test(sort);
  return (
    isKnownName(name) && (isPart || words.every((word) => /^(data|record|response|summary)$/.test(word)))
  );
});

/** The nearest word to the name's end that says what it is about. */
function subjectIn(words: readonly string[]): Subject | null {
  for (const word of words.toReversed()) {
    const subject = SUBJECT_OF.get(word);
    if (subject !== undefined) return subject;
  }
  return null;
}

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

/** `amount_captured`, `totalPaid`, `netPayout`. */
const isAmount = (words: readonly string[]): boolean =>
  words.some((word) => /^(amount|amt)$/.test(word)) ||
  /^(gross|net) (sales|payout|settlement)$/.test(words.join(' ')) ||
  (/^total$/.test(words[0] ?? '') && words.length > 1 && amountRole(words) !== 'unknown');

function flagRole(words: readonly string[]): FlagRole | null {
  const roles = words.flatMap((word) => FLAG_OF.get(word) ?? []);
  const areAll = words.every((word) => FLAG_OF.has(word) || SUBJECT_OF.get(word) === 'payment');
  if (!areAll || roles.length === 0) return null;
  return roles.find((role) => role !== 'affirms') ?? 'affirms';
}

function amountRole(words: readonly string[]): AmountRole {
  const role = AMOUNT_ROLES.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
  return role ?? (words.every((word) => BARE.test(word)) ? 'bare' : 'unknown');
}

/** `periodFrom`, `end`. */
const rangeRole = (words: readonly string[]): TimeRole | null => {
  const isRange = words.slice(0, -1).every((word) => /^(period|range|cycle|settlement|payout)$/.test(word));
  const last = words.at(-1) ?? '';
  return !isRange ? null : /^(from|start)$/.test(last) ? 'from' : /^(to|end)$/.test(last) ? 'to' : null;
};

/** A link's own date is when it was made. */
const MADE = /^(created|creation|made|issued|generated|link|paylink)$/;
const DATED = /^(at|on|date|time|datetime|timestamp|day|local|utc|gmt)$/;

function timeRole(words: readonly string[]): TimeRole {
  // `paymentLinkDate` is no date of a payment.
  const said = words.filter((word, at) => !(/^pay(ment)?$/.test(word) && words[at + 1] === 'link'));
  const role = TIME_ROLES.find(([, pattern]) => said.some((word) => pattern.test(word)))?.[0];
  if (role === 'transaction' && said[0] === 'first') return 'from';
  if (role === 'transaction' && said[0] === 'last') return 'to';
  if (role !== undefined) return role;
  if (!said.every((word) => MADE.test(word) || DATED.test(word))) return 'other';
  return said.some((word) => MADE.test(word)) ? 'made' : 'dated';
}

/** `orderReferenceNo`: the words before the endings, and these. */
function splitId(words: readonly string[]): { of: string; endings: readonly string[] } {
  const last = words.findLastIndex((word) => !ID_ENDS.includes(word));
  return { of: words.slice(0, last + 1).join(' '), endings: words.slice(last + 1) };
}

function idIn(words: readonly string[]): Id | null {
  if (LISTED_ENDS.includes(words.at(-1) ?? ''))
    return IN_LISTS.has(idOf(words.slice(0, -1).join(' '))?.[0] ?? 'other') ? ['ids'] : null;
  const { of, endings } = splitId(words);
  if (endings.length === 0) return BARE_IDS.get(of) ?? null;
  const isReference = endings.some((word) => word === 'reference' || word === 'ref');
  // A reference of nobody knows what.
  if (isReference && of === '') return ['number', 'loose'];
  return isReference && REFERRING.test(of) ? ['reference', 'loose'] : idOf(of);
}

function idOf(words: string): Id | null {
  const found = IDS.find(([, pattern]) => pattern.test(words));
  return found === undefined ? null : [found[0], found[2]];
}

const withoutFillers = (name: string): string[] => splitName(name).filter((word) => !FILLERS.test(word));

/** What an `id` in a container of this name is; null: of something that ties nothing. */
export const idWithin = oncePerName((_plain, name) => idOf(withoutFillers(name).join(' ')));

/**
 * How likely a name of this ending holds its id; lower is likelier: `orderId` before `orderNo`. A name without an ending is one of
 * the loose ones, the first of them.
 */
export const rankIdEnding = oncePerName((_plain, name): number => {
  const [ending] = splitId(withoutFillers(name)).endings;
  return ending === undefined ? 0 : ID_ENDS.indexOf(ending) + 1;
});

/** Whether a list of this name holds the record's transactions or orders: `transactions`, `orderList`, `entries`. */
export const listsPayments = oncePerName((_plain, name): boolean =>
  withoutFillers(name).every((word) =>
    /^(payment|order|item)$/.test(
      SUBJECT_OF.get(word) ?? (/^(list|entries|details)$/.test(word) ? 'item' : ''),
    ),
  ),
);

/** Whether a name says no more than that it is a fee: `totalFees`, but not `processingFee`, which is one of several. */
export const isPlainFee = oncePerName((_plain, name): boolean =>
  withoutFillers(name).every(
    (word) => SUBJECT_OF.get(word) === 'fee' || SETS.amounts.has(word) || SETS.forms.has(word),
  ),
);

/** How likely a name of the business is the one that people know it by; lower is likelier. */
export const rankBusinessName = oncePerName((_plain, name) => BUSINESS.indexOf(splitName(name)[0] ?? ''));
