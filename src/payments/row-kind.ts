import { oncePerName, plainName, type ServiceRecord } from '../payment-service/index.ts';
import { listParts, type PartOf } from './record-parts.ts';

/**
 * What a row of the transactions records. Only a payment brings money. `other`: an admin said that it is not
 * a payment.
 */
export type RowKind =
  | 'payment'
  | 'authorisation'
  | 'verification'
  | 'reversal'
  | 'refund'
  | 'void'
  | 'chargeback'
  | 'fee'
  | 'payout'
  | 'other';

/** `method`: how or where it was paid, which does not say what the row is. Null: an unknown word. */
export type KindWords = (word: string) => RowKind | 'method' | null;

export interface KindOfRow {
  /** Null: we do not know its word. */
  kind: RowKind | null;
  /** The service's own word and its field; null when the row has no such field. */
  word: string | null;
  field: string | null;
}

/** The words that make up each kind's names, apart from `_` and capitals: `PRE_AUTH`, `SaleRefund`. */
const TABLE: Record<RowKind | 'method' | 'filler', string> = {
  payment:
    'payment payments pay paid sale sales purchase purchases capture captured charge charged transaction txn order link paylink paymentlink checkout invoice deposit instalment installment subscription',
  authorisation:
    'auth authorization authorisation authorize authorise authorized authorised preauth preauthorization preauthorisation authonly hold',
  verification:
    'verify verification zeroauth cardverification accountverification cardcheck tokenization tokenisation tokenize',
  reversal: 'reversal reversals reverse reversed',
  refund: 'refund refunds refunded return returned',
  void: 'void voids voided cancel cancelled canceled cancellation',
  chargeback: 'chargeback chargebacks dispute disputed representment retrieval',
  fee: 'fee fees commission tax vat mdr surcharge',
  payout: 'payout payouts settlement settlements settled withdrawal transfer disbursement remittance',
  other: '',
  method:
    'card cards ecom ecommerce online web internet moto recurring pos wallet wallets applepay googlepay samsungpay apple google samsung visa mastercard amex mada bank netbanking qr tap contactless nfc app mobile hosted gateway onetime single 3ds cash aani',
  filler: 'with and by of the in on first full partial part new e com pre one time',
};

/** The order matters: `SALE_REFUND` is a refund, `AUTH_CAPTURE` a payment. */
const NOT_PAYMENTS = ['refund', 'chargeback', 'reversal', 'void', 'fee', 'payout', 'verification'] as const;
/** Names of fields that clearly give the kind of a transaction; then names that may mean other things too. */
const SPECIFIC =
  /^(transaction|txn|trx|tran|trans|payment|entry|record|row|movement)(type|kind|operation|action|category)$/;
const GENERAL = /^(type|kind|operation|operationtype|action)$/;
/** In these fields `CREDIT` and `DEBIT` mean cards. */
const OF_METHOD = /^payment(type|kind)$/;
const FLAG =
  /^is(refund|reversal|void|voided|chargeback|fee|payout|authorization|authorisation|preauth|verification)$/;
const LONGEST_WORD = 40;

/** The key for comparing words: ignores case, spaces, underscores and hyphens. */
export const kindWordKey = plainName;

/** `taught`: words that an admin has sorted, each in full as the service writes it. */
export const buildKindWords = (
  taught: { payment?: readonly string[] | undefined; other?: readonly string[] | undefined } = {},
): KindWords => {
  const table = new Map<string, RowKind | 'method' | 'filler'>();
  for (const [kind, words] of Object.entries(TABLE) as [RowKind | 'method' | 'filler', string][]) {
    for (const word of words.split(' ').filter(Boolean)) table.set(word, kind);
  }
  const own = new Map<string, RowKind>();
  for (const word of taught.payment ?? []) own.set(kindWordKey(word), 'payment');
  for (const word of taught.other ?? []) own.set(kindWordKey(word), 'other');
  return (word) => {
    const plain = plainName(word);
    const known = own.get(plain) ?? table.get(plain);
    if (known !== undefined && known !== 'filler') return known;
    const kinds = splitWord(word).map((part) => table.get(part) ?? null);
    const has = (kind: RowKind | 'method') => kinds.includes(kind);
    const none = NOT_PAYMENTS.find(has);
    if (none) return none;
    if (kinds.includes(null)) return null;
    if (has('authorisation'))
      return has('payment') && /captur|sale|purchase/.test(plain) ? 'payment' : 'authorisation';
    if (has('payment')) return 'payment';
    return has('method') ? 'method' : null;
  };
};

/** Null: the name is not about a row's kind. */
const kindNamed = oncePerName((name) => {
  const says = {
    flag: FLAG.test(name) ? name.replace(/^is/, '') : null,
    isSpecific: SPECIFIC.test(name),
    isGeneral: GENERAL.test(name),
    isOfMethod: OF_METHOD.test(name),
  };
  return says.flag !== null || says.isSpecific || says.isGeneral ? says : null;
});

/** A field that says what its row is. */
interface KindSaid {
  field: string;
  word: string;
  /** Null: an unknown word. */
  kind: RowKind | 'method' | null;
  isSpecific: boolean;
}

/** Every field that says what a row is, in the row's order. */
export const listKindsSaid = (record: ServiceRecord, words: KindWords): KindSaid[] => {
  const said: KindSaid[] = [];
  for (const { of, fields } of listParts(record, 'transaction')) {
    for (const field of Object.keys(fields)) {
      const one = readKind(field, fields[field], of, words);
      if (one) said.push(one);
    }
  }
  return said;
};

function readKind(field: string, value: unknown, of: PartOf, words: KindWords): KindSaid | null {
  const says = kindNamed(field);
  if (says === null) return null;
  if (says.flag !== null) {
    if (value !== true) return null;
    return { field, word: `${field}: true`, kind: words(says.flag), isSpecific: true };
  }
  const word = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (word === '') return null;
  const isCard = says.isOfMethod && /^(credit|debit)$/i.test(word);
  return {
    field,
    word: word.slice(0, LONGEST_WORD),
    kind: isCard ? 'method' : words(word.slice(0, LONGEST_WORD)),
    isSpecific: says.isSpecific || (of === 'payment' && says.isGeneral),
  };
}

/** A row with no word for its kind is a payment. */
export const readRowKind = (record: ServiceRecord, words: KindWords): KindOfRow => {
  const said = listKindsSaid(record, words);
  const none = said.find(({ kind }) => kind !== 'payment' && kind !== 'method' && kind !== null);
  const payment = said.find(({ kind, isSpecific }) => kind === 'payment' && isSpecific);
  const unknown = said.find(({ kind }) => kind === null);
  const by = none ?? payment ?? unknown ?? said.find(({ kind }) => kind === 'payment') ?? said[0];
  if (!by) return { kind: 'payment', word: null, field: null };
  return { kind: by.kind === 'method' ? 'payment' : by.kind, word: by.word, field: by.field };
};

const splitWord = (word: string): string[] =>
  word
    .slice(0, LONGEST_WORD)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
