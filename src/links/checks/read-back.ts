import type { Base } from '../../app-parts.ts';
import { isLookUpConfigured } from '../../config/config.ts';
import { OtherAccountError, type RequestBudget, type ServiceRecord } from '../../payment-service/index.ts';
import {
  type FoundRecord,
  type LinkIdentity,
  listNamed,
  listTies,
  listValues,
  type Verdict,
} from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import { isDoubtful } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { LISTINGS_NOT_WHOLE, OTHERS_WITHIN_MS, readListings, type WantedLink } from './read-listings.ts';
import { keptReading, type Reading } from './reading.ts';

export type ReadableLink = Pick<
  Link,
  'id' | 'teamId' | 'invoiceId' | 'orderId' | 'address' | 'amountFils' | 'createdAt' | 'state'
> &
  Partial<Pick<Link, 'askedAt' | 'failure' | 'account'>>;

/** A link with what was read and kept of it. */
interface Named {
  link: LinkIdentity & { teamId: string };
  records: readonly FoundRecord[];
}

/**
 * Limits on requests to the listings. A service that always gives ten rows a page shows 1,000 rows to one check and
 * 20,000 to a round of checks. Beyond that, only the rows read count.
 */
const CHECK_REQUESTS = 100;
/** Of our newest links; the listing may not show the very last ones yet. */
const OTHERS_LOOKED_FOR = 20;
const ROUND_REQUESTS = 2_000;

/** Asks the service what it knows about links. Rejects with the service's error when it cannot be read. */
export const createReadBack = ({ config, store, services, clock, timeZone, log }: Base) => {
  const { links, keptRecords } = store;
  const { requestLastsMs } = config.checks;

  /**
   * Proof that a lost link does not exist needs a witness: a link made after the last moment at which the lost
   * one could have been made.
   */
  const asWanted = async (teamId: string, link: ReadableLink): Promise<WantedLink> => {
    if (!isDoubtful(link)) return link;
    const { askedAt = link.createdAt, amountFils } = link;
    const after = askedAt + requestLastsMs;
    const lost = { teamId, id: link.id };
    const witness = await links.nextMade(lost, { after, now: clock.now() });
    const others = await links.newestMade(lost, link.createdAt - OTHERS_WITHIN_MS, OTHERS_LOOKED_FOR);
    return { ...link, isLost: { askedAt, after, witness, others, amountFils } };
  };

  /** Each account's links are read with that account only. */
  const readAccounts = async (
    teamId: string,
    ofTeam: readonly ReadableLink[],
    budget: RequestBudget,
  ): Promise<Map<string, Reading>> => {
    const accounts = new Map<string | null, ReadableLink[]>();
    for (const link of ofTeam) {
      const account = link.account ?? null;
      accounts.set(account, [...(accounts.get(account) ?? []), link]);
    }
    const readings = new Map<string, Reading>();
    for (const ofAccount of accounts.values()) {
      try {
        for (const [id, reading] of await readMany(teamId, ofAccount, budget)) readings.set(id, reading);
      } catch (error) {
        if (!(error instanceof OtherAccountError)) throw error;
      }
    }
    return readings;
  };

  /** Of links of one account, the others of ours that have a tie of the link, or that its records name. */
  const rivalsOf = async (named: readonly Named[]): Promise<Map<string, LinkIdentity[]>> => {
    const [first] = named;
    if (first === undefined) return new Map();
    const values = listValues(
      named.map(({ link }) => link),
      named.flatMap(({ records }) => records),
    );
    const find = findRivals(await links.sharing(first.link, values));
    return new Map(named.map(({ link, records }) => [link.id, find(link, records)]));
  };

  /** Reads links of one account. `looked`: what a look-up found of a single link. */
  const readMany = async (
    teamId: string,
    ofTeam: readonly ReadableLink[],
    budget: RequestBudget,
    looked: readonly FoundRecord[] = [],
  ): Promise<Map<string, Reading>> => {
    const [first] = ofTeam;
    if (first === undefined) return new Map();
    const sharesAddress = findSharers(await links.sharing(first, listValues(ofTeam)));
    const wanted: WantedLink[] = [];
    for (const link of ofTeam)
      wanted.push(await asWanted(teamId, sharesAddress(link) ? { ...link, address: null } : link));
    const read = await readListings(services.of(first), wanted, { now: clock.now(), timeZone, budget });
    if (read.links !== 'whole' || read.transactions !== 'whole')
      log.warn({ team: teamId, links: read.links, transactions: read.transactions }, LISTINGS_NOT_WHOLE);
    const kept = await keptRecords.ofLinks(ofTeam.map(({ id }) => id));
    const readings = ofTeam.flatMap((link) => {
      const listed = read.of.get(link.id);
      const rest = { kept: kept.get(link.id) ?? [], found: [...looked, ...(listed?.found ?? [])] };
      return listed ? [{ link, reading: { ...listed, ...rest } }] : [];
    });
    const rivals = await rivalsOf(
      readings.map(({ link, reading: { orderId, found, kept } }) => ({
        link: { ...link, orderId },
        records: [...found, ...kept],
      })),
    );
    return new Map(
      readings.map(({ link: { id }, reading }) => [id, { ...reading, rivals: rivals.get(id) ?? [] }]),
    );
  };

  const byId = async (link: ReadableLink): Promise<FoundRecord[]> => {
    if (link.orderId === null) return [];
    const service = services.of(link);
    const [ofLink, transactions] = await Promise.all([
      service.findLinks(link.orderId),
      service.findTransactions(link.orderId),
    ]);
    return [...asFound('link', ofLink), ...asFound('transaction', transactions)];
  };

  return {
    rivalsOf,
    /**
     * Whether `one` can look the link up by its order id. Otherwise it reads the listings, which costs the same for many
     * links.
     */
    hasLookUp: (link: ReadableLink): boolean => isLookUpConfigured(config) && link.orderId !== null,
    /**
     * Reads links of one workspace from the listings, never with one call per link. Leaves out links of an account that the
     * credentials are not of.
     */
    many: (teamId: string, ofTeam: readonly ReadableLink[]) =>
      readAccounts(teamId, ofTeam, { left: ROUND_REQUESTS }),
    /**
     * By a look-up, if that shows the link; what it leaves open, `more` of the reading reads in the listings. `isThorough`: also where
     * it shows that all is well: a refund may be another row. `seen`: what somebody else has read of it.
     */
    one: async (
      link: ReadableLink,
      { isThorough = false, seen = [] }: { isThorough?: boolean; seen?: readonly FoundRecord[] } = {},
    ): Promise<Reading> => {
      const looked = await byId(link);
      const found = [...looked, ...seen];
      const readRest = async (): Promise<Reading> => {
        const readings = await readMany(link.teamId, [link], { left: CHECK_REQUESTS }, found);
        const reading = readings.get(link.id);
        if (!reading) throw new Error('no reading for the link');
        return reading;
      };
      if (looked.length === 0) return readRest();
      const kept = await keptRecords.ofLink(link.id);
      const rivals = await rivalsOf([{ link, records: [...found, ...kept] }]);
      const reading: Reading = {
        ...keptReading(kept),
        found,
        orderId: link.orderId,
        rivals: rivals.get(link.id) ?? [],
        isComplete: true,
        isWhole: true,
      };
      const readOn = () =>
        readRest().catch((failure: unknown) => ({ ...reading, isComplete: false, isWhole: false, failure }));
      return {
        ...reading,
        more: ({ verdict, areApart }) =>
          isThorough || areApart || !isSettled(link, verdict, looked) ? readOn() : null,
      };
    },
  };
};

export type ReadBack = ReturnType<typeof createReadBack>;

/** Several records are a listing: each must say itself whose it is, and they are added up together. */
const asFound = (kind: FoundRecord['kind'], records: readonly ServiceRecord[]): FoundRecord[] =>
  records.map((record) => ({ kind, via: records.length === 1 ? 'id' : 'listing', record }));

type Holders = Awaited<ReturnType<LinkStore['sharing']>>;

/** Of these links the ones that have a tie of a link, or that its records name. */
const findRivals = (holders: Holders) => {
  const byTie = new Map<string, LinkIdentity[]>();
  for (const link of new Map(holders.map((one) => [one.id, one])).values())
    for (const tie of listTies(link)) byTie.set(tie, [...(byTie.get(tie) ?? []), link]);
  return (link: LinkIdentity, found: readonly FoundRecord[]): LinkIdentity[] => {
    const named = found.flatMap(({ record, kind }) => listNamed(record, kind));
    const ties = new Set([...listTies(link), ...named]);
    return [...new Set([...ties].flatMap((tie) => byTie.get(tie) ?? []))].filter(({ id }) => id !== link.id);
  };
};

/** Whether another link has the same payment page, which then ties neither. */
const findSharers = (holders: Holders) => {
  const ids = new Map<string | null, string[]>();
  for (const { id, address } of holders) ids.set(address, [...(ids.get(address) ?? []), id]);
  return ({ id, address }: LinkIdentity): boolean =>
    address !== null && (ids.get(address) ?? []).some((other) => other !== id);
};

/**
 * Whether the look-up by id leaves nothing to search for in the listings. A link's record shows the amount
 * asked for; only its transaction shows the amount that came. And one transaction may be the first of several
 * payments, or of several partial refunds, which only the listing shows.
 */
function isSettled(
  link: Pick<ReadableLink, 'amountFils'>,
  { outcome, refundedFils }: Verdict,
  found: readonly FoundRecord[],
): boolean {
  const has = (kind: FoundRecord['kind']) => found.some((one) => one.kind === kind);
  if (outcome === 'waiting') return has('link');
  if (outcome === 'paid') return has('transaction') && refundedFils === 0;
  return outcome === 'refunded' && has('transaction') && (refundedFils ?? 0) >= link.amountFils;
}
