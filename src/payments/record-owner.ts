import { isPlaceholder, type ServiceRecord } from '../payment-service/index.ts';
import { readRecordTime } from './read-times.ts';
import type { RecordKind } from './read-votes.ts';
import { createWeigh, type LinkIdentity, listAsksWhose, type TieBy } from './record-ties.ts';

/** A link whose records are judged. */
export interface OwnedLink extends LinkIdentity {
  /** In milliseconds since the epoch. */
  createdAt: number;
}

/** A record that may be about a link. */
export interface FoundRecord {
  kind: RecordKind;
  /** `id`: the answer to a look-up by the link's order id. */
  via: 'id' | 'listing';
  record: ServiceRecord;
}

export type Whose =
  | { is: 'ours'; by: OwnedBy }
  | { is: 'cannot-tell'; why: 'which-link' | 'order-id' }
  | { is: 'not-ours' };

export type OwnedBy = TieBy | 'look-up';

const WHICH_LINK: Whose = { is: 'cannot-tell', why: 'which-link' };
const WHOSE: Whose = { is: 'cannot-tell', why: 'order-id' };
const NOT_OURS: Whose = { is: 'not-ours' };

/**
 * Two zones are at most this far apart (UTC-12 and UTC+14), and a record need not say in which its times are. One from
 * before that is not about the link.
 */
const BEFORE_MS = 26 * 60 * 60_000;
/** Without a date, databases write one of the years 1, 1900 and 1970. */
const FIRST_TIME = Date.UTC(2001, 0);

/**
 * Decides whose each record is. A tie is our order id, our reference, whatever its case, or our address, if no other link of
 * ours has it. `rivals`: our other links of the same account that have a value of this link or of a record.
 *
 * | ties to us | against it | whose |
 * |---|---|---|
 * | one that is ours alone | – | ours |
 * | | another link of ours is named, too | cannot tell which link |
 * | | another order id or reference; our order id stood on a record of another reference; a time before the link | cannot tell whose |
 * | an order id or reference that another link has, too | – | cannot tell which link |
 * | | a third one is named, too | not ours |
 * | none, asked for by our order id | – | ours |
 * | | another link has that order id | cannot tell which link |
 * | | any other order id, reference or page of a link; the rest as above | cannot tell whose |
 * | | one in the very field that has ours; one of another link of ours | not ours |
 * | our page, which stands on the records of links with other orders, too | no other tie is known | cannot tell whose |
 * | none, in a listing; the payment page of several links | | not ours |
 * | | our order id or reference under a name that does not say so | cannot tell whose |
 *
 * No customer's data is read here: husbands pay.
 */
export const createWhose = (
  link: OwnedLink,
  found: readonly FoundRecord[],
  rivals: readonly LinkIdentity[],
  timeZone: string,
): ((one: FoundRecord) => Whose) => {
  const isBefore = (record: ServiceRecord): boolean => {
    const at = readRecordTime(record, timeZone);
    return at !== null && at >= FIRST_TIME && at < link.createdAt - BEFORE_MS;
  };
  const others = rivals.filter(({ id }) => id !== link.id);
  const weigh = createWeigh(
    link,
    others,
    found,
    ({ kind, record }, { 'order-id': orderId, reference }) =>
      kind === 'link' &&
      orderId.tie === 'alone' &&
      (!orderId.isAgainst || reference.tie === 'alone') &&
      !reference.isAgainst &&
      !isBefore(record),
  );
  // It was given out twice, or the account has changed.
  const isOrderReused = found.some((one) => {
    const { 'order-id': orderId, reference } = weigh(one);
    return orderId.tie !== 'none' && reference.isAgainst;
  });
  const isOrderKnown = link.orderId !== null && !isPlaceholder(link.orderId);
  const isOrderShared = link.orderId !== null && others.some(({ orderId }) => orderId === link.orderId);

  const decide = (one: FoundRecord): Whose => {
    const { 'order-id': orderId, reference, address } = weigh(one);
    const all = [orderId, reference, address];
    const isAnothers = all.some((by) => by.isAnothers);
    const isAgainst = orderId.isAgainst || reference.isAgainst || isBefore(one.record);
    const alone = all.filter(({ tie }) => tie === 'alone');
    const [first] = alone;
    if (first) {
      if (isAnothers) return WHICH_LINK;
      const isByOrder = first === orderId && alone.length === 1;
      return isAgainst || (isByOrder && isOrderReused) ? WHOSE : { is: 'ours', by: first.by };
    }
    if (isAnothers) return NOT_OURS;
    if (address.tie === 'doubtful') return WHOSE;
    if (orderId.tie === 'shared' || reference.tie === 'shared') return WHICH_LINK;
    if (orderId.isInOurField || reference.isInOurField) return NOT_OURS;
    if (one.via === 'listing' || !isOrderKnown)
      return listAsksWhose(link, one.record).length > 0 ? WHOSE : NOT_OURS;
    if (isOrderShared) return WHICH_LINK;
    const isOtherPage = one.kind === 'link' && link.address !== null && address.isUnknown;
    return isAgainst || isOrderReused || orderId.isUnknown || reference.isUnknown || isOtherPage
      ? WHOSE
      : { is: 'ours', by: 'look-up' };
  };

  return (one) => {
    const whose = decide(one);
    // The part cut off might say that the record is someone else's, or not a payment.
    return whose.is === 'ours' && one.record.isCut ? WHOSE : whose;
  };
};
