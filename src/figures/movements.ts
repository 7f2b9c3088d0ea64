import { setImmediate as nextTurn } from 'node:timers/promises';
import { BACK_WORDS } from '../blocks/back-words.ts';
import { idKey, listIds, type Vocabulary } from '../payment-service/index.ts';
import {
  createReadReturned,
  matchRefunds,
  type NamedRow,
  namesPayment,
  readFee,
  readNet,
  readTransactionIds,
} from '../payments/index.ts';
import { createDigests, type Digests } from './digests.ts';
import type { ListedRow, ReportKind } from './listed-row.ts';
import { AED, createReadMoved, type Moved } from './movement.ts';

/** The names by which a row that takes part in what goes back and others find each other. */
interface Named extends NamedRow {
  read: Moved;
  moved: Moved;
  id: string | null;
  namesPayment: boolean;
}

interface Judge {
  add(row: ListedRow): Moved;
  /** Those by which money went back, and those that alone could not be told, as they count beside all others until now. */
  settle(): ReadonlyMap<Moved, Moved>;
}

/**
 * Judges the rows of a list in any batches: most of them at once, those that others decide when all are read. A payment takes a few
 * bytes until then, since a refund may name any of a hundred thousand, listed before it or after it.
 */
export const createJudge = (kind: ReportKind, words: Vocabulary): Judge => {
  const readMoved = createReadMoved(kind, words);
  const [seen, received, failed] = [createDigests(), createDigests(), createDigests()];
  const payments: Named[] = [];
  const refunds: Named[] = [];
  const doubtful: Named[] = [];

  const add = (row: ListedRow): Moved => {
    const read = readMoved(row);
    const isRepeated =
      kind === 'transactions' && isMoving(read) && row.id !== null && !seen.add(keyOf(row, read));
    const moved = isRepeated ? again(read) : read;
    const says = moved.saysBackFils > 0 || moved.isAtLeast === true;
    const isOver = moved.is === 'failed' && kind === 'transactions';
    if (!isMoving(moved) && !isOver && !says) return moved;
    const { id, orderId, fields } = row;
    const names = { ids: kind === 'transactions' ? readTransactionIds({ fields }) : [], orderId };
    const named = (): Named => ({
      ...names,
      ...{ read: moved, moved, id, namesPayment: namesPayment({ fields }) },
    });
    if (moved.doubt !== null) doubtful.push(named());
    else if (moved.kind === 'back') refunds.push(named());
    else {
      if (says) payments.push(named());
      // What is listed again is no other payment that this may be the refund of.
      if (!isRepeated) for (const name of namesOf(names)) (isOver ? failed : received).add(name);
    }
    return moved;
  };

  const settle = (): Map<Moved, Moved> => {
    const listed = listNames(received, [...refunds, ...doubtful]);
    const returned = doubtful.filter(({ moved }) => moved.doubt === 'refund');
    const readReturned = createReadReturned(listed, refunds);
    const said = returned.map(readReturned);
    // A lone row that says refunded may be either: the service's other rows tell its habit.
    const habit = said.includes('refund') && !said.includes('payment') ? 'refund' : 'payment';
    const isRefund = (_: Named, at: number) => (said[at] ?? habit) === 'refund';
    const isTold = said.every((one) => one !== null) || habit === 'payment';
    const came = returned.filter((one, at) => !isRefund(one, at));
    const gone = [...refunds, ...returned.filter(isRefund).map((one) => asRefund(one, isTold))];
    const undo = createUndo(gone, { failed, isPaid: createIsNamed(received, came) });
    const undone = doubtful.filter(({ moved }) => moved.doubt === 'void').map(undo);
    const paid = [...payments, ...came];
    const back = [...gone, ...undone];

    const of = new Map<Moved, Moved>();
    const leftToSay = createLeftToSay();
    for (const currency of new Set([...paid, ...back].map(({ moved }) => moved.currency))) {
      const own = paid.filter(({ moved }) => moved.currency === currency);
      const says = own.map(leftToSay);
      const { shown, maybeFils } = matchRefunds(
        [
          ...own.map((one, at) => ({ ...one, backFils: says[at] ?? 0 })),
          ...listed.map((one) => ({ ...one, backFils: 0 })),
        ],
        back.flatMap((one) =>
          one.moved.kind === 'back' && one.moved.currency === currency
            ? { ...one, fils: one.moved.backFils }
            : [],
        ),
      );
      const isAtLeast = maybeFils > 0;
      for (const { read, moved } of back)
        if (moved.currency === currency) of.set(read, { ...moved, isAtLeast });
      for (const [at, { read, moved }] of own.entries()) {
        const backFils = (says[at] ?? 0) - (shown[at] ?? 0);
        of.set(read, { ...moved, doubt: null, backFils, isAtLeast: isAtLeast || moved.isAtLeast === true });
      }
    }
    return of;
  };
  return { add, settle };
};

const isMoving = ({ kind, doubt }: Moved): boolean => kind === 'payment' || kind === 'back' || doubt !== null;

/**
 * Refunds of one payment may share an id, so only identical rows are the same refund. Parts of a payment may share one, too: they
 * differ in amount or time.
 */
const keyOf = ({ id, at, fields }: ListedRow, { is, kind, fils }: Moved): string =>
  kind === 'back' ? JSON.stringify(fields) : `${is} ${fils} ${at} ${id}`;

/** A payment that is listed twice came once; a row of it may say that more went back. */
const again = (moved: Moved): Moved => ({
  ...moved,
  ...{ is: 'other', kind: 'none', doubt: null, receivedFils: 0, backFils: 0 },
  saysBackFils: moved.kind === 'payment' ? moved.saysBackFils : 0,
});

/** Each by itself. */
const namesOf = ({ ids, orderId }: NamedRow): string[] => [
  ...ids.map((id) => `id ${id}`),
  ...(orderId === null ? [] : [`order ${orderId}`]),
];

/** The names of these rows that a payment has, each as a payment of its own. */
const listNames = (received: Digests, rows: readonly NamedRow[]): NamedRow[] => [
  ...[...new Set(rows.flatMap(({ ids }) => ids))]
    .filter((id) => received.has(`id ${id}`))
    .map((id) => ({ ids: [id], orderId: null })),
  ...[...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]
    .filter((orderId) => received.has(`order ${orderId}`))
    .map((orderId) => ({ ids: [], orderId })),
];

const createIsNamed = (names: Digests, rows: readonly NamedRow[]): ((name: string) => boolean) => {
  const more = new Set(rows.flatMap(namesOf));
  return (name) => names.has(name) || more.has(name);
};

const asRefund = ({ moved, ...one }: Named, isTold: boolean): Named => ({
  ...one,
  moved: {
    ...moved,
    ...{ is: 'refunded', kind: moved.fils === null ? 'unclear' : 'back', receivedFils: 0 },
    doubt: isTold ? null : moved.doubt,
    ...{ fils: moved.saysBackFils, backFils: moved.saysBackFils },
  },
});

/**
 * What a void took back: a payment that was received, or what had gone back of one. Of a payment that never came it took nothing; and
 * nobody can tell what it did to one that is not listed. An id is surer than an order, of which another try may have been paid.
 */
function createUndo(
  gone: readonly Named[],
  { failed, isPaid }: { failed: Digests; isPaid: (name: string) => boolean },
): (one: Named) => Named {
  const goneById = new Map(gone.flatMap((one) => (one.id === null ? [] : [[idKey(one.id), one.moved]])));
  return (one) => {
    const { moved, ids, orderId } = one;
    if (moved.fils === null) return one;
    const [byId, byOrder] = [namesOf({ ids, orderId: null }), namesOf({ ids: [], orderId })];
    const undone = ids.flatMap((id) => goneById.get(id) ?? [])[0];
    const [isPaidByOrder, isFailedByOrder] = [byOrder.some(isPaid), byOrder.some(failed.has)];
    const fils = Math.abs(moved.fils);
    const back = (of: Pick<Moved, 'back' | 'fils' | 'backFils'>): Named => ({
      ...one,
      moved: { ...moved, ...of, is: 'refunded', kind: 'back', doubt: null },
    });
    if (byId.some(isPaid)) return back({ back: moved.back, fils, backFils: fils });
    if (undone !== undefined) return back({ back: undone.back, fils: -fils, backFils: -fils });
    const nothing: Named = { ...one, moved: { ...moved, kind: 'none', doubt: null } };
    if (byId.some(failed.has)) return nothing;
    if (isPaidByOrder === isFailedByOrder) return one;
    return isPaidByOrder ? back({ back: moved.back, fils, backFils: fils }) : nothing;
  };
}

/** One payment in two rows was refunded once. */
function createLeftToSay(): (one: Named) => number {
  const said = new Map<string, number>();
  return ({ id, moved: { currency, saysBackFils } }) => {
    if (id === null) return saysBackFils;
    const key = `${currency} ${id}`;
    const before = said.get(key) ?? 0;
    said.set(key, Math.max(before, saysBackFils));
    return Math.max(0, saysBackFils - before);
  };
}

/** What it adds to the money received, paid out, or paid, in AED; less than nothing for a refund. Null: nothing. */
export const countedFils = ({ kind, currency, receivedFils, backFils }: Moved): number | null =>
  currency === AED && (kind === 'payment' || kind === 'back') ? receivedFils - backFils : null;

/** A row of the transactions, judged beside all others of its list. Integer fils. */
export interface Movement<Row extends ListedRow = ListedRow> extends Moved {
  row: Row;
  id: string | null;
  orderId: string | null;
  /** The merchant's `Invoice_Id`. */
  reference: string | null;
  at: number | null;
  /** The service's status. */
  status: string | null;
  /** Null: it says none. */
  feeFils: number | null;
  /** The payout that it names, by each of the numbers that it has for it. */
  payoutIds: readonly string[];
  /** Values that are a payout's id only if that payout exists: a terminal counts its own batches. */
  maybePayoutIds: readonly string[];
}

/** AED 1,000,000,000. More in one payment is a typing error, and ten thousand payments of this size still have an exact sum. */
const LARGEST_FILS = 1e11;

interface MovementReader<Row extends ListedRow> {
  /** Takes time for each row: pass a page at a time. */
  add(rows: readonly Row[]): void;
  result(): Movement<Row>[];
}

/** Reads rows of the transactions listing. Never throws. */
export const createMovementReader = <Row extends ListedRow>(words: Vocabulary): MovementReader<Row> => {
  const judge = createJudge('transactions', words);
  const read: { alone: Moved; movement: Movement<Row> }[] = [];
  return {
    add: (rows) => {
      for (const row of rows) {
        const alone = judge.add(row);
        read.push({ alone, movement: buildMovement(row, alone) });
      }
    },
    result: () => {
      const settled = judge.settle();
      return read.map(({ alone, movement }) => ({ ...movement, ...settled.get(alone) }));
    },
  };
};

/** Rows read without a pause. */
const AT_ONCE = 100;

/** Every row of a list of transactions with what it moved, each fils in one row. Yields to other work in between. */
export const movementsOf = async <Row extends ListedRow>(
  rows: readonly Row[],
  words: Vocabulary,
): Promise<Movement<Row>[]> => {
  const reader = createMovementReader<Row>(words);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    reader.add(rows.slice(at, at + AT_ONCE));
    await nextTurn();
  }
  return reader.result();
};

function buildMovement<Row extends ListedRow>(row: Row, moved: Moved): Movement<Row> {
  const { fields, id, orderId, reference, at, status } = row;
  const record = { fields };
  const netFils = moved.kind === 'payment' && !isReturned(moved) ? readNet(record) : null;
  const grossFils = moved.kind === 'none' ? 0 : (moved.fils ?? 0);
  return {
    ...moved,
    ...{ row, id, orderId, reference, at, status },
    feeFils: readFee(record, { grossFils, netFils }) ?? (netFils === null ? null : grossFils - netFils),
    // `none`, `0` and `-` are not ids.
    payoutIds: listIds(record, 'payout-id', null).filter((one) => /[1-9]/.test(one)),
    maybePayoutIds: listIds(record, 'payout-id', 'loose'),
  };
}

/** What a payout can hold: all else that moved is unclear beside it. */
export const inDirhams = (movement: Movement): Movement => {
  const { kind, currency, fils } = movement;
  if (kind === 'none' || kind === 'unclear') return movement;
  return currency === AED && Math.abs(fils ?? 0) <= LARGEST_FILS
    ? movement
    : { ...movement, kind: 'unclear', receivedFils: 0, backFils: 0 };
};

/** A payment that all went back, as its own row says. */
export const isReturned = ({ kind, receivedFils, saysBackFils }: Moved): boolean =>
  kind === 'payment' && saysBackFils > 0 && saysBackFils === receivedFils;

/** `Chargeback`: a row of its own by which money went back, or came again. */
export const nameOut = ({ back, backFils }: Pick<Moved, 'back' | 'backFils'>): string =>
  backFils < 0 ? BACK_WORDS[back].undoneName : BACK_WORDS[back].name;

/** What of that banks took, less what was won back. */
export const chargedBackFils = ({ back, backFils }: Moved): number =>
  BACK_WORDS[back].isByBank ? backFils : 0;

/** Nothing where the record says none. */
export const feeFils = ({ kind, feeFils: fils }: Movement): number =>
  kind === 'payment' || kind === 'back' ? (fils ?? 0) : 0;

/** What it adds to the money to be paid out, before fees. */
export const leftFils = ({ receivedFils, backFils }: Moved): number => receivedFils - backFils;

/** What it adds to a payout. */
export const netFils = (one: Movement): number => leftFils(one) - feeFils(one);

/** What transactions come to, in integer fils. */
export interface MoneySums {
  count: number;
  payments: number;
  refunds: number;
  receivedFils: number;
  /** Refunds in rows of their own. */
  outFils: number;
  /** These, and those that only the payments’ own rows show. */
  refundedFils: number;
  /** Of these, what banks took, less what was won back. */
  chargedBackFils: number;
  feeFils: number;
  netFils: number;
  /** Payments that do not say their fee: the net is less by it. */
  withoutFee: number;
  /** Their money can’t be read. */
  unreadable: number;
}

export const sumMoney = (movements: readonly Movement[]): MoneySums => {
  const count = (is: (one: Movement) => boolean) => movements.filter(is).length;
  const sum = (of: (one: Movement) => number) => movements.reduce((fils, one) => fils + of(one), 0);
  return {
    count: movements.length,
    payments: count(({ kind }) => kind === 'payment'),
    refunds: count(({ kind }) => kind === 'back'),
    receivedFils: sum((one) => one.receivedFils),
    outFils: sum(({ kind, backFils }) => (kind === 'back' ? backFils : 0)),
    refundedFils: sum(({ backFils }) => backFils),
    chargedBackFils: sum(chargedBackFils),
    feeFils: sum(feeFils),
    netFils: sum(netFils),
    withoutFee: count(({ kind, feeFils: fils }) => kind === 'payment' && fils === null),
    unreadable: count(({ kind }) => kind === 'unclear'),
  };
};
