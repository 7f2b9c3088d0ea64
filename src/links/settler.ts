import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { buildNewsNotice, buildOpeningNotices } from '../notices/notice-kinds.ts';
import {
  explainPaymentServiceError,
  type PaymentServiceClient,
  recordAddress,
  recordAmountFils,
  recordOrderId,
  type ServiceRecord,
} from '../payment-service/index.ts';
import type { Link } from '../store/link.ts';
import type { LinkStore } from '../store/link-store.ts';
import { findInListing, type ListingSearch } from './find-in-listing.ts';
import { absentFromListing, interrupted, noAddress } from './link-failures.ts';

/**
 * A request may still be at work in the service after we stopped waiting for it. Only past this age does
 * its absence from the listing mean that it never happened.
 */
const ABSENCE_IS_PROOF_AFTER_MS = 2 * 60_000;
/** Room for the difference between the service's clock and ours. */
const CLOCK_ROOM_MS = 10 * 60_000;
/** How far back a link is sought whose reference the service says is taken. */
const EXISTING_WINDOW_MS = 31 * 24 * 60 * 60_000;

/** Finds out what became of links whose request had no certain answer. It never sends one again. */
export interface Settler {
  /** Asks the service's listing about an `unknown` link, or about an open one without an address. */
  checkAgain(link: Link): Promise<Link>;
  /** The link that holds a reference which the service refused to use twice. Null: not found. */
  findExisting(link: Link): Promise<{ address: string | null; amountFils: number | null } | null>;
  /** At start: what an earlier process reserved may have been sent, so it is `unknown`, and its maker told. */
  adopt(): Promise<number>;
}

export interface SettlerDependencies {
  service: PaymentServiceClient;
  links: LinkStore;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
}

export const createSettler = ({
  service,
  links,
  clock,
  ids,
  timeZone,
  log,
}: SettlerDependencies): Settler => {
  const searchAround = (link: Link) =>
    findInListing(service, {
      invoiceId: link.invoiceId,
      from: link.createdAt - CLOCK_ROOM_MS,
      to: Math.max(clock.now(), link.createdAt) + CLOCK_ROOM_MS,
      timeZone,
    });

  const search = async (link: Link): Promise<ListingSearch | null> => {
    try {
      return await searchAround(link);
    } catch (error) {
      log.warn({ link: link.id, err: error }, 'listing not read; the link stays as it is');
      return null;
    }
  };

  const openFound = async (link: Link, record: ServiceRecord): Promise<Link> => {
    const address = recordAddress(record);
    const orderId = recordOrderId(record);
    const notices = address === null ? [] : buildOpeningNotices(link, ids);
    if (link.state === 'open') {
      if (address === null) return link;
      const found = { address, orderId: orderId ?? link.orderId };
      return links.setAddress(link.id, found, clock.now(), notices);
    }
    const moved = await links.move({
      id: link.id,
      to: 'open',
      at: clock.now(),
      cause: 'found in listing',
      orderId,
      address,
      answer: record.fields,
      failure: address === null ? noAddress(link.failure?.reference ?? null) : null,
      notices,
    });
    return moved ?? links.get(link.id);
  };

  const declareAbsent = async (link: Link): Promise<Link> => {
    const moved = await links.move({
      id: link.id,
      to: 'failed',
      at: clock.now(),
      cause: 'absent from listing',
      failure: absentFromListing(link.failure?.reference ?? null),
    });
    return moved ?? links.get(link.id);
  };

  return {
    checkAgain: async (given) => {
      const link = await links.get(given.id);
      const needsAddress = link.state === 'open' && link.address === null;
      if (link.state !== 'unknown' && !needsAddress) return link;
      if (needsAddress && link.orderId !== null) {
        // A look-up that fails is no loss: the listing is read next.
        const record = await service.findLink(link.orderId).catch(() => null);
        if (record && recordAddress(record) !== null) return openFound(link, record);
      }
      const result = await search(link);
      if (result?.found === 'record') return openFound(link, result.record);
      const isOldEnough = clock.now() - link.createdAt >= ABSENCE_IS_PROOF_AFTER_MS;
      if (result?.found === 'absent' && link.state === 'unknown' && isOldEnough) return declareAbsent(link);
      return link;
    },

    findExisting: async (link) => {
      const ours = await links.findByInvoiceId(link.teamId, link.invoiceId);
      if (ours) return { address: ours.address, amountFils: ours.amountFils };
      try {
        const result = await findInListing(service, {
          invoiceId: link.invoiceId,
          from: clock.now() - EXISTING_WINDOW_MS,
          to: clock.now() + CLOCK_ROOM_MS,
          timeZone,
        });
        if (result.found !== 'record') return null;
        return { address: recordAddress(result.record), amountFils: recordAmountFils(result.record) };
      } catch (error) {
        log.warn({ link: link.id, err: error }, explainPaymentServiceError(error).what);
        return null;
      }
    },

    adopt: async () => {
      const reserved = await links.inState('reserved');
      for (const link of reserved) {
        await links.move({
          id: link.id,
          to: 'unknown',
          at: clock.now(),
          cause: 'process ended before the answer',
          failure: interrupted(ids.reference()),
          notices: [buildNewsNotice(link, ids)],
        });
      }
      return reserved.length;
    },
  };
};
