import {
  buildDateRange,
  type PaymentServiceClient,
  parseRecordAmount,
  readField,
  recordAddress,
  recordAmountFils,
  recordOrderId,
  recordOrderIds,
  recordReferences,
  type ServiceRecord,
} from '../../payment-service/index.ts';
import { type FoundRecord, type LinkIdentity, mentionsLink, type RecordKind } from '../../payments/index.ts';
import { invoiceKey } from '../../store/new-link.ts';
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

/** A link to look for, and when the service made it. */
export interface WantedLink extends LinkIdentity {
  createdAt: number;
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
  areTransactionsRead: boolean;
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
        const about = index.of(record);
        for (const link of about)
          if (mentionsLink(link, record, kind) || isOfLost(link, record, kind))
            found.get(link.id)?.push({ kind, via: 'listing', record });
        if (kind === 'transaction' && about.size === 0 && recordReferences(record).length === 0) {
          if (recordOrderIds(record).length > 0) hasOtherOrderId = true;
          else hasNoOrderId = true;
        }
        if (kind !== 'link' || !isAnyLost) return;
        const references = recordReferences(record);
        if (references.length === 0 && about.size === 0) amountsWithoutReference.add(readAmountAsked(record));
        for (const { value } of references) if (witnesses.has(value)) shown.add(value);
      },
    });
  };
  const { from, to, until } = widen(wanted, now);
  const links = await read(service.listLinks, { of: wanted, kind: 'link', from, to });
  const known = wanted.map((link) => learnOrderId(link, found.get(link.id) ?? []));
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
        areTransactionsRead: transactions === 'end',
        hasNameless,
        provesAbsence: isProven,
        isNotListed,
        hasOurs,
      },
    ];
  });
  return { of: new Map(of), links, transactions };
};

/** The amount asked for, in records that also have the amount paid. */
const ASKED_NAMES = ['invoiceAmount', 'orderAmount', 'linkAmount'];

/** In a link's record, in integer fils; null: it has none. */
export const readAmountAsked = (record: ServiceRecord): number | null =>
  parseRecordAmount(readField(record, ASKED_NAMES)) ?? recordAmountFils(record);

/**
 * A service that answers only with an address may show the payment only under its own number of the link. The record
 * with the link's address has that number.
 */
function learnOrderId(link: WantedLink, found: readonly FoundRecord[]): WantedLink {
  if (link.orderId !== null || link.address === null) return link;
  const ids = new Set(
    found.flatMap(({ record }) => (recordAddress(record) === link.address ? [recordOrderId(record)] : [])),
  );
  const [orderId = null] = ids;
  return ids.size === 1 ? { ...link, orderId } : link;
}

/** A row for a link in doubt, whatever the case in which the service writes its number. */
const isOfLost = ({ isLost, invoiceId }: WantedLink, record: ServiceRecord, kind: RecordKind): boolean =>
  isLost !== undefined &&
  kind === 'link' &&
  recordReferences(record).some(({ value }) => invoiceKey(value) === invoiceKey(invoiceId));

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
  const byName = new Map<string, WantedLink[]>();
  let isAnyLost = false;
  const add = (key: string, link: WantedLink) => {
    const links = byName.get(key);
    if (links) links.push(link);
    else byName.set(key, [link]);
  };
  for (const link of wanted) {
    add(link.invoiceId, link);
    if (link.orderId !== null) add(link.orderId, link);
    if (link.address !== null) add(link.address, link);
    if (!link.isLost) continue;
    isAnyLost = true;
    add(invoiceKey(link.invoiceId), link);
  }
  return {
    of: (record: ServiceRecord): Set<WantedLink> => {
      const own = record.fields['id'];
      const references = recordReferences(record).map(({ value }) => value);
      const names = [
        ...references,
        ...(isAnyLost ? references.map(invoiceKey) : []),
        ...recordOrderIds(record).map(({ value }) => value),
        ...(typeof own === 'string' || typeof own === 'number' ? [String(own).trim()] : []),
        recordAddress(record) ?? '',
      ];
      return new Set(names.flatMap((name) => byName.get(name) ?? []));
    },
  };
}
