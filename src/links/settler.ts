import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { buildNewsNotice, buildOpeningNotices } from '../notices/notice-kinds.ts';
import {
  explainPaymentServiceError,
  recordAddress,
  recordAmountFils,
  recordOrderId,
  type ServiceRecord,
} from '../payment-service/index.ts';
import type { Link } from '../store/link.ts';
import type { LinkStore } from '../store/link-store.ts';
import type { ServiceOf } from '../workspaces/service-of.ts';
import type { CheckPlan, CheckSettings } from './check-plan.ts';
import { findInListing, type ListingSearch } from './find-in-listing.ts';
import { absentFromListing, interrupted, noAddress } from './link-failures.ts';
import { type NudgeHoursOf, nudgeTime } from './nudge-time.ts';
import { CLOCK_ROOM_MS } from './read-listings.ts';
import type { Reading } from './reading.ts';

/** How far back a link is sought whose reference the service says is taken. */
const EXISTING_WINDOW_MS = 31 * 24 * 60 * 60_000;

/** Finds out what became of links whose request had no certain answer. It never sends one again. */
export interface Settler {
  /** Asks the service's listing about an `unknown` link, or about an open one without an address. */
  checkAgain(link: Link): Promise<Link>;
  /** The same from what was read already, for when nobody is looking: the maker is told of an absence. */
  settleUnknown(link: Link, reading: Reading): Promise<Link>;
  /** The link that holds a reference which the service refused to use twice. Null: not found. */
  findExisting(link: Link): Promise<{ address: string | null; amountFils: number | null } | null>;
  /** A link whose process ended between reserving and the answer: it may have been sent, and its maker is told. */
  adopt(link: Link): Promise<Link>;
}

export interface SettlerDependencies {
  serviceOf: ServiceOf;
  nudgeHoursOf: NudgeHoursOf;
  links: LinkStore;
  plan: CheckPlan;
  settings: Pick<CheckSettings, 'requestLastsMs'>;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
}

export const createSettler = ({
  serviceOf,
  nudgeHoursOf,
  links,
  plan,
  settings,
  clock,
  ids,
  timeZone,
  log,
}: SettlerDependencies): Settler => {
  const search = async (link: Link): Promise<ListingSearch | null> => {
    try {
      return await findInListing(serviceOf(link.teamId), {
        invoiceId: link.invoiceId,
        from: link.createdAt - CLOCK_ROOM_MS,
        to: Math.max(clock.now(), link.createdAt) + CLOCK_ROOM_MS,
        timeZone,
      });
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
      nudgeAt: nudgeTime(link, clock.now(), await nudgeHoursOf(link.teamId)),
      notices,
    });
    return moved ?? links.get(link.id);
  };

  const declareAbsent = async (link: Link, isWatched: boolean): Promise<Link> => {
    const moved = await links.move({
      id: link.id,
      to: 'failed',
      at: clock.now(),
      cause: 'absent from listing',
      failure: absentFromListing(link.failure?.reference ?? null),
      notices: isWatched ? [] : [buildNewsNotice(link, ids)],
    });
    return moved ?? links.get(link.id);
  };

  const isOldEnough = (link: Link) => clock.now() - link.createdAt >= settings.requestLastsMs;
  const needsAddress = (link: Link) => link.state === 'open' && link.address === null;

  return {
    checkAgain: async (given) => {
      const link = await links.get(given.id);
      if (link.state !== 'unknown' && !needsAddress(link)) return link;
      if (needsAddress(link) && link.orderId !== null) {
        // A look-up that fails is no loss: the listing is read next.
        const record = await serviceOf(link.teamId)
          .findLink(link.orderId)
          .catch(() => null);
        if (record && recordAddress(record) !== null) return openFound(link, record);
      }
      const result = await search(link);
      if (result?.found === 'record') return openFound(link, result.record);
      const isAbsent = result?.found === 'absent' && link.state === 'unknown' && isOldEnough(link);
      return isAbsent ? declareAbsent(link, true) : link;
    },

    settleUnknown: async (given, reading) => {
      const link = await links.get(given.id);
      if (link.state !== 'unknown' && !needsAddress(link)) return link;
      const record = reading.found.find(({ kind }) => kind === 'link')?.record;
      if (record) return openFound(link, record);
      const isAbsent = link.state === 'unknown' && reading.provesAbsence && isOldEnough(link);
      return isAbsent ? declareAbsent(link, false) : link;
    },

    findExisting: async (link) => {
      const ours = await links.findByInvoiceId(link.teamId, link.invoiceId);
      if (ours) return { address: ours.address, amountFils: ours.amountFils };
      try {
        const result = await findInListing(serviceOf(link.teamId), {
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

    adopt: async (link) => {
      const at = clock.now();
      const moved = await links.move({
        id: link.id,
        to: 'unknown',
        at,
        cause: 'process ended before the answer',
        failure: interrupted(ids.reference()),
        ...(link.checkDueAt === null ? {} : { check: plan.first(link.checkDueAt, at) }),
        notices: [buildNewsNotice(link, ids)],
      });
      if (moved) log.warn({ link: link.id }, 'link of an ended process is not certain');
      return moved ?? links.get(link.id);
    },
  };
};
