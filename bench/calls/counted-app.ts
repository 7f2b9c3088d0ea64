import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAppEnvironment } from '../../playground/app-process.ts';
import { freePort } from '../../playground/free-port.ts';
import { createSandboxService, type SandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack, type LocalSlack } from '../../playground/slack/local-slack.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { type CallCounter, countCalls } from './count-calls.ts';
import { createStillClock, type StillClock } from './still-clock.ts';

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

/** The real app in this process, on its embedded database, with a clock that only the bench moves. */
export const startCountedApp = async ({
  prepare = async () => undefined,
}: {
  /** Fills the database and the service before the start. */
  prepare?: (stage: { store: Store; sandbox: SandboxService; now: number }) => Promise<void>;
} = {}): Promise<CountedApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-calls-'));
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
  const store = await openStore({ dataDir });
  await prepare({ store, sandbox, now: clock.now() });
  await store.close();
  const port = await freePort(0);
  const { config } = loadConfig({
    ...buildAppEnvironment({ slack, sandbox }),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
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
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
