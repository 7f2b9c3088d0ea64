import type { Clock } from '../../clock.ts';
import type { ClockTrust } from '../../clock-trust.ts';
import type { CheckSettings } from '../../config/config.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import {
  buildDateRange,
  explainPaymentServiceError,
  recordAddress,
  recordAmountFils,
  recordOrderId,
  recordReferences,
  type ServiceRecord,
} from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { ServiceOf } from '../../workspaces/service-of.ts';
import { buildEditNotice, buildNewsNotice, buildOpeningNotices } from '../card/notice-kinds.ts';
import { absentFromListing, interrupted, noAddress } from '../form/link-failures.ts';
import { buildSaleNews, type ReminderHoursOf, reminderTime } from './change-notices.ts';
import type { CheckPlan } from './check-plan.ts';
import type { ReadBack, Reading } from './read-back.ts';
import { CLOCK_ROOM_MS, readAmountAsked } from './read-listings.ts';
import { readPages } from './read-pages.ts';

/** How far back to search for a link when the service says that its reference is taken. */
const EXISTING_WINDOW_MS = 31 * 24 * 60 * 60_000;
const EXISTING_REQUESTS = 50;

/** Finds out what happened to links whose request had no certain answer. Never sends a request again. */
export interface LostLinks {
  /** Looks for an `unknown` link, or an open link without an address, in the service's listing. */
  checkAgain(link: Link): Promise<Link>;
  /** The same with a reading already made. No window shows the answer, so an absent link's owner gets a message. */
  resolve(link: Link, reading: Reading): Promise<Link>;
  /** Finds the link that holds a reference which the service refused to use twice. Null: not found. */
  findExisting(link: Link): Promise<{ address: string | null; amountFils: number | null } | null>;
  /**
   * Makes a link `unknown` whose process ended between reserving it and getting the answer. The request may have
   * been sent, so its owner gets a message.
   */
  markInterrupted(link: Link): Promise<Link>;
}

export interface LostLinksDependencies {
  serviceOf: ServiceOf;
  reminderHoursOf: ReminderHoursOf;
  links: Pick<LinkStore, 'get' | 'move' | 'setAddress' | 'holderOf' | 'findByInvoiceId'>;
  readBack: Pick<ReadBack, 'one'>;
  plan: CheckPlan;
  settings: Pick<CheckSettings, 'requestLastsMs'>;
  clock: Clock;
  /** Asked before a link counts as absent, which an early look could not show. */
  isClockSure: ClockTrust['isSure'];
  ids: Ids;
  timeZone: string;
  log: Log;
}

export const createLostLinks = ({
  serviceOf,
  reminderHoursOf,
  links,
  readBack,
  plan,
  settings,
  clock,
  isClockSure,
  ids,
  timeZone,
  log,
}: LostLinksDependencies): LostLinks => {
  const openFound = async (link: Link, record: ServiceRecord): Promise<Link> => {
    const address = recordAddress(record);
    const orderId = recordOrderId(record) ?? link.orderId;
    const jobs = address === null ? [] : buildOpeningNotices(link, ids);
    if (address !== null && link.batchId !== undefined) jobs.push(buildEditNotice(link, ids));
    if (link.state === 'open') {
      return address === null ? link : links.setAddress(link.id, { address, orderId }, clock.now(), jobs);
    }
    const moved = await links.move({
      id: link.id,
      to: 'open',
      at: clock.now(),
      cause: 'found in listing',
      orderId,
      address,
      failure: address === null ? noAddress(link.failure?.reference ?? null) : null,
      remindAt: reminderTime(link, clock.now(), await reminderHoursOf(link.teamId)),
      jobs,
      ofSale: (opened, others) => buildSaleNews(opened, others, { financeIds: [], ids, hasTurnedUp: true }),
    });
    return moved ?? links.get(link.id);
  };

  const markAbsent = async (link: Link, hasWindow: boolean): Promise<Link> => {
    const moved = await links.move({
      id: link.id,
      to: 'failed',
      at: clock.now(),
      cause: 'absent from listing',
      failure: absentFromListing(link.failure?.reference ?? null),
      jobs: hasWindow ? [] : [buildNewsNotice(link, ids)],
    });
    return moved ?? links.get(link.id);
  };

  /** The record that names this link, unless another link here holds the same record. */
  const findOurs = async (link: Link, { found }: Reading): Promise<ServiceRecord | null> => {
    const records = found.flatMap(({ kind, record }) =>
      kind === 'link' && isAskedLink(link, record) ? [record] : [],
    );
    const [first] = records;
    if (!first || records.some((record) => recordOrderId(record) !== recordOrderId(first))) return null;
    const names = { orderId: recordOrderId(first), address: recordAddress(first) };
    const holder = await links.holderOf(link.teamId, {
      exceptId: link.id,
      amountFils: link.amountFils,
      ...names,
    });
    if (holder === null) return first;
    log.warn({ link: link.id, holder }, 'a record with the reference of a lost link is another link’s');
    return null;
  };

  const decide = async (link: Link, reading: Reading, hasWindow: boolean): Promise<Link> => {
    const record = await findOurs(link, reading);
    if (record) return openFound(link, record);
    const isOldEnough = clock.now() - link.createdAt >= settings.requestLastsMs;
    // Any record with its reference, even someone else's, leaves it in doubt.
    const isAbsent =
      link.state === 'unknown' && reading.provesAbsence && reading.found.length === 0 && isOldEnough;
    return isAbsent && (await isClockSure()) ? markAbsent(link, hasWindow) : link;
  };

  const isInDoubt = (link: Link) =>
    link.state === 'unknown' || (link.state === 'open' && link.address === null);

  return {
    checkAgain: async ({ id }) => {
      const link = await links.get(id);
      if (!isInDoubt(link)) return link;
      try {
        return await decide(link, await readBack.one(link), true);
      } catch (error) {
        log.warn({ link: link.id, err: error }, 'service not read; the link stays as it is');
        return link;
      }
    },

    resolve: async ({ id }, reading) => {
      const link = await links.get(id);
      return isInDoubt(link) ? decide(link, reading, false) : link;
    },

    findExisting: async (link) => {
      const ours = await links.findByInvoiceId(link.teamId, link.invoiceId);
      if (ours) return { address: ours.address, amountFils: ours.amountFils };
      const found: ServiceRecord[] = [];
      const from = clock.now() - EXISTING_WINDOW_MS;
      const range = buildDateRange(from, clock.now() + CLOCK_ROOM_MS, timeZone);
      try {
        await readPages(serviceOf(link.teamId).listLinks, range, {
          budget: { left: EXISTING_REQUESTS },
          take: (record) => {
            if (hasReference(link, record)) found.push(record);
          },
        });
      } catch (error) {
        log.warn({ link: link.id, err: error }, explainPaymentServiceError(error).what);
      }
      const [record] = found;
      return record ? { address: recordAddress(record), amountFils: recordAmountFils(record) } : null;
    },

    markInterrupted: async (link) => {
      const at = clock.now();
      const moved = await links.move({
        id: link.id,
        to: 'unknown',
        at,
        cause: 'process ended before the answer',
        failure: interrupted(ids.reference()),
        ...(link.checkDueAt === null ? {} : { check: plan.first(link.checkDueAt, at) }),
        jobs: [buildNewsNotice(link, ids)],
      });
      if (moved) log.warn({ link: link.id }, 'process ended before the answer: the link is not certain');
      return moved ?? links.get(link.id);
    },
  };
};

const hasReference = (link: Link, record: ServiceRecord): boolean =>
  recordReferences(record).some(({ value }) => value === link.invoiceId);

/**
 * The reference and the amount asked for must both match. Without an amount, only a reference made by Paylink
 * is enough: one that a person typed may be on a colleague's link as well.
 */
function isAskedLink(link: Link, record: ServiceRecord): boolean {
  if (link.orderId !== null) return recordOrderId(record) === link.orderId;
  if (!hasReference(link, record)) return false;
  const asked = readAmountAsked(record);
  return asked === null ? link.invoiceIdIsOurs : asked === link.amountFils;
}
