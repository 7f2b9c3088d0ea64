// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRONT_DESK, OMAR, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { formatAed } from '../../src/blocks/money-and-time.ts';
import { systemClock } from '../../src/clock.ts';
import { NOON } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { messages, modal, openPage, PAGE, page, see, shoot, type, visit } from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({
    clock: { ...systemClock, now: () => NOON },
    sandbox: { now: () => NOON, history: { days: 60, linksPerDay: 6 } },
    pageDir: PAGE,
  });
  return scene;
};

visit('reports in a browser', start, () => {
  const last = () => messages().last();
  /** The new answer, not the previous content. */
  const ask = async (text: string): Promise<Locator> => {
    const before = await messages().count();
    await type(text);
    const answer = messages().nth(before);
    await answer.waitFor();
    return answer;
  };
  /** A report once its first page is there. */
  const read = async (text: string): Promise<Locator> => {
    const report = await ask(`/paylink ${text}`);
    await report.getByText('Rows 1–10 of').first().waitFor();
    return report;
  };
  const readTotals = async (text: string): Promise<Locator> => {
    const report = await read(text);
    await report.getByRole('button', { name: 'Read every row' }).click();
    return report;
  };

  test.each([
    ['transactions last week', /Transactions of last week/],
    ['payouts this month', /Payouts of this month/],
    ['links 1-15 Oct', /Payment links · 1 – 15 Oct 2026/],
  ])('/paylink %s shows a table to the person who asked only', async (words, title) => {
    // A slow first answer says that it is still reading; the table then comes in a message of its own.
    await ask(`/paylink ${words}`);
    const answer = messages().filter({ has: page.locator('table'), hasText: title });
    await answer.waitFor();
    expect(await answer.locator('tbody tr').count()).toBe(10);
    await see(answer, 'Only visible to you');
    await shoot(words.replaceAll(/\W+/g, '-'), answer);
  });

  test('the headline of October is the money received, with failed payments next to it', async () => {
    const from = Date.parse('2026-10-01T00:00:00+04:00');
    const to = Date.parse('2026-11-01T00:00:00+04:00');
    const own = scene.sandbox.transactions().filter(({ createdAt: at }) => at >= from && at < to);
    const sumOf = (status: string) =>
      formatAed(
        own.filter((one) => one.status === status).reduce((fils, { amountFils }) => fils + amountFils, 0),
      );
    const [received, failed] = [sumOf('SUCCESS'), sumOf('FAILED')];
    const report = await readTotals('transactions October');
    await see(report, `Totals of all ${own.length} rows`);
    await report.locator('strong, b', { hasText: `${received} received` }).waitFor();
    await see(report, `${failed} failed`);
    expect(received).not.toBe(failed);
    await see(report, /Money received by week/);
    await shoot('report-october', report);
  });

  test.each([
    ['links October', /due for \d+ sales; .*of them paid/],
    ['payouts October', /AED [\d,.]+ paid out/],
  ])('the headline of %s does not mix states', async (words, headline) => {
    const report = await readTotals(words);
    await see(report, /Totals of all \d+ rows/);
    await report.getByText(headline).first().waitFor();
    await shoot(`report-${words.replace(' ', '-')}`, report);
  });

  test('a refund is shown next to the headline, and an unknown value is not shown as zero', async () => {
    const made = NOON - 60_000;
    const [paid, odd] = scene.sandbox.seedLinks(2, () => ({
      createdAt: made,
      paidAt: made,
      amountFils: 25_000,
    }));
    await scene.sandbox.refund(paid?.orderId ?? '', { amountFils: 5_000 });
    scene.sandbox.reword(odd?.orderId ?? '', { members: { status: 'ZORP' } });
    const report = await ask('/paylink transactions today');
    await see(report, /AED 250\.00 not classified \(1\) · AED 50\.00 refunded \(1\)/);
    await shoot('report-refund', report);
  });

  test('Next and Previous turn the pages in place', async () => {
    const report = await ask('/paylink transactions this month');
    await report.getByText('Rows 1–10 of').first().waitFor();
    const before = await messages().count();
    await report.getByRole('button', { name: 'next page' }).click();
    await report.getByText('Rows 11–20 of').first().waitFor();
    await report.getByRole('button', { name: 'page before' }).click();
    await report.getByText('Rows 1–10 of').first().waitFor();
    expect(await messages().count()).toBe(before);
  });

  test('Totals of all come with a chart', async () => {
    const report = await readTotals('transactions last 7 days');
    await see(report, /Totals of all \d+ rows/);
    await report.locator('.chart svg').waitFor();
    await shoot('totals', report);
  });

  test.each([
    ['CSV', /\.csv/],
    ['Excel', /\.xlsx/],
  ])('a file with every row arrives by direct message: %s', async (format, name) => {
    const report = await read('transactions last month');
    await report.getByRole('button', { name: new RegExp(`^Every row as an? ${format}`) }).click();
    await see(last(), 'Making ');
    const dm = await openPage(SARA, SARA_DM);
    await dm.getByText(name).first().waitFor();
    const rows = dm.locator('#log').getByText(/\d+ rows/);
    await rows.first().waitFor();
    await shoot(`export-${format}`, undefined, dm);
    await dm.close();
  });

  test('the form opens with the parsed words', async () => {
    await type('/paylink payouts 1 Oct - whenever');
    await see(modal(), 'I couldn’t read');
    await shoot('form', modal());
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
  });

  test('an empty range offers a range with rows', async () => {
    const report = await ask('/paylink payouts 1 Jan - 2 Jan 2026');
    await see(report, 'has no payouts in this range');
    await shoot('empty', report);
    await report.getByRole('button', { name: 'Show a range that has rows' }).click();
    await report.locator('table').waitFor();
  });

  test('without tables the report uses lines that wrap', async () => {
    scene.slack.faults.add({ method: 'response_url', error: 'invalid_blocks', times: 1 });
    const answer = await ask('/paylink transactions last week');
    await answer.getByText('Rows 1–10 of').first().waitFor();
    expect(await answer.locator('table').count()).toBe(0);
    await shoot('plain', answer);
  });

  test('a failing service is explained in words', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 401, times: 1 });
    const answer = await ask('/paylink payouts yesterday');
    await see(answer, 'could not be read');
    await shoot('failure', answer);
  });

  test('the business details are visible only to the person who asked', async () => {
    const answer = await ask('/paylink business');
    await see(answer, 'Saffron Dune Trading');
    await see(answer, 'Only visible to you');
    const omars = JSON.stringify(scene.slack.messages(FRONT_DESK, { as: OMAR }));
    expect(omars).not.toContain('Saffron Dune Trading');
    await shoot('business', answer);
  });
});
