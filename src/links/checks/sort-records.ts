import { recordOrderIds, recordReferences, type ServiceRecord } from '../../payment-service/index.ts';
import { type FoundRecord, listNamed, listTies, listValues, type RecordKind } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { learnOrderId } from './read-listings.ts';

/** A link, with what was read about it. */
export interface SeenLink {
  link: Link;
  found: FoundRecord[];
  /** The service's own number of the link: as stored, or as its record in the listing says. */
  orderId: string | null;
}

/** Records of an account's listings, sorted by the links that they may be about. */
export interface SortedRecords {
  /** Takes a page. Links are looked for in the store, whatever their state and age: one query for each sort of name. */
  take(kind: RecordKind, records: readonly ServiceRecord[]): Promise<void>;
  links(): SeenLink[];
  /** One of the transactions names no link of ours and may be this one's. */
  hasNameless(orderId: string | null): boolean;
}

export const sortRecords = (
  of: { teamId: string; account: string },
  { links, timeZone }: { links: Pick<LinkStore, 'tiedTo'>; timeZone: string },
): SortedRecords => {
  const seen = new Map<string, SeenLink>();
  /** Links whose number only their own record shows, by the tie that it makes. */
  const learned = new Map<string, Link[]>();
  let hasOtherOrderId = false;
  let hasNoOrderId = false;

  /** After each page anew: one page may show only another link that has the same payment page. */
  const learn = (one: SeenLink): void => {
    const { link, found } = one;
    const known = listTies(link);
    const listLearned = () =>
      listTies({ ...link, orderId: one.orderId }).filter((tie) => !known.includes(tie));
    for (const tie of listLearned())
      learned.set(
        tie,
        (learned.get(tie) ?? []).filter(({ id }) => id !== link.id),
      );
    one.orderId = learnOrderId(link, found, timeZone).orderId;
    for (const tie of listLearned()) add(learned, tie, link);
  };

  return {
    take: async (kind, records) => {
      const rows = records.map((record) => ({ record, kind }));
      const unnumbered = new Set<SeenLink>();
      const byTie = groupByTie(await links.tiedTo(of, listValues([], rows)));
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
        if (about.size > 0 || kind !== 'transaction' || recordReferences(record).length > 0) continue;
        if (recordOrderIds(record).length > 0) hasOtherOrderId = true;
        else hasNoOrderId = true;
      }
      for (const one of unnumbered) learn(one);
    },
    links: () => [...seen.values()],
    // If the link's own number is known, any other number is another link's.
    hasNameless: (orderId) => hasNoOrderId || (hasOtherOrderId && orderId === null),
  };
};

const add = (to: Map<string, Link[]>, tie: string, link: Link): void => {
  to.set(tie, [...(to.get(tie) ?? []), link]);
};

/** An address that several links share is nobody's. */
function groupByTie(links: readonly Link[]): Map<string, Link[]> {
  const holders = new Map<string | null, number>();
  for (const { address } of links) holders.set(address, (holders.get(address) ?? 0) + 1);
  const byTie = new Map<string, Link[]>();
  for (const link of links) {
    const isShared = (holders.get(link.address) ?? 0) > 1;
    for (const tie of listTies(isShared ? { ...link, address: null } : link)) add(byTie, tie, link);
  }
  return byTie;
}
