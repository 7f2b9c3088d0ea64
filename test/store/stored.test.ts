// @module-tag postgres

import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import type { Shape, Shapes } from '../../src/store/engine/table.ts';
import { buildMigrations, type Migrations } from '../../src/store/migrations.ts';
import { RELEASED } from '../../src/store/releases.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import type { StoredDatabase } from '../../tools/build/stored-database.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-api.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { ownAddress } from '../fixtures/own-port.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { hostApp } from '../fixtures/run-app.ts';
import { openOnStillClock } from '../fixtures/still-clock.ts';
import type { TestDatabase } from '../fixtures/test-database.ts';

const FOLDER = new URL('./stored/', import.meta.url);
const readStored = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
/** A shop's morning as each release left it, with all that was still to be done: `npm run snapshot` writes it. */
const STORED: Record<string, StoredDatabase> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file.replace('.json', ''), JSON.parse(readStored(file))]),
);

test('there is one of each release, with nobody’s data and no secret in it', () => {
  expect(Object.keys(STORED)).toEqual(RELEASED.map(({ version }) => version));
  const { apiKey, secretKey } = SANDBOX_CREDENTIALS;
  for (const file of readdirSync(FOLDER)) {
    const text = readStored(file);
    expect(text).not.toMatch(/xox[a-z]-|xapp-/);
    for (const secret of [apiKey, secretKey]) expect(text).not.toContain(secret);
    expect(text.match(/@(?!example\.com)[\w-]+\.\w+/g)).toBeNull();
  }
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const literal = (value: unknown): string =>
  value === null
    ? 'null'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`;

/** Makes the tables as that release did, and fills them. */
const fill = async (database: TestDatabase, version: string, rows: StoredDatabase['tables']) => {
  const until = RELEASED.filter((one) => one.version.localeCompare(version, 'en', { numeric: true }) <= 0);
  const store = await database.open({ migrations: buildMigrations(until, until.at(-1)?.tables ?? {}) });
  const { engine } = store;
  await store.close();
  const tables = await openTables(database.place);
  for (const [table, all] of Object.entries(rows))
    for (const row of all)
      await tables.run(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`,
      );
  if (engine === 'postgres')
    await tables.run("select setval(pg_get_serial_sequence('jobs', 'seq'), (select max(seq) from jobs))");
  await tables.close();
};

/** A release after today's, which stores more. */
const buildNext = (): Migrations => {
  const newest = RELEASED.at(-1) ?? expect.fail('no release');
  const tables: Shapes = structuredClone(newest.tables);
  const { columns, indexes } = tables['links'] as Shape;
  columns['note'] = { type: 'text', isNullable: true };
  columns['stars'] = { type: 'integer', fallback: 3 };
  indexes['by_day'] = { on: ['teamId', 'createdAt'] };
  tables['visits'] = { columns: { id: { type: 'text' } }, key: ['id'], indexes: {} };
  return buildMigrations([...RELEASED, { version: '99.0.0', tables }], tables, []);
};

/** The app at the clock of that database, between a service and a Slack that have what it knows of them. */
const openStored = (version: string, migrations: Migrations | undefined) => {
  const { at, host, service, tables } = STORED[version] ?? expect.fail(version);
  return openOnStillClock({ at, isNew: true }, async (database, clock) => {
    const sandbox = await createSandboxService({ history: 'none', now: clock.now });
    const slack = await createLocalSlack({
      ...{ appName: 'Paylink', manifest: readManifest(manifest).features, now: clock.now },
    });
    let text = JSON.stringify(tables).replaceAll(host, new URL(sandbox.url).host);
    for (const { paidAt, ...link } of service) {
      const [made] = sandbox.seedLinks(1, () => ({ ...link, ...(paidAt !== undefined && { paidAt }) }));
      const before = new RegExp(`"invoice_id":"${link.invoiceId}".*?"address":"[^"]*/pay/(\\w+)"`).exec(text);
      text = text.replaceAll(before?.[1] ?? '-', made?.token ?? '');
    }
    const posted = (tables['messages'] ?? []).map(({ channel_id, ts }) => ({
      channel: String(channel_id),
      ts: String(ts),
    }));
    for (const { channel, ts } of posted.sort((one, other) => one.ts.localeCompare(other.ts))) {
      const answer = await fetch(`${slack.apiUrl}chat.postMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
        body: JSON.stringify({ channel, text: 'as it was' }),
      });
      text = text.replaceAll(ts, ((await answer.json()) as { ts: string }).ts);
    }
    await fill(database, version, JSON.parse(text));
    const hosted = await hostApp({
      ...{ appUrl: await ownAddress(), clock, changes: {}, standIns: [slack, sandbox] },
      database: {
        ...database,
        open: (options) => database.open({ ...options, ...(migrations && { migrations }) }),
      },
      envOf: () => buildAppEnvironment({ slack, sandbox }),
      surroundings: [{ slack, service: sandbox }],
    });
    return Object.assign(hosted, { slack, sandbox });
  });
};

/** All that is ever posted: what had been posted is edited, and what had been done is left. */
const POSTED = [
  /^C0FRONTDSK Daily close/,
  /^C0FRONTDSK Details: Daily close/,
  /^C0FRONTDSK QR code for AED 250.00/,
  /^C0FRONTDSK as it was$/,
  /^C0FRONTDSK ⏳ Waiting for approval: AED 5,000.00/,
  /^C0FRONTDSK ✅ .* AED 330.00 from Omar/,
  /^C0FRONTDSK ✅ .* AED 510.00 from Nour/,
  /^C0FRONTDSK ✅ Paid: AED 330.00/,
  /^C0FRONTDSK ✅ Paid: AED 510.00/,
  /^C0FRONTDSK 🟡 0 of 2 paid: .*parents.csv/,
  /^C0FRONTDSK 🟡 Waiting: AED 250.00/,
  /^D0OMAR0001 .* asks you to approve: AED 5,000.00/,
  /^D0OMAR0001 parents.csv: 2 made/,
  /^D0RAVI0001 .* asks you to approve: AED 5,000.00/,
  /^D0RAVI0001 ✅ Done: \d rows/,
];

let scene: Awaited<ReturnType<typeof openStored>> | undefined;

afterEach(() => scene?.close());

test.each(
  Object.keys(STORED).flatMap((version) => [
    [version, 'this version', undefined] as const,
    [version, 'a version that stores more', buildNext()] as const,
  ]),
)('what waited in a database of %s is done by %s, once', async (version, _, migrations) => {
  const opened = await openStored(version, migrations);
  scene = opened;
  const { slack, sandbox, clock, database } = opened;
  await opened.start();
  await clock.advance(10 * MINUTE);
  // The daily close.
  await clock.leap(9 * HOUR);
  await clock.advance(5 * MINUTE);
  const posts = slack.posts().map(({ channel, final }) => `${channel} ${final?.text}`);
  const named = posts.map((post) => POSTED.find((one) => one.test(post))?.source ?? post);
  expect(named.sort()).toEqual(POSTED.map(({ source }) => source).sort());
  expect(sandbox.links().map(({ amountFils }) => amountFils)).toEqual([
    ...(STORED[version]?.service ?? []).map(({ amountFils }) => amountFils),
    ...[10_000, 20_000],
  ]);
  const tables = await openTables(database.place);
  const [jobs, links] = [await tables.rows('jobs'), await tables.rows('links')];
  await tables.close();
  const left = jobs.filter(({ state, due_at }) => state !== 'done' && Number(due_at) <= clock.now());
  expect(left).toEqual([]);
  expect(links.every(({ stars }) => Number(stars) === 3)).toBe(migrations !== undefined);
});
