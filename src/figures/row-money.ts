import {
  type BackKind,
  type Leaf,
  readLeaves,
  type StateSays,
  type TaughtSays,
  type Vocabulary,
} from '../payment-service/index.ts';
import { classifyLink, classifyRow, type Meaning } from '../payments/index.ts';
import type { ListedRow, ReportKind } from './listed-row.ts';
import type { Standing } from './sale-figures.ts';

/**
 * What a row means for the money in a report. `received`: money that came in (transactions), was paid out (payouts), or
 * was paid by a link (links), even if a part of it went back. Only links and payouts can be
 * `partly` or `cancelled`, and only links of ours `replaced` or `disputed`. A `refunded` payout came back. In the order in which totals list them.
 */
export const MONEY_CLASSES = [
  'received',
  'partly',
  'refunded',
  'disputed',
  'waiting',
  'replaced',
  'failed',
  'cancelled',
  'expired',
  'other',
  'unclassified',
] as const;
export type MoneyClass = (typeof MONEY_CLASSES)[number];

export interface RowMoney {
  is: MoneyClass;
  /** Integer fils. For money that went back, its size whatever the sign; less than nothing if it came again. Null: no exact amount can be read. */
  fils: number | null;
  currency: string;
  /** For a received payment or a paid link: what went back by its own row. */
  refundedFils: number;
  /** For a paid link: a part went back, and its row does not say how much. */
  isRefundOpen: boolean;
  /** How it went back, if something did. */
  back: BackKind;
  /** For a refund: false if the row may be the payment's own, which then counts in no other sum. */
  isOwnRefund: boolean;
  /** A void or a reversal: we cannot tell whether the payment had been received. */
  isUndoing: boolean;
  /** Of a link of ours: its record alone says something else. */
  isSaidOtherwise?: boolean;
}

/** The interface's only currency, for amounts that name none. */
const AED = 'AED';

type ReadMoney = (row: ListedRow, words: Vocabulary) => RowMoney;

export const createReadMoney = (kind: ReportKind, words: Vocabulary): ((row: ListedRow) => RowMoney) => {
  const read = READERS[kind];
  // The unread part of the row may contradict the rest.
  return (row) => (row.hasUnread && row.own === undefined ? asListed(row, words, null) : read(row, words));
};

/** What a row adds to the money received, paid out, or paid, in AED; less than nothing for a refund. Integer fils; null: nothing. */
export const createReadCounted = (
  kind: ReportKind,
  words: Vocabulary,
): ((row: ListedRow) => number | null) => {
  const read = createReadMoney(kind, words);
  return (row) => {
    const { is, fils, currency, isOwnRefund } = read(row);
    if (fils === null || currency !== AED) return null;
    if (is === 'received') return fils;
    return isOwnRefund ? -fils : null;
  };
};

const READERS: Record<ReportKind, ReadMoney> = {
  transactions: ({ fields }, words) => {
    const { is, kind, back, amounts } = classifyRow({ fields }, words);
    const { received, refunded, currency, isOtherCurrency } = amounts;
    const amount = typeof received === 'number' ? received : null;
    const money = {
      is,
      fils: amount,
      currency: isOtherCurrency && currency !== null ? currency.toUpperCase() : AED,
      refundedFils: is === 'received' ? refunded : 0,
      isRefundOpen: false,
      back: back.kind,
      isOwnRefund: false,
      isUndoing: false,
    };
    if (is !== 'refunded' && is !== 'other') return money;
    if (is === 'other') return { ...money, isUndoing: kind === 'void' || kind === 'reversal' };
    // A refund's row may also carry the amount of its payment.
    const fils = refunded || (amount === null ? null : Math.abs(amount));
    return {
      ...money,
      fils: back.isUndone && fils !== null ? -fils : fils,
      isOwnRefund: kind !== 'payment' || (amount !== null && amount < 0),
    };
  },
  /** Only by the service's states: we know nothing else about a payout. */
  payouts: (row, words) => asListed(row, words, readPayoutMeaning(row, words)),
  /** The requested amount, by the state of the link: ours as we judged it by all its records, any other as its own says. */
  links: (row, words) => {
    const { meaning, askedFils, refundedFils } = classifyLink({ fields: row.fields }, words);
    const money = asListed({ ...row, amountFils: askedFils ?? row.amountFils }, words, meaning);
    const { own } = row;
    const back = own === undefined ? refundedFils : own.is === 'paid' ? own.refundedFils : 0;
    return {
      ...money,
      ...(own && { is: OF_OWN[own.is], fils: own.amountFils, currency: AED }),
      refundedFils: back ?? 0,
      isRefundOpen: back === null,
      back: own?.backKind ?? 'refund',
      // The service knows nothing of what replaces a link.
      isSaidOtherwise:
        own !== undefined && OF_OWN[own.is === 'replaced' ? 'stillToCome' : own.is] !== money.is,
    };
  },
};

const OF_OWN: Record<Standing, MoneyClass> = {
  paid: 'received',
  partly: 'partly',
  refunded: 'refunded',
  disputed: 'disputed',
  toCheck: 'unclassified',
  stillToCome: 'waiting',
  replaced: 'replaced',
  expired: 'expired',
};

/** A payout that was only processed may not be at the bank. */
const OF_PAYOUT: Record<StateSays, Meaning> = {
  paid: 'paid',
  done: 'paid',
  once: 'unclear',
  partly: 'partly',
  hold: 'waiting',
  waiting: 'waiting',
  life: 'waiting',
  closed: 'unclear',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  won: 'unclear',
  lost: 'unclear',
  test: 'unclear',
  refunded: 'refunded',
  'partly-refunded': 'unclear',
  void: 'cancelled',
  disputed: 'refunded',
  silent: null,
};

const TAUGHT: Record<TaughtSays, Meaning> = {
  nothing: null,
  paid: 'paid',
  'not-paid': 'waiting',
  refunded: 'refunded',
};

/** The states of its transactions are not the payout's. */
const isOfPayout = ({ sort, subject, path, isFree }: Leaf): boolean =>
  sort === 'state' &&
  !isFree &&
  (subject === 'settlement' || subject === 'own' || (subject === 'payment' && path.length === 1));

/** By all its states: what is not understood, or contradicts another, leaves it unclear. */
function readPayoutMeaning({ fields }: ListedRow, words: Vocabulary): Meaning {
  const said = readLeaves({ fields }).filter(isOfPayout);
  const read = said.map((leaf) => {
    const word = String(leaf.value).trim();
    const taught = words.taught(leaf.name, word);
    const says = words.state(word, leaf.isCode);
    return { says, meaning: taught !== null ? TAUGHT[taught] : says === null ? 'unclear' : OF_PAYOUT[says] };
  });
  // One that says only that it was made, or processed, is heard where no other says more.
  const more = read.filter(({ says }) => says !== 'life' && says !== 'once');
  const heard = more.some(({ meaning }) => meaning !== null) ? more : read;
  const meanings = new Set(heard.flatMap(({ meaning }) => meaning ?? []));
  const [meaning = null] = meanings;
  return meanings.size > 1 ? 'unclear' : meaning;
}

function asListed({ amountFils, currency }: ListedRow, words: Vocabulary, meaning: Meaning): RowMoney {
  const isUnclear = meaning === null || meaning === 'unclear';
  return {
    is: isUnclear ? 'unclassified' : meaning === 'paid' ? 'received' : meaning,
    fils: amountFils,
    currency: currency === null || words.currency(currency) === 'aed' ? AED : currency.toUpperCase(),
    refundedFils: 0,
    isRefundOpen: false,
    back: 'refund',
    isOwnRefund: false,
    isUndoing: false,
  };
}
