import fc from 'fast-check';
import type { AskedLink, FoundRecord, LinkIdentity } from '../../src/payments/index.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import {
  type AmountRank,
  KIND_WORDS,
  type KindSense,
  list,
  type MeantCase,
  type MeantRecord,
  STATE_WORDS,
  type Subject,
  type WordSense,
} from './meant-records.ts';

export const ASKED: AskedLink = {
  id: 'lnk_1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: 'https://pay.example.com/p/1',
  amountFils: 25_000,
  createdAt: Date.UTC(2026, 10, 1),
};

export const RIVAL: LinkIdentity = { id: 'lnk_2', invoiceId: 'INV-7', orderId: '100999', address: null };

/** One case: its meaning, and the service's spelling. */
export interface SpelledCase {
  meant: MeantCase;
  found: FoundRecord[];
  rivals: LinkIdentity[];
}

const SPELLINGS: ((words: readonly string[]) => string)[] = [
  (words) => words.join(''),
  (words) => words.join('_'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.join(' '),
  (words) => words.join('-'),
  (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  (words) =>
    words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
];

/** Chooses spellings. Only meanings shrink; a number is enough to repeat a spelling. */
type Pick = <Of>(of: readonly Of[]) => Of;

const createPick = (seed: number): Pick => {
  let state = seed >>> 0;
  return (of) => {
    // Mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const chosen = of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
};

const spell = (pick: Pick, text: string): string => pick(SPELLINGS)(text.split(' '));
const spellOne = (pick: Pick, texts: readonly string[]): string => spell(pick, pick(texts));
/** Unknown words keep their spelling. */
const stateWord = (pick: Pick, sense: WordSense): string =>
  sense === 'odd' ? pick(STATE_WORDS.odd) : spellOne(pick, STATE_WORDS[sense]);
/** The words of a kind must stay separable. */
const kindWord = (pick: Pick, sense: KindSense): string => {
  const text = pick(KIND_WORDS[sense]);
  if (sense === 'odd') return text;
  return pick(text.includes(' ') ? SPELLINGS.slice(1) : SPELLINGS)(text.split(' '));
};

const STATE_FIELDS: Record<Subject, readonly string[]> = {
  payment: ['payment', 'transaction', 'txn', 'trx', 'charge', 'capture', 'purchase', 'sale'].flatMap((of) =>
    ['status', 'state', 'result', 'outcome'].map((name) => `${of} ${name}`),
  ),
  record: ['status', 'state', 'result', 'outcome', 'current status', 'overall status', 'final state'],
  order: ['order status', 'order state', 'invoice status'],
  link: ['link status', 'payment link status', 'paylink state'],
};
const PAYMENT_CONTAINERS = list(`
  payment, transaction, latest payment, last transaction, payment details, txn info, charge,
  transaction data
`);
const KIND_FIELDS = {
  specific: list(`
    transaction type, txn type, payment kind, entry type, record type, transaction operation
  `),
  general: ['type', 'kind', 'operation', 'action'],
};
const AMOUNT_FIELDS: Record<AmountRank, readonly string[]> = {
  received: ['paid amount', 'amount paid', 'total paid', 'received amount', 'captured amount'],
  payment: ['transaction amount', 'txn amount', 'payment amount', 'amount'],
  asked: ['invoice amount', 'order amount', 'link amount', 'total amount', 'gross amount'],
};
const REFUND_FIELDS = ['refunded amount', 'amount refunded', 'total refunded'];

/** States and amounts of other things than the payment. */
const OTHERS = list(`
  settlement status, payout status, refund status, delivery status, email status, sms status,
  risk result, fraud status, three d secure status, customer status
`).map((name) => ({ name, isContainer: false }));
const OTHER_CONTAINERS = list(
  'settlement, payout, refund, delivery, three d secure, risk, customer, fee, notification',
).map((name) => ({ name, isContainer: true }));
const ANY_WORD = Object.values(STATE_WORDS).flat();

const otherFields = (pick: Pick, howMany: number): Fields => {
  const fields: Fields = { fee: 6.25, vat: '0.31', netAmount: 243.44, notes: 'PAID', rrn: '1' };
  for (let at = 0; at < howMany; at += 1) {
    const { name, isContainer } = pick([...OTHERS, ...OTHER_CONTAINERS]);
    const status = spellOne(pick, ANY_WORD);
    fields[spell(pick, name)] = isContainer ? { status, amount: pick([250, '243.75', 1, '250.00']) } : status;
  }
  return fields;
};

/** An amount as services write it. */
const writeAmount = (pick: Pick, fils: number | null): unknown => {
  if (fils === null) return pick<unknown>(['249.996', 'about 250', '2.5e2', { value: '1.2.3' }, '250.5.0']);
  const text = `${Math.floor(fils / 100)}.${String(fils % 100).padStart(2, '0')}`;
  return pick<unknown>([
    Number(text),
    text,
    `AED ${text}`,
    `${text} AED`,
    `${text}000`,
    `${text}0000000003`,
    { value: Number(text), currency: 'AED' },
    { amount: text },
    { total: text, currencyCode: 'aed' },
  ]);
};

interface Placed {
  key: string;
  value: unknown;
  isInside: boolean;
}

/** A word that is repeated is chosen more often. */
const among = <Of extends string>(words: string): fc.Arbitrary<Of> =>
  fc.constantFrom(...(words.split(' ') as Of[]));

const meantState = fc.record({
  subject: among<Subject>('payment payment record record record order link'),
  sense: among<WordSense>('paid paid paid done done done received part back ended taken-down life deny odd'),
  how: among('plain plain plain prefixed object flag inside'),
});

type StateDraft = { subject: Subject; sense: WordSense; how: string };

/** A flag is about the payment, and so is a general name inside the payment's container. */
function asMeant({ subject, sense, how }: StateDraft, of: MeantRecord['of']): MeantRecord['states'][number] {
  if (how === 'flag')
    return { subject: 'payment', sense: sense === 'paid' ? 'paid' : 'deny', namesPayment: false };
  if (how === 'inside' && subject === 'record') return { subject: 'payment', sense, namesPayment: false };
  // A general status in a link's record is about the link.
  const own = subject === 'record' && of === 'link' ? 'link' : subject;
  return { subject: own, sense, namesPayment: how === 'prefixed' && sense !== 'odd' };
}

const writeState = (pick: Pick, { subject, sense, how }: StateDraft): Placed => {
  if (how === 'flag') {
    const flag = sense === 'paid';
    const key = spellOne(pick, ['is paid', 'paid', 'fully paid']);
    return { key, value: pick([flag, String(flag)]), isInside: false };
  }
  const isInside = how === 'inside' && subject === 'record';
  const isPrefixed = how === 'prefixed' && sense !== 'odd';
  const value = isPrefixed ? spell(pick, `payment ${pick(STATE_WORDS[sense])}`) : stateWord(pick, sense);
  const key = spellOne(pick, isInside ? ['status', 'state', 'result'] : STATE_FIELDS[subject]);
  return { key, value: how === 'object' ? { code: value } : value, isInside };
};

const draft = fc.record({
  of: among<MeantRecord['of']>('transaction transaction transaction link'),
  via: among<MeantRecord['via']>('listing listing listing id'),
  owner: among<MeantRecord['owner']>(
    'order-id order-id order-id reference address none other-order unknown-order bare-id',
  ),
  states: fc.array(meantState, { minLength: 0, maxLength: 3, size: 'max' }),
  kinds: fc.array(
    fc.record({
      isSpecific: fc.boolean(),
      sense: among<KindSense>('payment payment payment method method no-payment gives-back odd'),
    }),
    { maxLength: 2 },
  ),
  amounts: fc.array(
    fc.record({
      rank: among<AmountRank>('received payment payment asked'),
      fils: among('25000 25000 25000 25000 12500 20000 24999 25001 250000 null').map((fils): number | null =>
        JSON.parse(fils),
      ),
    }),
    { maxLength: 2 },
  ),
  refundedFils: fc.constantFrom<(number | null)[]>(null, null, null, null, 0, 5_000, 25_000),
  isOtherCurrency: fc.constantFrom(false, false, false, false, false, true),
  transactionId: fc.constantFrom(null, 'T1', 'T2', 'T3'),
  isNested: fc.boolean(),
  others: fc.nat({ max: 4 }),
});

/** Almost a plain payment, so that often one field decides. */
const nearlyPlain = draft.map(
  (given): Draft => ({
    ...given,
    of: 'transaction',
    owner: 'order-id',
    states: [{ subject: 'record', sense: 'paid', how: 'plain' }, ...given.states.slice(0, 1)],
    kinds: given.kinds.slice(0, 1),
    amounts: [{ rank: 'payment', fils: ASKED.amountFils }],
    refundedFils: null,
  }),
);
const quiet = draft.map(
  (given): Draft => ({ ...given, states: [{ subject: 'payment', sense: 'deny', how: 'plain' }] }),
);

type Draft = typeof draft extends fc.Arbitrary<infer Of> ? Of : never;

const writeOwner = (pick: Pick, owner: MeantRecord['owner']): Fields => {
  const at = (names: readonly string[], value: unknown): Fields => ({ [spellOne(pick, names)]: value });
  switch (owner) {
    case 'order-id':
      return at(['order id'], pick<unknown>(['100234', 100_234]));
    case 'reference':
      return at(['invoice id', 'invoice number'], 'INV-7');
    case 'address':
      return at(['payment link', 'url'], 'https://pay.example.com/p/1');
    case 'none':
      return {};
    case 'other-order':
      return at(['order id'], '100777');
    case 'unknown-order':
      return { ...at(['order number'], 'X-1'), Invoice_Id: 'INV-7' };
    case 'bare-id':
      return { id: '100234' };
  }
};

const writeRecord = (given: Draft, no: number, pick: Pick): { meant: MeantRecord; found: FoundRecord } => {
  const { of, via, owner, states, amounts, refundedFils, isOtherCurrency, transactionId, isNested } = given;
  const kinds = of === 'link' ? [] : given.kinds;
  const outer: Fields = { no, ...otherFields(pick, given.others) };
  const inner: Fields = {};
  for (const one of states) {
    const { key, value, isInside } = writeState(pick, one);
    put(isInside ? inner : outer, key, value);
  }
  for (const { isSpecific, sense } of kinds)
    put(
      outer,
      spellOne(pick, isSpecific ? KIND_FIELDS.specific : KIND_FIELDS.general),
      kindWord(pick, sense),
    );
  for (const { rank, fils } of amounts) {
    // A bare amount in a link's record is the requested one, unless it is in the payment's container.
    const names = AMOUNT_FIELDS[rank].filter((name) => of === 'transaction' || name !== 'amount');
    put(isNested ? inner : outer, spellOne(pick, names), writeAmount(pick, fils));
  }
  if (refundedFils !== null) put(outer, spellOne(pick, REFUND_FIELDS), writeAmount(pick, refundedFils));
  if (isOtherCurrency) outer['currency'] = 'USD';
  if (transactionId !== null) outer['transactionId'] = transactionId;
  if (Object.keys(inner).length > 0) outer[spellOne(pick, PAYMENT_CONTAINERS)] = inner;
  return {
    meant: {
      of,
      via,
      owner,
      states: states.map((one) => asMeant(one, of)),
      kinds,
      amounts,
      refundedFils,
      isOtherCurrency,
      transactionId,
    },
    found: { kind: of, via, record: { fields: { ...outer, ...writeOwner(pick, owner) } } },
  };
};

/** An object cannot have two fields with one name: the second gets another spelling. */
function put(fields: Fields, key: string, value: unknown): void {
  fields[Object.hasOwn(fields, key) ? `${key}_` : key] = value;
}

/** The link's own record, which shows the fields of its ids and says nothing about a payment. */
const OWN: FoundRecord = {
  kind: 'link',
  via: 'listing',
  record: { fields: { orderId: '100234', Invoice_Id: 'INV-7', url: 'https://pay.example.com/p/1' } },
};

export const spelledCase: fc.Arbitrary<SpelledCase> = fc
  .record({
    drafts: fc.array(fc.oneof(draft, draft, nearlyPlain, quiet), { minLength: 1, maxLength: 4 }),
    hasRival: fc.constantFrom(false, false, true),
    spelling: fc.nat(),
  })
  .map(({ drafts, hasRival, spelling }) => {
    const pick = createPick(spelling);
    const records = oneById(drafts).map((one, no) => writeRecord(one, no, pick));
    return {
      meant: { askedFils: ASKED.amountFils, hasRival, records: records.map(({ meant }) => meant) },
      found: [OWN, ...records.map(({ found }) => found)],
      rivals: hasRival ? [RIVAL] : [],
    };
  });

/** A look-up by id returns one record. */
function oneById(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.map((one) => {
    if (one.via === 'listing') return one;
    const isFirst = !seen.has(one.of);
    seen.add(one.of);
    return isFirst ? one : { ...one, via: 'listing' };
  });
}

/** A plain payment in full in any spelling, with any fields about other things. */
export const plainPayment: fc.Arbitrary<FoundRecord> = fc
  .record({
    sense: among<WordSense>('paid received done'),
    subject: among<Subject>('payment record'),
    how: among('plain prefixed object flag inside'),
    kind: fc.constantFrom<(KindSense | null)[]>('payment', 'method', null),
    isSpecific: fc.boolean(),
    rank: among<AmountRank>('received payment asked'),
    owner: among<MeantRecord['owner']>('order-id reference address'),
    transactionId: fc.constantFrom(null, 'T1'),
    via: among<MeantRecord['via']>('id listing'),
    isNested: fc.boolean(),
    others: fc.nat({ max: 4 }),
    spelling: fc.nat(),
  })
  .map(({ sense, subject, how, kind, isSpecific, rank, spelling, ...rest }) => {
    const whole: Draft = {
      ...rest,
      of: 'transaction',
      states: [{ subject, sense: how === 'flag' ? 'paid' : sense, how }],
      kinds: kind === null ? [] : [{ isSpecific, sense: kind }],
      amounts: [{ rank, fils: ASKED.amountFils }],
      refundedFils: null,
      isOtherCurrency: false,
    };
    return writeRecord(whole, 1, createPick(spelling)).found;
  });
