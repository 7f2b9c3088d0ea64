// @module-tag postgres

import { afterEach, beforeEach, expect } from 'vitest';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, codeIn, modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const PLANTED = /Zaynab|Saleh|zaynab@|Wedding/;
const YEAR = 365 * 24 * 60 * 60_000;

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(async () => {
  await scene.close();
});

/** As after a year. The app is stopped meanwhile: the embedded database is open once at a time. */
const eraseAll = async (): Promise<void> => {
  await scene.paylink.stop();
  const store = await scene.database.open();
  const at = scene.clock.now();
  expect(await store.retention.links({ at, before: at + YEAR, after: null, limit: 10 })).toMatchObject({
    count: 1,
  });
  await store.close();
  await scene.restart();
};

/** Everything in it, visible or not. */
const rawOf = ({ blocks }: { blocks: unknown[] | null }) => JSON.stringify(blocks);

const failures = () => scene.logLines.filter((line) => /"level":"(?:error|fatal)"/.test(line));

testAtLength('the card of an erased link still answers every press, and shows no customer', async () => {
  await issueLink(scene, { FullName: 'Zaynab Saleh', Email: 'zaynab@example.com', notes: 'Wedding cake' });
  const card = await cardIn(scene);
  await codeIn(scene);
  await eraseAll();

  await press(scene, card, 'link_details');
  expect(rawOf(await modalWith(scene, /Customer/))).not.toMatch(PLANTED);
  await press(scene, card, 'whatsapp');
  expect(rawOf(await modalWith(scene, /data was erased/))).not.toMatch(PLANTED);
  await press(scene, card, 'change_link');
  expect(rawOf(await modalWith(scene, /invoiceAmount/))).not.toMatch(PLANTED);
  await press(scene, card, 'show_qr');
  await modalWith(scene, /image_url/);
  await press(scene, card, 'refresh_link');
  await whisperTo(scene);
  await scene.slack.until(() => {
    const edited = scene.slack.messages(FRONT_DESK).find((message) => message.ts === card.ts);
    return edited && !PLANTED.test(rawOf(edited)) ? edited : undefined;
  });
  expect(failures()).toEqual([]);
});
