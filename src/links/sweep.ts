import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { LinkStore } from '../store/link-store.ts';
import { judgeRecords } from './judge-records.ts';
import type { ReadBack } from './read-back.ts';
import type { Reconciler } from './reconciler.ts';
import type { StateWords } from './state-words.ts';

/** A customer may have paid in the last moment, and the service be late to say so. */
const EXPIRED_STILL_WATCHED_MS = 24 * 60 * 60_000;
/** The rest of the app gets its turn between this many links. */
const BREATHE_EVERY = 200;

/** Looks at all links that may have been paid or expired unseen, from the listings alone. */
export type Sweep = () => Promise<{ links: number; changed: number }>;

export const createSweep =
  ({
    links,
    readBack,
    reconciler,
    words,
    timeZone,
    clock,
    log,
  }: {
    links: LinkStore;
    readBack: ReadBack;
    reconciler: Reconciler;
    words: StateWords;
    timeZone: string;
    clock: Clock;
    log: Log;
  }): Sweep =>
  async () => {
    const swept = await links.toSweep(clock.now() - EXPIRED_STILL_WATCHED_MS);
    const readings = await readBack.many(swept);
    let changed = 0;
    for (const [at, link] of swept.entries()) {
      if (at % BREATHE_EVERY === 0) await setImmediate();
      const reading = readings.get(link.id);
      if (!reading) continue;
      const { says } = judgeRecords(link, reading.found, { words, timeZone });
      const isUneventful = (says === 'waiting' || says === 'none') && clock.now() < link.expiresAt;
      const isAsKnown = says === link.state || (says === 'waiting' && link.state !== 'open');
      if (isUneventful || isAsKnown) continue;
      const before = await links.get(link.id);
      const after = await reconciler.reconcile(before, reading);
      if (after.version !== before.version) changed += 1;
    }
    log.info({ links: swept.length, changed }, 'open links swept');
    return { links: swept.length, changed };
  };
