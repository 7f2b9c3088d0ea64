import type { Clock } from '../../clock.ts';
import type { CheckSettings } from '../../config/config.ts';
import { createTurns } from '../../delivery/turns.ts';
import type { Log } from '../../log.ts';
import type { CallbackStore } from '../../store/callback-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import { BEHIND_MS } from './awaited-transaction.ts';
import type { CheckPlan } from './check-plan.ts';
import type { ReadBack } from './read-back.ts';
import type { Reading } from './reading.ts';
import type { Reconciler } from './reconciler.ts';
import type { Settler } from './settler.ts';

/**
 * Each workspace has its own account at the payment service, so links are read together only within one
 * workspace.
 */
export const groupByTeam = <L extends { teamId: string }>(links: readonly L[]): Map<string, L[]> => {
  const teams = new Map<string, L[]>();
  for (const link of links) {
    const ofTeam = teams.get(link.teamId);
    if (ofTeam) ofTeam.push(link);
    else teams.set(link.teamId, [link]);
  }
  return teams;
};

/**
 * Runs all the work, `atOnce` at a time. Rejects with the first rejection, after the work already started has
 * ended.
 */
const runConcurrently = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = [...items];
  const hand = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, hand));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
};

/**
 * Longer than most checks take. After that another instance may take the link: two at once cost extra calls,
 * and still change nothing twice.
 */
const CLAIM_MS = 30_000;
const AT_ONCE = 100;
/** Look-ups of a workspace at a time. The service states no limit. */
const LOOK_UPS_AT_ONCE = 8;
/** How soon to look again at a reserved link whose callback overtook the answer to its request. */
const ANSWER_COMES_MS = 1_000;

/** Workspaces whose checks run at a time, besides those whose service is slow. */
const TEAMS_AT_ONCE = 16;
const MOST_TEAMS = 512;

/** Checks the links whose check is due. A workspace's next checks wait only for its own that are running. */
interface DueChecks {
  /** Begins as many as there is room for, and returns how many. */
  begin(): Promise<number>;
  /** Workspaces whose next checks wait. */
  inHand(): string[];
  /** Instant at which more may begin. */
  roomAt(): number;
  finished(): Promise<void>;
}

export const createDueChecks = ({
  links,
  settler,
  readBack,
  reconciler,
  plan,
  settings,
  callbacks,
  wordsOf,
  clock,
  log,
  onEnd = () => undefined,
}: {
  callbacks: Pick<CallbackStore, 'ofLink'>;
  wordsOf: PaymentWordsOf;
  links: LinkStore;
  settler: Settler;
  readBack: ReadBack;
  reconciler: Reconciler;
  plan: CheckPlan;
  settings: Pick<CheckSettings, 'requestLastsMs'>;
  clock: Clock;
  log: Log;
  /** Called when a workspace's checks have ended: more of its links may be due. */
  onEnd?: () => void;
}): DueChecks => {
  const turns = createTurns({ slots: TEAMS_AT_ONCE, maxPerTeam: 1, maxRunning: MOST_TEAMS, clock });

  const settle = async (link: Link, read: () => Promise<Reading | undefined>): Promise<void> => {
    let known = link;
    let isRead = false;
    const from = link.checkDueAt ?? 0;
    const over = { from, to: null, attempts: 0 };
    try {
      const reading = await read();
      if (reading) known = await reconciler.reconcile(link, reading, over);
      isRead = reading !== undefined;
    } catch (error) {
      log.warn({ link: link.id, err: error }, 'link not checked; trying again later');
    }
    const isChanged = known.version !== link.version;
    const { attempts, to } = plan.next(known, {
      from,
      attempts: link.checkAttempts,
      now: clock.now(),
      isRead,
      hasAllNews: isChanged && !(await lacksRefund(known)),
    });
    const isOver = isChanged && known.checkDueAt === null;
    // Written already, together with what was found.
    if (isChanged && known.checkDueAt === to && known.checkAttempts === attempts) return;
    await links.planCheck(link.id, { from: isOver ? null : from, to, attempts });
  };

  /** Something went back, by a callback or by the service's own records, and no record says how much, or that it is all. */
  const lacksRefund = async ({ id, teamId, state, payment }: Link): Promise<boolean> => {
    if (state !== 'paid' || payment === null) return false;
    const { amountFils, refundedFils } = payment;
    if (refundedFils === null) return true;
    if (amountFils !== null && refundedFils >= amountFils) return false;
    const { states } = await wordsOf(teamId);
    const told = (await callbacks.ofLink(id)).filter(({ evidence }) =>
      Object.values(evidence).some((word) => states(word) === 'refunded'),
    );
    if (refundedFils === 0) return told.length > 0;
    // What the records show may be an earlier part.
    return told.some(({ receivedAt }) => Math.abs(clock.now() - receivedAt) < BEHIND_MS);
  };

  const waitForAnswer = async (link: Link): Promise<void> => {
    if (clock.now() - link.createdAt >= settings.requestLastsMs) {
      await settler.markInterrupted(link);
      return;
    }
    const to = clock.now() + ANSWER_COMES_MS;
    await links.planCheck(link.id, { from: link.checkDueAt ?? 0, to, attempts: link.checkAttempts });
  };

  const check = async (teamId: string, due: readonly Link[]): Promise<void> => {
    const reserved = due.filter(({ state }) => state === 'reserved');
    const others = due.filter(({ state }) => state !== 'reserved');
    for (const link of reserved) await waitForAnswer(link);
    const single = others.length === 1 ? others : others.filter((link) => readBack.hasLookUp(link));
    await runConcurrently(single, LOOK_UPS_AT_ONCE, (link) => settle(link, () => readBack.one(link)));
    const listed = others.filter((link) => !single.includes(link));
    if (listed.length === 0) return;
    const readings = readBack.many(teamId, listed);
    for (const link of listed) await settle(link, async () => (await readings).get(link.id));
  };

  const begin = (teamId: string, due: readonly Link[]): void => {
    turns
      .run(teamId, () => check(teamId, due))
      .catch((error: unknown) => {
        // They come up again when their claim has run out.
        log.error({ team: teamId, err: error }, 'links not checked; trying again');
      })
      .finally(onEnd);
  };

  return {
    begin: async () => {
      let begun = 0;
      while (turns.room() > 0) {
        const now = clock.now();
        const due = await links.claimDue({
          at: now,
          until: now + CLAIM_MS,
          limit: AT_ONCE,
          maxAheadMs: plan.maxAheadMs,
          without: turns.full(),
        });
        for (const [teamId, ofTeam] of groupByTeam(due)) begin(teamId, ofTeam);
        begun += due.length;
        if (due.length < AT_ONCE) break;
      }
      return begun;
    },
    inHand: turns.full,
    roomAt: () => (turns.room() > 0 ? clock.now() : turns.roomAt()),
    finished: turns.finished,
  };
};
