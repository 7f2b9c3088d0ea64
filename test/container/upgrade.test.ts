// @module-tag first
// @module-tag long

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import { openStore, type StorePlace } from '../../src/open-store.ts';
import { buildMigrations, MIGRATIONS } from '../../src/store/migrations.ts';
import { DATA_MIGRATIONS, RELEASED } from '../../src/store/releases.ts';
import { buildAppEnvironment, createAppProcess } from '../../tools/app-process.ts';
import { openBenchSchema } from '../../tools/bench/callback-place.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { fillLinkForm, openForm, submitForm } from '../fixtures/link-form.ts';
import { ownPort } from '../fixtures/own-port.ts';
import { openTables } from '../fixtures/read-tables.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { ROOT } from './read-dockerfile.ts';

const MINUTE = 60_000;
const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** As the newest release leaves it. */
const makeReleased = async (place: StorePlace): Promise<void> => {
  const versions = RELEASED.map(({ version }) => version);
  const steps = DATA_MIGRATIONS.filter(({ to }) => versions.includes(to));
  const migrations = buildMigrations(RELEASED, RELEASED.at(-1)?.tables ?? {}, steps);
  await (await openStore(place, { migrations })).close();
};

const onTables = async <Result>(
  place: StorePlace,
  work: (tables: Awaited<ReturnType<typeof openTables>>) => Promise<Result>,
): Promise<Result> => {
  const tables = await openTables(place);
  return work(tables).finally(tables.close);
};

/** A link is made and paid on the database of a release; then a newer one has changed it. */
const upgrade = async (place: StorePlace, env: Record<string, string>): Promise<void> => {
  await makeReleased(place);
  const sandbox = await createSandboxService({ history: 'none' });
  const slack = await createLocalSlack({ manifest: readManifest(manifest).features });
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  slack.setAppUrl(url);
  const surroundings = { PORT: String(port), PUBLIC_URL: url, ...buildAppEnvironment({ slack, sandbox }) };
  const app = createAppProcess({ ...surroundings, ...env }, () => {}, `${ROOT}dist/paylink/index.js`);
  const scene = { slack, sandbox } as Scene;
  const hasCard = (words: RegExp) =>
    slack.until(() => slack.messages(FRONT_DESK).some((message) => words.test(message.text)), MINUTE);
  try {
    await app.start();
    await submitForm(scene, await openForm(scene), fillLinkForm());
    await hasCard(/Waiting/);
    await sandbox.pay(sandbox.links()[0]?.orderId ?? '', { callback: true });
    await hasCard(/Paid/);
    await app.stop();
    const applied = await onTables(place, (tables) => tables.rows('kysely_migration'));
    expect(applied.map(({ name }) => name).sort()).toEqual(Object.keys(MIGRATIONS));
    await onTables(place, (tables) =>
      tables.run("insert into kysely_migration (name, timestamp) values ('9999-to-come', '2099-01-01')"),
    );
    await expect(app.start()).rejects.toThrow(/78:\s+Nothing was changed: .* \(9999-to-come\), and this is/);
  } finally {
    await app.stop('SIGKILL');
    await slack.close();
    await sandbox.close();
  }
};

test(
  'a database of the newest release goes on with this build, and one of a newer release ends it with 78, on both engines',
  async () => {
    const dataDir = join(scratch, 'data');
    await upgrade({ dataDir }, { DATA_DIR: dataDir });
    const schema = await openBenchSchema(process.env, 'upgrade');
    if (schema === null) return;
    const { databaseUrl } = schema;
    await upgrade({ databaseUrl }, { DATABASE_URL: databaseUrl }).finally(schema.drop);
  },
  3 * MINUTE,
);
