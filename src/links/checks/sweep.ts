import type { Base } from '../../app-parts.ts';
import { createTurns, groupByTeam } from '../../delivery/turns.ts';
import {
  buildDateRange,
  NotConnectedError,
  OtherAccountError,
  type PaymentServiceClient,
  type RequestBudget,
  readWhole,
} from '../../payment-service/index.ts';
import { listValues, type RecordKind } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import { CLOCK_ROOM_MS, LISTINGS_NOT_WHOLE } from './read-listings.ts';
import { advance, isNightDue, planReading, showsAllOf } from './reading-plan.ts';
import type { SettleSeen } from './settle-seen.ts';
import { type SeenLink, sortRecords } from './sort-records.ts';
import type { ReadAccount } from './transaction-reading-store.ts';

/** A workspace without an open link, or a new one since, is read at night only. */
const ACTIVE_MS = 90 * 24 * 60 * 60_000;
/** Of an account. A service that always gives ten rows a page shows 20,000. */
const REQUESTS = 2_000;
/** Of these, as many as records of links may take. */
const REQUESTS_FOR_LINKS = 1_000;
/** Teams swept at a time, not counting those whose service is slow. Each has its own account at the service. */
const TEAMS_AT_ONCE = 4;
const MAX_TEAMS = 512;
/** Links whose time is over, read at once. */
const LINKS_AT_ONCE = 200;

/** Null: earlier sweeps still work on every workspace that there is to read. `links`: those that it looked at. */
export type SweepEnd = { links: number; changed: number } | null;

/**
 * Reads what is new at the service, whoever it is about: the transactions since the last sweep, the records of open links, and
 * once a night both of the last weeks. Every record goes to the link that it names, whatever that link's state and age. Open
 * links of which nothing came end when their time is over, once all transactions of their time were read.
 *
 * Resolves when the last workspace has begun; one with a slow service may take much longer to end, and later sweeps skip it
 * until then.
 */
export type Sweep = () => Promise<{ ended: Promise<SweepEnd> }>;

export const createSweep = (
  { store, services, clock, timeZone, log }: Base,
  settleSeen: SettleSeen,
): Sweep => {
  const { links, transactionReadings: readings } = store;
  const turns = createTurns({ slots: TEAMS_AT_ONCE, maxPerTeam: 1, maxRunning: MAX_TEAMS, clock });

  const sweepAccount = async (of: ReadAccount): Promise<{ links: number; changed: number }> => {
    const now = clock.now();
    const plan = planReading({
      open: await readings.openSpan(of),
      triedFrom: await readings.oldestTried(of, now),
      reading: of.reading,
      isNight: isNightDue(of.reading, now, timeZone),
      now,
    });
    const sorted = sortRecords((records) => links.tiedTo(of, listValues([], records)), timeZone);
    const read = (
      kind: RecordKind,
      list: PaymentServiceClient['listLinks'],
      { from, to }: { from: number; to: number },
      budget: RequestBudget,
    ) =>
      readWhole(list, buildDateRange(from, to, timeZone), {
        budget,
        isProof: true,
        take: (records) => sorted.take(kind, records),
      });
    const service = services.of(of);
    // First: a link's own record may show the number by which its transactions name it.
    const forLinks = { left: REQUESTS_FOR_LINKS };
    const linksRead = plan.links && (await read('link', service.listLinks, plan.links, forLinks)).is;
    const areLinksRead = linksRead === null || linksRead === 'whole';
    const forRest = { left: REQUESTS - REQUESTS_FOR_LINKS + forLinks.left };
    const { is } = await read('transaction', service.listTransactions, plan.transactions, forRest);
    const isRead = is === 'whole';
    if (!areLinksRead || !isRead)
      log.warn({ team: of.teamId, links: linksRead, transactions: is }, LISTINGS_NOT_WHOLE);
    const after = advance(of.reading, plan, { now, isRead });
    const since = areLinksRead && isRead ? (after.covered?.since ?? null) : null;
    const settle = (seen: readonly SeenLink[]) =>
      settleSeen(of.teamId, seen, ({ link, orderId }) => ({
        isComplete: since !== null && since <= link.createdAt - CLOCK_ROOM_MS,
        isWhole: since !== null && showsAllOf(plan, link),
        areTransactionsRead: isRead,
        hasNameless: sorted.hasNameless(orderId),
      }));

    const seen = sorted.links();
    let changed = await settle([...seen.values()]);
    let looked = seen.size;
    // Nothing names the others whose time is over. If all was read, nothing came for them.
    for (let last: Link | null = null; since !== null; ) {
      const page: Link[] = await readings.pastEnd(of, { at: now, after: last, limit: LINKS_AT_ONCE });
      const unnamed = page.filter(({ id }) => !seen.has(id));
      changed += await settle(unnamed.map((link) => ({ link, found: [], orderId: link.orderId })));
      looked += unnamed.length;
      last = page.at(-1) ?? null;
      if (page.length < LINKS_AT_ONCE) break;
    }
    // Last: what was read and not settled is read again.
    await readings.note(of, after);
    return { links: looked, changed };
  };

  /** An account whose credentials are no longer here keeps its links as they are. */
  const trySweepAccount = async (of: ReadAccount): ReturnType<typeof sweepAccount> => {
    try {
      return await sweepAccount(of);
    } catch (error) {
      if (error instanceof OtherAccountError) return { links: 0, changed: 0 };
      throw error;
    }
  };

  return async () => {
    const now = clock.now();
    const known = await readings.accounts({ at: now, madeSince: now - ACTIVE_MS });
    const due = known.filter((of) => of.isActive || isNightDue(of.reading, now, timeZone));
    const busyTeams = new Set(turns.full());
    const swept = due.filter(({ teamId }) => !busyTeams.has(teamId));
    if (swept.length === 0 && due.length > 0) return { ended: Promise.resolve(null) };
    const teams = [...groupByTeam(swept)];
    const failures: unknown[] = [];
    const total = { links: 0, changed: 0 };

    const sweepTeam = async (teamId: string, accounts: readonly ReadAccount[]): Promise<void> => {
      try {
        for (const of of accounts) {
          const { links: looked, changed } = await trySweepAccount(of);
          total.links += looked;
          total.changed += changed;
        }
      } catch (error) {
        // The workspace has removed the app or entered no credentials: nothing can be read.
        if (error instanceof NotConnectedError) return;
        failures.push(error);
        log.warn({ team: teamId, err: error }, 'listings of a workspace not swept');
      }
    };

    const end = async (begun: Promise<void>[]): Promise<SweepEnd> => {
      await Promise.all(begun);
      log.info({ ...total, teams: teams.length, failures: failures.length }, 'listings swept');
      // One workspace's failure does not delay the others. When all fail, the service is down, and the sweep
      // retries sooner.
      if (failures.length > 0 && failures.length === teams.length) throw failures[0];
      return total;
    };

    const begun: Promise<void>[] = [];
    for (const [teamId, accounts] of teams) {
      await turns.whenRoom();
      begun.push(turns.run(teamId, () => sweepTeam(teamId, accounts)));
    }
    return { ended: end(begun) };
  };
};
