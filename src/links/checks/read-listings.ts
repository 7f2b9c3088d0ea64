import {
  buildDateRange,
  type PaymentServiceClient,
  recordAddress,
  recordOrderId,
  recordOrderIds,
  recordReferences,
  type ServiceRecord,
} from '../../payment-service/index.ts';
import {
  createWhose,
  type FoundRecord,
  listNamed,
  listTies,
  type OwnedLink,
  type RecordKind,
  readAmountShown,
} from '../../payments/index.ts';
import { type PagesEnd, type RequestBudget, readPages } from './read-pages.ts';

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

interface Witness {
  invoiceId: string;
  createdAt: number;
}

interface Listed {
  found: FoundRecord[];
  orderId: string | null;
  isComplete: boolean;
  isWhole: boolean;
  areTransactionsRead: boolean;
  hasListing: boolean;
  hasNameless: boolean;
  /**
   * True when a link that was not found cannot exist. This takes a listing read to its end, over a range that
   * fits whatever zone the service reads it in, and showing (by `Invoice_Id`) a link of ours made after the
   * last moment at which this one could have been made. A listing that lags, carries no references of ours,
   * or repeats itself proves nothing. Nor does one with a row for its amount that has no reference: pages may differ
   * in what they show.
   */
  provesAbsence: boolean;
  /**
   * The links listing was read to its end, every row that may be this link names another, and a row for this link would have
   * shown. Less than a proof: the listing may lag behind. `hasOurs`: it shows references of ours.
   */
  isNotListed: boolean;
  hasOurs: boolean;
}

interface ListingsRead {
  of: Map<string, Listed>;
  links: PagesEnd;
  transactions: PagesEnd;
}

/**
 * Reads both listings once for any number of links: the links listing from the first to the last link's
 * creation, the transactions from the first creation until now.
 */
export const readListings = async (
  service: Pick<PaymentServiceClient, 'listLinks' | 'listTransactions'>,
  wanted: readonly WantedLink[],
  { now, timeZone, budget }: { now: number; timeZone: string; budget: RequestBudget },
): Promise<ListingsRead> => {
  const found = new Map<string, FoundRecord[]>(wanted.map((link) => [link.id, []]));
  const shown = new Set<string>();
  const amountsWithoutReference = new Set<number | null>();
  // What the transactions have that name no link of ours.
  let hasOtherOrderId = false;
  let hasNoOrderId = false;
  const isAnyLost = wanted.some(({ isLost }) => isLost !== undefined);
  const witnesses = new Set(
    wanted.flatMap(({ isLost }) =>
      [...(isLost?.others ?? []), ...(isLost?.witness ? [isLost.witness] : [])].map(
        ({ invoiceId }) => invoiceId,
      ),
    ),
  );
  const read = (
    list: PaymentServiceClient['listLinks'],
    { of, kind, from, to }: { of: readonly WantedLink[]; kind: RecordKind; from: number; to: number },
  ) => {
    const index = buildIndex(of);
    return readPages(list, buildDateRange(from, to, timeZone), {
      budget,
      take: (record) => {
        const about = index.of(record, kind);
        for (const link of about) found.get(link.id)?.push({ kind, via: 'listing', record });
        if (kind === 'transaction' && about.size === 0 && recordReferences(record).length === 0) {
          if (recordOrderIds(record).length > 0) hasOtherOrderId = true;
          else hasNoOrderId = true;
        }
        if (kind !== 'link' || !isAnyLost) return;
        const references = recordReferences(record);
        if (references.length === 0 && about.size === 0)
          amountsWithoutReference.add(readAmountShown(record, 'link'));
        for (const { value } of references) if (witnesses.has(value)) shown.add(value);
      },
    });
  };
  const { from, to, until } = widen(wanted, now);
  const links = await read(service.listLinks, { of: wanted, kind: 'link', from, to });
  const known = wanted.map((link) => learnOrderId(link, found.get(link.id) ?? [], timeZone));
  const transactions = await read(service.listTransactions, {
    of: known,
    kind: 'transaction',
    from,
    to: until,
  });
  const isComplete = links === 'end' && transactions === 'end';
  const of = known.map((link): [string, Listed] => {
    const { orderId, isLost } = link;
    const all = found.get(link.id) ?? [];
    const isNotListed =
      isLost !== undefined &&
      links === 'end' &&
      all.length === 0 &&
      !amountsWithoutReference.has(isLost.amountFils) &&
      !amountsWithoutReference.has(null);
    const isProven =
      isNotListed &&
      isLost?.witness != null &&
      isLost.witness.createdAt > isLost.after &&
      shown.has(isLost.witness.invoiceId);
    const hasOurs = shown.size > 0;
    // If the link's own number is known, any other number is another link's.
    const hasNameless = hasNoOrderId || (hasOtherOrderId && orderId === null);
    return [
      link.id,
      {
        found: all,
        orderId,
        isComplete,
        isWhole: isComplete,
        areTransactionsRead: transactions === 'end',
        hasListing: transactions !== 'not-a-list',
        hasNameless,
        provesAbsence: isProven,
        isNotListed,
        hasOurs,
      },
    ];
  });
  return { of: new Map(of), links, transactions };
};

/**
 * A service that answers only with an address may show the payment only under its own number of the link. The record
 * with the link's address has that number.
 */
export function learnOrderId<Wanted extends OwnedLink>(
  link: Wanted,
  found: readonly FoundRecord[],
  timeZone: string,
): Wanted {
  if (link.orderId !== null || link.address === null) return link;
  const whoseIs = createWhose(link, found, [], timeZone);
  const ids = new Set(
    found.flatMap((one) => {
      const isOurs = recordAddress(one.record) === link.address && whoseIs(one).is === 'ours';
      return isOurs ? [recordOrderId(one.record)] : [];
    }),
  );
  const [orderId = null] = ids;
  return ids.size === 1 ? { ...link, orderId } : link;
}

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

function buildIndex(wanted: readonly WantedLink[]) {
  const byTie = new Map<string, WantedLink[]>();
  for (const link of wanted) {
    for (const tie of listTies(link)) {
      const links = byTie.get(tie);
      if (links) links.push(link);
      else byTie.set(tie, [link]);
    }
  }
  return {
    of: (record: ServiceRecord, kind: RecordKind): Set<WantedLink> =>
      new Set(listNamed(record, kind).flatMap((tie) => byTie.get(tie) ?? [])),
  };
}
