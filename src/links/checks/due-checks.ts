import type { Base } from '../../app-parts.ts';
import { createTurns } from '../../delivery/turns.ts';
import { OtherAccountError } from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import type { DueCheck } from '../../store/link-checks.ts';
import { type CheckPlan, endsAt } from './check-plan.ts';
import { LISTING_LAG_MS } from './decide-change.ts';
import type { LostLinks } from './lost-links.ts';
import type { ReadBack } from './read-back.ts';
import type { Reading } from './reading.ts';
import type { Settle } from './settle.ts';

/** Links are read together only within a workspace: each has its own account at the payment service. */
export const groupByTeam = <L extends { teamId: string }>(links: readonly L[]): Map<string, L[]> => {
  const teams = new Map<string, L[]>();
  for (const link of links) {
    const ofTeam = teams.get(link.teamId);
    if (ofTeam) ofTeam.push(link);
    else teams.set(link.teamId, [link]);
  }
  return teams;
};

/** Runs the work, `atOnce` at a time. Rejects with the first rejection, once the work under way has ended. */
const runConcurrently = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = [...items];
  const runNext = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, runNext));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};

/** Longer than most checks take. Then another instance may take the link: that costs extra calls, but changes nothing twice. */
const CLAIM_MS = 30_000;
const CLAIM_LIMIT = 100;
/** Look-ups of a workspace at a time. The service states no limit. */
const LOOK_UPS_AT_ONCE = 8;
/** How soon to look again at a reserved link whose callback overtook the answer to its request. */
const ANSWER_COMES_MS = 1_000;

/** Workspaces whose checks run at a time, not counting those whose service is slow. */
const TEAMS_AT_ONCE = 16;
const MAX_TEAMS = 512;

export interface DueChecks {
  /** Begins as many as there is room for. `nextDueAt`: when more may begin; null: none is planned. `onEnd`: then, too. */
  begin(onEnd: () => void): Promise<{ begun: number; nextDueAt: number | null }>;
  finished(): Promise<unknown>;
}

/** Checks the links whose check is due. A workspace's next checks wait only for its own that are running. */
export const createDueChecks = (
  { config, store, vocabularies, clock, isClockSure, ids, log }: Base,
  {
    plan,
    lostLinks,
    readBack,
    settle,
  }: { plan: CheckPlan; lostLinks: LostLinks; readBack: ReadBack; settle: Settle },
): DueChecks => {
  const { links, callbacks } = store;
  const turns = createTurns({ slots: TEAMS_AT_ONCE, maxPerTeam: 1, maxRunning: MAX_TEAMS, clock });

  const checkLink = async (due: DueCheck, read: () => Promise<Reading | undefined>): Promise<void> => {
    const { link } = due;
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
      attempts: due.attempts,
      now,
      mayEnd: now >= endsAt(known) && (await isClockSure()),
      isRead,
      hasAllNews: isChanged && !(await lacksRefund(known)),
    });
    await links.planCheck(link.id, { ...next, after: due }, now);
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

  const waitForAnswer = async (due: DueCheck): Promise<void> => {
    const { link, attempts } = due;
    const now = clock.now();
    if (now - link.askedAt >= config.checks.requestLastsMs) await lostLinks.markInterrupted(link);
    else await links.planCheck(link.id, { to: now + ANSWER_COMES_MS, attempts, after: due }, now);
  };

  const check = async (teamId: string, due: readonly DueCheck[]): Promise<void> => {
    const reserved = due.filter(({ link }) => link.state === 'reserved');
    const others = due.filter(({ link }) => link.state !== 'reserved');
    for (const one of reserved) await waitForAnswer(one);
    const single = others.length === 1 ? others : others.filter(({ link }) => readBack.hasLookUp(link));
    await runConcurrently(single, LOOK_UPS_AT_ONCE, (one) => checkLink(one, () => readBack.one(one.link)));
    const listed = others.filter((one) => !single.includes(one));
    if (listed.length === 0) return;
    const readings = readBack.many(
      teamId,
      listed.map(({ link }) => link),
    );
    for (const one of listed) await checkLink(one, async () => (await readings).get(one.link.id));
  };

  const begin = (teamId: string, due: readonly DueCheck[], onEnd: () => void): void => {
    turns
      .run(teamId, () => check(teamId, due))
      .catch((error: unknown) => {
        // They are claimed again when this claim runs out.
        log.error({ team: teamId, err: error }, 'links not checked; trying again');
      })
      // More of its links may be due.
      .finally(onEnd);
  };

  return {
    begin: async (onEnd) => {
      let begun = 0;
      while (turns.room() > 0) {
        const { due, nextDueAt } = await links.claimDue({
          at: clock.now(),
          leaseMs: CLAIM_MS,
          limit: CLAIM_LIMIT,
          token: ids.nonce(),
          without: turns.full(),
        });
        for (const [teamId, ofTeam] of groupByTeam(due)) begin(teamId, ofTeam, onEnd);
        begun += due.length;
        if (due.length < CLAIM_LIMIT) return { begun, nextDueAt };
      }
      return { begun, nextDueAt: turns.roomAt() };
    },
    finished: turns.finished,
  };
};
