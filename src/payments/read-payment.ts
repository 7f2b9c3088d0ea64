import { LONGEST_WORD, type ServiceRecord, type Vocabulary } from '../payment-service/index.ts';
import { type RecordAmounts, readRecordAmounts } from './read-amounts.ts';
import { GIVES_BACK, type KindOfRow, readRowKind } from './read-kind.ts';
import { type RecordKind, readVotes, type UnreadLeaf, unreadOf, type Vote } from './read-votes.ts';

/**
 * What one record says about its payment.
 * - `paid`: every leaf that votes is understood, one says that money came, and none disagrees.
 * - `cancelled`, `expired`: of a link as a whole. An attempt to pay that ended this way has `failed`.
 * - `unclear`: nobody can tell: leaves disagree, or one of them is not understood.
 * - `null`: it says nothing.
 */
export type Meaning =
  | 'paid'
  | 'partly'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'waiting'
  | 'unclear'
  | null;

export interface RecordState {
  meaning: Meaning;
  /** The service's own word, shortened, and its field. */
  word: string | null;
  field: string | null;
  /** For `refunded`: only a part of it, or nobody says how much. */
  isInPart: boolean;
  /** Every state and flag that was read for it. */
  said: Vote[];
}

/** One record: what it is, what it says, how much money, and what in it is not understood. */
export interface PaymentReading {
  kind: KindOfRow;
  state: RecordState;
  amounts: RecordAmounts;
  /** Leaves that vote and that nobody understands: they keep the record from being a payment. */
  unread: UnreadLeaf[];
}

const OF_LINK: KindOfRow = { kind: 'payment', word: null, unread: [] };

/** Nothing came, and nothing will. */
const IS_OVER = new Set<Meaning>(['failed', 'cancelled', 'expired']);

/** Reads one record by the rules of the vocabulary. Nothing that is not understood counts as yes. */
export const readPayment = (record: ServiceRecord, of: RecordKind, words: Vocabulary): PaymentReading => {
  const kind = of === 'link' ? OF_LINK : readRowKind(record, words);
  const read = readRecordAmounts(record, of, words);
  const votes = withoutLife(readVotes(record, of, words), of);
  const { meaning, by, asked = [], isInPart = false } = weigh(votes, { kind, amounts: read, of });
  // What came is less than the whole, so its amount may differ from the transaction's.
  const amounts =
    meaning === 'partly' && read.came !== null
      ? { ...read, received: read.came, unread: read.unread.filter(({ word }) => word !== '*') }
      : read;
  const unread = [
    ...kind.unread,
    ...votes.filter((vote) => isUnread(vote) && !vote.isOfOrder).map(unreadOf),
    ...asked.map(unreadOf),
    ...amounts.unread,
  ];
  const isHeldUp = kind.unread.length > 0 || amounts.unread.some(({ word }) => word !== '*');
  // A hold whose own record says that it was captured.
  const isTorn =
    kind.kind === 'authorisation' && votes.some(({ stance, says }) => stance === 'came' && says === 'paid');
  // A record that says plainly that no money came need not be asked about.
  const isPlain = IS_OVER.has(meaning);
  const isOpen = isTorn || (isHeldUp && !isPlain && meaning !== 'waiting');
  return {
    kind,
    amounts,
    unread: isPlain ? [] : once(unread),
    state: {
      meaning: isOpen ? 'unclear' : meaning,
      word: joinNames(by.map(({ word }) => word))?.slice(0, LONGEST_WORD) ?? null,
      field: joinNames(by.map(({ field }) => field))?.slice(0, 2 * LONGEST_WORD) ?? null,
      isInPart,
      said: votes,
    },
  };
};

const joinNames = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.join(' / ');

const isUnread = ({ stance }: Vote): boolean => stance === 'unread';

const once = (unread: readonly UnreadLeaf[]): UnreadLeaf[] => [
  ...new Map(unread.map((one) => [`${one.name}\n${one.word}`, one])).values(),
];

interface Weighed {
  meaning: Meaning;
  by: Vote[];
  /** Leaves that are understood, but alone are not enough. */
  asked?: Vote[];
  isInPart?: boolean;
}

interface Beside {
  kind: KindOfRow;
  amounts: RecordAmounts;
  of: RecordKind;
}

/** Decides by all votes together: their order says nothing. */
function weigh(votes: readonly Vote[], beside: Beside): Weighed {
  const { kind, amounts, of } = beside;
  const own = votes.filter(({ isOfOrder, stance }) => !isOfOrder || stance === 'back');
  const find = (stance: Vote['stance']) => first(own.filter((one) => one.stance === stance));
  if (GIVES_BACK.has(kind.kind)) return weighRefund(own);
  const came = find('came');
  const back = find('back');
  const strange = first(own.filter(isUnread));
  if (back) {
    const weighed = weighBack(back, came, own, beside);
    // What is left of the payment is Paid only if everything is understood.
    return strange && weighed.isInPart ? { meaning: 'unclear', by: [strange] } : weighed;
  }
  const partly = find('partly');
  const denied = weighDenial(own, of);
  // A hold says that nothing was captured, whatever else went well.
  const isNothing = amounts.came === 0 && (came || partly);
  if (isNothing) return { meaning: 'waiting', by: [isNothing] };
  if (came && denied) return { meaning: 'unclear', by: [came, ...denied.by] };
  // Of a link's own words only this one takes a payment back: the others end what nobody can pay any more.
  const voided = first(own.filter(({ stance, says }) => stance === 'ended' && says === 'void'));
  if (came && voided) return { meaning: 'unclear', by: [came, voided] };
  if (partly && !denied)
    return strange ? { meaning: 'unclear', by: [strange] } : { meaning: 'partly', by: [partly] };
  if (came) return strange ? { meaning: 'unclear', by: [strange] } : { meaning: 'paid', by: [came] };
  if (denied && denied.meaning !== 'waiting') return denied;
  if (strange) return { meaning: 'unclear', by: [strange] };
  const ended = find('ended');
  if (denied) return of === 'link' && ended ? endOf(ended) : denied;
  const asks = find('asks');
  if (asks) return { meaning: 'unclear', by: [asks], asked: [asks] };
  if (ended) return endOf(ended);
  return weighOrder(votes, own, of);
}

/** A link's own life is heard only where nothing else says anything, and one that was made well only where nothing is known. */
function withoutLife(votes: Vote[], of: RecordKind): Vote[] {
  if (of !== 'link') return votes;
  const isKnown = ({ stance, says }: Vote) => stance !== 'unread' && says !== null && says !== 'silent';
  const hasPayment = votes.some((vote) => vote.isOfPayment && isKnown(vote));
  const hasOther = votes.some(isKnown);
  return votes.filter(
    ({ stance, isOfPayment, says }) =>
      stance !== 'unread' || isOfPayment || !(says === null ? hasPayment : hasOther),
  );
}

/** The vote that a person is shown: the nearest to the payment, then the first by its name. */
function first(votes: readonly Vote[]): Vote | undefined {
  return [...votes].sort(
    (one, other) =>
      Number(other.isOfPayment) - Number(one.isOfPayment) ||
      (one.leaf.path.join('.') < other.leaf.path.join('.') ? -1 : 1),
  )[0];
}

/** The worst result of an attempt to pay. An attempt that was cancelled or timed out has failed. */
function findDenial(votes: readonly Vote[]): Weighed | null {
  const denied = votes.filter(({ stance }) => stance === 'denied');
  const failed = first(
    denied.filter(({ says }) => says === 'failed' || says === 'cancelled' || says === 'expired'),
  );
  if (failed) return { meaning: 'failed', by: [failed] };
  const waiting = first(denied);
  return waiting ? { meaning: 'waiting', by: [waiting] } : null;
}

/** Also, of a transaction alone: a row that was closed brought nothing. */
function weighDenial(own: readonly Vote[], of: RecordKind): Weighed | null {
  const denial = findDenial(own);
  if (denial) return denial;
  const ended =
    of === 'transaction' && !own.some(({ stance }) => stance === 'came')
      ? first(own.filter(({ stance }) => stance === 'ended'))
      : undefined;
  return ended ? { meaning: 'failed', by: [ended] } : null;
}

/** Of a link: a transaction that ended has failed. */
const endOf = (vote: Vote): Weighed => ({
  meaning: vote.says === 'expired' ? 'expired' : 'cancelled',
  by: [vote],
});

/** A row that is a refund: it went back unless a leaf says that it did not, or not yet. */
function weighRefund(own: readonly Vote[]): Weighed {
  const states = own.map((vote) => (vote.leaf.subject === 'refund' ? asOwn(vote) : vote));
  const strange = first(states.filter(isUnread));
  if (strange) return { meaning: 'unclear', by: [strange] };
  const denial = findDenial(states);
  if (denial) return denial;
  const done = first(states.filter(({ stance }) => /^(came|asks|back|partly)$/.test(stance)));
  return done ? { meaning: 'refunded', by: [done] } : { meaning: null, by: [] };
}

/** `refundStatus: FAILED` in a refund’s own row is the row’s state. */
const asOwn = (vote: Vote): Vote =>
  vote.stance === 'silent' && /^(failed|cancelled|expired|waiting|hold|life)$/.test(vote.says ?? '')
    ? { ...vote, stance: 'denied' }
    : vote;

function weighBack(back: Vote, came: Vote | undefined, own: readonly Vote[], { amounts }: Beside): Weighed {
  const all = own.filter(({ stance }) => stance === 'back');
  const isAll = (says: Vote['says']) => all.every((one) => one.says === says);
  // Nothing came that a void could have taken back.
  if (isAll('void') && !came) return { meaning: 'failed', by: [back] };
  const isPart = all.some(({ says, word }) => says === 'partly-refunded' || /part/i.test(word));
  // A refund's own state says that one was made, not that it was all.
  const isOfRefund =
    all.every(({ leaf, says }) => leaf.subject === 'refund' && says !== 'refunded') && amounts.refunded === 0;
  return { meaning: 'refunded', by: [back], isInPart: isPart || isOfRefund || isAll('disputed') };
}

/** Where a record has no state of its own, its order’s or invoice’s is heard. */
function weighOrder(votes: readonly Vote[], own: readonly Vote[], of: RecordKind): Weighed {
  const said = own.filter(({ leaf }) => leaf.votes || leaf.subject === 'link');
  if (
    said.some(
      ({ stance, says }) => stance !== 'silent' || (says !== 'silent' && says !== null && says !== 'life'),
    )
  )
    return { meaning: null, by: [] };
  const ofOrder = votes.filter(({ isOfOrder, stance }) => isOfOrder && stance !== 'back');
  const came = first(ofOrder.filter(({ stance }) => stance === 'came'));
  // A link that expired may have been paid before.
  const denied = weighDenial(came ? ofOrder.filter(({ leaf }) => leaf.subject !== 'link') : ofOrder, of);
  if (came)
    return denied ? { meaning: 'unclear', by: [came, ...denied.by] } : { meaning: 'paid', by: [came] };
  const partly = first(ofOrder.filter(({ stance }) => stance === 'partly'));
  if (partly) return { meaning: 'partly', by: [partly] };
  const strange = first(ofOrder.filter(isUnread));
  if (strange && !denied) return { meaning: 'unclear', by: [strange], asked: [strange] };
  const life = first(said.filter(({ says }) => says === 'life'));
  return denied ?? (life ? { meaning: 'waiting', by: [life] } : { meaning: null, by: [] });
}
