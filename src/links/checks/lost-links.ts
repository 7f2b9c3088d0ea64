import type { Base } from '../../app-parts.ts';
import { recordAddress, recordOrderId, type ServiceRecord } from '../../payment-service/index.ts';
import { createWhose, type OwnedBy, readAmountAsked } from '../../payments/index.ts';
import type { Link, LinkFailure } from '../../store/link.ts';
import type { StateChange } from '../../store/link-changes.ts';
import { isDoubtful, type LinkState, mayExist } from '../../store/link-states.ts';
import {
  buildEarlierShow,
  buildLinkShow,
  buildNewsNotice,
  buildNextOfSale,
  buildOpeningNotices,
} from '../card/notice-kinds.ts';
import { planReminder } from '../card/plan-reminder.ts';
import {
  absentFromListing,
  interrupted,
  noAddress,
  notFound,
  numberFree,
  numberTaken,
} from '../issuing/link-failures.ts';
import { buildSaleNews } from './change-notices.ts';
import type { CheckPlan } from './check-plan.ts';
import { createFindExisting } from './find-existing.ts';
import type { ReadBack } from './read-back.ts';
import type { Reading } from './reading.ts';

/** A link that was not found is looked for this long: the listing may lag behind. */
const WATCHED_MS = 24 * 60 * 60_000;
/** So many complete looks find no link with a number before the next one may be used. */
const LOOKS_FOR_NUMBER = 2;

/** The service has a link in these states, but its answer had no address, or was lost and money came. */
const MAY_LACK_ADDRESS: ReadonlySet<LinkState> = new Set(['open', 'reported', 'paid']);

/** Finds out what happened to links whose request had no certain answer. Never sends a request again. */
export const createLostLinks = (
  base: Base,
  { plan, readBack }: { plan: Pick<CheckPlan, 'first'>; readBack: Pick<ReadBack, 'one'> },
) => {
  const { config, settings, clock, isClockSure, ids, timeZone, log } = base;
  const { links } = base.store;
  const findExisting = createFindExisting(base);

  /** Its money was noticed before its own record was. */
  const noteAddress = async (link: Link, address: string | null, orderId: string | null): Promise<Link> =>
    address === null
      ? link
      : links.setAddress(link.id, { address, orderId }, clock.now(), [buildLinkShow(link, clock.now())]);

  const openFound = async (link: Link, record: ServiceRecord): Promise<Link> => {
    const address = recordAddress(record);
    const orderId = recordOrderId(record) ?? link.orderId;
    if (!isDoubtful(link) && link.state !== 'open') return noteAddress(link, address, orderId);
    const jobs = address === null ? [] : buildOpeningNotices(link, ids);
    if (address !== null && link.batchId !== undefined) jobs.push(buildLinkShow(link, clock.now()));
    if (link.state === 'open') {
      if (address !== null && link.saleId !== link.id)
        jobs.push(...buildNextOfSale(link, await links.saleOf(link), clock.now()));
      return address === null ? link : links.setAddress(link.id, { address, orderId }, clock.now(), jobs);
    }
    const { reminderHours: hours } = await settings.of(link.teamId);
    const reminder = planReminder(link, { now: clock.now(), hours, timeZone });
    const moved = await links.move({
      id: link.id,
      to: 'open',
      at: clock.now(),
      cause: 'found in listing',
      orderId,
      address,
      failure: address === null ? noAddress(link.failure?.reference ?? null) : null,
      jobs: [...jobs, ...reminder],
      ofSale: (opened, others) => [
        ...(opened.address === null ? [] : buildNextOfSale(opened, others, clock.now())),
        ...buildSaleNews(opened, others, {
          ...{ before: link, financeIds: [], ids },
          ...{ hasTurnedUp: true, at: clock.now() },
        }),
      ],
    });
    return moved ?? links.get(link.id);
  };

  /** As far as we know, the link does not exist. */
  const giveUp = async (
    link: Link,
    { cause, failure, check }: Pick<StateChange, 'cause' | 'check'> & { failure: LinkFailure },
    hasWindow: boolean,
  ): Promise<Link> => {
    const moved = await links.move({
      id: link.id,
      to: 'failed',
      at: clock.now(),
      cause,
      failure,
      ...(check ? { check } : {}),
      jobs: [...(hasWindow ? [] : [buildNewsNotice(link, ids)]), ...buildEarlierShow(link, clock.now())],
    });
    return moved ?? links.get(link.id);
  };

  /** The record that is this link's, and no other's here. */
  const findOurs = (link: Link, { found, rivals }: Reading): ServiceRecord | null => {
    const whoseIs = createWhose(link, found, rivals, timeZone);
    const records: ServiceRecord[] = [];
    for (const one of found) {
      if (one.kind !== 'link') continue;
      const whose = whoseIs(one);
      if (whose.is === 'ours' && isAskedLink(link, one.record, whose.by)) records.push(one.record);
      if (whose.is === 'cannot-tell')
        log.warn({ link: link.id, why: whose.why }, 'a record that names a lost link may be another’s');
    }
    const [first] = records;
    return first && records.every((record) => recordOrderId(record) === recordOrderId(first)) ? first : null;
  };

  const decide = async (link: Link, reading: Reading, hasWindow: boolean): Promise<Link> => {
    const record = findOurs(link, reading);
    if (record) return openFound(link, record);
    if (!mayExist(link.state)) return link;
    const { failure } = link;
    const isOldEnough = clock.now() - link.askedAt >= config.checks.requestLastsMs;
    // Any record with its reference, even someone else's, leaves it in doubt.
    if (reading.notListed?.isProven && reading.found.length === 0 && isOldEnough && (await isClockSure())) {
      const absent = absentFromListing(failure?.reference ?? null);
      return giveUp(link, { cause: 'absent from listing', failure: absent }, hasWindow);
    }
    if (failure?.doubt === 'answered-no' && reading.notListed?.hasOurs) {
      const watched = { ...notFound(failure), watchedUntil: clock.now() + WATCHED_MS };
      const check = plan.first(clock.now());
      return giveUp(link, { cause: 'not found', failure: watched, check }, hasWindow);
    }
    return failure?.doubt === 'number-taken' ? decideNumber(link, failure, reading, hasWindow) : link;
  };

  /** The service says that it has the number that a person typed, and it is not this link. */
  const decideNumber = async (
    link: Link,
    failure: LinkFailure,
    { found, notListed }: Reading,
    hasWindow: boolean,
  ): Promise<Link> => {
    const looks = failure.looks ?? 0;
    const existing = looks > 0 && found.length === 0 ? null : await findExisting(link);
    if (existing) {
      const taken = { ...numberTaken(failure.reference), existing };
      return giveUp(link, { cause: 'number taken', failure: taken }, hasWindow);
    }
    if (!notListed) return link;
    if (looks + 1 >= LOOKS_FOR_NUMBER)
      return giveUp(link, { cause: 'not found', failure: numberFree(link, failure.reference) }, hasWindow);
    const looked = await links.record({
      id: link.id,
      at: clock.now(),
      cause: 'looked for',
      ifVersion: link.version,
      failure: { ...failure, looks: looks + 1 },
    });
    return looked ?? links.get(link.id);
  };

  /** Whether it exists, or where it is paid: its own record, which has the address, may come after its money. */
  const needsLooking = (link: Link) =>
    isDoubtful(link) || (link.address === null && MAY_LACK_ADDRESS.has(link.state));

  return {
    /** Looks for a link that may exist, or an open link without an address, in the service's listing. */
    checkAgain: async ({ id }: Link): Promise<Link> => {
      const link = await links.get(id);
      if (!needsLooking(link)) return link;
      try {
        return await decide(link, await readBack.one(link), true);
      } catch (error) {
        log.warn({ link: link.id, err: error }, 'service not read; the link stays as it is');
        return link;
      }
    },

    /** The same with a reading already made. No window shows the answer, so an absent link's owner gets a message. */
    resolve: async (given: Link, reading: Reading): Promise<Link> => {
      if (given.state !== 'reserved' && !needsLooking(given)) return given;
      // Its answer may have come while the service was read.
      const link = await links.get(given.id);
      return needsLooking(link) ? decide(link, reading, false) : link;
    },

    /**
     * Makes a link `unknown` whose process ended between reserving it and getting the answer. The request may have
     * been sent, so its owner gets a message.
     */
    markInterrupted: async (link: Link): Promise<Link> => {
      const at = clock.now();
      const moved = await links.move({
        id: link.id,
        to: 'unknown',
        at,
        cause: 'process ended before the answer',
        failure: interrupted(ids.reference()),
        check: plan.first(at),
        jobs: [buildNewsNotice(link, ids), ...buildEarlierShow(link, at)],
      });
      if (moved) log.warn({ link: link.id }, 'process ended before the answer: the link is not certain');
      return moved ?? links.get(link.id);
    },
  };
};

export type LostLinks = ReturnType<typeof createLostLinks>;

/**
 * Where only the reference ties it, the amount asked for must match, too. Without an amount, only a reference made by
 * Paylink is enough: one that a person typed may be on a colleague's link as well.
 */
function isAskedLink(link: Link, record: ServiceRecord, by: OwnedBy): boolean {
  if (by !== 'reference') return by === 'order-id';
  const asked = readAmountAsked(record);
  return asked === null ? link.invoiceIdIsOurs : asked === link.amountFils;
}
