// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { OMAR, RAVI, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { TOLD_HELD } from '../../src/batches/batch-jobs.ts';
import { ON_A_BUSY_MACHINE_MS } from '../fixtures/busy-machine.ts';
import { holdAnswers } from '../fixtures/hold-answers.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { createMovedClock, type MovedClock } from '../fixtures/moved-clock.ts';
import { cardIn, press, whisperTo } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import {
  batchCard,
  buildCsv,
  buildCsvRow,
  createLinks,
  giveFile,
  HEADINGS,
  previewOf,
} from './batch-scene.ts';

const HOUR = 3_600_000;

let scene: Scene;
let clock: MovedClock;

afterEach(() => scene.close());

const start = async (env: Record<string, string> = {}) => {
  clock = createMovedClock();
  scene = await startScene({
    env: { PAYLINK_BATCH_ROWS_PER_SECOND: '200', PAYLINK_ADMINS: `${RAVI},${SARA}`, ...env },
    clock,
  });
};

/** A colleague makes a link like the file's row 3. */
const makeLikeRow3 = () =>
  issueLink(
    scene,
    {
      ...{ invoiceAmount: '101.50', Email: 'parent.1@example.com', Phone: '+971501000001' },
      notes: 'By hand',
      expiryOn: Math.floor(clock.now() / 1000) + 9 * 24 * 3_600,
    },
    { as: OMAR },
  );

const questionTo = (words: RegExp, dm = SARA_DM): Promise<SeenMessage> =>
  scene.slack.until(
    () => scene.slack.messages(dm).findLast((message) => words.test(seen(message).text || message.text)),
    30_000,
  );

const linkCount = () => scene.sandbox.links().length;

describe('a batch that is carried out after something new', () => {
  /** Begins the batch, so that a colleague's link comes between what was shown and the row. */
  const ways: Record<string, () => Promise<void>> = {
    'a preview of 26 hours': async () => {
      await giveFile(scene, { text: buildCsv(3) });
      await previewOf(scene);
      await makeLikeRow3();
      clock.move(26 * HOUR);
      await createLinks(scene, /0 of 2 paid/);
    },
    'a preview of 46 hours': async () => {
      await giveFile(scene, { text: buildCsv(3) });
      await previewOf(scene);
      await makeLikeRow3();
      clock.move(46 * HOUR);
      await createLinks(scene, /0 of 2 paid/);
    },
    'an approval after the weekend': async () => {
      await saveSettings(scene, { approvalLimitFils: '200' }, { as: SARA });
      await giveFile(scene, { text: buildCsv(3) });
      const card = await createLinks(scene, /Waiting for approval/);
      await makeLikeRow3();
      clock.move(46 * HOUR);
      await press(scene, card, 'batch_approve', RAVI);
      await batchCard(scene, /0 of 2 paid/);
    },
  };

  test.each(sample(Object.entries(ways)))(
    '%s: only that row waits, and its person is asked',
    async (_, begin) => {
      await start();
      await begin();
      expect(linkCount()).toBe(3);
      const card = await batchCard(scene, /1 wait for an answer/);
      const question = await questionTo(/1 row of parents\.csv was not made/);
      expect(seen(question).text).toMatch(/Row 3\*, AED 101\.50.*🟡 \*Waiting\*.*By hand/s);
      expect(seen(question).buttons).toEqual(['Create it anyway', 'Leave it out']);

      // Pressed twice, it is created once.
      await Promise.all([1, 2].map(() => press(scene, question, 'batch_held_create')));
      await batchCard(scene, /0 of 3 paid/);
      expect(linkCount()).toBe(4);
      await press(scene, card, 'batch_held').catch(() => undefined);
      expect(seen(await batchCard(scene, /0 of 3 paid/)).text).not.toContain('wait for an answer');
    },
  );

  test('a preview of 26 hours whose customer paid an hour after it: that row waits', async () => {
    await start();
    await giveFile(scene, { text: buildCsv(3) });
    await previewOf(scene);
    clock.move(HOUR);
    await makeLikeRow3();
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '');
    await cardIn(scene, /✅ Paid.*By hand/);
    clock.move(25 * HOUR);
    await createLinks(scene, /0 of 2 paid/);
    const question = await questionTo(/1 row of parents\.csv was not made/);
    expect(seen(question).text).toMatch(/Row 3\*, AED 101\.50.*✅ \*Paid.*By hand/s);
    expect(linkCount()).toBe(3);
  });

  testAtLength('a row after *Resume* waits, and can be left out', async () => {
    await start({ PAYLINK_BATCH_ROWS_PER_SECOND: '2' });
    const paused = holdAnswers(scene.sandbox, 3);
    await giveFile(scene, { text: buildCsv(10) });
    const card = await createLinks(scene, /Making/);
    await press(scene, card, 'batch_pause');
    paused();
    await batchCard(scene, /Paused/);
    const made = linkCount();
    expect(made).toBeLessThan(10);
    // The last row's customer.
    await issueLink(
      scene,
      { invoiceAmount: '109.50', Email: 'parent.9@example.com', Phone: '+971501000009', notes: 'By hand' },
      { as: OMAR },
    );
    await press(scene, card, 'batch_go_on');
    await batchCard(scene, /0 of 9 paid/);
    const question = await questionTo(/1 row of parents\.csv was not made/);
    await press(scene, question, 'batch_held_leave');
    await questionTo(/^1 row left out/);
    expect(linkCount()).toBe(10);
    for (const { orderId, request } of scene.sandbox.links())
      if (request.notes !== 'By hand') await scene.sandbox.pay(orderId);
    await batchCard(scene, /All 9 paid/);
  });

  testAtLength(
    'an answer to a question of two days before is asked for again, with what is new by now',
    async () => {
      await start();
      await giveFile(scene, { text: buildCsv(3) });
      await previewOf(scene);
      await makeLikeRow3();
      await createLinks(scene, /0 of 2 paid/);
      const question = await questionTo(/1 row of parents\.csv was not made/);
      // Two days end the lease of a job that is still being written down as done, and it would tell again.
      const told = async () => JSON.stringify(await scene.store.jobs.ofKind('tell')).includes(TOLD_HELD);
      await expect.poll(told, { timeout: ON_A_BUSY_MACHINE_MS }).toBe(false);
      clock.move(46 * HOUR);
      await press(scene, question, 'batch_held_create');
      const asked = () =>
        scene.slack
          .messages(SARA_DM, { as: SARA })
          .filter((message) => /1 row of parents\.csv was not made/.test(seen(message).text));
      await expect.poll(() => asked().length, { timeout: ON_A_BUSY_MACHINE_MS }).toBe(2);
      expect(linkCount()).toBe(3);
    },
  );

  testAtLength('*Create all* does not agree to a link that was paid since', async () => {
    await start();
    await makeLikeRow3();
    await giveFile(scene, { text: [HEADINGS, buildCsvRow(0), buildCsvRow(1)].join('\n') });
    expect(seen(await previewOf(scene)).text).toContain('like a link that already exists');
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene, /Waiting.*By hand/), 'refresh_link', OMAR);
    await cardIn(scene, /✅ Paid.*By hand/);
    const card = await createLinks(scene, /0 of 1 paid/, { actionId: 'batch_create_all' });
    expect(seen(await questionTo(/was not made/)).text).toMatch(/Row 3.*✅ \*Paid/s);
    // Its card shows it to everyone who may make batches.
    await press(scene, card, 'batch_held', RAVI);
    expect(seen(await whisperTo(scene, RAVI)).text).toMatch(/Row 3.*✅ \*Paid/s);
    expect(linkCount()).toBe(2);
  });
});
