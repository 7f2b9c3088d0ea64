// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, OMAR, RAVI, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { systemClock } from '../../src/clock.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
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

afterEach(() => scene.close());

const FAST = { PAYLINK_BATCH_ROWS_PER_SECOND: '200' };

describe('a list from a file', () => {
  test('is previewed, then creates a link per row, one card and one file', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(12) });
    const preview = await previewOf(scene);
    expect(seen(preview).text).toContain('12 rows');
    expect(seen(preview).text).toContain('AED 1,272.00');
    expect(scene.sandbox.links()).toHaveLength(0);

    const card = await createLinks(scene, /0 of 12 paid/);
    expect(scene.sandbox.links()).toHaveLength(12);
    expect(seen(card).text).toContain('12 waiting · AED 1,272.00');
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

  testAtLength('has its card in the channel immediately', async () => {
    // Time does not pass: later jobs do not run.
    const clock = { ...systemClock, now: () => NOON };
    scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${SARA}` }, clock });
    await saveSettings(scene, { approvalLimitFils: '1000' }, { as: SARA });
    await giveFile(scene, { text: buildCsv(12) });
    await createLinks(scene, /Waiting for approval/);
  });

  testAtLength('names each error by row and column, and leaves those rows out', async () => {
    scene = await startScene({ env: FAST });
    const small = [2, 4, 5].map((index) => buildCsvRow(index, { amount: '5' }));
    const rows = [buildCsvRow(1), small[0], buildCsvRow(3, { phone: 'none' }), ...small.slice(1)];
    await giveFile(scene, { text: [HEADINGS, ...rows].join('\n') });
    const { text, buttons } = seen(await previewOf(scene));
    expect(text).toContain('*1 link for AED 101.50* from parents.csv (5 rows)');
    expect(text).toContain('4 rows left out');
    expect(buttons).toContain('Create 1 link');
    expect(text).toContain('Rows 3, 5 and 6: column A: The smallest amount is AED 10');
    expect(text).toContain('Row 4: column C: Enter a phone number');
    await createLinks(scene, /0 of 1 paid/);
    expect(scene.sandbox.links()).toHaveLength(1);
  });

  testAtLength('is previewed with the e-mails that are nearly another, and made with them', async () => {
    scene = await startScene({ env: FAST });
    const rows = [buildCsvRow(1), buildCsvRow(2, { email: 'sara@gmail.con' })];
    await giveFile(scene, { text: [HEADINGS, ...rows].join('\n') });
    expect(seen(await previewOf(scene)).text).toContain(
      '*E-mails that may be misspelt*\n• Row 3: sara@gmail.con, or sara@gmail.com?',
    );
    await createLinks(scene, /0 of 2 paid/);
    expect(scene.sandbox.links()[1]?.request.Email).toBe('sara@gmail.con');
  });

  testAtLength('leaves out duplicates unless the person chooses otherwise', async () => {
    scene = await startScene({ env: FAST });
    const twins = [HEADINGS, buildCsvRow(1), buildCsvRow(1), buildCsvRow(2)].join('\n');
    await giveFile(scene, { text: twins });
    expect(seen(await previewOf(scene)).text).toContain('Row 3, AED 101.50: like row 2');
    await createLinks(scene, /0 of 2 paid/);
    expect(scene.sandbox.links()).toHaveLength(2);

    await giveFile(scene, { text: twins });
    expect(seen(await previewOf(scene)).text).toContain('Row 4, AED 102.50: like a link that already exists');
    await createLinks(scene, /0 of 3 paid/, { actionId: 'batch_create_all' });
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  testAtLength('that can be read in two ways is asked about, and read with the answers', async () => {
    scene = await startScene({ env: FAST });
    const rows = [
      'Sara Khan,0501234567,a@example.com,1000,50,1050,Rent,',
      'Omar Ali,0507654321,b@example.com,900,45,945,Rent,Paid',
    ];
    await giveFile(scene, {
      text: ['Tenant,Mobile,Email,Rent,VAT 5%,Grand Total,Notes,Status', ...rows].join('\n'),
    });
    const question = await modalWith(scene, /what does each column hold/);
    expect(seen(question).buttons).not.toContain('batch_create');
    await scene.slack.submit(SARA, question.id, {
      'batch_invoiceAmount.0': { batch_invoiceAmount: '5:Grand Total' },
    });
    const preview = seen(await previewOf(scene)).text;
    expect(preview).toContain('amount from *Grand Total*, name from *Tenant*, phone from *Mobile*');
    expect(preview).toContain('*Not read:* Rent (1000), VAT 5% (50) and Status (Paid)');
    expect(preview).toContain('Row 2: AED 1,050.00 · Sara Khan · +971501234567 · a@example.com · Rent');
    expect(preview).toContain('Left out, because Status says “Paid”');
    await createLinks(scene, /0 of 1 paid/);
    expect(scene.sandbox.links().map(({ request }) => request.invoiceAmount)).toEqual([1050]);
  });

  test('creates each link once if it is confirmed twice at the same moment', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: buildCsv(5) });
    const { id: viewId } = await previewOf(scene);
    const click = () => scene.slack.click(SARA, { viewId }, { actionId: 'batch_create' });
    await Promise.all([click(), click()]);
    await batchCard(scene, /0 of 5 paid/);
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  testAtLength('that cannot be read brings back the form with the reason', async () => {
    scene = await startScene({ env: FAST });
    await giveFile(scene, { text: 'just words\nand more', name: 'letter.txt' });
    const form = await modalWith(scene, /Paylink found no list in this file/);
    expect(form.submit).toBe('Preview');
  });

  test('above the limit waits for approval', async () => {
    scene = await startScene({ env: { ...FAST, PAYLINK_ADMINS: `${RAVI},${SARA}` } });
    await saveSettings(scene, { approvalLimitFils: '1000' }, { as: SARA });
    await giveFile(scene, { text: buildCsv(12) });
    expect(seen(await previewOf(scene)).text).toContain('a second person approves first');
    const card = await createLinks(scene, /Waiting for approval/);
    expect(scene.sandbox.links()).toHaveLength(0);
    await press(scene, card, 'batch_approve');
    expect((await whisperTo(scene)).text).toMatch(/can’t approve your own/);
    await press(scene, card, 'batch_approve', RAVI);
    await batchCard(scene, /0 of 12 paid/);
    expect(scene.sandbox.links()).toHaveLength(12);
    await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find(({ text }) => /parents\.csv: 12 \w+\. Your file/.test(text)),
    );
  });

  testAtLength('pauses, resumes, and leaves out the rest when cancelled', async () => {
    // Far more than are made before a busy machine presses *Pause*.
    const rows = 200;
    scene = await startScene({ env: { PAYLINK_BATCH_ROWS_PER_SECOND: '4' } });
    await giveFile(scene, { text: buildCsv(rows) });
    const card = await createLinks(scene, /Making/);
    await press(scene, card, 'batch_pause');
    await batchCard(scene, /Paused/);
    const made = scene.sandbox.links().length;
    expect(made).toBeLessThan(rows);
    await press(scene, card, 'batch_go_on');
    await scene.slack.until(() => scene.sandbox.links().length > made + 2);
    await press(scene, card, 'batch_cancel');
    const readCounts = async () => {
      const { text } = seen(await batchCard(scene, /Cancelled/));
      const [, left, waiting] = /(\d+) left out.*?(\d+) waiting/s.exec(text) ?? [];
      return { left: Number(left), waiting: Number(waiting) };
    };
    // A link that is still being created is counted later.
    const sum = () => readCounts().then(({ left, waiting }) => left + waiting);
    await expect.poll(sum).toBe(rows);
    expect((await readCounts()).waiting).toBe(scene.sandbox.links().length);
  });

  test('is refused to a cashier', async () => {
    scene = await startScene({ env: { ...FAST, PAYLINK_ADMINS: RAVI } });
    await scene.slack.command(OMAR, FRONT_DESK, '/paylink', 'batch');
    expect((await whisperTo(scene, OMAR)).text).toMatch(/Links from a file are for/);
  });
});
