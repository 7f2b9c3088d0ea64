import { type JudgedRecord, judgeRecord, type PaymentWords } from './judged-record.ts';
import { readPaymentTime } from './read-record-time.ts';
import { addUpReceived, type Received, readTransactionId } from './received.ts';
import { createWhose, type FoundRecord, type LinkIdentity, type OwnedBy } from './record-owner.ts';
import type { RecordKind } from './record-parts.ts';

/**
 * What the service's records say, taken together.
 *
 * | | |
 * |---|---|
 * | `paid` | as much came as was asked, in dirhams; some of it may have gone back since |
 * | `partly` | less came |
 * | `mismatch` | more came, or another currency |
 * | `refunded` | all that came went back |
 * | `unclear` | a payment is reported, and `doubt` says why nobody can tell |
 * | `cancelled`, `expired` | the service ended the link |
 * | `declined` | a try to pay failed; the link can still be paid |
 * | `waiting` | the records say that nothing came |
 * | `silent` | there are records, and no word in them that the table knows |
 * | `none` | no record at all |
 */
export type Saying =
  | 'paid'
  | 'partly'
  | 'mismatch'
  | 'refunded'
  | 'unclear'
  | 'cancelled'
  | 'expired'
  | 'declined'
  | 'waiting'
  | 'silent'
  | 'none';

/**
 * Why nobody can tell. `which-link`: a record fits two links of ours. `order-id`: it carries our reference and an
 * order id of an unknown sort. `kind`: nobody knows its word for what it is. `state`: its fields contradict each
 * other. `amount`: no amount can be told.
 */
export const DOUBTS = ['which-link', 'order-id', 'kind', 'state', 'amount'] as const;
export type Doubt = (typeof DOUBTS)[number];

/** What decided: for people who ask why. */
export interface Ground {
  of: RecordKind;
  via: 'id' | 'listing';
  ownedBy: OwnedBy | null;
  kindWord: string | null;
  stateField: string | null;
  stateWord: string | null;
  amountField: string | null;
  amountFils: number | null;
}

export interface Verdict {
  says: Saying;
  doubt: Doubt | null;
  /** When it happened by the deciding record, in milliseconds since the epoch. */
  happenedAt: number | null;
  seenIn: RecordKind;
  word: string | null;
  /** What came, in integer fils, before anything went back. */
  amountFils: number | null;
  /** What went back. Null: something did, and no record says how much. */
  refundedFils: number | null;
  currency: string | null;
  transactionId: string | null;
  grounds: Ground[];
  /** Words for what a row is that nobody knows and that keep a payment from being counted. */
  unknownKinds: string[];
}

export interface AskedLink extends LinkIdentity {
  amountFils: number;
}

export interface JudgeSettings {
  words: PaymentWords;
  timeZone: string;
}

const MOST_GROUNDS = 6;
const NOTHING_BACK = { refundedFils: 0, isRefundOpen: false };

/** Only what the service says of the money makes a link paid, and only for the amount and currency asked. */
export const judgeRecords = (
  asked: AskedLink,
  found: readonly FoundRecord[],
  { words, timeZone }: JudgeSettings,
  rivals: readonly LinkIdentity[] = [],
): Verdict => {
  const whoseIs = createWhose(asked, found, rivals);
  const judged = found.flatMap((one): JudgedRecord[] => {
    const whose = whoseIs(one);
    return whose.is === 'not-ours' ? [] : [judgeRecord(one, whose, words)];
  });
  const ours = judged.filter(({ whose }) => whose.is === 'ours');
  const rows = ours.filter(({ of }) => of === 'transaction');
  const links = ours.filter(({ of }) => of === 'link');
  const money = addUpReceived(rows);

  const verdict = (says: Saying, by: readonly JudgedRecord[], more: Partial<Verdict> = {}): Verdict => ({
    ...buildFacts(says, by, timeZone),
    unknownKinds: [],
    ...more,
  });
  /** Money came: is it what was asked, and did any go back? */
  const weigh = (
    fils: number,
    { currency, isOtherCurrency }: Pick<Received, 'currency' | 'isOtherCurrency'>,
    by: readonly JudgedRecord[],
    back: Pick<Received, 'refundedFils' | 'isRefundOpen'>,
  ): Verdict => {
    const refundedFils = back.isRefundOpen ? null : back.refundedFils;
    const facts = { amountFils: fils, currency, refundedFils };
    if (isOtherCurrency) return verdict('mismatch', by, facts);
    if (refundedFils === null || (refundedFils > 0 && refundedFils >= fils))
      return verdict('refunded', by, facts);
    if (fils < asked.amountFils) return verdict('partly', by, facts);
    return verdict(fils === asked.amountFils ? 'paid' : 'mismatch', by, facts);
  };
  const doubtful = ({ by, doubt }: { by: JudgedRecord; doubt: Doubt }): Verdict =>
    verdict('unclear', [by], {
      doubt,
      unknownKinds: doubt === 'kind' ? listUnknownKinds(rows) : [],
    });
  const back = mostBack(money, links);

  // There may be two records of the link, by its id and in the listing, and one may tell more.
  const paidLinks = links.filter(({ state }) => state.meaning === 'paid');
  const paidLink = paidLinks.find(({ amounts }) => amounts.received !== null) ?? paidLinks[0];
  const partlyLink = links.find(({ state }) => state.meaning === 'partly');
  const refundedLink = links.find(({ state }) => state.meaning === 'refunded');
  // Of a part that went back the rows show the giving back alone: the payment itself stands in a row that was not read.
  const lacksPayment = refundedLink !== undefined && isInPart(refundedLink) && !money.hasPayment;
  if (typeof money.fils === 'number' && !lacksPayment) {
    const rowsShow = money.fils;
    // The link's record is ahead of the rows that were read.
    const isAhead = links.some(
      ({ state: { meaning }, amounts: { received: told } }) =>
        (meaning === 'paid' || meaning === 'partly') && typeof told === 'number' && told > rowsShow,
    );
    if (isAhead) return verdict('unclear', [...money.rows], { doubt: 'amount', amountFils: money.fils });
    // What is missing may be in a row that nobody can read.
    const unclear = money.fils < asked.amountFils ? findUnclear(judged, rows) : null;
    if (unclear && unclear.doubt !== 'amount') return doubtful(unclear);
    const byLink = refundedLink !== undefined && back.refundedFils === 0;
    return weigh(money.fils, money, withLink(money.rows, paidLink), {
      ...back,
      ...(byLink ? (isInPart(refundedLink) ? { isRefundOpen: true } : { refundedFils: money.fils }) : {}),
    });
  }
  if (refundedLink) {
    const { amounts } = refundedLink;
    const told = typeof amounts.received === 'number' ? amounts.received : amounts.asked;
    const came = told ?? asked.amountFils;
    const refundedFils = back.refundedFils > 0 ? back.refundedFils : isInPart(refundedLink) ? null : came;
    // Where no record says how much came, what is left of it cannot be told either.
    return told !== null && refundedFils !== null && refundedFils < came
      ? weigh(came, amounts, [refundedLink], { ...back, refundedFils })
      : verdict('refunded', [refundedLink], { amountFils: came, refundedFils });
  }
  if (paidLink) {
    const { amounts } = paidLink;
    const came = amounts.received ?? amounts.asked;
    const other = paidLinks.find((one) => one.amounts.isOtherCurrency)?.amounts ?? money;
    if (other.isOtherCurrency)
      return verdict('mismatch', [paidLink], {
        amountFils: typeof came === 'number' ? came : null,
        currency: other.currency,
      });
    // The amount of a link is what was asked: it settles nothing about a sum that its rows leave open.
    const open = amounts.received === null ? findOpenSum(rows, money) : undefined;
    if (open) return verdict('unclear', [open], { doubt: 'amount' });
    const isTwofold = paidLinks.some(
      ({ amounts: { received: told } }) => told !== null && told !== amounts.received,
    );
    if (typeof came !== 'number' || isTwofold) return verdict('unclear', [paidLink], { doubt: 'amount' });
    return weigh(came, amounts, withRow(paidLink, rows), back);
  }
  if (partlyLink) {
    const { received, currency } = partlyLink.amounts;
    const isLess = typeof received === 'number' && received < asked.amountFils;
    return verdict('partly', [partlyLink], { amountFils: isLess ? received : null, currency });
  }

  const unclear = findUnclear(judged, rows);
  if (unclear) return doubtful(unclear);
  const gone = rows.find(({ kind }) => kind.kind === 'refund' || kind.kind === 'chargeback');
  if (gone && back.refundedFils > 0)
    return verdict('refunded', [gone], { amountFils: null, refundedFils: back.refundedFils });

  for (const says of ['cancelled', 'expired'] as const) {
    const by = links.find(({ state }) => state.meaning === says);
    if (by) return verdict(says, [by]);
  }
  const declined = [...rows, ...links].find(({ state }) => state.meaning === 'failed');
  if (declined) return verdict('declined', [declined]);
  const waiting = ours.find(({ state }) => state.meaning !== null);
  if (waiting) return verdict('waiting', [waiting]);
  return verdict(ours.length > 0 ? 'silent' : 'none', ours.slice(0, 1));
};

/** A record that reports a payment which none of the others settles. */
function findUnclear(
  judged: readonly JudgedRecord[],
  rows: readonly JudgedRecord[],
): { by: JudgedRecord; doubt: Doubt } | null {
  const reports = ({ state }: JudgedRecord) =>
    /^(paid|partly|refunded|contradictory)$/.test(state.meaning ?? '');
  const strange = judged.find((one) => one.whose.is === 'cannot-tell' && reports(one));
  if (strange?.whose.is === 'cannot-tell') return { by: strange, doubt: strange.whose.why };
  const unknown = rows.find((one) => one.kind.kind === null && reports(one));
  if (unknown) return { by: unknown, doubt: 'kind' };
  const torn = judged.find(({ state, kind }) => state.meaning === 'contradictory' && kind.kind === 'payment');
  if (torn) return { by: torn, doubt: 'state' };
  const withoutAmount = rows.find((one) => one.kind.kind === 'payment' && reports(one));
  return withoutAmount ? { by: withoutAmount, doubt: 'amount' } : null;
}

/** A row that says that some money came, or so much that nobody can tell; one that names no sum leaves it to the link. */
const findOpenSum = (rows: readonly JudgedRecord[], money: Received): JudgedRecord | undefined =>
  rows.find(({ kind, state }) => kind.kind === 'payment' && state.meaning === 'partly') ??
  (money.fils === 'conflict' ? money.rows.find(({ amounts }) => amounts.received !== null) : undefined);

const listUnknownKinds = (rows: readonly JudgedRecord[]): string[] => [
  ...new Set(rows.flatMap(({ kind }) => (kind.kind === null && kind.word !== null ? [kind.word] : []))),
];

/** Rows and the link's record tell of the same money: they are not added. */
function mostBack(
  money: Received,
  links: readonly JudgedRecord[],
): Pick<Received, 'refundedFils' | 'isRefundOpen'> {
  const byLinks = links.map(({ amounts }) => amounts.refunded);
  const refundedFils = byLinks.reduce((most, fils) => Math.max(most, fils), money.refundedFils);
  return { ...NOTHING_BACK, refundedFils, isRefundOpen: money.isRefundOpen && refundedFils === 0 };
}

const isInPart = ({ state }: JudgedRecord): boolean => /part/i.test(state.word ?? '');

/** The link's word, with the id and the time that only its transaction knows. */
const withRow = (link: JudgedRecord, rows: readonly JudgedRecord[]): JudgedRecord[] => {
  const row = rows.find(({ state, kind }) => state.meaning === 'paid' && kind.kind === 'payment');
  return row ? [link, row] : [link];
};

const withLink = (rows: readonly JudgedRecord[], link: JudgedRecord | undefined): JudgedRecord[] =>
  link ? [...rows, link] : [...rows];

function buildFacts(
  says: Saying,
  by: readonly JudgedRecord[],
  timeZone: string,
): Omit<Verdict, 'unknownKinds'> {
  const [first] = by;
  // The last payment is the one that made it whole.
  const times = by.flatMap(({ record, of }) => readPaymentTime(record, of, timeZone) ?? []);
  const received = first?.amounts.received;
  const ids = by.flatMap((one) => (one.of === 'transaction' ? (readTransactionId(one) ?? []) : []));
  return {
    says,
    doubt: null,
    happenedAt: times.length === 0 ? null : times.reduce((latest, at) => Math.max(latest, at)),
    seenIn: first?.of ?? 'link',
    word: first?.state.word ?? null,
    amountFils: typeof received === 'number' ? received : null,
    refundedFils: 0,
    currency: first?.amounts.currency ?? null,
    transactionId: ids.length === 0 ? null : [...new Set(ids)].join(', ').slice(0, 80),
    grounds: by.slice(0, MOST_GROUNDS).map(buildGround),
  };
}

const buildGround = ({ of, via, whose, kind, state, amounts }: JudgedRecord): Ground => ({
  of,
  via,
  ownedBy: whose.is === 'ours' ? whose.by : null,
  kindWord: kind.word,
  stateField: state.field,
  stateWord: state.word,
  amountField: amounts.field,
  amountFils: typeof amounts.received === 'number' ? amounts.received : null,
});
