import { remember } from './read-field.ts';

/** The words of which field names are made. */

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

const WORDS = {
  /** How a name may say that it writes the value of its container, or of the rest of its name: `status.code`, `statusText`. */
  forms: 'code name value text description desc label title display iso detail details key total amount',
  states: 'status state result outcome statuses',
  kinds: 'type kind operation action command object entity event intent direction',
  /** Kinds only where the name is about the payment: `transactionCategory`. */
  kindsOfPayment: 'category nature class',
  currencies: 'currency ccy curr currencies',
  amounts: 'amount amt amounts total totals sum price gross subtotal payable outstanding balance',
  fees: 'net fee fees vat tax taxes gst commission commissions mdr charges tip tips discount discounts surcharge gratuity',
  means: 'method mode brand scheme network',
};
/** Free text, which is silent unless it is understood. */
export const FREE = /^(description|desc|label|title|display)$/;
/** Before `name`, the likeliest first. */
export const BUSINESS = 'business merchant trade trading brand company display legal'.split(' ');
const FLAGS: Record<FlagRole, string> = {
  affirms:
    'paid captured success successful succeeded completed complete approved received collected charged confirmed accepted done',
  denies:
    'declined failed failure pending expired rejected unpaid overdue error uncaptured unsuccessful denied blocked',
  'takes-back':
    'refunded voided void reversed chargeback chargedback disputed cancelled canceled returned revoked',
  tests: 'test testing sandbox simulated simulation dummy demo',
  'is-real': 'live livemode production prod',
};
/** `tests`: yes says that no real money moved. `is-real`: no says it. */
export type FlagRole = 'affirms' | 'denies' | 'takes-back' | 'tests' | 'is-real';

/** The likeliest first. */
export const ID_ENDS = 'id number no num reference ref identifier uuid guid'.split(' ');
export const LISTED_ENDS = 'ids refs references numbers'.split(' ');
const FILLERS = /^(is|has|was|been|are|the|current|overall|final|latest|my|our|your|fully|full)$/;

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
export const SETS = Object.fromEntries(
  Object.entries(WORDS).map(([of, words]) => [of, toSet(words)]),
) as Record<keyof typeof WORDS, ReadonlySet<string>>;
/** What each word of a table says. */
export const indexWords = <Says extends string>(
  table: Partial<Record<Says, string>>,
  between = ' ',
): ReadonlyMap<string, Says> =>
  new Map(
    (Object.entries(table) as [Says, string][]).flatMap(([says, words]) =>
      words.split(between).map((word) => [word, says] as const),
    ),
  );
export const SUBJECT_OF: ReadonlyMap<string, Subject> = indexWords(SUBJECTS);
export const FLAG_OF = indexWords(FLAGS);
/** Words by which a name in small letters alone is taken apart: `paymentstatus`. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...Object.values(SUBJECTS),
    ...Object.values(FLAGS),
    ...Object.values(WORDS),
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

/** Names of what is usual beside a payment and says nothing of it. */
const ORDINARY = toSet(
  `language lang locale country region city street zip postal postcode timezone zone offset ip agent browser device platform os
  version api website site host domain color colour theme template logo image frequency interval plan cycle origin hash signature
  checksum algorithm key nonce mcc acquirer acquiring processor gateway provider service bank issuer issuing industry sector created
  by operator cashier entry initial original initiated initiator group tag tags priority level family product products flow model
  schema class level reason summary present mode setup future usage confirmation capture network risk outcome flagged seller
  protection eligible sequence recurring stored credential indicator data first last middle name title unit units format file
  correlation trace span request tenant tenure branch department division`,
);

/** What people write. It is never read for what it says. */
const WRITTEN =
  /^(description|desc|narration|narrative|note|notes|purpose|remark|remarks|comment|comments|memo|label|title|display|name|names|address|city|street|email|phone|mobile|tel|msisdn|subject|statement|descriptor|custom|meta|metadata|udf\d*|tags?|slug|url|uri|link|image|logo)$/;

/** What a gateway writes of an answer, a state or a failure: `responseMessage`, `decline_reason`. */
const GATEWAY_TEXT = /^(message|messages|msg|text|reason|reasons)$/;
const OF_GATEWAY =
  /^(response|resp|status|state|result|outcome|gateway|issuer|acquirer|processor|bank|failure|fail|failed|decline|declined|error|reject|rejected|rejection|cancel|cancellation)$/;
/** What a merchant hangs on a payment, whatever its names. */
const HUNG_ON = /^(meta|metadata|custom|udf\d*|tags?)$/;

/**
 * How a value is heard whose name gives it no vote. `denials`: only where it plainly says that no money came, or that it went back.
 * `gateway`: there, and where nobody understands it. `unknown`: nobody knows the name, so a word that nobody understands is asked
 * about. Null: people write it, and it says nothing.
 */
export type Heard = 'denials' | 'gateway' | 'unknown' | null;

export const heardBy = remember((name): Heard => {
  const words = splitName(name);
  if (isGatewayText(words)) return 'gateway';
  if (words.some((word) => WRITTEN.test(word))) return null;
  const areKnown = words.every((word) => KNOWN.has(word) || FILLERS.test(word) || ORDINARY.has(word));
  return areKnown ? 'denials' : 'unknown';
});

export const isGatewayText = (words: readonly string[]): boolean =>
  GATEWAY_TEXT.test(words.at(-1) ?? '') && words.slice(0, -1).some((word) => OF_GATEWAY.test(word));

const OF_PAST = /^(history|histories|timeline|log|logs|trail|attempts|events)$/;

/** Whether a list of this name tells what became of the payment, step by step: `statusHistory`, `events`, but not `webhookLog`. */
export const isPast = remember((name): boolean => {
  const words = splitName(name);
  const isOfPayment = words.every((word) => /^(payment|request)$/.test(SUBJECT_OF.get(word) ?? 'payment'));
  return isOfPayment && OF_PAST.test(words.at(-1) ?? '');
});

/** Parts of names that no flag has: `declineReason`. */
const AGAINST = /^(decline|reject|rejection|fail|cancel|cancellation)$/;

/** Whether a name has a word that denies, takes back or tests, so that it may say something at any time. */
export const speaksAgainst = remember((name): boolean =>
  splitName(name).some(
    (word) =>
      (FLAG_OF.get(word) ?? 'affirms') !== 'affirms' ||
      /^(refund|dispute)$/.test(SUBJECT_OF.get(word) ?? '') ||
      AGAINST.test(word),
  ),
);

/** Whether a container of this name holds what a merchant wrote. */
export const isHungOn = remember((name) => splitName(name).some((word) => HUNG_ON.test(word)));

/** The words of a name or a value, in small letters. */
export const splitWords = (text: string): string[] =>
  text
    .slice(0, 2 * LONGEST_TOKEN)
    .replace(/charged?[\s_-]?back/gi, ' chargeback ')
    // But not `3DS`.
    .replace(/([a-z]|[^\D3]|3(?!D))([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those of a name may be written without a sign between them. */
export const splitName = (name: string): string[] => splitWords(name).flatMap(takeApart);

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

export const withoutFillers = (name: string): string[] =>
  splitName(name).filter((word) => !FILLERS.test(word));

/** Everything that a name is about, not only what its nearest word says: `customerOrderId`. */
export const subjectsOf = remember(
  (name): ReadonlySet<Subject> => new Set(splitName(name).flatMap((word) => SUBJECT_OF.get(word) ?? [])),
);

/** Whether every word of a name is in this table, so that it cannot be about anything else. */
export const isKnownName = remember((name): boolean => {
  const words = splitName(name);
  return words.length > 0 && words.every((word) => KNOWN.has(word) || FILLERS.test(word));
});

/** The nearest word to the name's end that says what it is about. */
export function subjectIn(words: readonly string[]): Subject | null {
  for (const word of words.toReversed()) {
    const subject = SUBJECT_OF.get(word);
    if (subject !== undefined) return subject;
  }
  return null;
}
