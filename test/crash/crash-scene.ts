import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import type { StorePlace } from '../../src/open-store.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { startBalancer } from './balancer.ts';
import { countAfterwards, type Repeat } from './count.ts';
import { createInstance } from './instances.ts';
import { type Hear, hearBalancer, hearService, hearSlack } from './moments.ts';
import type { ShopDay } from './shop-day.ts';

const SETTLE_WITHIN_MS = 180_000;
/** How long a lost request may still arrive; only a link created later proves that it never did. */
const REQUEST_MS = 8_000;
const SWEEP_MS = 3_000;
const PATIENCE_MS = 20_000;

/** The app in real processes between the fakes. `isCalm`: without trouble on both sides. */
export const startCrashScene = async ({
  size = 1,
  seed,
  standsBy = false,
  isCalm = false,
  env: own = {},
  database: given,
}: {
  size?: number;
  seed: number;
  standsBy?: boolean;
  isCalm?: boolean;
  env?: Record<string, string>;
  database?: TestDatabase;
}) => {
  const database = given ?? (await createTestDatabase({ isDurable: true }));
  const place = named(database, `paylink-crash-${process.pid}-${seed}`);
  let listener: Hear = () => {};
  const hear: Hear = (moment) => listener(moment);
  const sandbox = await createSandboxService({
    history: 'none',
    shape: { conflict: 'none' },
    onCall: hearService(hear),
  });
  const slack = await createLocalSlack({
    manifest: readManifest(manifest).features,
    allowance: 20,
    // A person's patience, not Slack's: on a busy machine no form would open in time.
    answerWithinMs: PATIENCE_MS,
    onCall: hearSlack(hear),
  });
  const balancer = await startBalancer(() => instances, hearBalancer(hear));
  slack.setAppUrl(balancer.url);
  const env = {
    PUBLIC_URL: balancer.url,
    ...buildAppEnvironment({ slack, sandbox }),
    PAYLINK_CHECK_AFTER_SECONDS: '1',
    PAYLINK_CHECK_AT_MOST_SECONDS: '2',
    PAYLINK_SWEEP_SECONDS: String(SWEEP_MS / 1_000),
    PAYLINK_REQUEST_SECONDS: String(REQUEST_MS / 1_000),
    ...('dataDir' in place ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.databaseUrl }),
    ...own,
  };
  const instances = Array.from({ length: size }, () => createInstance(() => env, { standsBy }));
  // Only 5xx before the work: after it, the app cannot know that the message was posted.
  const kinds = ['rate-limited', 'error-before-work', 'drop-before-work', 'late', 'new-code'] as const;
  if (!isCalm) {
    sandbox.faults.random({ seed, rate: 0.2, delayMs: 500 });
    slack.faults.random({ seed, rate: 0.15, kinds: [...kinds], retryAfter: 1 });
  }
  return {
    database,
    place,
    sandbox,
    slack,
    instances,
    start: () => Promise.all(instances.map((instance) => instance.start())),
    listen: (given: Hear) => {
      listener = given;
    },
    /** Ends all but the database; the exit codes of the processes. */
    close: async (): Promise<(number | null)[]> => {
      const codes = await Promise.all(instances.map((instance) => instance.stop()));
      for (const one of [balancer, slack, sandbox]) await one.close();
      return codes;
    },
  };
};

export type CrashScene = Awaited<ReturnType<typeof startCrashScene>>;

/** Identifies the connections of this process on the server. */
const named = ({ place }: TestDatabase, name: string): StorePlace => {
  if ('dataDir' in place) return place;
  const url = new URL(place.databaseUrl);
  url.searchParams.set('application_name', name);
  return { databaseUrl: url.href };
};

/** Whether all links are as they should be, and nothing is left to do for them. */
const isFinished = async ({ place, sandbox }: CrashScene): Promise<boolean> => {
  const paid = new Set(
    sandbox.made().flatMap(({ orderId, payments, link }) => {
      const isPaid = payments.some((one) => one.status === 'SUCCESS' && one.amountFils === link.amountFils);
      return isPaid ? [orderId] : [];
    }),
  );
  const tables = await openTables(place);
  const links = await tables.rows('links');
  const left = await tables.rows(
    `jobs where state in ('planned', 'waiting', 'queued') and link_id is not null`,
  );
  await tables.close();
  return (
    left.length === 0 &&
    sandbox.callbacks.every(({ outcome }) => outcome !== 'pending') &&
    links.every(({ state, order_id: order }) =>
      paid.has(String(order)) ? state === 'paid' : state !== 'reserved' && state !== 'unknown',
    )
  );
};

/** Ends the faults, waits until the app is idle, and looks at both fakes and the store: nothing may be wrong. */
export const settleAndCount = async (
  scene: CrashScene,
  shop: ShopDay,
  deaths: { mayRepeat: (repeat: Repeat) => boolean; stalledAt?: number[] },
) => {
  const { database, place, sandbox, slack } = scene;
  sandbox.faults.clear();
  slack.faults.clear();
  await pause(REQUEST_MS + 1_000);
  await shop.sellOne();
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; await pause(250))
    if (await isFinished(scene)) break;
  // One more sweep must find nothing.
  await pause(SWEEP_MS + 500);
  const codes = await scene.close();
  const store = await database.open();
  const { counts, complaints } = await countAfterwards({
    ...{ slack, sandbox, store, place },
    ...{ mayRepeat: deaths.mayRepeat, stalledAt: deaths.stalledAt ?? [] },
  });
  await store.close();
  if (complaints.length > 0) await keepForALook(scene, { counts, complaints, codes });
  expect(complaints).toEqual([]);
  expect(counts.links).toBeGreaterThan(0);
  expect(codes).toEqual(scene.instances.map(() => 0));
  await database.remove();
  return counts;
};

/** Keeps the data for inspection, and prints its path. */
const keepForALook = async ({ place, slack, sandbox, instances }: CrashScene, result: object) => {
  const folder = await mkdtemp(join(inject('diskFolder'), 'paylink-crash-'));
  const kept = { result, posts: slack.posts(), updates: slack.updates(), made: sandbox.made() };
  for (const [name, content] of Object.entries({ ...kept, callbacks: sandbox.callbacks }))
    await writeFile(join(folder, `${name}.json`), JSON.stringify(content, null, 1));
  await writeFile(join(folder, 'app.log'), instances.map((instance) => instance.output()).join('\n'));
  console.log(`To look closer: ${folder}, and the database at ${JSON.stringify(place)}`);
};
