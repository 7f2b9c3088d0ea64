// @module-tag by-hand
// @module-tag store
// @module-tag first

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { textOf } from '../fixtures/link-form.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { startCrashScene } from './crash-scene.ts';
import { type Moment, strikeAt } from './moments.ts';
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
const LAST_WORD = /Done: |did not confirm|not complete/;

/** Slack calls of an export, in order. */
const MOMENTS: Moment[] = [
  ...(['post asked', 'post answered', 'edit asked', 'edit answered'] as const),
  ...(['upload asked', 'upload answered'] as const),
];

/** What Slack has seen of exports. */
const countAt = (slack: LocalSlack) => ({
  posts: slack.posts(SARA_DM).filter(({ final }) => final?.files.length === 0).length,
  updates: slack.updates(SARA_DM).length,
  uploads: slack.calls('files.getUploadURLExternal').length,
  shares: slack.calls('files.completeUploadExternal').length,
});
type Seen = ReturnType<typeof countAt>;

/** Only with a given server, as in `.ci/run`, or in the long run. */
test.runIf(LONG || process.env['TEST_DATABASE_URL'] !== undefined)(
  'an export whose process is killed at any moment brings every row once',
  { timeout: 60_000 + EXPORTS * (10_000 + KILLS * (TEST_ENGINE === 'sqlite' ? 5_000 : 40_000)) },
  async () => {
    const files = await mkdtemp(join(tmpdir(), 'paylink-export-crash-'));
    const own = TEST_ENGINE === 'sqlite' ? {} : { DATA_DIR: files };
    const scene = await startCrashScene({
      ...{ seed: SEED, isCalm: true, env: { PAYLINK_SWEEP_SECONDS: '600', ...own } },
    });
    const folder = 'dataDir' in scene.place ? scene.place.dataDir : files;
    const { slack, sandbox } = scene;
    sandbox.seedLinks(ROWS, (index) => {
      const createdAt = Date.now() - 120_000 - 60_000 * (ROWS - index);
      return { createdAt, paidAt: createdAt + 1_000, amountFils: 1_000 + index };
    });
    await scene.start();
    const dice = createDice(SEED);
    const expected = sandbox.links().map(({ invoiceId }) => invoiceId);
    const moments: Moment[] = [];
    for (let round = 0; round < EXPORTS; round += 1) {
      const before = countAt(slack);
      const since = (): Seen => {
        const now = countAt(slack);
        return {
          ...{ posts: now.posts - before.posts, updates: now.updates - before.updates },
          ...{ uploads: now.uploads - before.uploads, shares: now.shares - before.shares },
        };
      };
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
      await slack.click(
        SARA,
        { channel: report.channel, ts: report.ts },
        { actionId: 'report_menu', chosen: 'export_csv' },
      );

      // A press is lost if the process dies before storing the export; press again.
      await slack.until(() => since().posts > 0);
      const kills: Seen[] = [];
      const isOver = slack.until(lastWord, TAKEN_UP_WITHIN_MS * (KILLS + 1)).then(() => null);
      while (kills.length < KILLS) {
        // At one of the Slack calls or the next one; one kill in five is at a random time.
        const wanted = dice() < 0.2 ? MOMENTS.length : Math.floor(dice() * MOMENTS.length);
        const fits = (moment: Moment) => wanted < MOMENTS.length && MOMENTS.indexOf(moment) >= wanted;
        const withinMs = wanted < MOMENTS.length ? 2 * TAKEN_UP_WITHIN_MS : 1_500 * dice();
        let gone: Promise<void> | undefined;
        const strike = strikeAt(scene, { fits, withinMs }, () => {
          gone = scene.instances[0]?.kill();
        });
        const moment = await Promise.race([strike.struck, isOver]);
        if (moment === null) {
          strike.cancel();
          break;
        }
        await gone;
        moments.push(moment);
        // Requests already on their way to Slack still arrive.
        await pause(100);
        kills.push(since());
        await scene.start();
      }
      const last = await slack.until(lastWord, TAKEN_UP_WITHIN_MS);
      sandbox.faults.clear();
      const story = JSON.stringify({ round, kills, last: last.text });

      const sent = ours().flatMap((message) => message.files ?? []);
      expect(sent, story).toHaveLength(1);
      const bytes = slack.file(sent[0]?.id ?? '')?.bytes.toString('utf8') ?? '';
      const rows = [...bytes.matchAll(/SEED-\d+/g)].map(([invoiceId]) => invoiceId);
      expect(rows.toSorted(), story).toEqual(expected.toSorted());

      const now = since();
      const killedWhere = (is: (kill: Seen) => boolean) => kills.filter(is).length;
      // Slack has no idempotency: a process can die between Slack's answer and our commit.
      const excusedUploads = killedWhere(({ uploads, shares }) => uploads > shares);
      const excusedPosts = killedWhere(({ posts, updates }) => posts > 0 && updates === 0);
      expect(now.uploads, story).toBeLessThanOrEqual(1 + excusedUploads);
      expect(now.posts, story).toBeLessThanOrEqual(1 + excusedPosts);
      const isInDoubt = killedWhere(({ shares }) => shares > 0) > 0;
      expect(last.text, story).toMatch(isInDoubt ? /Done: 3,000 rows|did not confirm/ : /Done: 3,000 rows/);
      const left = () => readdir(join(folder, 'exports')).catch(() => []);
      await expect.poll(left, { timeout: TAKEN_UP_WITHIN_MS, message: story }).toEqual([]);
    }
    console.log(JSON.stringify({ crash: 'exports', engine: TEST_ENGINE, exports: EXPORTS, moments }));
    expect(moments).not.toEqual([]);
    expect(await scene.close()).toEqual([0]);
    await scene.database.remove();
    await rm(files, { recursive: true, force: true });
  },
);
