import { indexWords, splitName, splitWords } from './name-words.ts';
import { plainName, remember } from './read-field.ts';
import { createAsSaid, type NameSaid } from './said-names.ts';

/**
 * The one table of words. A value is read word by word: `PAYMENT_CAPTURED`, `Paid Successfully`. A word that is not in
 * the table makes the whole value unknown: it is asked about, and never counts as yes.
 */

/**
 * What a state says.
 * - `paid`: money came. `done`: something went well; if it is the payment, money came. `once`: may be no more than a request
 *   that came in, so alone it is asked about.
 * - `partly`: some of the money came.
 * - `hold`: the money is reserved. `waiting`: not paid yet. `life`: of the link or order itself. `closed`: taken out of
 *   service, which may be because it was paid.
 * - `refunded`, `partly-refunded`, `void`, `disputed`: money went back. `won`, `lost`: how a dispute ended, for the merchant.
 * - `test`: no real money moved.
 * - `silent`: nothing.
 */
export type StateSays = Exclude<keyof typeof STATES, 'filler' | 'part' | 'not'>;

/** By the words of the value alone, in small letters; `-` joins words that mean something else together. */
const STATES = {
  paid: 'paid settled captured collected paidout purchased charged sold payed credited disbursed',
  done: 'success successful succeeded successfull succss completed complete confirmed done ok passed accepted fulfilled',
  once: 'approved processed received',
  partly: 'underpaid overpaid',
  hold: 'authorized authorised preauthorized preauthorised authorization authorisation preauth held hold uncaptured',
  waiting:
    'pending unpaid awaiting waiting overdue inprogress processing unsettled incomplete due intransit queued submitted review',
  life: 'created open opened active new initiated initialized initialised started issued sent generated viewed live scheduled draft delivered enabled registered',
  closed: 'closed inactive deactivated disabled archived',
  failed:
    'failed failure fail declined decline rejected refused error denied unsuccessful blocked invalid insufficientfunds donothonor donothonour notfound',
  cancelled: 'cancelled canceled deleted revoked withdrawn abandoned',
  expired: 'expired timeout timedout lapsed',
  refunded: 'refunded refund reversed reversal returned',
  'partly-refunded': '',
  void: 'void voided',
  disputed: 'chargeback chargebacks chargedback disputed dispute',
  won: 'won',
  lost: 'lost',
  test: 'test testing testmode sandbox simulated simulation dummy',
  silent: 'norefund',
  filler:
    'payment payments transaction txn order link invoice paylink card sale customer user bank issuer gateway by the in on of with and for was is has been fully full successfully online status to purchase awaitingpayment pay and state from merchant account capture under',
  part: 'partial partially partly part',
  not: 'not non un no never',
};
/** Stands in a record for what is not read. Nobody can say what it means. */
export const TOO_DEEP = '(too deep)';

/** What is kept of a text that nobody should read: it is long, or the customer's. Nobody understands it, like what it stands for. */
export const withhold = (value: unknown): string => `(a text of ${[...String(value)].length} letters)`;
const WITHHELD = /^\(a text of \d+ letters\)$/;

/** It stands for many values, so all that can be said is what its name never says. */
export const standsForAny = (word: string): boolean => WITHHELD.test(word) || word === TOO_DEEP;

/** What an answer about the name as a whole is kept by: which amount counts, or that it never says anything. */
export const WHOLE_NAME = '*';

/** The words that share an answer. */
export const wordKey = (word: string): string => (standsForAny(word) ? WHOLE_NAME : plainName(word));

/** They stand where a value is missing: of a state, a kind, a currency, an amount or an id. */
const EMPTY: ReadonlySet<string> = new Set('none na null nil undefined unspecified notapplicable'.split(' '));

/** `N/A`, `(null)`, `--`. */
export const isEmptyWord = (word: string): boolean =>
  EMPTY.has(word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')) || /^\s*-+\s*$/.test(word);

/** Words that say something else together than each of them. */
const TOGETHER: Partial<Record<StateSays, string>> = {
  paid: 'paid out|payment received',
  hold: 'requires capture',
  waiting: 'in progress|in transit|requires action|requires confirmation|requires payment method',
  failed: 'insufficient funds|do not honor',
  expired: 'timed out|time out',
  won: 'chargeback reversed|chargeback reversal|resolved seller favour',
  lost: 'resolved buyer favour',
};
const MOST_TOGETHER = 3;
/** Whole values in a field for a code. ISO 8583 declines by two digits. */
const CODES: readonly (readonly [StateSays, RegExp])[] = [
  ['done', /^0+$/],
  ['failed', /^(0[1-79]|1[2-9]|[2-9]\d)$/],
];
/** PayTabs writes a payment's state as one letter. */
const LETTERS: Partial<Record<StateSays, string>> = {
  done: 'a',
  hold: 'h',
  waiting: 'p',
  void: 'v',
  failed: 'e d',
};

/** What a row of the transactions records. Only a payment brings money. `method`: how it was paid, which decides nothing. */
export type KindSays = Exclude<keyof typeof KINDS, 'filler'>;

/** How money goes back to a customer. By a chargeback their bank takes it: they dispute the payment. */
export const BACK_KINDS = ['refund', 'void', 'chargeback'] as const;
export type BackKind = (typeof BACK_KINDS)[number];

const KINDS = {
  payment:
    'payment payments pay paid sale sales purchase purchases capture captured charge charged transaction txn order link paylink paymentlink checkout invoice deposit subscription instalment installment in incoming inbound',
  authorisation:
    'auth authorization authorisation authorize authorise authorized authorised preauth preauthorization preauthorisation authonly hold',
  verification:
    'verify verification zeroauth cardverification accountverification cardcheck tokenization tokenisation tokenize',
  reversal: 'reversal reversals reverse reversed',
  refund: 'refund refunds refunded return returned',
  void: 'void voids voided cancel cancelled canceled cancellation',
  chargeback: 'chargeback chargebacks dispute disputed disputes retrieval',
  'refund-reversal': '',
  'chargeback-reversal': 'representment',
  fee: 'fee fees commission tax vat mdr surcharge',
  payout: 'payout payouts settlement settlements settled withdrawal transfer disbursement remittance',
  other: '',
  method:
    'card cards ecom ecommerce online web internet moto recurring pos wallet wallets applepay googlepay samsungpay apple google samsung visa mastercard amex mada bank netbanking qr tap contactless nfc app mobile hosted gateway onetime single 3ds cash aani regular unscheduled oneoff list',
  filler:
    'with and by of the on first full partial part new e com pre one time intent session event created succeeded completed success',
};
/** What went back comes again: `CHARGEBACK_REVERSED`, `dispute won`, `reversed refund`. */
const REVERSALS = [
  ['refund-reversal', /refund(ed)?[^a-z]*revers|reversed[^a-z]*refund/i],
  [
    'chargeback-reversal',
    /(charge[^a-z]*back|dispute)s?[^a-z]*(revers|won\b)|reversed[^a-z]*charge[^a-z]*back|representment/i,
  ],
] as const;
/** The order matters: `SALE_REFUND` is a refund, `AUTH_CAPTURE` a payment. */
export const NOT_PAYMENTS: readonly Exclude<KindSays, 'method'>[] = [
  'refund',
  'chargeback',
  'reversal',
  'void',
  'fee',
  'payout',
  'verification',
];

const AED =
  /^(aed|784|dhs?|dirhams?|emirati dirhams?|u\.?a\.?e\.? dirhams?|united arab emirates dirhams?|د\.?إ\.?|درهم)$/i;
/** By its code or, in ISO 4217, its number; anything else names none that we know. */
const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (text: string): boolean => CURRENCY_CODES.has(text.toUpperCase()) || /^\d{3}$/.test(text);

export type CurrencySays = 'aed' | 'other';

/** A value with its name, as a workspace was asked about it. */
export interface TaughtWord {
  /** The plain names of the leaf's path, joined by `.`. */
  name: string;
  word: string;
  says: Says;
  /** When it was first asked about, in milliseconds since the epoch. */
  at?: number;
}

/** In which unit a name writes its amounts. */
export const UNITS = ['fils', 'dirhams'] as const;
export type Unit = (typeof UNITS)[number];

/** Kept for the name, by what its amount looked like: a hundred times what was due, or, once that was answered, a hundredth of it. */
export const SEEMS_FILS = '*fils';
export const SEEMS_DIRHAMS = '*dirhams';
export const asksUnit = (word: string): boolean => word === SEEMS_FILS || word === SEEMS_DIRHAMS;

export const TAUGHT_SAYS = ['nothing', 'paid', 'not-paid', 'refunded'] as const;
export type TaughtSays = (typeof TAUGHT_SAYS)[number];

/** Whatever an admin can say of a name with its value. */
export type Says = TaughtSays | Unit | NameSaid;

/** The settings’ words: `PAYLINK_PAID_WORDS` and its brothers. */
export const CONFIGURED_STATES = [
  'paid',
  'done',
  'partly',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'waiting',
] as const;
export type ConfiguredState = (typeof CONFIGURED_STATES)[number];

/** What words mean, for one workspace. Null: not understood. */
export interface Vocabulary {
  state(word: string, isCode?: boolean): StateSays | null;
  kind(word: string): KindSays | null;
  currency(word: string): CurrencySays | null;
  /** What an admin said of this value under this name. */
  taught(name: string, word: string): TaughtSays | null;
  /** An admin said that this name never says anything, whatever stands there. A yes or no does say something. */
  silences(name: string, word: string): boolean;
  /** In which unit an admin said that this name writes, in a record first seen then; null: nobody said. */
  unit(name: string, seenAt?: number): Unit | null;
  /** The record with what an admin said of its names. */
  asSaid: ReturnType<typeof createAsSaid>;
}

/** What speaks against a payment wherever it stands. */
const OBJECTS =
  /^(failed|cancelled|expired|hold|waiting|refunded|partly-refunded|void|disputed|won|lost|test)$/;

/** What a value says against a payment by the table alone, whatever its name. Null: nothing. */
export const readObjection = (word: string): StateSays | null => {
  const says = TABLE.state(word);
  return says !== null && OBJECTS.test(says) ? says : null;
};

/** A number may be a count. */
export const YES_OR_NO = /^(true|false|y|n|yes|no)$/i;

/** Whether what a name says that was never to say anything is asked about again: it denies, or takes back. */
export const isHeardAnyway = (says: StateSays | null): says is StateSays =>
  says !== null && (OBJECTS.test(says) || says === 'partly');

/** A longer value is free text. */
export const LONGEST_WORD = 40;

const STATE_OF = indexWords(STATES);
const KIND_OF = indexWords(KINDS);
const LETTER_OF = indexWords(LETTERS);
const TOGETHER_OF = indexWords(TOGETHER, '|');

/** `configured` wins over the table, and what was taught over both. */
export const buildVocabulary = (
  configured: Partial<Record<ConfiguredState, readonly string[]>> = {},
  taught: readonly TaughtWord[] = [],
): Vocabulary => {
  const own = new Map<string, StateSays>();
  for (const says of CONFIGURED_STATES)
    for (const word of configured[says] ?? []) own.set(plainName(word), says);
  const said = new Map<string, TaughtSays>();
  const units = new Map<string, { says: Unit; at: number }>();
  for (const { name, word, says, at = 0 } of taught)
    if (says === 'fils' || says === 'dirhams') units.set(`${name}\n${word}`, { says, at });
    else if (isTaught(says)) said.set(`${name}\n${wordKey(word)}`, says);
  const state = remember((word) => own.get(plainName(word)) ?? readState(word));
  const code = remember((word) => own.get(plainName(word)) ?? readCode(word) ?? readState(word));
  const kind = remember(readKind);
  return {
    state: (word, isCode = false) => (isCode ? code : state)(word),
    kind,
    currency: (word) => (AED.test(word.trim()) ? 'aed' : isCurrency(word.trim()) ? 'other' : null),
    taught: (name, word) => {
      // The setting is the operator's word.
      if (said.size === 0 || own.has(plainName(word)) || standsForAny(word)) return null;
      return said.get(`${name}\n${plainName(word)}`) ?? null;
    },
    silences: (name, word) =>
      said.get(`${name}\n${WHOLE_NAME}`) === 'nothing' && !own.has(plainName(word)) && !YES_OR_NO.test(word),
    unit: (name, seenAt = Number.POSITIVE_INFINITY) =>
      [SEEMS_DIRHAMS, SEEMS_FILS]
        .map((asked) => units.get(`${name}\n${asked}`))
        .find((one) => one !== undefined && one.at <= seenAt + ASKED_AFTER_MS)?.says ?? null,
    asSaid: createAsSaid(taught),
  };
};

const isTaught = (says: Says): says is TaughtSays => (TAUGHT_SAYS as readonly string[]).includes(says);

/** A question comes after the record that it is about. */
const ASKED_AFTER_MS = 60_000;

const readCode = (word: string): StateSays | null =>
  CODES.find(([, pattern]) => pattern.test(word.trim()))?.[0] ?? null;

/** The state that takes the others with it stands first: `CARD_DECLINED`, `PAYMENT_REFUNDED`. */
const STRONGEST =
  'test won lost disputed refunded void failed cancelled expired waiting hold partly paid done once closed life'.split(
    ' ',
  ) as StateSays[];
/** Of these, one word of each sort at most: `SUCCESS_PENDING` says nothing certain. */
const sideOf = (says: StateSays): string =>
  /^(paid|done|once|partly)$/.test(says)
    ? 'came'
    : /^(refunded|void|disputed|won|lost)$/.test(says)
      ? 'back'
      : /^(failed|cancelled|expired|waiting|hold)$/.test(says)
        ? 'not'
        : 'life';

const SUBJECT = /^(payment|payments|transaction|txn|sale)$/;
const OTHER = /^(link|paylink|card|customer|user|merchant|account)$/;

function readState(word: string): StateSays | null {
  if (word.length > LONGEST_WORD) return null;
  if (isEmptyWord(word)) return 'silent';
  const whole = plainName(word);
  const letter = whole.length === 1 ? LETTER_OF.get(whole) : STATE_OF.get(whole);
  if (letter !== undefined && letter !== 'filler' && letter !== 'part' && letter !== 'not') return letter;
  const words = splitWords(word);
  const said: StateSays[] = [];
  let isPart = false;
  let isNot = false;
  let hasSubject = false;
  let hasOther = false;
  for (let at = 0; at < words.length; at += 1) {
    const together = [MOST_TOGETHER, 2].find((count) =>
      TOGETHER_OF.has(words.slice(at, at + count).join(' ')),
    );
    const count = together ?? 1;
    const says = TOGETHER_OF.get(words.slice(at, at + count).join(' ')) ?? STATE_OF.get(words[at] ?? '');
    at += count - 1;
    if (says === undefined) return null;
    if (says === 'part') isPart = true;
    else if (says === 'not') isNot = true;
    else if (says === 'filler') {
      const word = words[at] ?? '';
      hasSubject ||= SUBJECT.test(word) && words[at + 1] !== 'link';
      hasOther ||= OTHER.test(word);
    } else said.push(says);
  }
  const strongest = STRONGEST.find((says) => said.includes(says));
  if (strongest === undefined) return isPart && !isNot && words.length === 1 ? 'partly' : null;
  const side = sideOf(strongest);
  if (isNot) return side === 'came' ? 'waiting' : side === 'back' ? 'silent' : null;
  // A refund that is on its way, or failed, is no refund yet.
  const sides = new Set(said.map(sideOf).filter((one) => one !== 'life'));
  const isDone =
    side === 'back' && said.every((says) => sideOf(says) === 'back' || /^(done|once)$/.test(says));
  if (sides.size > 1 && !isDone) return null;
  if (isPart) return side === 'back' ? 'partly-refunded' : side === 'came' ? 'partly' : null;
  if (strongest !== 'done' && strongest !== 'once') return strongest;
  // "PAYMENT_SUCCESS": about the payment wherever it appears. "LINK_SUCCESS": about something else.
  if (hasSubject) return strongest === 'done' ? 'paid' : 'once';
  return hasOther ? null : strongest;
}

function readKind(word: string): KindSays | null {
  if (word.length > LONGEST_WORD) return null;
  const reversal = REVERSALS.find(([, pattern]) => pattern.test(word));
  if (reversal) return reversal[0];
  const known = KIND_OF.get(plainName(word));
  if (known !== undefined && known !== 'filler') return known;
  const kinds = splitName(word).map((part) => KIND_OF.get(part) ?? null);
  const has = (kind: KindSays) => kinds.includes(kind);
  const none = NOT_PAYMENTS.find(has);
  if (none) return none;
  if (kinds.includes(null)) return null;
  if (has('authorisation'))
    return has('payment') && /captur|sale|purchase/i.test(word) ? 'payment' : 'authorisation';
  if (has('payment')) return 'payment';
  return has('method') ? 'method' : null;
}

/** Words that no setting and no admin has explained. */
export const TABLE = buildVocabulary();
