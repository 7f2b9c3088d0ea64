// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { FRONT_DESK, OMAR, SARA, TARIQ } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  be,
  cardOf,
  closeResult,
  closeThread,
  messages,
  modal,
  openModal,
  PAGE,
  page,
  see,
  shoot,
  submit,
  visit,
  widthOf,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({
    pageDir: PAGE,
    slack: { scopes: manifest.oauth_config.scopes.bot },
  });
  return scene;
};

visit('the QR code, with the permissions that the manifest asks for', start, () => {
  const come = async (who: string, place: string): Promise<void> => {
    // A modal stays open for its person, whatever the browser shows.
    for (const { id } of scene.slack.modals(who)) await scene.slack.closeView(who, id, true);
    await be(who, place);
  };
  const messagesWith = (words: string | RegExp): Locator => messages().filter({ hasText: words });
  const create = async (amount: number, notes: string): Promise<void> => {
    await openModal(
      `/paylink ${amount} Hala Aziz 050 123 45${amount} hala${amount}@example.com for ${notes}`,
    );
    await submit();
    await see(modal(), 'Scan to pay');
  };
  /** The browser loaded the picture: checks what a person sees, not the block. */
  const isSeen = async (picture: Locator): Promise<boolean> => (await widthOf(picture)) > 100;

  test('is visible to the creator, a colleague and a guest', async () => {
    await come(SARA, FRONT_DESK);
    await create(45, 'Front desk tea');
    const inWindow = modal().locator('img[alt^="QR"]');
    expect(await isSeen(inWindow)).toBe(true);
    await shoot('result-with-qr');
    await closeResult();
    for (const who of [SARA, OMAR, TARIQ]) {
      await come(who, FRONT_DESK);
      await messagesWith('Front desk tea').getByTestId('replies').click();
      const inThread = page.locator('#thread img[alt^="QR"]');
      expect(await isSeen(inThread)).toBe(true);
    }
    await shoot('card-as-a-guest');
    await closeThread();
    await messagesWith('Front desk tea').getByText('Show QR', { exact: true }).click();
    expect(await isSeen(modal().locator('img[alt^="QR"]'))).toBe(true);
    await shoot('show-qr-as-a-guest');
  });

  test('a card whose picture was deleted still turns Paid', async () => {
    await come(SARA, FRONT_DESK);
    await create(33, 'Red vase');
    await closeResult();
    const card = cardOf('Red vase');
    await card.getByTestId('replies').click();
    const picture = page.locator('#thread img[alt^="QR"]');
    await picture.waitFor();
    const id = /F[A-Z0-9]{8,}/.exec((await picture.getAttribute('src')) ?? '')?.[0] ?? '';
    await closeThread();
    scene.slack.deleteFile(id);
    await scene.sandbox.pay(scene.sandbox.links().at(-1)?.orderId ?? '');
    await see(card, /✅ Paid .*at \d/);
    expect(await card.locator('img').count()).toBe(0);
    await shoot('deleted-picture-paid');
  });
});
