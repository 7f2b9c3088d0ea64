import {
  buildDateRange,
  type PaymentServiceClient,
  type RequestBudget,
  readWhole,
  recordReferences,
  type ServiceRecord,
  type Whole,
} from '../../payment-service/index.ts';
import { type OwnedLink, type RecordKind, readAmountShown } from '../../payments/index.ts';
import type { Reading } from './reading.ts';
import { sortRecords } from './sort-records.ts';

/** Allows for clock differences between the service and us. */
export const CLOCK_ROOM_MS = 10 * 60_000;
/**
 * Two zones are at most this far apart (UTC-12 and UTC+14): the range still covers a service that reads it in
 * another zone.
 */
export const ANY_ZONE_ROOM_MS = 26 * 60 * 60_000;

/** Older links of ours are not looked for to see whether the listing shows references. */
export const OTHERS_WITHIN_MS = 31 * 24 * 60 * 60_000;

/** A link to look for. An address that it shares with other links is left out: it is nobody's. */
export interface WantedLink extends OwnedLink {
  /**
   * Set when we do not know whether the link exists. `askedAt`: its last request. `after`: that had certainly ended by then.
   * `witness`: a link of ours made even later, whose row in the listing would prove that this one is missing; null: there is
   * none. `others`: our newest links, of whenever; a listing that shows one of them shows references of ours.
   */
  isLost?: {
    askedAt: number;
    after: number;
    witness: Witness | null;
    others: readonly Witness[];
    amountFils: number;
  };
}

export const LISTINGS_NOT_WHOLE = 'listings of the service not read to their end';

interface Witness {
  invoiceId: string;
  createdAt: number;
}

interface ListingsRead {
  of: Map<string, Omit<Reading, 'kept' | 'rivals'>>;
  links: Whole['is'];
  transactions: Whole['is'];
}

/**
 * Reads both listings once for any number of links: the links listing from the first to the last link's
 * creation, the transactions from the first creation until now.
 *
 * That a link that was not found cannot exist takes a listing read to its end, over a range that fits whatever zone the service
 * reads it in, and showing (by `Invoice_Id`) a link of ours made after the last moment at which this one could have been made. A
 * listing that lags, carries no references of ours, or repeats itself proves nothing. Nor does one with a row for its amount that
 * has no reference: pages may differ in what they show.
 */
export const readListings = async (
  service: Pick<PaymentServiceClient, 'listLinks' | 'listTransactions'>,
  wanted: readonly WantedLink[],
  { now, timeZone, budget }: { now: number; timeZone: string; budget: RequestBudget },
): Promise<ListingsRead> => {
  const sorted = sortRecords(async () => wanted, timeZone);
  const shown = new Set<string>();
  const amountsWithoutReference = new Set<number | null>();
  const isAnyLost = wanted.some(({ isLost }) => isLost !== undefined);
  const witnesses = new Set(
    wanted.flatMap(({ isLost }) =>
      [...(isLost?.others ?? []), ...(isLost?.witness ? [isLost.witness] : [])].map(
        ({ invoiceId }) => invoiceId,
      ),
    ),
  );
  const take = async (kind: RecordKind, records: readonly ServiceRecord[]): Promise<void> => {
    const nobodys = await sorted.take(kind, records);
    if (kind !== 'link' || !isAnyLost) return;
    for (const record of nobodys)
      if (recordReferences(record).length === 0) amountsWithoutReference.add(readAmountShown(record, 'link'));
    for (const { value } of records.flatMap(recordReferences)) if (witnesses.has(value)) shown.add(value);
  };
  const read = (list: PaymentServiceClient['listLinks'], kind: RecordKind, from: number, to: number) =>
    readWhole(list, buildDateRange(from, to, timeZone), {
      budget,
      isProof: true,
      take: (records) => take(kind, records),
    });
  const { from, to, until } = widen(wanted, now);
  const { is: links } = await read(service.listLinks, 'link', from, to);
  const { is: transactions } = await read(service.listTransactions, 'transaction', from, until);
  const isComplete = links === 'whole' && transactions === 'whole';
  const of = wanted.map((link) => {
    const { isLost } = link;
    const { found, orderId } = sorted.links().get(link.id) ?? { found: [], orderId: link.orderId };
    const isNotListed =
      isLost !== undefined &&
      links === 'whole' &&
      found.length === 0 &&
      !amountsWithoutReference.has(isLost.amountFils) &&
      !amountsWithoutReference.has(null);
    const witness = isLost?.witness ?? null;
    const isProven =
      witness !== null && witness.createdAt > (isLost?.after ?? 0) && shown.has(witness.invoiceId);
    const reading = {
      found,
      orderId,
      isComplete,
      isWhole: isComplete,
      areTransactionsRead: transactions === 'whole',
      hasNameless: sorted.hasNameless(orderId),
      notListed: isNotListed ? { hasOurs: shown.size > 0, isProven } : null,
    };
    return [link.id, reading] as const;
  });
  return { of: new Map(of), links, transactions };
};

function widen(wanted: readonly WantedLink[], now: number): { from: number; to: number; until: number } {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { createdAt, isLost } of wanted) {
    const room = isLost ? ANY_ZONE_ROOM_MS : CLOCK_ROOM_MS;
    from = Math.min(from, createdAt - room);
    to = Math.max(
      to,
      (isLost?.askedAt ?? createdAt) + room,
      (isLost?.witness?.createdAt ?? createdAt) + room,
    );
    const newest = isLost?.others[0]?.createdAt ?? createdAt;
    from = Math.min(from, newest - room);
  }
  return { from, to, until: Math.max(now + CLOCK_ROOM_MS, to) };
}
