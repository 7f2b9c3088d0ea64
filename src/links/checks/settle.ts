import type { Base } from '../../app-parts.ts';
import { findOthersMeant, type KeptChange, type Verdict } from '../../payments/index.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import type { LinkFacts } from '../../store/link-changes.ts';
import { isOfTransaction, type LinkPayment } from '../../store/link-payment.ts';
import { isDoubtful } from '../../store/link-states.ts';
import type { LearnFirstWords } from '../../teaching/learn-first-words.ts';
import { buildDenialNotice } from '../card/notice-kinds.ts';
import type { AskAdmins } from './ask-admins.ts';
import { buildChangeNotices, buildDisputeNews, buildSaleNews } from './change-notices.ts';
import type { CheckPlan } from './check-plan.ts';
import { decideChange, findDenial, isByLinkAlone, LISTING_LAG_MS, type LinkChange } from './decide-change.ts';
import type { LostLinks } from './lost-links.ts';
import { createTellOtherOwners } from './other-owners.ts';
import type { Reading, Weighed } from './reading.ts';
import { weigh, weighAll, withNumber } from './weigh.ts';

/**
 * Brings a link in line with the service's records, and returns it as it is then. Reads more where the reading does not decide it.
 * `seen`: the reading, weighed already.
 */
export type Settle = (link: Link, reading: Reading, seen?: Weighed) => Promise<Link>;

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

  const write = async (
    link: Link,
    change: LinkChange,
    more: {
      /** To the owners of other links that the records fit, too. */
      others: NewJob[];
      kept: KeptChange | null;
    },
  ): Promise<Link | null> => {
    const { kept } = more;
    const financeIds = change.payment === null ? [] : await members.financeOf(link.teamId);
    const others = [...buildDisputeNews(link, change, financeIds), ...more.others];
    const isBack = [link.payment, change.payment].some((one) =>
      /^(refunded|disputed)$/.test(one?.finding ?? ''),
    );
    const sale = isBack ? await links.saleOf(link) : [];
    const facts = {
      id: link.id,
      at: clock.now(),
      cause: change.cause,
      ifVersion: link.version,
      kept,
      ...(change.payment === null ? {} : { payment: change.payment, evidence: readEvidence(change.payment) }),
      ...(change.isTakenBack ? { payment: null } : {}),
      jobs: [...buildChangeNotices(link, change, { sale, at: clock.now() }, ids), ...others],
      ofSale: (now: Link, ofSale: readonly Link[]) =>
        buildSaleNews(now, ofSale, {
          ...{ before: link, financeIds, ids },
          ...{ hasTurnedUp: isDoubtful(link), at: clock.now() },
        }),
      ...planNextCheck(change),
    };
    const changed =
      change.to === null
        ? await links.record(facts)
        : await links.move({
            ...facts,
            to: change.to,
            failure: change.failure,
            // It may turn out to be unpaid, and a reminder asks whether it is.
            ...(change.to === 'reported' || change.isTakenBack ? {} : { endsReminder: true }),
            ...(change.isTakenBack ? { isTakenBack: true } : {}),
          });
    if (changed) log.info({ link: link.id, state: changed.state, cause: change.cause }, 'link settled');
    return changed;
  };

  /**
   * A reported link gets checks of its own until it is certain, and a paid one while no record says how much was refunded:
   * what they wait for may be a change of an old record, which sweeps read only at night.
   */
  const planNextCheck = ({ to, payment }: LinkChange): Pick<LinkFacts, 'check'> => {
    const isUnsettled = to === 'reported' || payment?.refundedFils === null;
    return isUnsettled ? { check: plan.first(clock.now()) } : {};
  };

  /** Once for each person and transaction. */
  const buildDenials = async (link: Link, denial: ReturnType<typeof findDenial>): Promise<NewJob[]> => {
    if (denial === null) return [];
    const people = new Set([link.ownerId, ...(await members.financeOf(link.teamId))]);
    return [...people].map((to) => buildDenialNotice(link, denial, to));
  };

  const settle = async (
    given: Link,
    first: { reading: Reading; weighed?: Weighed | undefined },
    tries: number,
  ): Promise<{ link: Link; reading: Reading }> => {
    const words = await vocabularies.of(given.teamId);
    const how = { now: clock.now(), words, timeZone };
    const all = await weighAll(given, first, how);
    const { reading } = all;
    const link = await lostLinks.resolve(given, reading);
    if (link.state === 'reserved') return { link, reading };
    const { records, kept, verdict } = link === given ? all.weighed : weigh(link, reading, how);
    await learnFirstWords(link, { kept: reading.kept, records, verdict, words });
    const keep = async (jobs: readonly NewJob[] = []) => {
      if (kept === null && jobs.length === 0) return;
      await keptRecords.write(kept === null ? [] : [{ linkId: link.id, ...kept }], { jobs, at: clock.now() });
    };
    const needsCallbacks = verdict.outcome === 'silent' || verdict.outcome === 'none';
    const decided = decideChange(link, {
      verdict,
      isComplete: reading.isComplete,
      isAwaited: await isAwaited(link, verdict, reading, base),
      callbacks: needsCallbacks ? await callbacks.ofLink(link.id) : [],
      now: clock.now(),
      mayExpire: clock.now() >= link.expiresAt && (await isClockSure()),
      words,
    });
    const askedAt = await askAdmins(link, verdict.unread, decided?.payment ?? null);
    const change = withAsked(link, decided, askedAt);
    const isDoubt = change?.isNews === true && change.payment?.doubt === 'which-link';
    const meaning = { words, timeZone, rivals: reading.rivals };
    const among = isDoubt ? records : (kept?.news ?? []);
    const meant = findOthersMeant(withNumber(link, reading), records, meaning, among);
    const others = await tellOtherOwners(link, meant, { isDoubt, words });
    if (change === null) {
      await keep([...others, ...(await buildDenials(link, findDenial(link, records, words)))]);
      return { link, reading };
    }
    const changed = await write(link, change, { others, kept });
    if (changed !== null) return { link: changed, reading };
    // Somebody else wrote to it: what is known by now is judged again.
    const now = await links.get(link.id);
    if (tries === 1) return { link: now, reading };
    return settle(now, { reading: { ...reading, kept: await keptRecords.ofLink(link.id) } }, tries - 1);
  };

  return async (link, given, weighed) => {
    const { link: settled, reading } = await settle(link, { reading: given, weighed }, MAX_TRIES);
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
 * from others. Where the last payments never showed one, or the listing has never answered, none will come.
 */
async function isAwaited(
  link: Link,
  verdict: Verdict,
  { isComplete, hasNameless, hasListing }: Reading,
  { store: { links, transactionReadings }, clock }: Base,
): Promise<boolean> {
  if (link.state === 'paid' || !isByLinkAlone(verdict)) return false;
  const last = await links.lastPayments(link.teamId, LAST_PAYMENTS);
  if (last.length > 0 && !last.some(isOfTransaction)) return false;
  if (!hasListing && !(await transactionReadings.hasBeenRead(link.teamId))) return false;
  const now = clock.now();
  // Not since the time that the service gives: in the hour that a change of clocks repeats, it may be an hour too early.
  const since = link.payment?.doubt === 'awaited' ? link.payment.noticedAt : now;
  return Math.abs(now - since) < (isComplete && !hasNameless ? LISTING_LAG_MS : UNREAD_MS);
}
