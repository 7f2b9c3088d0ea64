// @module-tag by-hand
// @module-tag store
// @module-tag first

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack, type LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import { readManifest } from '../../tools/read-manifest.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { textOf } from '../fixtures/link-form.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { createInstance } from './instances.ts';
import { createDice } from './shop-day.ts';

const ROWS = 3_000;
const LONG = process.env['LONG_TESTS'] !== undefined;
/** A killed process's work is taken over when its lease expires: half a minute on PostgreSQL. */
const EXPORTS = LONG ? (TEST_ENGINE === 'sqlite' ? 40 : 8) : 1;
const KILLS = TEST_ENGINE === 'sqlite' ? 3 : 1;
const TAKEN_UP_WITHIN_MS = 60_000;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** So that one export takes a second or two. */
const PAGE_MS = 150;

/** Slack calls of the export before its process was killed. */
interface Kill {
  posts: number;
  updates: number;
  uploads: number;
  shares: number;
}

const startExportScene = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-export-crash-'));
  const database = await createTestDatabase({ isDurable: true });
  const sandbox = await createSandboxService({ history: 'none' });
  let listener: (moment: string) => void = () => {};
  const slack = await createLocalSlack({
    manifest: readManifest(manifest).features,
    allowance: 20,
    onCall: ({ method, when }) => listener(`${method} ${when}`),
  });
  sandbox.seedLinks(ROWS, (index) => {
    const createdAt = Date.now() - 120_000 - 60_000 * (ROWS - index);
    return { createdAt, paidAt: createdAt + 1_000, amountFils: 1_000 + index };
  });
  const folder = database.env['DATA_DIR'] ?? dataDir;
  const instance = createInstance(() => ({
    PUBLIC_URL: 'http://127.0.0.1:9',
    ...buildAppEnvironment({ slack, sandbox }),
    ...database.env,
    DATA_DIR: folder,
  }));
  const start = async () => {
    await instance.start();
    slack.setAppUrl(`http://127.0.0.1:${instance.port()}`);
  };
  await start();
  return {
    slack,
    sandbox,
    instance,
    start,
    listen: (given: (moment: string) => void) => {
      listener = given;
    },
    leftFiles: () => readdir(join(folder, 'exports')).catch(() => []),
    close: async () => {
      const code = await instance.stop();
      await slack.close();
      await sandbox.close();
      await database.remove();
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
};

type ExportScene = Awaited<ReturnType<typeof startExportScene>>;

/** Slack's calls and messages of the export since `since`. */
const look = (slack: LocalSlack, since: Kill): Kill => ({
  posts: slack.posts(SARA_DM).filter(({ final }) => final?.files.length === 0).length - since.posts,
  updates: slack.updates(SARA_DM).length - since.updates,
  uploads: slack.calls('files.getUploadURLExternal').length - since.uploads,
  shares: slack.calls('files.completeUploadExternal').length - since.shares,
});

const NOTHING: Kill = { posts: 0, updates: 0, uploads: 0, shares: 0 };
const LAST_WORD = /Done: |did not confirm|not complete/;

/** Slack calls of an export, in order. */
const STEPS = [
  'chat.postMessage',
  'chat.update',
  'files.getUploadURLExternal',
  'upload',
  'files.completeUploadExternal',
];
const MOMENTS = STEPS.flatMap((method) => [`${method} arrived`, `${method} answered`]);

/** Kills at one of the Slack calls or the next one; one kill in five is at a random time. */
const killAtMoment = async (
  { instance, listen }: ExportScene,
  dice: () => number,
  isOver: Promise<unknown>,
): Promise<{ moment: string; gone: Promise<void> } | null> => {
  const wanted = dice() < 0.2 ? MOMENTS.length : Math.floor(dice() * MOMENTS.length);
  const anyTimeMs = 1_500 * dice();
  const alarm = new AbortController();
  const struck = new Promise<{ moment: string; gone: Promise<void> }>((resolve) => {
    const strike = (moment: string) => resolve({ moment, gone: instance.kill() });
    if (wanted === MOMENTS.length)
      void pause(anyTimeMs, undefined, alarm).then(
        () => strike('any time'),
        () => undefined,
      );
    else listen((moment) => MOMENTS.indexOf(moment) >= wanted && strike(moment));
  });
  const first = await Promise.race([struck, isOver.then(() => null)]);
  listen(() => {});
  alarm.abort();
  return first;
};

/** Only with a given server, as in `.ci/run`, or in the long run. */
test.runIf(LONG || process.env['TEST_DATABASE_URL'] !== undefined)(
  'an export whose process is killed at any moment brings every row once',
  {
    timeout: 60_000 + EXPORTS * (10_000 + KILLS * (TEST_ENGINE === 'sqlite' ? 5_000 : 40_000)),
  },
  async () => {
    const scene = await startExportScene();
    const { slack, sandbox } = scene;
    const dice = createDice(SEED);
    const expected = sandbox.links().map(({ invoiceId }) => invoiceId);
    let killed = 0;
    let inDoubt = 0;
    const moments = new Map<string, number>();
    for (let round = 0; round < EXPORTS; round += 1) {
      const since = look(slack, NOTHING);
      const messagesBefore = new Set(slack.messages(SARA_DM).map(({ ts }) => ts));
      const ours = () => slack.messages(SARA_DM).filter(({ ts }) => !messagesBefore.has(ts));
      const lastWord = () => ours().find((message) => LAST_WORD.test(textOf(message)));

      const reports = () =>
        slack.messages(FRONT_DESK, { as: SARA }).filter((message) => /SEED-/.test(textOf(message)));
      const reportsBefore = reports().length;
      // A different range each time: the same one would count as the same press.
      await slack.command(SARA, FRONT_DESK, '/paylink', `transactions last ${7 + round} days`);
      const report = await slack.until(() => reports()[reportsBefore]);
      sandbox.faults.add({ operation: 'transactions', kind: 'delay', delayMs: PAGE_MS });
      await slack.click(SARA, { channel: report.channel, ts: report.ts }, { actionId: 'export_csv' });

      // A press is lost if the process dies before storing the export; press again.
      await slack.until(() => look(slack, since).posts > 0);
      const kills: Kill[] = [];
      const isOver = slack.until(lastWord, TAKEN_UP_WITHIN_MS * (KILLS + 1));
      while (kills.length < KILLS) {
        const kill = await killAtMoment(scene, dice, isOver);
        if (kill === null) break;
        await kill.gone;
        moments.set(kill.moment, (moments.get(kill.moment) ?? 0) + 1);
        // Requests already on their way to Slack still arrive.
        await pause(100);
        kills.push(look(slack, since));
        await scene.start();
      }
      const last = await slack.until(lastWord, TAKEN_UP_WITHIN_MS);
      sandbox.faults.clear();
      killed += kills.length;
      if (/did not confirm/.test(last.text)) inDoubt += 1;
      const story = JSON.stringify({ round, kills, last: last.text });

      const files = ours().flatMap((message) => message.files ?? []);
      expect(files, story).toHaveLength(1);
      const bytes = slack.file(files[0]?.id ?? '')?.bytes.toString('utf8') ?? '';
      const rows = [...bytes.matchAll(/SEED-\d+/g)].map(([invoiceId]) => invoiceId);
      expect(rows.length, story).toBe(ROWS);
      expect(new Set(rows).size, story).toBe(ROWS);
      expect(
        rows.every((invoiceId) => expected.includes(invoiceId)),
        story,
      ).toBe(true);

      const now = look(slack, since);
      const killedWhere = (is: (kill: Kill) => boolean) => kills.filter(is).length;
      // Slack has no idempotency: a process can die between Slack's answer and our commit.
      const excused = {
        uploads: killedWhere(({ uploads, shares }) => uploads > shares),
        posts: killedWhere(({ posts, updates }) => posts > 0 && updates === 0),
      };
      expect(now.uploads, story).toBeLessThanOrEqual(1 + excused.uploads);
      expect(now.posts, story).toBeLessThanOrEqual(1 + excused.posts);
      if (killedWhere(({ shares }) => shares > 0) === 0) expect(last.text, story).toMatch(/Done: 3,000 rows/);
      else expect(last.text, story).toMatch(/Done: 3,000 rows|did not confirm/);
      await expect.poll(scene.leftFiles, { timeout: TAKEN_UP_WITHIN_MS, message: story }).toEqual([]);
    }
    console.log(
      JSON.stringify({
        crash: 'exports',
        engine: TEST_ENGINE,
        exports: EXPORTS,
        killed,
        inDoubt,
        moments: Object.fromEntries(moments),
      }),
    );
    expect(killed).toBeGreaterThan(0);
    expect(await scene.close()).toBe(0);
  },
);
