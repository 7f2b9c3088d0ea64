import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { createTurns } from '../../delivery/turns.ts';
import type { Log } from '../../log.ts';
import { NotConnectedError } from '../../payment-service/index.ts';
import { judgeRecords, mergeRecords } from '../../payments/index.ts';
import type { KeptRecordStore, RecordsChange } from '../../store/kept-record-store.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { SweptLink } from '../../store/swept-links.ts';
import type { PaymentWordsOf } from '../../workspaces/words/workspace-words.ts';
import type { ApplyRecords } from './apply-records.ts';
import { groupByTeam } from './due-checks.ts';
import type { LearnFirstWords } from './learn-first-words.ts';
import type { ReadBack } from './read-back.ts';

/** A customer may pay at the last moment, and the service may report it late. */
const EXPIRED_STILL_WATCHED_MS = 24 * 60 * 60_000;
/** Teams swept at a time, not counting those whose service is slow. Each has its own account at the service. */
const TEAMS_AT_ONCE = 4;
const MAX_TEAMS = 512;
/** Links judged before the event loop has its turn, and whose kept records are read and written at once. */
const LINKS_AT_ONCE = 200;

/** Null: earlier sweeps still work on every workspace that has open links. */
export type SweepEnd = { links: number; changed: number } | null;

/**
 * Checks all links that may have been paid or expired unseen, using only the listings. Resolves when the last workspace
 * has begun; one with a slow service may take much longer to end, and later sweeps skip it until then.
 */
export type Sweep = () => Promise<{ ended: Promise<SweepEnd> }>;

export const createSweep = ({
  links,
  keptRecords,
  learnFirstWords,
  readBack,
  applyRecords,
  wordsOf,
  timeZone,
  clock,
  log,
}: {
  links: Pick<LinkStore, 'toSweep' | 'get'>;
  keptRecords: Pick<KeptRecordStore, 'ofLinks' | 'write'>;
  learnFirstWords: LearnFirstWords;
  readBack: Pick<ReadBack, 'many'>;
  applyRecords: ApplyRecords;
  wordsOf: PaymentWordsOf;
  timeZone: string;
  clock: Clock;
  log: Log;
}): Sweep => {
  const turns = createTurns({ slots: TEAMS_AT_ONCE, maxPerTeam: 1, maxRunning: MAX_TEAMS, clock });

  return async () => {
    const open = await links.toSweep(clock.now() - EXPIRED_STILL_WATCHED_MS);
    const busyTeams = new Set(turns.full());
    const swept = open.filter(({ teamId }) => !busyTeams.has(teamId));
    if (swept.length === 0 && open.length > 0) return { ended: Promise.resolve(null) };
    const teams = [...groupByTeam(swept)];
    const failures: unknown[] = [];
    let changed = 0;

    const sweepTeam = async (teamId: string, ofTeam: readonly SweptLink[]): Promise<void> => {
      const words = await wordsOf(teamId);
      const readings = await readBack.many(teamId, ofTeam);
      for (let at = 0; at < ofTeam.length; at += LINKS_AT_ONCE) {
        await setImmediate();
        const some = ofTeam.slice(at, at + LINKS_AT_ONCE);
        const kept = await keptRecords.ofLinks(some.map(({ id }) => id));
        const news: ({ linkId: string } & RecordsChange)[] = [];
        for (const link of some) {
          const reading = readings.get(link.id);
          if (!reading) continue;
          const times = { now: clock.now(), madeAt: link.createdAt };
          const { records, change, began } = mergeRecords(kept.get(link.id) ?? [], reading, times);
          const known = { ...link, orderId: reading.orderId };
          const { outcome } = judgeRecords(known, records, { words, timeZone }, reading.rivals);
          const isQuiet = outcome === 'waiting' || outcome === 'none';
          const isUneventful = isQuiet && link.state === 'open' && clock.now() < link.expiresAt;
          const isAsKnown = outcome === link.state || (outcome === 'waiting' && link.state === 'expired');
          if (isUneventful || isAsKnown) {
            await learnFirstWords(link, began);
            if (change !== null) news.push({ linkId: link.id, ...change });
            continue;
          }
          const before = await links.get(link.id);
          const after = await applyRecords(before, reading);
          if (after.version !== before.version) changed += 1;
        }
        if (news.length > 0) await keptRecords.write(news);
      }
    };

    const trySweepTeam = async (teamId: string, ofTeam: readonly SweptLink[]): Promise<void> => {
      try {
        await sweepTeam(teamId, ofTeam);
      } catch (error) {
        // The workspace has removed the app or entered no credentials: its links cannot be read.
        if (error instanceof NotConnectedError) return;
        failures.push(error);
        log.warn({ team: teamId, err: error }, 'open links of a workspace not swept');
      }
    };

    const end = async (begun: Promise<void>[]): Promise<SweepEnd> => {
      await Promise.all(begun);
      log.info(
        { links: swept.length, teams: teams.length, changed, failures: failures.length },
        'open links swept',
      );
      // One workspace's failure does not delay the others. When all fail, the service is down, and the sweep
      // retries sooner.
      if (failures.length > 0 && failures.length === teams.length) throw failures[0];
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
