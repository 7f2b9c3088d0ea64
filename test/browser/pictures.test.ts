// @module-tag by-hand
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { LENA, OMAR, PARTNERS, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, codeIn, modalWith, press } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { modal, openPage, PAGE, visit, widthOf } from './visit.ts';

/** At most 512 pixels, with an integer number of pixels per module. */
const WIDE = 400;

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, slack: { allowance: Number.POSITIVE_INFINITY } });
  return scene;
};

visit('pictures, as each person’s browser shows them', start, () => {
  test('a link’s QR code is visible to its creator, a colleague and a guest, and in modals', async () => {
    await issueLink(scene, {}, { channel: PARTNERS });
    const code = await codeIn(scene, PARTNERS);
    const card = await cardIn(scene, /Waiting/, PARTNERS);
    for (const as of [SARA, OMAR, LENA]) {
      const page = await openPage(as, PARTNERS);
      // The creator's modal covers it.
      await page.locator(`#log [data-ts="${card.ts}"]`).getByTestId('replies').dispatchEvent('click');
      const picture = page.locator(`#thread [data-ts="${code.ts}"] .picture img`);
      expect(await widthOf(picture), as).toBeGreaterThan(WIDE);
      await page.close();
    }
    const sara = await openPage(SARA, PARTNERS);
    expect(await widthOf(modal(sara).locator('.picture img'))).toBeGreaterThan(WIDE);
    await press(scene, card, 'show_qr', OMAR);
    await modalWith(scene, /image_url/, OMAR);
    const omar = await openPage(OMAR, PARTNERS);
    expect(await widthOf(modal(omar).locator('.picture img'))).toBeGreaterThan(WIDE);
    for (const page of [sara, omar]) {
      expect(await page.locator('.picture-missing').count()).toBe(0);
      await page.close();
    }
  }, 60_000);
});
