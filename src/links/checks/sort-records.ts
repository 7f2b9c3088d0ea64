import {
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
} from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';

/** A link, with what was read about it. */
export interface SeenLink<Of extends OwnedLink = Link> {
  link: Of;
  found: FoundRecord[];
  /** The service's own number of the link: as stored, or as its record in the listing says. */
  orderId: string | null;
}

/** Records of an account's listings, sorted by the links that they may be about. */
export interface SortedRecords<Of extends OwnedLink = Link> {
  /** Takes a page; returns those of its records that name no link. */
  take(kind: RecordKind, records: readonly ServiceRecord[]): Promise<ServiceRecord[]>;
  links(): ReadonlyMap<string, SeenLink<Of>>;
  /** One of the transactions names no link of ours and may be this one's. */
  hasNameless(orderId: string | null): boolean;
}

/** `tiedTo`: the links that the records may name, asked once for each page. */
export const sortRecords = <Of extends OwnedLink>(
  tiedTo: (records: readonly Pick<FoundRecord, 'kind' | 'record'>[]) => Promise<readonly Of[]>,
  timeZone: string,
): SortedRecords<Of> => {
  const seen = new Map<string, SeenLink<Of>>();
  /** Links whose number only their own record shows, by the tie that it makes. */
  const learned = new Map<string, Of[]>();
  let hasOtherOrderId = false;
  let hasNoOrderId = false;

  /** After each page anew: one page may show only another link that has the same payment page. */
  const learn = (one: SeenLink<Of>): void => {
    const { link, found } = one;
    const known = listTies(link);
    const listLearned = () =>
      listTies({ ...link, orderId: one.orderId }).filter((tie) => !known.includes(tie));
    for (const tie of listLearned())
      learned.set(
        tie,
        (learned.get(tie) ?? []).filter(({ id }) => id !== link.id),
      );
    one.orderId = learnOrderId(link, found, timeZone);
    for (const tie of listLearned()) add(learned, tie, link);
  };

  return {
    take: async (kind, records) => {
      const unnumbered = new Set<SeenLink<Of>>();
      const nobodys: ServiceRecord[] = [];
      const byTie = groupByTie(await tiedTo(records.map((record) => ({ record, kind }))));
      for (const record of records) {
        const about = new Set(
          listNamed(record, kind).flatMap((tie) => [...(byTie.get(tie) ?? []), ...(learned.get(tie) ?? [])]),
        );
        for (const link of about) {
          const one = seen.get(link.id) ?? { link, found: [], orderId: link.orderId };
          one.found.push({ kind, via: 'listing', record });
          seen.set(link.id, one);
          if (kind === 'link' && link.orderId === null) unnumbered.add(one);
        }
        if (about.size > 0) continue;
        nobodys.push(record);
        if (kind !== 'transaction' || recordReferences(record).length > 0) continue;
        if (recordOrderIds(record).length > 0) hasOtherOrderId = true;
        else hasNoOrderId = true;
      }
      for (const one of unnumbered) learn(one);
      return nobodys;
    },
    links: () => seen,
    // If the link's own number is known, any other number is another link's.
    hasNameless: (orderId) => hasNoOrderId || (hasOtherOrderId && orderId === null),
  };
};

/**
 * A service that answers only with an address may show the payment only under its own number of the link. The record
 * with the link's address has that number.
 */
function learnOrderId(link: OwnedLink, found: readonly FoundRecord[], timeZone: string): string | null {
  if (link.orderId !== null || link.address === null) return link.orderId;
  const whoseIs = createWhose(link, found, [], timeZone);
  const ids = new Set(
    found.flatMap((one) => {
      const isOurs = recordAddress(one.record) === link.address && whoseIs(one).is === 'ours';
      return isOurs ? [recordOrderId(one.record)] : [];
    }),
  );
  const [orderId = null] = ids;
  return ids.size === 1 ? orderId : null;
}

const add = <Of>(to: Map<string, Of[]>, tie: string, link: Of): void => {
  to.set(tie, [...(to.get(tie) ?? []), link]);
};

/** An address that several links share is nobody's. */
function groupByTie<Of extends OwnedLink>(links: readonly Of[]): Map<string, Of[]> {
  const holders = new Map<string | null, number>();
  for (const { address } of links) holders.set(address, (holders.get(address) ?? 0) + 1);
  const byTie = new Map<string, Of[]>();
  for (const link of links) {
    const isShared = (holders.get(link.address) ?? 0) > 1;
    for (const tie of listTies(isShared ? { ...link, address: null } : link)) add(byTie, tie, link);
  }
  return byTie;
}
