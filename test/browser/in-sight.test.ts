// @module-tag long
// @module-tag browser
// @module-tag first

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { buildCsv, giveFile, previewOf } from '../batches/batch-scene.ts';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  cardOf,
  control,
  DESKTOP,
  modal,
  openModal,
  openPage,
  PAGE,
  PHONE,
  see,
  shoot,
  visit,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: SARA } });
  await issueLink(scene);
  await closeModals(scene);
  return scene;
};

/** What a person has to press, and what must be ticked before: in the window, or in its part that does not scroll. */
const NEEDED =
  '[data-testid=submit], .modal-body .button-primary, [data-block^=isTerms] input, [data-block=batch_terms] input';

const isInSight = (on: Locator): Promise<boolean> =>
  on.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const body = element.closest('.modal-body')?.getBoundingClientRect();
    return top >= (body?.top ?? 0) && bottom <= (body?.bottom ?? innerHeight);
  });

const line = (words: string) => (page: Page) => openModal(`/paylink ${words}`.trim(), page);
const card = (page: Page) => cardOf('June rent', page).first();
const onCard = (name: string) => (page: Page) => card(page).getByText(name, { exact: true }).click();
const inMenu = (name: string) => async (page: Page) => {
  await card(page).getByLabel('More actions').click();
  await card(page).getByRole('menuitem', { name }).click();
};
const settings = (section: string) => async (page: Page) => {
  await openModal('/paylink settings', page);
  await modal(page)
    .getByRole('button', { name: `Change: ${section}` })
    .click();
};
const create = async (page: Page): Promise<void> => {
  await control('isTermsAndConditionsAccepted', page).check();
  await page.getByTestId('submit').click();
};
const AGAIN = '250 Sara Khan 050 123 4567 sara.khan@example.com for Late tea';

/** The window, how it is opened, what it says once it is there. */
const WINDOWS: [string, (page: Page) => Promise<unknown>, string | RegExp, needed?: string][] = [
  ['the empty form', line(''), 'New payment link'],
  ['the form of a line', line('250 Nour Aziz 050 765 4321 nour@example.com for Chair'), 'New payment link'],
  ['the form of a known customer', line('050 123 4567'), /Last time AED 250\.00/],
  [
    'a question before another link',
    async (page) => line(AGAIN)(page).then(() => create(page)),
    'Create another link?',
    '.modal-body .button',
  ],
  ['the code', onCard('Show QR'), 'Scan to pay', '.modal-body img, .modal-body .button'],
  ['WhatsApp', onCard('WhatsApp'), 'Open WhatsApp'],
  ['a change', inMenu('Change amount or details…'), 'Save the change'],
  ['handing over', inMenu('Hand over to…'), 'Hand over to'],
  ['the form of a file', line('batch'), 'Preview'],
  [
    'the preview of a file',
    async () => {
      await giveFile(scene, { text: buildCsv(20) });
      await previewOf(scene);
    },
    'Create 20 links',
  ],
  ['a report', line('report'), /Report/],
  ['settings: Links', settings('Links'), 'Link valid for'],
  ['settings: Posts', settings('Posts'), 'Cards go to'],
  ['settings: Approval', settings('Approval'), 'Approval for links above, in AED'],
  ['settings: People', settings('People'), 'Somebody leaves?'],
  ['settings: The form', settings('The form'), 'Presets: buttons that fill it in'],
];

visit('what has to be pressed is in sight', start, () => {
  test.each(
    Object.entries({ desktop: DESKTOP, phone: PHONE }).flatMap(([size, viewport]) =>
      WINDOWS.map(([name, open, says, needed = NEEDED]) => ({ size, viewport, name, open, says, needed })),
    ),
  )('on a $size: $name', async ({ size, viewport, name, open, says, ...asked }) => {
    await closeModals(scene);
    const page = await openPage(SARA, FRONT_DESK, viewport);
    page.setDefaultTimeout(8_000);
    await open(page);
    await see(modal(page), says);
    const needed = modal(page).locator(asked.needed);
    const below = [];
    for (const one of await needed.all()) if (!(await isInSight(one))) below.push(await one.innerText());
    await shoot(`in sight ${name} ${size}`, undefined, page);
    expect(below).toEqual([]);
    expect(await needed.count()).toBeGreaterThan(0);
    await page.close();
  });
});
