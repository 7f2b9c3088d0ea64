import { readLeaves, SEEMS_DIRHAMS, SEEMS_FILS, type Vocabulary } from '../payment-service/index.ts';
import { type JudgedRecord, judgeRecord, reportsMoney } from './judged-record.ts';
import { inUnit, readFils } from './read-amounts.ts';
import { GIVES_BACK, readRowKind } from './read-kind.ts';
import { once, type ReadBeside } from './read-payment.ts';
import { readLastTime } from './read-times.ts';
import { type UnreadLeaf, unreadName } from './read-votes.ts';
import { addUpReceived, backKindOf, type Received } from './received.ts';
import { createWhose, type FoundRecord, type OwnedLink } from './record-owner.ts';
import { type LinkIdentity, listAsksWhose } from './record-ties.ts';
import { readTransactionIds, readTransactionKey } from './transaction-id.ts';
import {
  buildFacts,
  type Doubt,
  findDispute,
  findRefundedAt,
  listPayments,
  listRefunds,
  type Outcome,
  type Verdict,
} from './verdict.ts';

export interface JudgedLink extends OwnedLink {
  amountFils: number;
}

interface JudgeSettings {
  words: Vocabulary;
  timeZone: string;
}

/**
 * Only what the service says about the money makes a link paid, and only in the amount and currency asked
 * for.
 */
export const judgeRecords = (
  link: JudgedLink,
  found: readonly FoundRecord[],
  { words, timeZone }: JudgeSettings,
  rivals: readonly LinkIdentity[] = [],
): Verdict => {
  const whoseIs = createWhose(link, found, rivals, timeZone);
  const judgeAll = (beside: ReadBeside = {}) =>
    found.flatMap((one): JudgedRecord[] => {
      const whose = whoseIs(one);
      return whose.is === 'not-ours' ? [] : [judgeRecord(one, whose, words, beside)];
    });
  const alone = judgeAll();
  const beside = alone.some(({ kind }) => kind.isOfAnother) ? { holds: listHolds(found, words) } : {};
  const first = beside.holds === undefined ? alone : judgeAll(beside);
  const judged = isWonBack(first) ? judgeAll({ ...beside, isWon: true }) : first;
  const ours = judged.filter(({ whose }) => whose.is === 'ours');
  const rows = ours.filter(({ of }) => of === 'transaction');
  const links = ours.filter(({ of }) => of === 'link');
  const money = addUpReceived(rows);
  const dispute = findDispute(ours, money);
  const allBack: Outcome = dispute === 'open' || dispute === 'lost' ? 'disputed' : 'refunded';

  const verdict = (outcome: Outcome, by: readonly JudgedRecord[], more: Partial<Verdict> = {}): Verdict => {
    const facts = { ...buildFacts(outcome, by, timeZone), unread: [], isBackAsked: false, ...more };
    const hasBack = facts.refundedFils !== 0 || money.refunds.length > 0;
    return {
      ...facts,
      ...{ dispute, backKind: backKindOf(ours) },
      payments: listPayments(money, facts.amountFils, timeZone),
      refundedAt: hasBack ? findRefundedAt(ours, timeZone) : null,
      refunds: hasBack ? listRefunds(money, facts.refundedFils, timeZone) : [],
    };
  };
  /** Money came: compares it with the amount asked for and with the refunds. */
  const weigh = (
    fils: number,
    { currency, isOtherCurrency }: Pick<Received, 'currency' | 'isOtherCurrency'>,
    by: readonly JudgedRecord[],
    back: Pick<Received, 'refundedFils' | 'isRefundOpen'>,
  ): Verdict => {
    const refundedFils = back.isRefundOpen ? null : back.refundedFils;
    const facts = { amountFils: fils, currency, refundedFils };
    // Perhaps in the other unit: nobody pays exactly a hundred times what was asked for, or a hundredth.
    const unread = listUnits(by, fils, link.amountFils);
    if (unread !== null) return verdict('unclear', by, { ...facts, doubt: 'amount', unread });
    if (dispute === 'open') return verdict('disputed', by, facts);
    if (isOtherCurrency) return verdict('mismatch', by, facts);
    if (refundedFils === null || (refundedFils > 0 && refundedFils >= fils))
      return verdict(allBack, by, facts);
    if (fils < link.amountFils) return verdict('partly', by, facts);
    return verdict(fils === link.amountFils ? 'paid' : 'mismatch', by, facts);
  };
  const doubtful = ({ by, doubt }: { by: JudgedRecord; doubt: Doubt }): Verdict =>
    verdict('unclear', [by], {
      doubt,
      unread: once([
        ...ours.flatMap(({ unread }) => unread),
        ...(by.whose.is === 'ours' ? [] : listAsksWhose(link, by.record)),
      ]),
      isBackAsked: ours.some(isBackUnclear),
    });
  /** What the rows leave open of money that a link's own record says came; null: nothing. */
  const findOpen = ({ amounts: { received } }: JudgedRecord): Verdict | null => {
    // A row that nobody can interpret may be the same money going back.
    const unclear = findUnclear(judged, rows, false);
    if (unclear && unclear.doubt !== 'amount') return doubtful(unclear);
    // A link's amount is the amount asked for, so it cannot settle a sum that the rows leave open.
    const open = received === null ? findOpenSum(rows, money) : undefined;
    return open ? doubtful({ by: open, doubt: 'amount' }) : null;
  };
  const back = mostBack(money, links);

  // A link may have two records, one by its id and one in the listing, and one of them may say more.
  const paidLinks = links.filter(({ state }) => state.meaning === 'paid');
  const paidLink = paidLinks.find(({ amounts }) => amounts.received !== null) ?? paidLinks[0];
  const partlyLink = links.find(({ state }) => state.meaning === 'partly');
  const refundedLink = links.find(({ state }) => state.meaning === 'refunded');
  // These rows show only a partial refund: the payment itself is in a row that was not read.
  const lacksPayment = refundedLink?.state.isInPart === true && !money.hasPayment;
  if (typeof money.fils === 'number' && !lacksPayment) {
    const rowsShow = money.fils;
    // The link's record shows more than the rows that were read, so it is newer.
    const isAhead = links.some(
      ({ state: { meaning }, amounts: { received } }) =>
        (meaning === 'paid' || meaning === 'partly') && typeof received === 'number' && received > rowsShow,
    );
    if (isAhead) return verdict('unclear', [...money.rows], { doubt: 'amount', amountFils: money.fils });
    // What nobody can interpret may be the missing money, or the same money going back.
    const unclear = findUnclear(judged, rows, money.fils < link.amountFils);
    if (unclear && unclear.doubt !== 'amount') return doubtful(unclear);
    const byLink = refundedLink !== undefined && back.refundedFils === 0;
    // Of more than it asked for, its own record does not tell which payment went back.
    if (byLink && money.rows.length > 1 && money.fils > link.amountFils)
      return verdict('unclear', money.rows, { doubt: 'amount', amountFils: money.fils, isBackAsked: true });
    return weigh(money.fils, money, [...money.rows, ...(paidLink ? [paidLink] : [])], {
      ...back,
      ...(byLink
        ? refundedLink.state.isInPart
          ? { isRefundOpen: true }
          : { refundedFils: money.fils }
        : {}),
    });
  }
  if (refundedLink) {
    const { amounts } = refundedLink;
    const asked = typeof amounts.asked === 'number' ? amounts.asked : null;
    const stated = typeof amounts.received === 'number' ? amounts.received : asked;
    const receivedFils = stated ?? link.amountFils;
    const refundedFils =
      back.refundedFils > 0 ? back.refundedFils : refundedLink.state.isInPart ? null : receivedFils;
    // If no record says how much came, nobody can tell how much is left.
    const isPart = stated !== null && refundedFils !== null && refundedFils < receivedFils;
    if (!isPart) return verdict(allBack, [refundedLink], { amountFils: receivedFils, refundedFils });
    return findOpen(refundedLink) ?? weigh(receivedFils, amounts, [refundedLink], { ...back, refundedFils });
  }
  if (paidLink) {
    const { amounts } = paidLink;
    const receivedFils = amounts.received ?? amounts.asked;
    const other = paidLinks.find((one) => one.amounts.isOtherCurrency)?.amounts ?? money;
    if (other.isOtherCurrency)
      return verdict('mismatch', [paidLink], {
        amountFils: typeof receivedFils === 'number' ? receivedFils : null,
        currency: other.currency,
      });
    const open = findOpen(paidLink);
    if (open !== null) return open;
    const isTwofold = paidLinks.some(
      ({ amounts: { received } }) => received !== null && received !== amounts.received,
    );
    if (typeof receivedFils !== 'number' || isTwofold) return doubtful({ by: paidLink, doubt: 'amount' });
    return weigh(receivedFils, amounts, withRow(paidLink, rows), back);
  }
  if (partlyLink) {
    const { received, currency } = partlyLink.amounts;
    const isLess = typeof received === 'number' && received < link.amountFils;
    return verdict('partly', [partlyLink], { amountFils: isLess ? received : null, currency });
  }

  const unclear = findUnclear(judged, rows, true);
  if (unclear) return doubtful(unclear);
  const refund = rows.find(({ kind }) => kind.kind === 'refund' || kind.kind === 'chargeback');
  if (refund && back.refundedFils > 0)
    return verdict(allBack, [refund], { amountFils: null, refundedFils: back.refundedFils });

  for (const outcome of ['cancelled', 'expired'] as const) {
    const by = links.find(({ state }) => state.meaning === outcome);
    if (by) return verdict(outcome, [by]);
  }
  const declined = [...rows, ...links].find(
    ({ kind, state }) => kind.kind === 'payment' && state.meaning === 'failed',
  );
  if (declined) return verdict('declined', [declined]);
  const waiting = ours.find(({ state }) => state.meaning !== null);
  if (waiting) return verdict('waiting', [waiting]);
  return verdict(ours.length > 0 ? 'silent' : 'none', ours.slice(0, 1));
};

/** A row of a dispute says that it was won, and none that one is open: what the payment's record says of it is over. */
const isWonBack = (judged: readonly JudgedRecord[]): boolean => {
  const rows = judged.filter(({ kind }) => GIVES_BACK.get(kind.kind)?.kind === 'chargeback');
  const says = (dispute: JudgedRecord['state']['dispute']) =>
    rows.some(({ state }) => state.dispute === dispute);
  return says('won') && !says('open');
};

/** The ids of the authorisations among the rows: what names one of them may be its capture. */
const listHolds = (found: readonly FoundRecord[], words: Vocabulary): ReadonlySet<string> =>
  new Set(
    found.flatMap(({ kind, record }) =>
      kind === 'transaction' && readRowKind(record, words).kind === 'authorisation'
        ? readTransactionIds(record)
        : [],
    ),
  );

/**
 * Finds a record that reports a payment, and that nobody can tell the meaning of. `isOpen`: no other record decides it, so the
 * link's own word counts, too.
 */
function findUnclear(
  judged: readonly JudgedRecord[],
  rows: readonly JudgedRecord[],
  isOpen: boolean,
): { by: JudgedRecord; doubt: Doubt } | null {
  const strange = isOpen
    ? judged.find((one) => one.whose.is === 'cannot-tell' && reportsMoney(one))
    : undefined;
  if (strange?.whose.is === 'cannot-tell') return { by: strange, doubt: strange.whose.why };
  const torn = judged.find(
    (one) => one.whose.is === 'ours' && one.state.meaning === 'unclear' && (isOpen || isOfPayment(one)),
  );
  const takenBack = rows.find((row) => isTakenBack(row, rows));
  if (takenBack && !torn) return { by: takenBack, doubt: 'state' };
  if (torn) return { by: torn, doubt: doubtOf(torn) };
  const withoutAmount = rows.find((one) => one.kind.kind === 'payment' && reportsMoney(one));
  return withoutAmount ? { by: withoutAmount, doubt: 'amount' } : null;
}

/** What alone keeps it from being a payment is that it says it is a test. */
const doubtOf = ({ unread, state: { said } }: JudgedRecord): Doubt => {
  if (unread.length === 0) return 'state';
  const strange = said.filter(({ stance }) => stance === 'unread');
  return strange.length === unread.length && strange.every(({ says }) => says === 'test') ? 'test' : 'word';
};

/** The same transaction says later, or at no known time, that it failed. */
function isTakenBack(paid: JudgedRecord, rows: readonly JudgedRecord[]): boolean {
  const id = readTransactionKey(paid);
  if (id === null || paid.kind.kind !== 'payment' || paid.state.meaning !== 'paid') return false;
  const paidAt = readLastTime(paid.record, 'UTC');
  return rows.some((row) => {
    // A refund that failed may carry no id but its payment's.
    if (row.state.meaning !== 'failed' || GIVES_BACK.has(row.kind.kind)) return false;
    if (readTransactionKey(row) !== id) return false;
    const failedAt = readLastTime(row.record, 'UTC');
    return paidAt === null || failedAt === null || failedAt >= paidAt;
  });
}

/** A link's own life does not contradict its transactions. */
const isOfPayment = ({ of, state }: JudgedRecord): boolean =>
  of === 'transaction' ||
  state.said.some((vote) => vote.stance === 'unread' && (vote.isOfPayment || vote.isAside));

/** Finds a row that says that part of the money came, or whose amount is unclear. A row without an amount leaves it to the link. */
const findOpenSum = (rows: readonly JudgedRecord[], money: Received): JudgedRecord | undefined =>
  rows.find(({ kind, state }) => kind.kind === 'payment' && state.meaning === 'partly') ??
  (money.fils === 'conflict' ? money.rows.find(({ amounts }) => amounts.received !== null) : undefined);

/** The amounts whose unit is asked about; null: none looks like the other one, or somebody said that it is not. */
function listUnits(by: readonly JudgedRecord[], fils: number, dueFils: number): UnreadLeaf[] | null {
  const seems = fils === 100 * dueFils ? SEEMS_FILS : 100 * fils === dueFils ? SEEMS_DIRHAMS : null;
  if (seems === null) return null;
  const said = by.flatMap(({ record, of, unit }) =>
    readLeaves(record).flatMap((leaf) =>
      leaf.sort === 'amount' && readFils(inUnit(leaf, of, { unit })) === fils
        ? { leaf, unit: unit(leaf.name) }
        : [],
    ),
  );
  if (seems === SEEMS_DIRHAMS)
    return said.some(({ unit }) => unit === 'fils') ? said.map(({ leaf }) => unreadName(leaf, seems)) : null;
  if (said.length > 0 && said.every(({ unit }) => unit === 'dirhams')) return null;
  return said.filter(({ unit }) => unit === null).map(({ leaf }) => unreadName(leaf, seems));
}

/** Nobody can tell what it is, and it is a refund, or one of its leaves says that money went back, or is about that. */
const isBackUnclear = ({ kind, state, unread }: JudgedRecord): boolean =>
  state.meaning === 'unclear' &&
  unread.length > 0 &&
  (GIVES_BACK.has(kind.kind) ||
    state.said.some(
      ({ stance, leaf: { subject } }) =>
        stance === 'back' || (stance === 'unread' && (subject === 'refund' || subject === 'dispute')),
    ));

/** Rows and the link's record describe the same refunds, so take the larger instead of adding them. */
function mostBack(
  money: Received,
  links: readonly JudgedRecord[],
): Pick<Received, 'refundedFils' | 'isRefundOpen'> {
  const byLinks = links.map(({ amounts }) => amounts.refunded);
  const refundedFils = byLinks.reduce((most, fils) => Math.max(most, fils), money.refundedFils);
  return { refundedFils, isRefundOpen: money.isRefundOpen && refundedFils === 0 };
}

/** The link's record, plus the row with the id and the time that only the transaction has. */
const withRow = (link: JudgedRecord, rows: readonly JudgedRecord[]): JudgedRecord[] => {
  const row = rows.find(({ state, kind }) => state.meaning === 'paid' && kind.kind === 'payment');
  return row ? [link, row] : [link];
};
