import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import { readManifest } from '../../tools/read-manifest.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { startBalancer } from './balancer.ts';
import { countAfterwards, type Repeat } from './count.ts';
import { createInstance, type Instance, type Standby } from './instances.ts';
import { createLooker, type Look } from './look.ts';
import { type Happening, hearBalancer, hearService, hearSlack } from './moments.ts';
import type { ShopDay } from './shop-day.ts';

const SETTLE_WITHIN_MS = 180_000;
/** How long a lost request may still arrive; only a link created later proves that it never did. */
const REQUEST_MS = 8_000;
const SWEEP_MS = 3_000;
const PATIENCE_MS = 20_000;

/** The app in real processes between the fakes, with trouble on both sides. */
export const startCrashScene = async ({
  size,
  seed,
  standby = null,
  database: given,
}: {
  size: number;
  seed: number;
  standby?: Standby | null;
  database?: TestDatabase;
}) => {
  const database = given ?? (await createTestDatabase({ isDurable: true }));
  const name = `paylink-crash-${process.pid}-${seed}`;
  const place = named(database, name);
  let listener: (happening: Happening) => void = () => {};
  const hear = (happening: Happening) => listener(happening);
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
    onCall: hearSlack(() => slack, hear),
  });
  const instances: Instance[] = [];
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
  };
  for (let i = 0; i < size; i += 1) instances.push(createInstance(() => env, standby));
  sandbox.faults.random({ seed, rate: 0.2, delayMs: 500 });
  // Only 5xx before the work: after it, the app cannot know that the message was posted.
  const kinds = ['rate-limited', 'error-before-work', 'drop-before-work', 'late', 'new-code'] as const;
  slack.faults.random({ seed, rate: 0.15, kinds: [...kinds], retryAfter: 1 });
  return {
    database,
    place,
    sandbox,
    slack,
    instances,
    balancer,
    looker: createLooker(place),
    listen: (given: typeof listener) => {
      listener = given;
    },
  };
};

export type CrashScene = Awaited<ReturnType<typeof startCrashScene>>;

/** Identifies the connections of this process on the server. */
const named = ({ place }: TestDatabase, name: string): TestDatabase['place'] => {
  if ('dataDir' in place) return place;
  const url = new URL(place.databaseUrl);
  url.searchParams.set('application_name', name);
  return { databaseUrl: url.href };
};

/** The app's unfinished work, as complaints. */
const listUnfinished = ({ sandbox }: CrashScene, { links, waiting }: Look): string[] => {
  const paid = new Map(
    sandbox
      .made()
      .flatMap(({ orderId, payments, link }) =>
        payments
          .filter(({ status, amountFils }) => status === 'SUCCESS' && amountFils === link.amountFils)
          .map(() => [orderId, link.request.notes]),
      ),
  );
  return [
    ...links
      .filter(({ state }) => state === 'reserved' || state === 'unknown')
      .map(({ invoice_id, state }) => `${invoice_id} is ${state}`),
    ...links
      .filter(({ order_id, state }) => order_id !== null && paid.has(order_id) && state !== 'paid')
      .map(({ invoice_id, state }) => `${invoice_id} is ${state}, and was paid`),
    ...waiting.map(({ kind, link_id }) => `${kind} of ${link_id} waits`),
    ...sandbox.callbacks.filter(({ outcome }) => outcome === 'pending').map(({ url }) => `${url} is called`),
  ];
};

const untilFinished = async (scene: CrashScene): Promise<void> => {
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; await pause(250))
    if (listUnfinished(scene, await scene.looker.meanwhile()).length === 0) break;
};

/** Ends the faults, waits until the app is idle, and counts at both fakes and in the store. */
export const settleAndCount = async (
  scene: CrashScene,
  shop: ShopDay,
  deaths: { kills: number; mayRepeat: (repeat: Repeat) => boolean; stalledAt?: number[] },
) => {
  const { database, place, sandbox, slack, instances, balancer, looker } = scene;
  sandbox.faults.clear();
  slack.faults.clear();
  await pause(REQUEST_MS + 1_000);
  await shop.sellOne();
  await untilFinished(scene);
  // One more sweep must find nothing.
  await pause(SWEEP_MS + 500);
  await looker.close();
  const codes = await Promise.all(instances.map((instance) => instance.stop()));
  const store = await database.open();
  const result = await countAfterwards({
    slack,
    sandbox,
    store,
    place,
    kills: deaths.kills,
    mayRepeat: deaths.mayRepeat,
    stalledAt: deaths.stalledAt ?? [],
    forms: shop.forms(),
  });
  await store.close();
  await balancer.close();
  await slack.close();
  await sandbox.close();
  if (result.complaints.length === 0) await database.remove();
  else await keepForALook(scene, { ...result, ...deaths });
  return { ...result, codes };
};

/** Keeps the data for inspection, and prints its path. */
const keepForALook = async (
  { place, slack, sandbox, instances }: CrashScene,
  result: object,
): Promise<void> => {
  const folder = await mkdtemp(join(inject('diskFolder'), 'paylink-crash-'));
  const keep = (name: string, content: unknown) =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  await keep('result.json', result);
  await keep('posts.json', slack.posts());
  await keep('updates.json', slack.updates());
  await keep('made.json', sandbox.made());
  await keep('callbacks.json', sandbox.callbacks);
  await keep('app.log', instances.map((instance) => instance.output()).join('\n'));
  console.log(`To look closer: ${folder}, and the database at ${JSON.stringify(place)}`);
};
