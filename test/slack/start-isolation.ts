import { expect, vi } from 'vitest';
import { z } from 'zod';
import { NOT_ENDED, OF_ALL } from '../../src/store/job.ts';
import { hearResponses } from '../fixtures/hear-responses.ts';
import { createHands, liveInNorth, type NorthernLife } from '../fixtures/northern-life.ts';
import { postAsSlack, type SlackPost } from '../fixtures/post-as-slack.ts';
import { openTables, type Row } from '../fixtures/read-tables.ts';
import { type ManyScene, NORTH, SOUTH, startMany } from '../fixtures/start-many.ts';

/** No background checks or sweeps during a test. */
const CALM = { PAYLINK_CHECK_AFTER_SECONDS: '3600', PAYLINK_SWEEP_SECONDS: '86400' };

/** A busy machine answers more of them so late that the app closes some connections. */
const AT_ONCE = 16;

/** Looks at a link, and news that wait for whether its card took them. */
const LATER = /^(check|happened):/;

const SHARED_TABLES = /^(processes|meta|kysely_migration.*|sqlite_.*|libsql_.*)$/;

export type Observed = Awaited<ReturnType<Isolation['send']>>;
export type Isolation = Awaited<ReturnType<typeof startIsolation>>;

/** NORTH has data; people of SOUTH, all admins there, have a link and a report of their own. */
export const startIsolation = async ({ hasSameIds }: { hasSameIds: boolean }) => {
  const idMark = hasSameIds ? { idMark: '' } : {};
  const scene = await startMany({
    teams: [
      { id: NORTH, name: 'North Trading', domain: 'north', ...idMark },
      { id: SOUTH, name: 'South Trading', domain: 'south', ...idMark },
    ],
    env: CALM,
    // No rate limits: the test makes a day's presses in a minute.
    allowance: Number.POSITIVE_INFINITY,
  });
  const north = scene.slack.team(NORTH);
  const south = scene.slack.team(SOUTH);
  await scene.settle(NORTH, north.team.ids.ravi);
  await scene.settle(SOUTH, south.team.ids.ravi);
  const tables = await openTables(scene.database.place);
  const ear = await hearResponses();

  /** A row's workspace; tables store it in four ways. */
  const rowsByTeam = async () => {
    const links = new Map((await tables.rows('links')).map(({ id, team_id }) => [id, String(team_id)]));
    const batches = new Map((await tables.rows('batches')).map(({ id, team_id }) => [id, String(team_id)]));
    const teamOf = (table: string, row: Row): string => {
      if ('team_id' in row) return row['team_id'] === OF_ALL ? 'nobody' : String(row['team_id']);
      if (table === 'batch_rows') return batches.get(row['batch_id']) ?? 'unknown';
      if ('link_id' in row) return links.get(row['link_id']) ?? 'unknown';
      // Consumed setup rows have no workspace.
      if (row['purpose'] === 'install-state-used') return 'nobody';
      if (table === 'tickets')
        return [NORTH, SOUTH].find((team) => String(row['subject']).includes(team)) ?? 'unknown';
      throw new Error(`whose are the rows of ${table}?`);
    };
    const byTeam = new Map<string, string[]>();
    for (const table of tables.names.filter((name) => !SHARED_TABLES.test(name)))
      for (const row of await tables.rows(table)) {
        // They end a minute later, whatever SOUTH does.
        if (table === 'jobs' && LATER.test(String(row['key']))) continue;
        const team = teamOf(table, row);
        const rows = byTeam.get(team) ?? [];
        byTeam.set(team, rows);
        rows.push(`${table} ${JSON.stringify(row)}`);
      }
    return byTeam;
  };

  const isIdle = async (): Promise<boolean> => {
    const now = scene.clock.now();
    const jobs = (await tables.rows('jobs')).filter(({ queue }) => queue !== 'recurring');
    return jobs.every((row) => {
      const isForLater = LATER.test(String(row['key'])) && row['lease_token'] === null;
      const soon = now + (isForLater ? 0 : 10 * 60_000);
      return !NOT_ENDED.some((state) => state === row['state']) || Number(row['due_at']) > soon;
    });
  };
  /** Counted when everything it started has ended. */
  const countRequests = async (): Promise<number> => {
    const metrics = await (await fetch(`${scene.appUrl}/metrics`)).text();
    const counts = metrics.matchAll(/^paylink_slack_requests_total\{[^}]*\} (\d+)/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  // Each look reads a table or all metrics: many looks would keep the app from its work.
  const patience = { timeout: 60_000, interval: 40 };
  const idle = () => vi.waitUntil(isIdle, patience);

  const mark = () => ({
    north: north.calls().length,
    south: south.calls().length,
    heard: ear.heard.length,
    asked: scene.merchants.of(NORTH).requests.length,
  });
  const readSince = (before: ReturnType<typeof mark>) => ({
    calls: { north: north.calls().slice(before.north), south: south.calls().slice(before.south) },
    heard: ear.heard.slice(before.heard),
    askedOfNorth: scene.merchants.of(NORTH).requests.length - before.asked,
  });

  /** Sends them a few at once, and returns their effects, once the app has finished them. */
  const send = async (posts: readonly SlackPost[]) => {
    const before = mark();
    const counted = await countRequests();
    const answers: Awaited<ReturnType<typeof postAsSlack>>[] = [];
    for (let at = 0; at < posts.length; at += AT_ONCE) {
      const some = posts
        .slice(at, at + AT_ONCE)
        .map((post) => postAsSlack({ appUrl: scene.appUrl, signingSecret: south.signingSecret }, post));
      answers.push(...(await Promise.all(some)));
    }
    await vi.waitUntil(async () => (await countRequests()) >= counted + posts.length, patience);
    await idle();
    const { calls, heard, askedOfNorth } = readSince(before);
    const all = [...calls.north, ...calls.south];
    const files = all
      .filter(({ method }) => method === 'files.completeUploadExternal')
      .flatMap(({ args }) => uploadSchema.parse(args).files)
      .flatMap(({ id }) => [north.file(id), south.file(id)])
      .flatMap((file) => (file ? [file.bytes.toString()] : []));
    const messages = all.filter(({ method }) => /^chat\.post/.test(method));
    return {
      /** Everything the app sent: Slack calls, `response_url` posts and answers. */
      said: [
        ...heard,
        ...answers.map(({ text }) => text),
        ...all.map((call) => `${call.method} ${JSON.stringify(call.args)}`),
        ...files,
      ],
      /** Texts for people: `response_url` posts and messages. */
      told: [...heard, ...messages.map(({ args }) => JSON.stringify(args))],
      calls,
      askedOfNorth,
      statuses: answers.map(({ status }) => status),
    };
  };

  // Its installer gets a welcome in each.
  for (const slack of [north, south]) await slack.until(() => slack.posts().length > 0);
  await idle();
  const welcomed = south.calls().length;
  const life: NorthernLife = await liveInNorth(scene, tables);
  await idle();
  /** All uses of SOUTH's token and merchant before its own people acted. */
  const whileNorthLived = {
    calls: south.calls().slice(welcomed),
    asked: scene.merchants.of(SOUTH).requests.map(({ path }) => path),
  };
  await liveInSouth(scene);
  await idle();
  const ownId = async (table: string, isMeant: (row: Row) => boolean = () => true) =>
    String((await tables.rows(table)).find((row) => row['team_id'] === SOUTH && isMeant(row))?.['id']);

  return {
    scene,
    north,
    south,
    life,
    own: {
      link: await ownId('links'),
      job: await ownId('jobs', ({ kind }) => kind === 'export'),
    },
    whileNorthLived,
    tables,
    get responseUrl() {
      return ear.url;
    },
    send,
    idle,
    mark,
    readSince,
    rowsByTeam,
    rowsOf: async (team: string) => ((await rowsByTeam()).get(team) ?? []).toSorted(),
    close: async () => {
      await tables.close();
      await scene.close();
      await ear.close();
    },
  };
};

const uploadSchema = z.object({ files: z.array(z.object({ id: z.string() })) });

async function liveInSouth(scene: ManyScene): Promise<void> {
  const slack = scene.slack.team(SOUTH);
  const { sara, ravi } = slack.team.ids;
  const hands = createHands(slack);
  const customer = { FullName: 'Suad Janoub', Email: 'suad@south.example', Phone: '050 222 3344' };
  await hands.saveSettings(ravi, { admin: [sara], approvalLimitFils: '4500' });
  await hands.makeLink(sara, { ...customer, invoiceAmount: '77.70', notes: 'southern' });
  await hands.send(sara, 'transactions last 7 days');
  const report = await hands.shown(sara, /Transactions/);
  expect(JSON.stringify(report)).not.toContain('NORTHSEED');
}
