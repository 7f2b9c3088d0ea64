// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import {
  FRONT_DESK,
  MANAGEMENT,
  OMAR,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
  SARA_OMAR,
  TARIQ,
  TILL_GROUP,
} from '../../packages/local-slack/src/people-and-places.ts';
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
  type,
  visit,
  widthOf,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({
    pageDir: PAGE,
    slack: { scopes: manifest.oauth_config.scopes.bot },
    sandbox: { history: { days: 35, linksPerDay: 3 } },
  });
  return scene;
};

visit('the first hour of a shop on a strict Slack', start, () => {
  const come = async (who: string, place: string): Promise<void> => {
    // A modal stays open for its person, whatever the browser shows.
    for (const { id } of scene.slack.modals(who)) await scene.slack.closeView(who, id, true);
    await be(who, place);
  };
  const placeChoice = (name: string) =>
    modal().locator('[data-block="card_place"]').getByLabel(name, { exact: true });
  const messagesWith = (words: string | RegExp): Locator => messages().filter({ hasText: words });
  let customers = 0;
  /** Each for another Hala. */
  const open = (notes: string, amount = 250): Promise<void> => {
    customers += 1;
    return openModal(
      `/paylink ${amount} Hala Aziz 050 123 45${10 + customers} hala${customers}@example.com for ${notes}`,
    );
  };
  const create = async (): Promise<void> => {
    await submit();
    await see(modal(), 'Scan to pay');
  };
  const orderOf = (notes: string): string => {
    const link = scene.sandbox.links().find((one) => JSON.stringify(one).includes(notes));
    if (!link?.orderId) throw new Error(`no link for ${notes}`);
    return link.orderId;
  };
  /** The browser loaded the picture: checks what a person sees, not the block. */
  const isSeen = async (picture: Locator): Promise<boolean> => (await widthOf(picture)) > 100;

  test('after a command in a public channel without the app, the card appears there', async () => {
    await come(SARA, QUIET);
    await open('Quiet lamp', 110);
    expect(await placeChoice('A channel').isChecked()).toBe(true);
    await create();
    await closeResult();
    await see(messagesWith('Quiet lamp'), 'Waiting');
  });

  test('after a command in a private channel without the app, the card stays in her DM until the app is invited', async () => {
    await come(SARA, MANAGEMENT);
    await open('Office rent', 900);
    await create();
    await closeResult();
    expect(await messagesWith('Office rent').count()).toBe(0);

    await come(SARA, SARA_DM);
    const card = messagesWith('Office rent');
    await see(card, 'Paylink is not in');
    await shoot('private-channel-card');
    scene.slack.setMembership(MANAGEMENT, true);
    await card.getByLabel('More actions').click();
    await card.getByRole('menuitem', { name: 'Refresh' }).click();
    await messagesWith(/is now in .*management/).waitFor();
    await shoot('private-channel-moved');
    await come(RAVI, MANAGEMENT);
    await see(messagesWith('Office rent'), 'Waiting');
  });

  test.each([
    ['a message between two people', SARA_OMAR, 'Garden chair', 75],
    ['a group message', TILL_GROUP, 'Till cushion', 76],
  ])(
    'after a command in %s, the card goes to her DM, and nothing to the conversation',
    async (_, place, notes, amount) => {
      await come(SARA, place);
      await open(notes, amount);
      expect(await placeChoice('My messages with Paylink').isChecked()).toBe(true);
      await shoot(`between-people-form-${place}`);
      await create();
      await closeResult();
      await come(SARA, SARA_DM);
      await see(messagesWith(notes), 'Waiting');
      expect(scene.slack.messages(place)).toHaveLength(0);
    },
  );

  test('the QR code is visible to the creator, a colleague and a guest', async () => {
    await come(SARA, FRONT_DESK);
    await open('Front desk tea', 45);
    await create();
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

  test.each([
    ['who asked', SARA],
    ['a colleague', OMAR],
    ['a guest', TARIQ],
  ])('totals are drawn for %s', async (_, who) => {
    await come(who, FRONT_DESK);
    await type('/paylink transactions last 31 days');
    const report = messages().last();
    await report.getByText('Rows 1–10 of').first().waitFor();
    await report.getByRole('button', { name: 'Read every row' }).click();
    await report.locator('.chart svg').waitFor();
    await shoot(`totals-${who}`);
  });

  test('a card whose picture was deleted still turns Paid', async () => {
    await come(SARA, FRONT_DESK);
    await open('Red vase', 330);
    await create();
    await closeResult();
    const card = cardOf('Red vase');
    await card.getByTestId('replies').click();
    const picture = page.locator('#thread img[alt^="QR"]');
    await picture.waitFor();
    const id = /F[A-Z0-9]{8,}/.exec((await picture.getAttribute('src')) ?? '')?.[0] ?? '';
    await closeThread();
    scene.slack.deleteFile(id);
    await scene.sandbox.pay(orderOf('Red vase'));
    await see(card, /✅ Paid .*at \d/);
    expect(await card.locator('img').count()).toBe(0);
    await shoot('deleted-picture-paid');
  });
});
