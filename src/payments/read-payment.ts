import {
  isJsonObject,
  isPast,
  type JsonObject,
  LONGEST_WORD,
  readLeaves,
  type ServiceRecord,
  type Vocabulary,
} from '../payment-service/index.ts';
import { type RecordAmounts, readRecordAmounts } from './read-amounts.ts';
import { GIVES_BACK, type GivesBack, type KindOfRow, readBackKinds, readRowKind } from './read-kind.ts';
import { readLastTime } from './read-times.ts';
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

/** How the customer's dispute stands: the bank has taken the money when it is opened, and gives it again if it is won. */
export type Dispute = 'open' | 'lost' | 'won';

/** What other records say. */
export interface ReadBeside {
  /** The ids of the authorisations that stand beside it. */
  holds?: ReadonlySet<string>;
  /** The dispute that the record tells of was won. */
  isWon?: boolean;
}

export interface RecordState {
  meaning: Meaning;
  /** The service's own word, shortened, and its field. */
  word: string | null;
  field: string | null;
  /** For `refunded`: only a part of it, or nobody says how much. */
  isInPart: boolean;
  dispute: Dispute | null;
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

const OF_LINK: KindOfRow = { kind: 'payment', word: null, isOfAnother: false, unread: [] };

/** Money came or went back, or may have. */
export const BRINGS: ReadonlySet<Meaning> = new Set<Meaning>(['paid', 'partly', 'refunded', 'unclear']);
/** Nothing came, and nothing will. */
const IS_OVER = new Set<Meaning>(['failed', 'cancelled', 'expired']);

/** Reads one record by the rules of the vocabulary. Nothing that is not understood counts as yes. */
export const readPayment = (
  record: ServiceRecord,
  of: RecordKind,
  words: Vocabulary,
  { holds, isWon = false }: ReadBeside = {},
): PaymentReading => {
  const kind = of === 'link' ? OF_LINK : readRowKind(record, words, holds);
  const said = [...withoutLife(readVotes(record, of, words), of), ...readPast(record, words)];
  const back = GIVES_BACK.get(kind.kind);
  const dispute = back === undefined ? readDispute(said, isWon) : null;
  const isOver = dispute === 'won';
  const read = readRecordAmounts(record, of, words, isOver);
  const votes = isOver
    ? said.map((vote) => (isOfDispute(vote) ? { ...vote, stance: 'silent' as const } : vote))
    : said;
  const { meaning, by, asked = [], isInPart = false } = weigh(votes, { kind, amounts: read, of });
  // What came is less than the whole, so its amount may differ from the transaction's.
  const amounts =
    meaning === 'partly' && read.came !== null
      ? { ...read, received: read.came, unread: read.unread.filter(({ word }) => word !== '*') }
      : read;
  const unread = [
    ...kind.unread,
    ...votes
      .filter((vote) => isUnread(vote) && !vote.isOfOrder && (!vote.isAside || BRINGS.has(meaning)))
      .map(unreadOf),
    ...asked.map(unreadOf),
    ...amounts.unread,
  ];
  const isHeldUp = kind.unread.length > 0 || amounts.unread.some(({ word }) => word !== '*');
  // A hold whose own record says that it was captured.
  const isTorn =
    kind.kind === 'authorisation' && votes.some(({ stance, says }) => stance === 'came' && says === 'paid');
  // What names another row may be anything that became of it, unless it says what it is. Less than nothing went back.
  const isBack = typeof read.received === 'number' && read.received < 0;
  const isAnothers = kind.isOfAnother && !isBack && (meaning === 'paid' || meaning === 'partly');
  // A record that says plainly that no money came need not be asked about.
  const isPlain = IS_OVER.has(meaning) || meaning === 'waiting';
  const isOpen = isTorn || isAnothers || (isHeldUp && !isPlain);
  return {
    kind,
    amounts,
    unread: isPlain ? [] : once(unread),
    state: {
      meaning: isOpen ? 'unclear' : meaning,
      word: joinNames(by.map(({ word }) => word))?.slice(0, LONGEST_WORD) ?? null,
      field: joinNames(by.map(({ field }) => field))?.slice(0, 2 * LONGEST_WORD) ?? null,
      isInPart,
      dispute: back?.kind === 'chargeback' ? readChargeback(votes, meaning, back) : dispute,
      said: votes,
    },
  };
};

/**
 * What a record says of its own past, where that speaks against it: if money went back at any step, or if its last step brought none.
 * That is the last by its time; where a step has no time, the list may run either way, and both its ends must say so.
 */
function readPast(record: ServiceRecord, words: Vocabulary): Vote[] {
  // Few records have any.
  if (!readLeaves(record).some(({ isOfPast }) => isOfPast)) return [];
  return listPasts(record.fields).flatMap((steps) => {
    const read = steps.map((step) => {
      const record = { fields: step };
      const { kind, state } = readPayment(record, 'transaction', words);
      const isDenied = state.meaning === 'failed' || state.meaning === 'waiting';
      const votes = state.said.filter(({ stance }) => stance === 'back' || (isDenied && stance === 'denied'));
      const isBack = state.meaning === 'refunded' || (GIVES_BACK.has(kind.kind) && !isDenied);
      return {
        at: readLastTime(record, 'UTC'),
        isDenied,
        isBack,
        votes: isBack ? [...votes, ...readBackKinds(record, words)] : votes,
      };
    });
    const last = Math.max(...read.map(({ at }) => at ?? Number.POSITIVE_INFINITY));
    const ends =
      last === Number.POSITIVE_INFINITY ? [read[0], read.at(-1)] : read.filter(({ at }) => at === last);
    const isOver = ends.every((step) => step?.isDenied === true);
    return [
      ...read.filter(({ isBack }) => isBack).flatMap(({ votes }) => votes),
      ...(isOver ? ends.flatMap((step) => step?.votes ?? []) : []),
    ];
  });
}

const DEEPEST_PAST = 4;

/** The lists in which a record tells its own past, each with its steps. */
const listPasts = (fields: JsonObject, depth = 0): JsonObject[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (isJsonObject(value)) return depth < DEEPEST_PAST ? listPasts(value, depth + 1) : [];
    const steps = Array.isArray(value) && isPast(name) ? value.filter(isJsonObject) : [];
    return steps.length === 0 ? [] : [steps];
  });

const joinNames = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.join(' / ');

const isUnread = ({ stance }: Vote): boolean => stance === 'unread';

/** Each name and word once. */
export const once = (unread: readonly UnreadLeaf[]): UnreadLeaf[] => [
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
  const gives = GIVES_BACK.get(kind.kind);
  if (gives !== undefined) return weighRefund(own, gives.kind === 'chargeback' && !gives.isUndone);
  const byOrder = weighAside(votes, own, of);
  if (byOrder !== null) return byOrder;
  const came = find('came');
  const back = find('back');
  const strange = first(own.filter(isUnread));
  const isAskedOfItself = first(own.filter((one) => isUnread(one) && !one.isAside));
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
  // Of a link's own words only this one takes a payment back: the others end what nobody can pay any more. Elsewhere they may be the
  // payment's.
  const voided = first(
    own.filter(({ stance, says, isAside }) => stance === 'ended' && (says === 'void' || isAside)),
  );
  if (came && voided) return { meaning: 'unclear', by: [came, voided] };
  if (partly && !denied)
    return strange ? { meaning: 'unclear', by: [strange] } : { meaning: 'partly', by: [partly] };
  if (came) return strange ? { meaning: 'unclear', by: [strange] } : { meaning: 'paid', by: [came] };
  const ended = find('ended');
  const isWaiting = denied?.meaning === 'waiting';
  // Where nothing says that money came, what nobody understands is as if it were not there. A link may be closed because it was paid.
  if (denied && !isWaiting) return denied;
  if (isAskedOfItself && !isWaiting && (!ended || ended.says === 'closed'))
    return { meaning: 'unclear', by: [isAskedOfItself] };
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
    ({ stance, isOfPayment, isAside, says }) =>
      stance !== 'unread' || isOfPayment || isAside || !(says === null ? hasPayment : hasOther),
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
function weighRefund(own: readonly Vote[], isDispute: boolean): Weighed {
  const states = own.map((vote) =>
    isDispute ? asOfDispute(vote) : vote.leaf.subject === 'refund' ? asOwn(vote) : vote,
  );
  const strange = first(states.filter(isUnread));
  if (strange) return { meaning: 'unclear', by: [strange] };
  const denial = findDenial(states);
  if (denial) return denial;
  const done = first(states.filter(({ stance }) => /^(came|asks|back|partly)$/.test(stance)));
  return done ? { meaning: 'refunded', by: [done] } : { meaning: null, by: [] };
}

/** The bank has taken the money as soon as a customer disputes the payment. */
const isStillOpen = ({ says }: Vote): boolean => says === 'life' || says === 'waiting' || says === 'hold';
const isLost = ({ says }: Vote): boolean => says === 'lost';
/** A chargeback that was reversed is won, too. */
const isWonBack = ({ says, word }: Vote): boolean =>
  says === 'won' || (says === 'refunded' && /revers/i.test(word));

/** As a chargeback's own row says it. */
const asOfDispute = (vote: Vote): Vote => {
  if (isStillOpen(vote) || isLost(vote)) return { ...vote, stance: 'back' };
  return isWonBack(vote) ? { ...vote, stance: 'denied', says: 'cancelled' } : vote;
};

const isOfDispute = ({ leaf, says }: Vote): boolean => leaf.subject === 'dispute' || says === 'disputed';

/** What a record of the payment says of a dispute. */
function readDispute(said: readonly Vote[], isWon: boolean): Dispute | null {
  const of = said.filter(isOfDispute);
  const back = of.filter(({ stance }) => stance === 'back');
  if (back.some(isLost)) return 'lost';
  if ((isWon && back.length > 0) || of.some(({ says }) => says === 'won')) return 'won';
  if (back.length === 0) return null;
  return back.some((vote) => isStillOpen(vote) || /disput/i.test(vote.word)) ? 'open' : 'lost';
}

/** What the row of a chargeback, or of its reversal, says of it. */
function readChargeback(said: readonly Vote[], meaning: Meaning, { isUndone }: GivesBack): Dispute | null {
  if (meaning === 'unclear') return null;
  if (isUndone) return meaning === 'refunded' ? 'won' : null;
  if (meaning !== 'refunded' && meaning !== null) return 'won';
  return said.some(isStillOpen) && !said.some(isLost) ? 'open' : 'lost';
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

/** What speaks beside an order’s or invoice’s state, where only that says that money came. */
function weighAside(votes: readonly Vote[], own: readonly Vote[], of: RecordKind): Weighed | null {
  const main = own.filter(({ isAside }) => !isAside);
  if (own.length === main.length || main.some(({ stance }) => stance !== 'silent')) return null;
  const order = weighOrder(votes, main, of);
  if (order.meaning !== 'paid' && order.meaning !== 'partly') return null;
  const against = first(
    own.filter(({ isAside, stance }) => isAside && stance !== 'silent' && stance !== 'came'),
  );
  return against ? { meaning: 'unclear', by: [...order.by, against] } : order;
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
