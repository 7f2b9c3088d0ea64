import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { createTurns } from '../../delivery/turns.ts';
import type { Log } from '../../log.ts';
import { NotConnectedError } from '../../payment-service/index.ts';
import { judgeRecords } from '../../payments/index.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { SweptLink } from '../../store/swept-links.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import { groupByTeam } from './due-checks.ts';
import type { ReadBack } from './read-back.ts';
import type { Reconciler } from './reconciler.ts';

/** A customer may pay at the last moment, and the service may report it late. */
const EXPIRED_STILL_WATCHED_MS = 24 * 60 * 60_000;
/** Teams swept at a time, not counting those whose service is slow. Each has its own account at the service. */
const TEAMS_AT_ONCE = 4;
const MOST_TEAMS = 512;
/** The rest of the app gets a turn after this many links. */
const BREATHE_EVERY = 200;

/** Null: an earlier sweep is still working on every workspace that has open links. */
export type SweepEnd = { links: number; changed: number } | null;

/**
 * Looks at all links that may have been paid or expired unseen, from the listings alone. Resolves when the last
 * workspace has begun; one whose service is slow may take much longer to end, and is left out of the sweeps until then.
 */
export type Sweep = () => Promise<{ ended: Promise<SweepEnd> }>;

export const createSweep = ({
  links,
  readBack,
  reconciler,
  wordsOf,
  timeZone,
  clock,
  log,
}: {
  links: Pick<LinkStore, 'toSweep' | 'get'>;
  readBack: Pick<ReadBack, 'many'>;
  reconciler: Reconciler;
  wordsOf: PaymentWordsOf;
  timeZone: string;
  clock: Clock;
  log: Log;
}): Sweep => {
  const turns = createTurns({ slots: TEAMS_AT_ONCE, maxPerTeam: 1, maxRunning: MOST_TEAMS, clock });

  return async () => {
    const open = await links.toSweep(clock.now() - EXPIRED_STILL_WATCHED_MS);
    const inHand = new Set(turns.full());
    const swept = open.filter(({ teamId }) => !inHand.has(teamId));
    if (swept.length === 0 && open.length > 0) return { ended: Promise.resolve(null) };
    const teams = [...groupByTeam(swept)];
    const faults: unknown[] = [];
    let changed = 0;

    const sweepTeam = async (teamId: string, ofTeam: readonly SweptLink[]): Promise<void> => {
      const words = await wordsOf(teamId);
      const readings = await readBack.many(teamId, ofTeam);
      for (const [at, link] of ofTeam.entries()) {
        if (at % BREATHE_EVERY === 0) await setImmediate();
        const reading = readings.get(link.id);
        if (!reading) continue;
        const known = { ...link, orderId: reading.orderId };
        const { outcome } = judgeRecords(known, reading.found, { words, timeZone }, reading.rivals);
        const isQuiet = outcome === 'waiting' || outcome === 'none';
        const isUneventful = isQuiet && link.state === 'open' && clock.now() < link.expiresAt;
        const isAsKnown = outcome === link.state || (outcome === 'waiting' && link.state === 'expired');
        if (isUneventful || isAsKnown) continue;
        const before = await links.get(link.id);
        const after = await reconciler.reconcile(before, reading);
        if (after.version !== before.version) changed += 1;
      }
    };

    const trySweepTeam = async (teamId: string, ofTeam: readonly SweptLink[]): Promise<void> => {
      try {
        await sweepTeam(teamId, ofTeam);
      } catch (error) {
        // The workspace has removed the app, or has not given its credentials: its links cannot be read.
        if (error instanceof NotConnectedError) return;
        faults.push(error);
        log.warn({ team: teamId, err: error }, 'open links of a workspace not swept');
      }
    };

    const end = async (begun: Promise<void>[]): Promise<SweepEnd> => {
      await Promise.all(begun);
      log.info(
        { links: swept.length, teams: teams.length, changed, faults: faults.length },
        'open links swept',
      );
      // One workspace's failure does not delay the others. When all fail, the service is down, and the sweep
      // retries sooner.
      if (faults.length > 0 && faults.length === teams.length) throw faults[0];
      return { links: swept.length, changed };
    };

    const begun: Promise<void>[] = [];
    for (const [teamId, ofTeam] of teams) {
      await turns.whenRoom();
      begun.push(turns.run(teamId, () => trySweepTeam(teamId, ofTeam)));
    }
    return { ended: end(begun) };
  };
};
