import type { Base } from '../../app-parts.ts';
import { createOneAtATime } from '../../delivery/one-at-a-time.ts';
import type { JobHandler, JobKind, JobOutcome } from '../../delivery/run-claimed-job.ts';
import { OtherAccountError } from '../../payment-service/index.ts';
import type { Job } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { plannedPayloadSchema } from '../../store/planned-jobs.ts';
import { type CheckPlan, endsAt } from './check-plan.ts';
import { LISTING_LAG_MS } from './decide-change.ts';
import type { LostLinks } from './lost-links.ts';
import type { ReadBack } from './read-back.ts';
import type { Reading } from './reading.ts';
import type { Settle } from './settle.ts';

/** Look-ups of a workspace at a time. The service states no limit. */
const LOOK_UPS_AT_ONCE = 8;
/** How soon to look again at a reserved link whose callback overtook the answer to its request. */
const ANSWER_COMES_MS = 1_000;

/**
 * Checks the links whose check is due, those of a workspace together: each has its own account at the service, and its listings are
 * read once for all. A callback or a change of the link that plans a check anew takes it from its process.
 */
export const createCheckJob = (
  { config, store, vocabularies, clock, isClockSure, log }: Base,
  {
    plan,
    lostLinks,
    readBack,
    settle,
  }: { plan: CheckPlan; lostLinks: LostLinks; readBack: ReadBack; settle: Settle },
): JobKind => {
  const { links, callbacks } = store;

  const checkLink = async (
    link: Link,
    attempts: number,
    read: () => Promise<Reading | undefined>,
  ): Promise<JobOutcome> => {
    let known = link;
    let isRead = false;
    try {
      const reading = await read();
      if (reading) known = await settle(link, reading);
      isRead = reading !== undefined;
    } catch (error) {
      // Its account is away; it is read again when that account is back.
      if (!(error instanceof OtherAccountError))
        log.warn({ link: link.id, err: error }, 'link not checked; trying again later');
    }
    const now = clock.now();
    const isChanged = known.version !== link.version;
    const next = plan.next(known, {
      attempts,
      now,
      mayEnd: now >= endsAt(known) && (await isClockSure()),
      isRead,
      hasAllNews: isChanged && !(await lacksRefund(known)),
    });
    return { outcome: 'done', attempts: next.attempts, ...(next.to !== null && { againAt: next.to }) };
  };

  /** A callback or a record reports a refund, and no record says how much, or that it was everything. */
  const lacksRefund = async ({ id, teamId, state, payment }: Link): Promise<boolean> => {
    if (state !== 'paid' || payment === null) return false;
    const { amountFils, refundedFils } = payment;
    if (refundedFils === null) return true;
    if (amountFils !== null && refundedFils >= amountFils) return false;
    const words = await vocabularies.of(teamId);
    const reports = (await callbacks.ofLink(id)).filter(({ evidence }) =>
      Object.values(evidence).some((word) => /^((partly-)?refunded|disputed)$/.test(words.state(word) ?? '')),
    );
    if (refundedFils === 0) return reports.length > 0;
    // The records may show an earlier part of the refund.
    return reports.some(({ receivedAt }) => Math.abs(clock.now() - receivedAt) < LISTING_LAG_MS);
  };

  const waitForAnswer = async (link: Link, attempts: number): Promise<JobOutcome> => {
    const now = clock.now();
    if (now - link.askedAt >= config.checks.requestLastsMs) await lostLinks.markInterrupted(link);
    return { outcome: 'done', attempts, againAt: now + ANSWER_COMES_MS };
  };

  const together = (jobs: readonly Job[]): JobHandler => {
    const inTurn = createOneAtATime();
    const due = links.ofIds(jobs.map(linkIdOf));
    const others = async () => [...(await due).values()].filter(({ state }) => state !== 'reserved');
    const isSingle = (link: Link, all: readonly Link[]) => all.length === 1 || readBack.hasLookUp(link);
    let readings: ReturnType<ReadBack['many']> | null = null;
    const readMany = async (link: Link): Promise<Reading | undefined> => {
      const all = await others();
      readings ??= readBack.many(
        link.teamId,
        all.filter((one) => !isSingle(one, all)),
      );
      return (await readings).get(link.id);
    };
    return async (job) => {
      const link = (await due).get(linkIdOf(job));
      if (link === undefined) return { outcome: 'done' };
      if (link.state === 'reserved') return waitForAnswer(link, job.attempts);
      if (!isSingle(link, await others()))
        return inTurn.run('listed', () => checkLink(link, job.attempts, () => readMany(link)));
      const place = String(jobs.indexOf(job) % LOOK_UPS_AT_ONCE);
      return inTurn.run(place, () => checkLink(link, job.attempts, () => readBack.one(link)));
    };
  };

  return {
    run: (job, context) => together([job])(job, context),
    together,
    isReplanned: true,
    // Tries count the checks without news.
    maxTries: Number.POSITIVE_INFINITY,
  };
};

const linkIdOf = ({ payload }: Job): string => plannedPayloadSchema.parse(payload).linkId;
