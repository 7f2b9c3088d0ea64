import {
  type NamedValue,
  recordAddress,
  recordBareId,
  recordOrderIds,
  recordReferences,
  type ServiceRecord,
} from '../payment-service/index.ts';
import type { RecordKind } from './record-parts.ts';

/** The ids by which the service knows a link of ours. */
export interface LinkIdentity {
  id: string;
  /** Its `Invoice_Id`. */
  invoiceId: string;
  orderId: string | null;
  address: string | null;
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

export type OwnedBy = 'order-id' | 'reference' | 'address' | 'look-up';

/** How the service writes this link's ids, learned from the link's own records. */
interface OwnFields {
  /** Fields that held our order id there: any other value in them is another order. */
  orderId: ReadonlySet<string>;
  reference: ReadonlySet<string>;
  /** Every value in its reference fields, even the service's own number. */
  numbers: ReadonlySet<string>;
}

/**
 * Decides whose each record is. `rivals`: our other links with the same reference, order id or address.
 *
 * | order id | reference or address | whose |
 * |---|---|---|
 * | ours | – | ours, unless a field that held our id on the link's own record holds another one: cannot tell |
 * | another, in a field that held ours on the link's own record, or the id of another link of ours | – | not ours |
 * | another, in any other field | ours | cannot tell |
 * | none | ours alone | ours |
 * | ours, or none | ours and another link's | cannot tell which |
 * | none | none, asked for by our id | ours |
 * | none | none, in a listing | not ours |
 */
export const createWhose = (
  link: LinkIdentity,
  found: readonly FoundRecord[],
  rivals: readonly LinkIdentity[],
): ((one: FoundRecord) => Whose) => {
  const own = readOwnFields(link, found);
  const others = rivals.filter(({ id }) => id !== link.id);
  const isOfRival = (value: string) => others.some(({ orderId }) => orderId === value);

  return (one) => {
    const whose = decide(one);
    // The part cut off might say that the record is someone else's, or not a payment.
    return whose.is === 'ours' && one.record.isCut ? { is: 'cannot-tell', why: 'order-id' } : whose;
  };

  function decide({ kind, via, record }: FoundRecord): Whose {
    const ids = orderIdsOf(record, kind);
    const references = recordReferences(record);
    const address = recordAddress(record);
    const isOurId = link.orderId !== null && ids.some(({ value }) => value === link.orderId);
    const isOtherId = ids.some(
      ({ field, value }) => value !== link.orderId && (own.orderId.has(field) || isOfRival(value)),
    );
    const isOtherReference = references.some(
      ({ field, value }) => value !== link.invoiceId && own.reference.has(field),
    );
    if (isOurId) {
      if (isOtherId || (isOtherReference && kind === 'transaction'))
        return { is: 'cannot-tell', why: 'order-id' };
      return isOfRival(link.orderId ?? '')
        ? { is: 'cannot-tell', why: 'which-link' }
        : { is: 'ours', by: 'order-id' };
    }
    if (isOtherId) return { is: 'not-ours' };
    // A bare id may be the record's own number.
    const isUnknownSort = link.orderId !== null && ids.some(({ field }) => field !== 'id');
    const isOurAddress = address !== null && address === link.address;
    const isOurReference = references.some(({ value }) => value === link.invoiceId);
    if (isOurAddress || isOurReference) {
      if (isUnknownSort) return { is: 'cannot-tell', why: 'order-id' };
      const sharing = others.filter((other) =>
        isOurAddress ? other.address === link.address : other.invoiceId === link.invoiceId,
      );
      if (sharing.length > 0) return { is: 'cannot-tell', why: 'which-link' };
      return { is: 'ours', by: isOurAddress ? 'address' : 'reference' };
    }
    if (via === 'listing' || isOtherReference) return { is: 'not-ours' };
    if (isUnknownSort) return { is: 'cannot-tell', why: 'order-id' };
    const isForeign = references.some(({ value }) => !own.numbers.has(value));
    return isForeign ? { is: 'cannot-tell', why: 'order-id' } : { is: 'ours', by: 'look-up' };
  }
};

/** Whether a record may be about this link, and is kept until all records are judged. */
export const mentionsLink = (link: LinkIdentity, record: ServiceRecord, kind: RecordKind): boolean =>
  recordReferences(record).some(({ value }) => value === link.invoiceId) ||
  (link.orderId !== null && orderIdsOf(record, kind).some(({ value }) => value === link.orderId)) ||
  (link.address !== null && recordAddress(record) === link.address);

function readOwnFields(link: LinkIdentity, found: readonly FoundRecord[]): OwnFields {
  const orderId = new Set<string>();
  const reference = new Set<string>();
  const numbers = new Set<string>();
  for (const { kind, record } of found) {
    const ids = orderIdsOf(record, kind);
    if (kind !== 'link' || !ids.some(({ value }) => value === link.orderId)) continue;
    for (const { field, value } of ids) if (value === link.orderId) orderId.add(field);
    for (const { field, value } of recordReferences(record)) {
      numbers.add(value);
      if (value === link.invoiceId) reference.add(field);
    }
  }
  return { orderId, reference, numbers };
}

/** A bare `id` may be the order's only on a link's record: a transaction has its own id. */
function orderIdsOf(record: ServiceRecord, kind: RecordKind): readonly NamedValue[] {
  const named = recordOrderIds(record);
  const bare = kind === 'link' ? recordBareId(record) : null;
  if (typeof bare !== 'string' && typeof bare !== 'number') return named;
  return [...named, { field: 'id', value: String(bare).trim() }];
}
