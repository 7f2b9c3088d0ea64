import type { Link, LinkFailure } from '../store/link.ts';
import type { LinkPayment, PaymentFinding } from '../store/link-payment.ts';
import { FORWARD_MOVES, type LinkState } from '../store/link-states.ts';
import type { Verdict } from './judge-records.ts';
import { cancelledAtService, declinedAtService } from './link-failures.ts';
import type { StateWords } from './state-words.ts';

/** What came to the link's callback address. */
export interface CallbackSeen {
  receivedAt: number;
  evidence: Record<string, string>;
}

export interface Grounds {
  verdict: Verdict;
  /** Everything that could have shown a payment was read. */
  isComplete: boolean;
  callbacks: readonly CallbackSeen[];
  now: number;
  words: StateWords;
}

/** A change of a link that the service's records call for. */
export interface LinkChange {
  /** Null when the link stays in its state, and only its payment is better known. */
  to: LinkState | null;
  cause: string;
  payment: LinkPayment | null;
  failure: LinkFailure | null;
  /** Worth a reply in the card's thread, not only an edit of the card. */
  isNews: boolean;
}

interface Proposal {
  to: LinkState;
  cause: string;
  finding: PaymentFinding | null;
  failure?: LinkFailure;
  claim?: CallbackSeen;
  came?: Record<string, string>;
}

/** Room for the difference between the service's clock and ours, before a link is called expired unpaid. */
const EXPIRY_ROOM_MS = 10 * 60_000;

/** Null: nothing is new. A callback's own word never leads further than "reported, not confirmed". */
export const decideChange = (link: Link, grounds: Grounds): LinkChange | null => {
  const proposal = propose(link, grounds);
  if (proposal === null) return null;
  const { verdict, now } = grounds;
  const payment: LinkPayment | null = proposal.finding && {
    ...verdict.facts,
    ...(proposal.claim ? { seenIn: 'callback' } : {}),
    ...(proposal.came ? { came: proposal.came } : {}),
    finding: proposal.finding,
    noticedAt: now,
  };
  const change = { cause: proposal.cause, payment, failure: proposal.failure ?? null, isNews: true };
  if (FORWARD_MOVES[link.state].includes(proposal.to)) {
    return isHeldBack(link, proposal) ? null : { ...change, to: proposal.to };
  }
  const isBetterKnown =
    (proposal.to === link.state || (link.state === 'paid' && proposal.finding === 'refunded')) &&
    payment !== null &&
    isNewFinding(link.payment, payment);
  return isBetterKnown ? { ...change, to: null, isNews: proposal.finding !== 'declined' } : null;
};

function propose(link: Link, { verdict, isComplete, callbacks, now, words }: Grounds): Proposal | null {
  const isPast = now >= link.expiresAt + EXPIRY_ROOM_MS;
  const expired: Proposal = { to: 'expired', cause: 'expired unpaid', finding: null };
  switch (verdict.says) {
    case 'paid':
      return { to: 'paid', cause: 'the service says paid', finding: 'confirmed' };
    case 'mismatch':
      return { to: 'reported', cause: 'paid with another amount', finding: 'mismatch' };
    case 'refunded':
      return { to: 'reported', cause: 'the service says refunded', finding: 'refunded' };
    case 'unclear':
      return {
        to: 'reported',
        cause: 'the service is not clear',
        finding: 'unconfirmed',
        came: verdict.facts.word === null ? {} : { status: verdict.facts.word },
      };
    case 'cancelled':
      return {
        to: 'failed',
        cause: 'cancelled at the service',
        finding: 'cancelled',
        failure: cancelledAtService(),
      };
    case 'failed':
      return {
        to: 'failed',
        cause: 'the service says failed',
        finding: 'declined',
        failure: declinedAtService(),
      };
    case 'expired':
      return expired;
    case 'declined':
      return isPast && isComplete
        ? expired
        : { to: link.state, cause: 'a try to pay was declined', finding: 'declined' };
    case 'waiting':
      return isPast && isComplete ? expired : null;
    case 'silent':
    case 'none': {
      const claim = findClaim(callbacks, words);
      if (claim) {
        const cause = 'a callback alone reports it';
        return { to: 'reported', cause, finding: 'unconfirmed', claim, came: claim.evidence };
      }
      return isPast && isComplete ? expired : null;
    }
  }
}

/** Money that came and does not fit must stay in sight: no lesser word covers it. */
function isHeldBack(link: Link, { to }: Proposal): boolean {
  const { finding } = link.payment ?? {};
  const isMoneyOnTheTable = link.state === 'reported' && (finding === 'mismatch' || finding === 'refunded');
  return isMoneyOnTheTable && to !== 'paid';
}

function isNewFinding(known: LinkPayment | null, found: LinkPayment): boolean {
  if (known === null || known.finding !== found.finding)
    return known?.finding !== 'mismatch' || found.finding === 'refunded';
  return (
    found.finding !== 'unconfirmed' &&
    (known.transactionId !== found.transactionId || known.amountFils !== found.amountFils)
  );
}

/** The newest callback that says paid, or that says something in words which the table does not know. */
function findClaim(callbacks: readonly CallbackSeen[], words: StateWords): CallbackSeen | undefined {
  return callbacks.toReversed().find(({ evidence }) => {
    const values = Object.values(evidence);
    const meanings = values.map(words).filter((meaning) => meaning !== null);
    if (meanings.length === 0) return values.length > 0;
    return meanings.some((meaning) => meaning === 'paid' || meaning === 'done');
  });
}
