import type { Base } from '../../app-parts.ts';
import type { KeptChange, Verdict } from '../../payments/index.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { isOfTransaction, type LinkPayment } from '../../store/link-payment.ts';
import { isDoubtful } from '../../store/link-states.ts';
import type { LearnFirstWords } from '../../teaching/learn-first-words.ts';
import { buildDenialNotice } from '../card/notice-kinds.ts';
import type { AskAdmins } from './ask-admins.ts';
import { buildChangeNotices, buildDisputeNews, buildSaleNews } from './change-notices.ts';
import type { CheckPlan } from './check-plan.ts';
import { type Denial, decide, isByLinkAlone, LISTING_LAG_MS, type LinkChange } from './decide-change.ts';
import type { LostLinks } from './lost-links.ts';
import { createTellOtherOwners } from './other-owners.ts';
import { type Reading, type Weighed, weigh } from './reading.ts';

/**
 * Brings a link in line with the service's records, and returns it as it is then. Reads more where the reading does not decide it.
 * `seen`: the reading, weighed already.
 */
export type Settle = (link: Link, reading: Reading, seen?: Weighed | null) => Promise<Link>;

interface Steps {
  plan: Pick<CheckPlan, 'first'>;
  lostLinks: Pick<LostLinks, 'resolve'>;
  learnFirstWords: LearnFirstWords;
  askAdmins: AskAdmins;
}

/** A try fails when someone else writes to the link at the same time. */
const MAX_TRIES = 3;

export const createSettle = (base: Base, { plan, lostLinks, learnFirstWords, askAdmins }: Steps): Settle => {
  const { store, members, vocabularies, clock, isClockSure, ids, timeZone, log } = base;
  const { links, keptRecords, callbacks } = store;
  const tellOtherOwners = createTellOtherOwners(base, plan);

  /** `others`: to the owners of other links that the records fit, too. Null: somebody else wrote to the link meanwhile. */
  const write = async (
    link: Link,
    change: LinkChange,
    { others, kept }: { others: readonly NewJob[]; kept: KeptChange | null },
  ): Promise<Link | null> => {
    const { to, cause, payment, isTakenBack = false } = change;
    const at = clock.now();
    const financeIds = payment === null ? [] : await members.financeOf(link.teamId);
    const isBack = [link.payment, payment].some((one) => /^(refunded|disputed)$/.test(one?.finding ?? ''));
    const sale = isBack ? await links.saleOf(link) : [];
    // A reported link gets checks of its own until it is certain, and a paid one while no record says how much was refunded:
    // what they wait for may be a change of an old record, which sweeps read only at night.
    const isUnsettled = to === 'reported' || payment?.refundedFils === null;
    const changed = await links.move({
      ...{ id: link.id, at, cause, ifVersion: link.version, kept },
      ...(payment === null ? {} : { payment, evidence: readEvidence(payment) }),
      ...(isTakenBack ? { payment: null, isTakenBack } : {}),
      jobs: [
        ...buildChangeNotices(link, change, { sale, at }, ids),
        ...buildDisputeNews(link, change, financeIds),
        ...others,
      ],
      ofSale: (now, ofSale) =>
        buildSaleNews(now, ofSale, { before: link, financeIds, ids, hasTurnedUp: isDoubtful(link), at }),
      ...(isUnsettled ? { check: plan.first(at) } : {}),
      ...(to === null ? {} : { to, failure: change.failure }),
    });
    if (changed) log.info({ link: link.id, state: changed.state, cause }, 'link settled');
    return changed;
  };

  /** Once for each person and transaction. */
  const buildDenials = async (link: Link, denial: Denial): Promise<NewJob[]> => {
    const people = new Set([link.ownerId, ...(await members.financeOf(link.teamId))]);
    return [...people].map((to) => buildDenialNotice(link, denial, to));
  };

  const settle = async (
    given: Link,
    first: Reading,
    seen: Weighed | null,
    tries: number,
  ): Promise<{ link: Link; reading: Reading }> => {
    const words = await vocabularies.of(given.teamId);
    const how = { now: clock.now(), words, timeZone };
    let reading = first;
    let weighed = seen ?? weigh(given, reading, how);
    for (let more = reading.more?.(weighed); more; more = reading.more?.(weighed)) {
      reading = await more;
      weighed = weigh(given, reading, how);
    }
    const link = await lostLinks.resolve(given, reading);
    if (link.state === 'reserved') return { link, reading };
    if (link !== given) weighed = weigh(link, reading, how);
    const { records, kept, verdict } = weighed;
    await learnFirstWords(link, { kept: reading.kept, records, verdict, words });
    const needsCallbacks = verdict.outcome === 'silent' || verdict.outcome === 'none';
    const { change, isDoubt, denial, meant } = decide(link, reading, weighed, {
      isAwaited: await isAwaited(link, verdict, reading, base),
      callbacks: needsCallbacks ? await callbacks.ofLink(link.id) : [],
      mayExpire: clock.now() >= link.expiresAt && (await isClockSure()),
      ...{ now: clock.now(), words, timeZone },
    });
    const asked = withAsked(link, change, await askAdmins(link, verdict.unread, change?.payment ?? null));
    const others = await tellOtherOwners(link, meant, { isDoubt, words });
    if (asked === null) {
      const jobs = [...others, ...(denial === null ? [] : await buildDenials(link, denial))];
      if (kept !== null || jobs.length > 0)
        await keptRecords.write(kept === null ? [] : [{ linkId: link.id, ...kept }], {
          jobs,
          at: clock.now(),
        });
      return { link, reading };
    }
    const changed = await write(link, asked, { others, kept });
    if (changed !== null) return { link: changed, reading };
    // Somebody else wrote to it: what is known by now is judged again.
    const now = await links.get(link.id);
    if (tries === 1) return { link: now, reading };
    return settle(now, { ...reading, kept: await keptRecords.ofLink(link.id) }, null, tries - 1);
  };

  return async (link, given, weighed = null) => {
    const { link: settled, reading } = await settle(link, given, weighed, MAX_TRIES);
    // What was read counts. Whoever wants the rest tries again.
    if (reading.failure !== undefined) throw reading.failure;
    return settled;
  };
};

/** A sale that is *Reported* already may be asked about later: when somebody becomes an admin. */
const withAsked = (link: Link, change: LinkChange | null, askedAt: number | null): LinkChange | null => {
  const payment = change === null && link.payment?.askedAt === undefined ? link.payment : change?.payment;
  if (payment?.finding !== 'unconfirmed' || askedAt === null) return change;
  const same: LinkChange = {
    to: null,
    cause: 'the service is not clear',
    failure: null,
    isNews: false,
    payment,
  };
  return { ...(change ?? same), payment: { ...payment, askedAt } };
};

const readEvidence = ({ seenIn, word, amountFils, currency, transactionId }: LinkPayment) => ({
  seenIn,
  word,
  amountFils,
  currency,
  transactionId,
});

/** How long to wait while that listing cannot be read to its end, or has rows that name no link. */
const UNREAD_MS = 30 * 60_000;
/** This many of a workspace's last payments show whether its transactions can be seen at all. */
const LAST_PAYMENTS = 5;

/**
 * Whether Paid waits for the transaction, which alone shows how much was paid: while it may lag behind, cannot be read, or cannot be told
 * from others. Where the last payments never showed one, none will come.
 */
async function isAwaited(
  link: Link,
  verdict: Verdict,
  { isComplete, hasNameless }: Reading,
  { store: { links }, clock }: Base,
): Promise<boolean> {
  if (link.state === 'paid' || !isByLinkAlone(verdict)) return false;
  const last = await links.lastPayments(link.teamId, LAST_PAYMENTS);
  if (last.length > 0 && !last.some(isOfTransaction)) return false;
  const now = clock.now();
  // Not since the time that the service gives: in the hour that a change of clocks repeats, it may be an hour too early.
  const since = link.payment?.doubt === 'awaited' ? link.payment.noticedAt : now;
  return Math.abs(now - since) < (isComplete && !hasNameless ? LISTING_LAG_MS : UNREAD_MS);
}
