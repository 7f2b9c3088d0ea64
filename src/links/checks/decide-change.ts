import { isDisputed } from '../../blocks/back-words.ts';
import { idKey, type Vocabulary } from '../../payment-service/index.ts';
import {
  findOthersMeant,
  isTeachable,
  type KeptRecord,
  readPayment,
  readTransactionId,
  type Verdict,
} from '../../payments/index.ts';
import type { Link, LinkFailure } from '../../store/link.ts';
import type { LinkCause } from '../../store/link-changes.ts';
import {
  bringsMoney,
  isBack,
  isDirhams,
  isOfTransaction,
  type LinkPayment,
  type PaymentFinding,
} from '../../store/link-payment.ts';
import { isIssued, type LinkState, mayMove } from '../../store/link-states.ts';
import { cancelledAtService } from '../issuing/link-failures.ts';
import { listParts, listRefunds } from './list-refunds.ts';
import { type Reading, type Weighed, withNumber } from './reading.ts';

/** What arrived at the link's callback address. */
export interface CallbackSeen {
  receivedAt: number;
  evidence: Record<string, string>;
}

export interface Grounds {
  verdict: Verdict;
  /** Everything that could have shown a payment was read. */
  isComplete: boolean;
  /** The link's own record says paid, which shows only the amount asked for; its transaction may still come. */
  isAwaited: boolean;
  callbacks: readonly CallbackSeen[];
  now: number;
  /** The clock may be trusted to say that the link's time is over. */
  mayExpire: boolean;
  words: Vocabulary;
}

/** A change to a link, required by the service's records. */
export interface LinkChange {
  /** Null when the link stays in its state and only the details of its payment change. */
  to: LinkState | null;
  cause: LinkCause;
  payment: LinkPayment | null;
  failure: LinkFailure | null;
  /** Worth a reply in the card's thread, not only an edit of the card. */
  isNews: boolean;
  /** The reported record turned out not to be a payment: drop its details and open the link again. */
  isTakenBack?: boolean;
}

interface Proposal {
  to: LinkState;
  cause: LinkCause;
  finding: PaymentFinding | null;
  failure?: LinkFailure;
  claim?: CallbackSeen;
  came?: Record<string, string>;
  doubt?: LinkPayment['doubt'];
}

/** Allows for clock differences between the service and us before a link counts as expired. */
const EXPIRY_ROOM_MS = 10 * 60_000;

/** How far the transactions listing, and copies of the records, may lag behind. */
export const LISTING_LAG_MS = 5 * 60_000;

/** What follows for the link, and for other links that its records fit. `isDoubt`: it becomes *Reported* now, because they do. */
export const decide = (
  link: Link,
  reading: Reading,
  { verdict, records, kept }: Weighed,
  grounds: Omit<Grounds, 'verdict' | 'isComplete'> & { timeZone: string },
) => {
  const { words, timeZone } = grounds;
  const change = decideChange(link, { ...grounds, verdict, isComplete: reading.isComplete });
  const isDoubt = change?.isNews === true && change.payment?.doubt === 'which-link';
  const among = isDoubt ? records : (kept?.news ?? []);
  const meaning = { words, timeZone, rivals: reading.rivals };
  return {
    change,
    isDoubt,
    denial: findDenial(link, records, words),
    meant: findOthersMeant(withNumber(link, reading), records, meaning, among),
  };
};

/** Null: nothing changes. A callback alone never leads further than "reported, not confirmed". */
export const decideChange = (link: Link, grounds: Grounds): LinkChange | null => {
  if (isNoPaymentAfterAll(link, grounds)) {
    return {
      to: 'open',
      cause: 'no payment after all',
      payment: null,
      failure: null,
      isNews: true,
      isTakenBack: true,
    };
  }
  const proposal = propose(link, grounds);
  if (proposal === null) return null;
  const asked = decideBackAsked(link, grounds);
  if (asked !== null) return asked;
  const payment = buildPayment(link, proposal, grounds);
  if (isHeldBack(link, proposal, payment, grounds) || isOlderCopy(link, payment, grounds)) return null;
  const change = { cause: proposal.cause, payment, failure: proposal.failure ?? null };
  // Paid follows within minutes, and is the news.
  const isAwaited = payment?.doubt === 'awaited';
  if (mayMove(link.state, proposal.to)) return { ...change, to: proposal.to, isNews: !isAwaited };
  const stays = proposal.to === link.state || (link.state === 'paid' && isBack(proposal.finding));
  if (!stays || payment === null || !isKnownBetter(link.payment, payment)) return null;
  const isSilent = isAwaited || proposal.finding === 'declined';
  return { ...change, to: null, isNews: !isSilent && isNews(link.payment, payment) };
};

/** What went back of money that counts is asked about; the link stays as it is. */
function decideBackAsked({ payment }: Link, { verdict, now }: Grounds): LinkChange | null {
  const isNew = verdict.isBackAsked && payment !== null && payment.backAskedAt === undefined;
  if (!isNew || !bringsMoney(payment) || payment.finding === 'refunded') return null;
  return {
    ...{ to: null, cause: 'the service is not clear', failure: null, isNews: false },
    payment: { ...payment, backAskedAt: now },
  };
}

function buildPayment(
  link: Link,
  { finding, claim, came, doubt }: Proposal,
  { verdict, now }: Grounds,
): LinkPayment | null {
  if (finding === null) return null;
  const {
    outcome: _,
    grounds,
    unread: __,
    refundedAt: ___,
    refunds: ____,
    isBackAsked: _____,
    backKind: ______,
    payments: _______,
    ...facts
  } = verdict;
  const found = {
    ...facts,
    ...(claim ? { seenIn: 'callback' as const } : {}),
    ...(came ? { came } : {}),
    ...(doubt ? { doubt } : {}),
    finding,
    grounds,
  };
  const refunds = listRefunds(link.payment, verdict, now);
  const back = bringsMoney(found) && refunds.length > 0 ? { refunds } : {};
  const parts = listParts(link.payment, verdict, now);
  const several = bringsMoney(found) && parts.length > 0 ? { parts } : {};
  return { ...found, ...timesOf(link.payment, found, now), ...several, ...back };
}

/** What people read of a payment changed, or its transaction. Of a doubt they read only the reason. */
const isKnownBetter = (known: LinkPayment | null, payment: LinkPayment): boolean =>
  isNews(known, payment) ||
  known?.refundedFils !== payment.refundedFils ||
  known.backAskedAt !== undefined ||
  known?.finding === 'doubted' ||
  (payment.finding !== 'unconfirmed' &&
    (idsOf(known).join() !== idsOf(payment).join() || known?.amountFils !== payment.amountFils));

/** The service may write an id in another case, or with zeros before it. */
const idsOf = (payment: LinkPayment | null): string[] =>
  (payment?.transactionId?.split(', ') ?? []).map(idKey).sort();

const isNews = (known: LinkPayment | null, payment: LinkPayment): boolean =>
  known === null ||
  (known.finding === 'doubted' ? 'confirmed' : known.finding) !== payment.finding ||
  known.doubt !== payment.doubt ||
  // A dispute is of all of it, whatever the bank has taken so far.
  (known.refundedFils !== payment.refundedFils && payment.finding !== 'disputed') ||
  // Of money that only a report says came, nothing is told but that.
  (bringsMoney(payment) &&
    ((known.dispute !== payment.dispute && (isDisputed(known) || isDisputed(payment))) ||
      // What was paid in full is what was asked for.
      (payment.finding !== 'confirmed' && known.amountFils !== payment.amountFils)));

/** A refund does not change when its payment came or was noticed. */
function timesOf(
  known: LinkPayment | null,
  found: Omit<LinkPayment, 'noticedAt' | 'parts' | 'refunds'>,
  now: number,
): Pick<LinkPayment, 'happenedAt' | 'noticedAt'> {
  const isSame = known !== null && isSamePayment(known, found);
  return {
    happenedAt: isSame ? (known.happenedAt ?? found.happenedAt) : found.happenedAt,
    noticedAt: isSame ? known.noticedAt : now,
  };
}

/** The money that came is known; what went back of it may be new. */
const isSamePayment = (
  known: LinkPayment,
  found: Pick<LinkPayment, 'finding' | 'amountFils' | 'refundedFils'>,
): boolean =>
  bringsMoney(known) &&
  bringsMoney(found) &&
  (isBack(found.finding) ||
    known.finding === 'disputed' ||
    (found.refundedFils !== known.refundedFils && found.amountFils === known.amountFils));

/** What a verdict means for the link, if nothing else matters. */
const PROPOSALS = {
  paid: { to: 'paid', cause: 'the service says paid', finding: 'confirmed' },
  partly: { to: 'reported', cause: 'paid in part', finding: 'partly' },
  mismatch: { to: 'reported', cause: 'paid with another amount', finding: 'mismatch' },
  refunded: { to: 'reported', cause: 'the service says refunded', finding: 'refunded' },
  disputed: { to: 'reported', cause: 'the customer disputes it', finding: 'disputed' },
  unclear: { to: 'reported', cause: 'the service is not clear', finding: 'unconfirmed' },
  cancelled: { to: 'failed', cause: 'cancelled at the service', finding: 'cancelled' },
  expired: { to: 'expired', cause: 'expired unpaid', finding: null },
} as const satisfies Partial<Record<Verdict['outcome'], Proposal>>;

function propose(link: Link, grounds: Grounds): Proposal | null {
  const { verdict, isComplete, isAwaited, callbacks, now, mayExpire, words } = grounds;
  const isOver = isComplete && mayExpire && now >= link.expiresAt + EXPIRY_ROOM_MS;
  switch (verdict.outcome) {
    case 'paid':
      return isAwaited
        ? { to: 'reported', cause: 'being confirmed', finding: 'unconfirmed', doubt: 'awaited' }
        : PROPOSALS.paid;
    case 'mismatch':
      // It stays paid in full: what is too much is told of its sale.
      return link.state === 'paid' && isTooMuch(link, verdict)
        ? { ...PROPOSALS.mismatch, to: 'paid', finding: 'confirmed' }
        : PROPOSALS.mismatch;
    case 'unclear':
      return { ...PROPOSALS.unclear, came: listWhatCame(verdict) };
    case 'cancelled':
      return { ...PROPOSALS.cancelled, failure: cancelledAtService() };
    case 'declined':
      return isOver ? PROPOSALS.expired : proposeDeclined(link);
    case 'waiting':
      return isOver ? PROPOSALS.expired : null;
    case 'silent':
    case 'none': {
      const claim = findClaim(callbacks, words);
      if (!claim || isDenied(link, claim)) return isOver ? PROPOSALS.expired : null;
      const cause = 'a callback alone reports it';
      return { to: 'reported', cause, finding: 'unconfirmed', claim, came: claim.evidence };
    }
    default:
      return PROPOSALS[verdict.outcome];
  }
}

const isTooMuch = ({ amountFils }: Link, { amountFils: came, currency }: Verdict): boolean =>
  came !== null && came > amountFils && isDirhams(currency);

/** More than a card shows. */
const MOST_CAME = 10;

/** By the service's own names: the words that nobody understands, else the state. */
function listWhatCame({ unread, grounds: [first], word }: Verdict): Record<string, string> {
  const strange = unread.filter((one) => !one.word.startsWith('*') && isTeachable(one)).slice(0, MOST_CAME);
  if (strange.length > 0) return Object.fromEntries(strange.map((one) => [one.path, one.word]));
  return word === null ? {} : { [first?.stateField ?? 'status']: word };
}

/** The callback was reported, and the service's records have since shown that nobody paid. */
const isDenied = ({ state, payment }: Link, { receivedAt }: CallbackSeen): boolean =>
  state === 'expired' && payment?.seenIn === 'callback' && receivedAt <= payment.noticedAt;

/** Nobody could tell what a record was, and it has turned out to be no payment. */
const isNoPaymentAfterAll = (link: Link, { verdict, isComplete, now }: Grounds): boolean =>
  link.state === 'reported' &&
  link.address !== null &&
  link.payment?.finding === 'unconfirmed' &&
  link.payment.seenIn !== 'callback' &&
  isComplete &&
  (verdict.outcome === 'waiting' || verdict.outcome === 'declined') &&
  now < link.expiresAt + EXPIRY_ROOM_MS;

/** A declined attempt leaves a link as it is. */
function proposeDeclined(link: Link): Proposal | null {
  if (!isIssued(link.state) || link.state === 'paid' || isReportedByCallback(link)) return null;
  return { to: link.state, cause: 'a try to pay was declined', finding: 'declined' };
}

/** The records may not have the payment yet that a callback reported after the declined attempt. */
const isReportedByCallback = ({ state, payment }: Link): boolean =>
  state === 'reported' && payment?.finding === 'unconfirmed' && payment.seenIn === 'callback';

/** Money that was said stays said: only more of it, or its refund, changes what people read. */
function isHeldBack(
  link: Link,
  { to }: Proposal,
  payment: LinkPayment | null,
  { verdict }: Pick<Grounds, 'verdict'>,
): boolean {
  if (link.address === null && (link.state === 'unknown' || link.state === 'failed'))
    // It cannot have expired or been cancelled: only money moves it.
    return to !== 'reported' && to !== 'paid';
  const isMoney = payment !== null && bringsMoney(payment);
  if (isByLinkAlone(verdict) && link.payment !== null && isOddByTransaction(link.payment)) return true;
  return link.payment !== null && bringsMoney(link.payment) && !isMoney;
}

/** The link's own record says that money came, and shows only the amount asked for. */
export const isByLinkAlone = ({ outcome, seenIn, grounds }: Verdict): boolean =>
  (outcome === 'paid' || outcome === 'partly') &&
  seenIn === 'link' &&
  grounds.every(({ of, amountFils }) => of === 'link' && amountFils === null);

/** A transaction showed an amount that does not fit. The link’s own record, which has only the amount asked for, cannot overrule it. */
const isOddByTransaction = (payment: LinkPayment): boolean =>
  (payment.finding === 'partly' || payment.finding === 'mismatch' || payment.finding === 'refunded') &&
  isOfTransaction(payment);

/** No copy of the service's records is older, however it is read. Paid that is said of returned money does harm. */
const OLDEST_COPY_MS = 24 * 60 * 60_000;

/** A copy of the records that does not have the refund yet, which another copy has shown. */
function isOlderCopy({ payment: known }: Link, payment: LinkPayment | null, { now }: Pick<Grounds, 'now'>) {
  if (!known?.refunds?.length || payment === null || payment.refundedFils === null) return false;
  // That it came again is said of no older one.
  if (payment.dispute === 'won' || payment.refunds?.some(({ fils }) => fils !== null && fils < 0))
    return false;
  const noticedAt = Math.max(...known.refunds.map((one) => one.noticedAt));
  // How much went back may become known later; that it went back is not undone so soon.
  const oldestMs = isBack(payment.finding) ? LISTING_LAG_MS : OLDEST_COPY_MS;
  return payment.refundedFils < (known.refundedFils ?? 1) && now - noticedAt < oldestMs;
}

/** A transaction that brought money, and with which word it now says that it did not. */
export interface Denial {
  transactionId: string;
  word: string;
}

/**
 * What the transactions of a link say now of which money was said, also of a part or one that somebody counted as all: if they no
 * longer say so, and nothing says that it went back. The link stays as it is: people have handed over goods for it. Null: they say
 * what they said.
 */
export const findDenial = (
  { payment }: Pick<Link, 'payment'>,
  records: readonly KeptRecord[],
  words: Vocabulary,
): Denial | null => {
  if (payment === null || !bringsMoney(payment) || isBack(payment.finding)) return null;
  const paid = idsOf(payment);
  for (const one of records) {
    const transactionId = one.kind === 'transaction' ? readTransactionId(one) : null;
    if (transactionId === null || !paid.includes(idKey(transactionId))) continue;
    const { kind, state: says } = readPayment(one.record, 'transaction', words);
    const isDenied = says.said.some(({ stance }) => stance === 'denied');
    if (kind.kind === 'payment' && isDenied && /^(failed|waiting|unclear)$/.test(says.meaning ?? ''))
      return { transactionId, word: says.word ?? '' };
  }
  return null;
};

/** The newest callback that says paid. One that nobody understands is only a reason to look. */
const findClaim = (callbacks: readonly CallbackSeen[], words: Vocabulary): CallbackSeen | undefined =>
  callbacks.toReversed().find(({ evidence }) => {
    const { meaning, said } = readPayment({ fields: evidence }, 'transaction', words).state;
    const claims = said.some(({ stance }) => stance === 'came' || stance === 'asks' || stance === 'partly');
    return claims && (meaning === 'paid' || meaning === 'partly' || meaning === 'unclear');
  });
