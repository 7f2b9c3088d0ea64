import {
  type BackKind,
  type Leaf,
  readFirst,
  readLeaves,
  type StateSays,
  type TaughtSays,
  type Vocabulary,
} from '../payment-service/index.ts';
import {
  classifyLink,
  classifyRow,
  type Meaning,
  rankAmounts,
  readFee,
  readFils,
  readGross,
  readNet,
} from '../payments/index.ts';
import type { LinkStanding } from './link-standing.ts';
import type { ListedRow, ReportKind } from './listed-row.ts';

/**
 * What a row means for the money in a report. `received`: money that came in (transactions), was paid out (payouts), or
 * was paid by a link (links), even if some or all of it went back. Only links and payouts can be
 * `partly` or `cancelled`, and only links of ours `disputed`, or `further`: of a sale that counts in another row. `refunded`: a refund’s own row, a link whose money all went
 * back, or a payout that came back. In the order in which totals list them.
 */
export const MONEY_CLASSES = [
  'received',
  'partly',
  'refunded',
  'disputed',
  'waiting',
  'further',
  'anotherAmount',
  'failed',
  'cancelled',
  'expired',
  'other',
  'unclassified',
] as const;
export type MoneyClass = (typeof MONEY_CLASSES)[number];

/** What a row of the service does with money. Integer fils. */
export interface Moved {
  is: MoneyClass;
  /**
   * - `payment`: money came, also if it went back since; was paid out; was paid by a link.
   * - `back`: a refund or a chargeback in its own row, or what undoes one.
   * - `none`: moved nothing (declined, waiting, a fee).
   * - `unclear`: nobody can tell, or no exact amount can be read.
   */
  kind: 'payment' | 'back' | 'none' | 'unclear';
  /** Its own amount, whatever it means; null: none can be read. Of money that went back its size; less than nothing if it came again. */
  fils: number | null;
  /** In capitals. */
  currency: string;
  /** Before refunds and fees. */
  receivedFils: number;
  /** How it went back, if something did. */
  back: BackKind;
  /** What went back by this row, each fils of a list in one row; less than nothing: it came again. */
  backFils: number;
  /** What its own row says went back, even if rows of their own show it, too. */
  saysBackFils: number;
  /** It cannot be told. `refund`: a payment that says refunded, or its refund. `void`: what it undoes may have been received, or not. */
  doubt: 'refund' | 'void' | null;
  /** A payment's row, whatever became of it; not that of a refund, a chargeback or a void, nor of a fee. */
  isOfPayment: boolean;
  /** More may have gone back: its row does not say how much, or other rows say the same of other money. */
  isAtLeast?: boolean;
  /** Of a link of ours: its record alone says something else. */
  isSaidOtherwise?: boolean;
  /** Of a payout: its amount may be before or after fees. */
  isBare?: boolean;
}

/** The interface's only currency, for amounts that name none. */
export const AED = 'AED';

type ReadMoved = (row: ListedRow, words: Vocabulary) => Moved;

/** Reads a row alone: what another row says of the same money is not known. */
export const createReadMoved = (kind: ReportKind, words: Vocabulary): ((row: ListedRow) => Moved) => {
  const read = READERS[kind];
  // The unread part of the row may contradict the rest.
  return (row) => (row.hasUnread && row.own === undefined ? asListed(row, words, null) : read(row, words));
};

const READERS: Record<ReportKind, ReadMoved> = {
  transactions: ({ fields }, words) => {
    const { is, isVoid, isOwnRefund, back, amounts, gaveFils } = classifyRow({ fields }, words);
    const { received, refunded, currency, isOtherCurrency } = amounts;
    const cameFils = typeof received === 'number' ? received : null;
    const money = {
      currency: isOtherCurrency && currency !== null ? currency.toUpperCase() : AED,
      back: back.kind,
      isOfPayment: !isOwnRefund,
    };
    if (is === 'refunded' && isOwnRefund) {
      const fils = back.isUndone && gaveFils !== null ? -gaveFils : gaveFils;
      return { ...moved(is, fils, 'back'), ...money };
    }
    if (is === 'refunded') {
      const fils = cameFils ?? (refunded || null);
      const saysBackFils = Math.min(refunded || (fils ?? 0), fils ?? 0);
      // Never received, and never refunded.
      if (back.kind === 'void' && saysBackFils === fils)
        return { ...moved('failed', fils, 'none'), ...money };
      return { ...moved('received', fils, 'payment', saysBackFils), ...money, doubt: 'refund' };
    }
    if (isVoid)
      return {
        ...moved('other', cameFils, 'unclear'),
        ...money,
        doubt: 'void',
      };
    const saysBackFils = is === 'received' && cameFils !== null ? Math.min(refunded, cameFils) : 0;
    const kind = is === 'received' ? 'payment' : is === 'unclassified' ? 'unclear' : 'none';
    return { ...moved(is, cameFils, kind, saysBackFils), ...money };
  },
  /** Only by the service's states. What it paid is its net, or its gross less its fee. */
  payouts: (row, words) => {
    const money = asListed(row, words, readPayoutMeaning(row, words));
    const { grossFils, feeFils, netFils, amountFils } = readStated(row);
    const net = netFils ?? (grossFils === null || feeFils === null ? null : grossFils - feeFils);
    const fils = net ?? amountFils ?? grossFils;
    return { ...money, ...moved(money.is, fils, kindOf(money.is)), isBare: net === null && fils !== null };
  },
  /** The requested amount, by the state of the link: ours as we judged it by all its records, any other as its own says. */
  links: (row, words) => {
    const { meaning, askedFils, refundedFils } = classifyLink({ fields: row.fields }, words);
    const listed = asListed({ ...row, amountFils: askedFils ?? row.amountFils }, words, meaning);
    const { own } = row;
    const money = own
      ? { ...listed, ...moved(OF_OWN[own.is], own.amountFils, kindOf(OF_OWN[own.is])), currency: AED }
      : listed;
    const back = own === undefined ? refundedFils : own.is === 'paid' ? own.refundedFils : 0;
    const isPaid = money.is === 'received';
    return {
      ...money,
      ...(isPaid && { backFils: back ?? 0, saysBackFils: back ?? 0, isAtLeast: back === null }),
      back: own?.backKind ?? 'refund',
      isSaidOtherwise: own !== undefined && OF_OWN[own.alone] !== listed.is,
    };
  },
};

/** An amount of its transactions is not the payout's. */
const rankBare = rankAmounts(['payout', 'bare', 'asked'], /^(own|settlement)$/);

/** What a payout says of itself. `amountFils` may or may not include fees. */
export const readStated = ({ fields }: Pick<ListedRow, 'fields'>) => {
  const [grossFils, netFils] = [readGross({ fields }), readNet({ fields })];
  return {
    ...{ grossFils, netFils, feeFils: readFee({ fields }, { grossFils, netFils }) },
    amountFils: readFirst({ fields }, rankBare, readFils),
  };
};

function moved(is: MoneyClass, fils: number | null, kind: Moved['kind'], saysBackFils = 0) {
  const backFils = kind === 'back' ? (fils ?? 0) : saysBackFils;
  return {
    ...{ is, fils, backFils, saysBackFils },
    kind: fils === null && kind !== 'none' ? ('unclear' as const) : kind,
    receivedFils: kind === 'payment' ? (fils ?? 0) : 0,
    ...{ doubt: null, isOfPayment: true },
  };
}

const kindOf = (is: MoneyClass): Moved['kind'] =>
  is === 'received' ? 'payment' : is === 'unclassified' ? 'unclear' : 'none';

const OF_OWN: Record<LinkStanding['is'], MoneyClass> = {
  paid: 'received',
  partly: 'partly',
  refunded: 'refunded',
  disputed: 'disputed',
  anotherAmount: 'anotherAmount',
  toCheck: 'unclassified',
  stillToCome: 'waiting',
  further: 'further',
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

function asListed({ amountFils, currency }: ListedRow, words: Vocabulary, meaning: Meaning): Moved {
  const isUnclear = meaning === null || meaning === 'unclear';
  const is = isUnclear ? 'unclassified' : meaning === 'paid' ? 'received' : meaning;
  return {
    ...moved(is, amountFils, kindOf(is)),
    currency: currency === null || words.currency(currency) === 'aed' ? AED : currency.toUpperCase(),
    back: 'refund',
  };
}
