import type { Vocabulary } from '../../payment-service/index.ts';
import { type KeptRecord, readPayment, type Verdict } from '../../payments/index.ts';
import type { Link, LinkFailure } from '../../store/link.ts';
import type { LinkCause } from '../../store/link-changes.ts';
import {
  bringsMoney,
  isOfTransaction,
  type LinkPayment,
  type PaymentFinding,
} from '../../store/link-payment.ts';
import { type LinkState, mayMove } from '../../store/link-states.ts';
import { cancelledAtService } from '../form/link-failures.ts';

/** What arrived at the link's callback address. */
export interface CallbackSeen {
  receivedAt: number;
  evidence: Record<string, string>;
}

export interface Grounds {
  verdict: Verdict;
  /** What the verdict rests on: all that was ever read of the link. */
  records: readonly KeptRecord[];
  /** Everything that could have shown a payment was read. */
  isComplete: boolean;
  /** Ids of the transactions that were read. */
  transactionIds: readonly string[];
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
}

/** Allows for clock differences between the service and us before a link counts as expired. */
const EXPIRY_ROOM_MS = 10 * 60_000;

/** A payment that does not fit stays visible: only a full payment may replace it. */
const IS_ODD_MONEY: Record<PaymentFinding, boolean> = {
  confirmed: false,
  partly: true,
  mismatch: true,
  unconfirmed: false,
  refunded: true,
  declined: false,
  cancelled: false,
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
  const { verdict, now } = grounds;
  const { outcome: _, grounds: decidedBy, unread: __, refundedAt, ...facts } = verdict;
  const payment: LinkPayment | null =
    proposal.finding &&
    withTimes(
      link.payment,
      {
        ...facts,
        ...(proposal.claim ? { seenIn: 'callback' as const } : {}),
        ...(proposal.came ? { came: proposal.came } : {}),
        finding: proposal.finding,
        grounds: decidedBy,
      },
      { refundedAt, now },
    );
  const change = { cause: proposal.cause, payment, failure: proposal.failure ?? null, isNews: true };
  if (mayMove(link.state, proposal.to)) {
    return isHeldBack(link, proposal, payment) ? null : { ...change, to: proposal.to };
  }
  const stays = proposal.to === link.state || (link.state === 'paid' && proposal.finding === 'refunded');
  const isBetterKnown =
    stays &&
    payment !== null &&
    isNewFinding(link.payment, payment) &&
    !(isPartOfKnown(link.payment, payment) && mayLackKnown(link.payment, grounds));
  if (!isBetterKnown) return null;
  return {
    ...change,
    to: null,
    isNews: proposal.finding !== 'declined' && !isSaidAlready(link.payment, payment),
  };
};

/** Each with its own time: a refund does not change when its payment came or was noticed. */
function withTimes(
  known: LinkPayment | null,
  found: Omit<LinkPayment, 'noticedAt' | 'refund'>,
  { refundedAt, now }: { refundedAt: number | null; now: number },
): LinkPayment {
  const isSame = known !== null && isSamePayment(known, found);
  const isRefundKnown = known !== null && known.refundedFils === found.refundedFils;
  return {
    ...found,
    happenedAt: isSame ? (known.happenedAt ?? found.happenedAt) : found.happenedAt,
    noticedAt: isSame ? known.noticedAt : now,
    ...(found.refundedFils === 0
      ? {}
      : {
          refund: {
            // Before refunds had a time of their own, the payment’s was theirs.
            noticedAt: isRefundKnown ? (known.refund?.noticedAt ?? known.noticedAt) : now,
            happenedAt: refundedAt,
          },
        }),
  };
}

/** The money that came is known; what went back of it may be new. */
const isSamePayment = (
  known: LinkPayment,
  found: Pick<LinkPayment, 'finding' | 'amountFils' | 'refundedFils'>,
): boolean =>
  bringsMoney(known) &&
  bringsMoney(found) &&
  (found.finding === 'refunded' ||
    (found.refundedFils !== known.refundedFils && found.amountFils === known.amountFils));

function propose(link: Link, grounds: Grounds): Proposal | null {
  const { verdict, isComplete, callbacks, now, mayExpire, words } = grounds;
  const isPast = mayExpire && now >= link.expiresAt + EXPIRY_ROOM_MS;
  const expired: Proposal = { to: 'expired', cause: 'expired unpaid', finding: null };
  switch (verdict.outcome) {
    case 'paid':
      return { to: 'paid', cause: 'the service says paid', finding: 'confirmed' };
    case 'partly':
      return { to: 'reported', cause: 'paid in part', finding: 'partly' };
    case 'mismatch':
      return { to: 'reported', cause: 'paid with another amount', finding: 'mismatch' };
    case 'refunded':
      return { to: 'reported', cause: 'the service says refunded', finding: 'refunded' };
    case 'unclear':
      return {
        to: 'reported',
        cause: 'the service is not clear',
        finding: 'unconfirmed',
        came: verdict.word === null ? {} : { status: verdict.word },
      };
    case 'cancelled':
      return {
        to: 'failed',
        cause: 'cancelled at the service',
        finding: 'cancelled',
        failure: cancelledAtService(),
      };
    case 'expired':
      return expired;
    case 'declined':
      if (isPast && isComplete) return expired;
      return proposeDeclined(link);
    case 'waiting':
      if (isPast && isComplete) return expired;
      return wasGivenUp(link)
        ? { to: 'open', cause: 'the link can still be paid', finding: 'declined' }
        : null;
    case 'silent':
    case 'none': {
      const claim = findClaim(callbacks, words);
      if (claim && !isDenied(link, claim)) {
        return {
          to: 'reported',
          cause: 'a callback alone reports it',
          finding: 'unconfirmed',
          claim,
          came: claim.evidence,
        };
      }
      return isPast && isComplete ? expired : null;
    }
  }
}

/** The callback was reported, and the service's records have since shown that nobody paid. */
const isDenied = ({ state, payment }: Link, { receivedAt }: CallbackSeen): boolean =>
  state === 'expired' && payment?.seenIn === 'callback' && receivedAt <= payment.noticedAt;

/** Nobody could tell what a reported record was, and an admin has now said that it is not a payment. */
const isNoPaymentAfterAll = (link: Link, { verdict, isComplete, now }: Grounds): boolean =>
  link.state === 'reported' &&
  link.address !== null &&
  link.payment?.doubt === 'word' &&
  isComplete &&
  (verdict.outcome === 'waiting' || verdict.outcome === 'declined') &&
  now < link.expiresAt + EXPIRY_ROOM_MS;

/** States in which a declined attempt matters: not for a link that is paid, cancelled or was never made. */
const SHOWS_DECLINES: Record<LinkState, boolean> = {
  reserved: false,
  unknown: false,
  failed: false,
  open: true,
  reported: true,
  paid: false,
  expired: true,
};

/** A declined attempt leaves a link as it is. Earlier versions ended the link. */
function proposeDeclined(link: Link): Proposal | null {
  const to = wasGivenUp(link) ? 'open' : link.state;
  if (!SHOWS_DECLINES[to] || isReportedByCallback(link)) return null;
  return { to, cause: 'a try to pay was declined', finding: 'declined' };
}

/** The records may not have the payment yet that a callback reported after the declined attempt. */
const isReportedByCallback = ({ state, payment }: Link): boolean =>
  state === 'reported' && payment?.finding === 'unconfirmed' && payment.seenIn === 'callback';

const wasGivenUp = (link: Link): boolean =>
  link.state === 'failed' && link.address !== null && link.payment?.finding === 'declined';

/** A link that is unknown or was never made cannot have expired or been cancelled: only money moves it. */
const IS_ABOUT_MONEY: Record<LinkState, boolean> = {
  reserved: false,
  unknown: false,
  failed: false,
  open: false,
  reported: true,
  paid: true,
  expired: false,
};

function isHeldBack(link: Link, { to }: Proposal, payment: LinkPayment | null): boolean {
  if (link.address === null && (link.state === 'unknown' || link.state === 'failed'))
    return !IS_ABOUT_MONEY[to];
  const known = link.payment;
  if (link.state !== 'reported' || known === null || !IS_ODD_MONEY[known.finding]) return false;
  return to !== 'paid' || (payment !== null && isBehind(known, payment));
}

function isNewFinding(known: LinkPayment | null, payment: LinkPayment): boolean {
  if (known === null) return true;
  if (isBehind(known, payment)) return false;
  // A refund of unknown size now has its amount, which may be less than everything.
  if (known.refundedFils === null && payment.refundedFils) return true;
  if (isSumOfAsking(known, payment)) return false;
  // Once people have read about money, a weaker finding does not take it back.
  if (known.finding !== payment.finding) return !IS_ODD_MONEY[known.finding] || IS_ODD_MONEY[payment.finding];
  if (payment.finding === 'unconfirmed') return known.doubt !== payment.doubt;
  // A reading without the transaction adds nothing about it.
  if (known.amountFils !== null && payment.amountFils === null) return false;
  return (
    known.transactionId !== payment.transactionId ||
    known.amountFils !== payment.amountFils ||
    known.refundedFils !== payment.refundedFils
  );
}

/**
 * A refund never shrinks. Records that show a smaller one are older than those already read, unless the known amount was
 * only the amount asked for. A refund of unknown size counts as a refund.
 */
function isBehind(known: LinkPayment, payment: LinkPayment): boolean {
  if (isSumCorrected(known, payment)) return false;
  if (known.refundedFils === null) return payment.refundedFils === 0;
  return (payment.refundedFils ?? 0) < known.refundedFils;
}

/** What we knew may be in rows that were not read, or that this listing does not have yet. */
const mayLackKnown = (known: LinkPayment | null, { isComplete, transactionIds }: Grounds): boolean =>
  !isComplete || (known?.transactionId != null && !transactionIds.includes(known.transactionId));

/** Less than the transactions showed before. */
const isPartOfKnown = (known: LinkPayment | null, { amountFils }: LinkPayment): boolean =>
  known !== null &&
  isOfTransaction(known) &&
  known.amountFils !== null &&
  amountFils !== null &&
  amountFils < known.amountFils;

/** Only the source or the transaction id is new: a message would repeat what people have read. */
const isSaidAlready = (known: LinkPayment | null, payment: LinkPayment): boolean =>
  known?.finding === payment.finding &&
  known.doubt === payment.doubt &&
  (isSumCorrected(known, payment) ||
    (known.refundedFils === payment.refundedFils &&
      (payment.finding === 'confirmed' || known.amountFils === payment.amountFils)));

/** The refund was reported with the amount the link asked for; a transaction now shows the real amount. */
const isSumCorrected = (known: LinkPayment, payment: LinkPayment): boolean =>
  known.finding === 'refunded' &&
  payment.refundedFils !== 0 &&
  !isOfTransaction(known) &&
  isOfTransaction(payment);

/** A transaction showed the refund with its amount. The link's own record has only the amount asked for. */
const isSumOfAsking = (known: LinkPayment, payment: LinkPayment): boolean =>
  known.finding === 'refunded' &&
  payment.finding === 'refunded' &&
  isOfTransaction(known) &&
  !isOfTransaction(payment);

/** The newest callback that says paid. One that nobody understands is only a reason to look. */
const findClaim = (callbacks: readonly CallbackSeen[], words: Vocabulary): CallbackSeen | undefined =>
  callbacks.toReversed().find(({ evidence }) => {
    const { meaning, said } = readPayment({ fields: evidence }, 'transaction', words).state;
    const claims = said.some(({ stance }) => stance === 'came' || stance === 'asks' || stance === 'partly');
    return claims && (meaning === 'paid' || meaning === 'partly' || meaning === 'unclear');
  });
