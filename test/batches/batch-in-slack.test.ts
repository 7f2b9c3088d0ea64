import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, OMAR, RAVI, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { systemClock } from '../../src/clock.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { textOf } from '../fixtures/link-form.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import {
  batchCard,
  buildCsv,
  buildCsvRow,
  createLinks,
  giveFile,
  HEADINGS,
  previewOf,
  sentFile,
} from './batch-scene.ts';

let scene: Scene;

afterEach(async () => {
  await scene.close();
});

const FAST = { PAYLINK_BATCH_ROWS_PER_SECOND: '200' };

describe('a list from a file', () => {
  test('is shown first, and makes one link of each row, one card and one file', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(12) });
    const preview = await previewOf(scene);
    expect(textOf(preview)).toContain('12 rows');
    expect(textOf(preview)).toContain('AED 1,272.00');
    expect(scene.sandbox.links()).toHaveLength(0);

    const card = await createLinks(scene, /0 of 12 paid/);
    expect(scene.sandbox.links()).toHaveLength(12);
    expect(textOf(card)).toContain('12 waiting · AED 1,272.00');
    expect(scene.slack.posts(FRONT_DESK)).toHaveLength(1);

    const rows = await readXlsxTable((await sentFile(scene, /^parents-links\.xlsx$/)).bytes);
    expect(rows).toHaveLength(12);
    const made = new Map(scene.sandbox.links().map((link) => [link.request.Invoice_Id, link]));
    for (const row of rows) {
      expect(made.has(row['Reference']?.text ?? '')).toBe(true);
      expect(row['State']?.text).toBe('Waiting');
      expect(row['Payment link']?.text).toMatch(/^http/);
    }
  });

  test('has its card in the channel as soon as it is confirmed', async () => {
    // Time stands still: nothing that is for later happens.
    const clock = { ...systemClock, now: () => NOON };
    scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${SARA}` }, clock });
    await setLimit('1000');
    await giveFile(scene, { text: buildCsv(12) });
    await createLinks(scene, /Waiting for approval/);
  });

  testAtLength('names each fault by row and column, and leaves those rows out', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, {
      text: [
        HEADINGS,
        buildCsvRow(1),
        buildCsvRow(2, { amount: '5' }),
        buildCsvRow(3, { phone: 'none' }),
      ].join('\n'),
    });
    const preview = textOf(await previewOf(scene));
    expect(preview).toMatch(/Row 3: column A: The smallest amount is AED 10/);
    expect(preview).toMatch(/Row 4: column C: Enter a phone number/);
    await createLinks(scene, /0 of 1 paid/);
    expect(scene.sandbox.links()).toHaveLength(1);
  });

  testAtLength('leaves out what is alike unless the person chooses otherwise', async () => {
    scene = await startScene({ env: FAST });
    const twins = [HEADINGS, buildCsvRow(1), buildCsvRow(1), buildCsvRow(2)].join('\n');
    await giveFile(scene, { text: twins });
    expect(textOf(await previewOf(scene))).toMatch(/Row 3, AED 101\.50: like row 2/);
    await createLinks(scene, /0 of 2 paid/);
    expect(scene.sandbox.links()).toHaveLength(2);

    await giveFile(scene, { text: twins });
    expect(textOf(await previewOf(scene))).toMatch(/Row 4, AED 102\.50: like a link that already exists/);
    await createLinks(scene, /0 of 3 paid/, { actionId: 'batch_create_all' });
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  test('pressed twice at once makes each link once', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(5) });
    const { id: viewId } = await previewOf(scene);
    const click = () => scene.slack.click(SARA, { viewId }, { actionId: 'batch_create' });
    await Promise.all([click(), click()]);
    await batchCard(scene, /0 of 5 paid/);
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  testAtLength('that cannot be read gives the form back with the reason', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: 'just words\nand more', name: 'letter.txt' });
    const form = await modalWith(scene, /Paylink found no headings/);
    expect(form.submit).toBe('Preview');
  });

  test('above the limit waits for a second person', async () => {
    scene = await startScene({ env: { ...FAST, PAYLINK_ADMINS: `${RAVI},${SARA}` } });
    await setLimit('1000');
    await giveFile(scene, { text: buildCsv(12) });
    expect(textOf(await previewOf(scene))).toMatch(/a second person approves the batch first/);
    const card = await createLinks(scene, /Waiting for approval/);
    expect(scene.sandbox.links()).toHaveLength(0);
    await press(scene, card, 'batch_approve');
    expect((await whisperTo(scene)).text).toMatch(/can’t approve your own/);
    await press(scene, card, 'batch_approve', RAVI);
    await batchCard(scene, /0 of 12 paid/);
    expect(scene.sandbox.links()).toHaveLength(12);
    await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find(({ text }) => /approved 12 links/.test(text)),
    );
  });

  testAtLength('pauses, continues, and leaves out the rest when it is cancelled', async () => {
    scene = await startScene({ env: { PAYLINK_BATCH_ROWS_PER_SECOND: '4' } });
    await giveFile(scene, { text: buildCsv(40) });
    const card = await createLinks(scene, /Creating/);
    await press(scene, card, 'batch_pause');
    await batchCard(scene, /Paused/);
    const made = scene.sandbox.links().length;
    expect(made).toBeLessThan(40);
    await press(scene, card, 'batch_go_on');
    await scene.slack.until(() => scene.sandbox.links().length > made + 2, 20_000);
    await press(scene, card, 'batch_cancel');
    const readCounts = async () => {
      const text = textOf(await batchCard(scene, /Cancelled/));
      const [, left, waiting] = /(\d+) left out.*?(\d+) waiting/s.exec(text) ?? [];
      return { left: Number(left), waiting: Number(waiting) };
    };
    // A link that was being made meanwhile is counted once it is there.
    const sum = () => readCounts().then(({ left, waiting }) => left + waiting);
    await expect.poll(sum, { timeout: 20_000 }).toBe(40);
    expect((await readCounts()).waiting).toBe(scene.sandbox.links().length);
  });

  test('is no cashier’s', async () => {
    scene = await startScene({ env: { ...FAST, PAYLINK_ADMINS: RAVI } });
    await scene.slack.command(OMAR, FRONT_DESK, '/paylink', 'batch');
    expect((await whisperTo(scene, OMAR)).text).toMatch(/Links from a file are for/);
  });
});

/** As an admin does in the settings. */
const setLimit = async (approvalLimitFils: string) => {
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'settings');
  const settings = await modalWith(scene, /approvalLimitFils/, SARA);
  const sent = await scene.slack.submit(SARA, settings.id, { approvalLimitFils: { approvalLimitFils } });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
};
