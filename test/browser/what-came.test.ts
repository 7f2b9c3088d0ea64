// @module-tag by-hand
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { FRONT_DESK, RAVI, RAVI_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { QUESTION, reportOddly } from '../fixtures/what-came.ts';
import { be, DESKTOP, messages, modal, overflow, PAGE, PHONE, page, see, shoot, visit } from './visit.ts';

/** Names that no table knows, each with a short word. */
const EIGHT = {
  ...{ laneMark: 'ZED', wayHint: 'QUARTZ', lotGrade: 'AMBER', rigPhase: 'NORTH' },
  ...{ podMood: 'BRISK', kitTone: 'MUTED', hubPace: 'STEADY', bayTint: 'OCHRE' },
};

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: RAVI, PAYLINK_PAID_WORDS: 'EXECUTED' } });
  return scene;
};

const fits = async (name: string): Promise<void> => {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await overflow('[data-testid="modal"]')).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(DESKTOP);
  await shoot(name, modal());
};

visit('what came, and taking an answer back', start, () => {
  test('eight unknown leaves are answered in three presses', async () => {
    await reportOddly(scene, EIGHT);
    await shown(scene, QUESTION, { as: RAVI, channel: RAVI_DM });
    await be(RAVI, FRONT_DESK);
    await page.locator(`#sidebar [data-channel="${RAVI_DM}"]`).click();
    await page
      .locator('#place')
      .getByRole('tab', { name: /^Messages/ })
      .click();
    await messages().filter({ hasText: QUESTION }).getByRole('button', { name: 'See what came' }).click();
    await see(modal(), /laneMark: ZED/);
    await fits('eight-1-window');
    await modal().getByLabel('None of the others ever says anything').check();
    await page.getByTestId('submit').click();
    await see(modal(), /Saved/);
    await fits('eight-2-saved');
    await page.getByTestId('close').click();
    await page.locator(`#sidebar [data-channel="${FRONT_DESK}"]`).click();
    await see(messages().filter({ hasText: 'June rent' }).first(), /✅ Paid/);
  });

  test('an answer is taken back after one has read what counts by it', async () => {
    await ask(scene, 'settings', { as: RAVI });
    await see(modal(), /PAYLINK_PAID_WORDS/);
    const menu = modal().getByLabel('More actions').first();
    await menu.scrollIntoViewIfNeeded();
    await fits('back-1-settings');
    await menu.click();
    await page.getByText('Forget', { exact: true }).first().click();
    await see(modal(), /1 sale, AED 250\.00, counts as paid by this answer alone/);
    await fits('back-2-question');
    await page.getByTestId('submit').last().click();
    await see(messages().filter({ hasText: 'June rent' }).first(), /Paid, to check/);
    await shoot('back-3-card');
    await page.getByTestId('close').last().click();
    await page.locator(`#sidebar [data-channel="${RAVI_DM}"]`).click();
    await see(messages().filter({ hasText: 'To check: 1 sale' }), /took an answer back/);
    await shoot('back-4-list');
  });
});
