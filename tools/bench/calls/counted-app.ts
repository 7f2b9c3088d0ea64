import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalSlack, type LocalSlack } from '../../../packages/local-slack/src/local-slack.ts';
import { createApp } from '../../../src/app.ts';
import type { Clock } from '../../../src/clock.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/log.ts';
import { openStore, type Store, type StorePlace } from '../../../src/open-store.ts';
import { buildAppEnvironment } from '../../app-process.ts';
import { freePort } from '../../free-port.ts';
import { createSandboxService, type SandboxService } from '../../sandbox/sandbox-service.ts';
import { type CallCounter, countCalls } from './count-calls.ts';

/** A clock that only moves when told to. */
interface StillClock extends Clock {
  /**
   * Wakes sleepers one after the other, each when the process is idle again. `restMs`: time for work in other
   * threads, such as compressing a picture, which cannot be observed from here.
   */
  advance(ms: number, restMs?: number): Promise<void>;
}

/** Work that just ended may start more in the next turns of the event loop. */
const CALM_TURNS = 20;

const createStillClock = (start: number, isBusy: () => boolean): StillClock => {
  let now = start;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const settle = async () => {
    for (let calm = 0; calm < CALM_TURNS; calm = isBusy() ? 0 : calm + 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at: now + Math.max(0, ms),
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', sleeper.wake, { once: true });
        sleepers.add(sleeper);
      }),
    advance: async (ms, restMs = 0) => {
      const end = now + ms;
      for (;;) {
        await settle();
        if (restMs > 0) {
          await delay(restMs);
          await settle();
        }
        const next = Math.min(...[...sleepers].map(({ at }) => at));
        if (next > end) break;
        now = Math.max(now, next);
        for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
      }
      now = end;
    },
  };
};

/** Noon in Dubai: no daily close is due and nothing is pruned. */
const NOON = Date.UTC(2026, 10, 21, 8);

export interface CountedApp {
  slack: LocalSlack;
  sandbox: SandboxService;
  clock: StillClock;
  /** Resolves when the app has first checked the open links. */
  startedAt: number;
  counter: CallCounter;
  close(): Promise<void>;
}

/** The real app in this process, with a clock that only the bench moves. */
export const startCountedApp = async ({
  place = null,
  prepare = async () => undefined,
}: {
  /** An empty database; null: the embedded one, in a folder that goes with the app. */
  place?: StorePlace | null;
  /** Fills the database and the service before the start. */
  prepare?: (stage: { store: Store; sandbox: SandboxService; now: number }) => Promise<void>;
} = {}): Promise<CountedApp> => {
  const folder = place === null ? await mkdtemp(join(tmpdir(), 'paylink-calls-')) : null;
  const at = place ?? { dataDir: folder ?? '' };
  const counter = countCalls(() => slack.url);
  const clock = createStillClock(NOON, counter.isBusy);
  const slack = await createLocalSlack({
    now: clock.now,
    allowance: Number.POSITIVE_INFINITY,
    answerWithinMs: 60_000,
  });
  const sandbox = await createSandboxService({
    history: 'none',
    now: clock.now,
    onCall: counter.onServiceCall,
  });
  const store = await openStore(at);
  await prepare({ store, sandbox, now: clock.now() });
  await store.close();
  const port = await freePort(0);
  const { config } = loadConfig({
    ...buildAppEnvironment({ slack, sandbox }),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...('dataDir' in at ? { DATA_DIR: at.dataDir } : { DATABASE_URL: at.databaseUrl }),
  });
  const app = await createApp({ config, clock, log: createLog('fatal') });
  await app.start();
  slack.setAppUrl(`http://127.0.0.1:${port}`);
  await clock.advance(0);
  return {
    slack,
    sandbox,
    clock,
    startedAt: NOON,
    counter,
    close: async () => {
      await app.stop();
      await slack.close();
      await sandbox.close();
      counter.close();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
};
