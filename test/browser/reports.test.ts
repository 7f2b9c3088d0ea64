// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { NOON } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { messages, PAGE, page, see, shoot, type, visit } from './visit.ts';

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

  test('Next and Previous turn the pages in place', async () => {
    const report = await read('transactions this month');
    const before = await messages().count();
    await report.getByRole('button', { name: 'next page' }).click();
    await report.getByText('Rows 11–20 of').first().waitFor();
    await report.getByRole('button', { name: 'page before' }).click();
    await report.getByText('Rows 1–10 of').first().waitFor();
    expect(await messages().count()).toBe(before);
  });

  test('Totals come below the page', async () => {
    const report = await read('transactions last 7 days');
    await report.getByRole('button', { name: 'Read every row' }).click();
    await see(report, /Totals of all \d+ rows/);
    await shoot('totals', report);
  });

  test('without tables the report uses lines that wrap', async () => {
    scene.slack.faults.add({ method: 'response_url', error: 'invalid_blocks', times: 1 });
    const answer = await read('transactions last week');
    expect(await answer.locator('table').count()).toBe(0);
    await shoot('plain', answer);
  });
});
