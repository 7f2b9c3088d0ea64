// @module-tag store

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { buildCsv, giveFile } from '../batches/batch-scene.ts';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { createPatchedStore } from '../fixtures/patched-store.ts';
import { cardIn, modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const patched = createPatchedStore();
const { store } = patched;

const full = async (): Promise<never> => {
  throw Object.assign(new Error('not saved'), { code: 'SQLITE_FULL' });
};

const FULL = /^Paylink’s disk is full.*Reference [A-Z0-9]+/s;

let scene: Scene;
let card: SeenMessage;

beforeAll(async () => {
  scene = await startScene({ withStore: patched.withStore });
  await issueLink(scene, { options: [] });
  await closeModals(scene);
  card = await cardIn(scene);
});
beforeEach(async () => {
  patched.mend();
  await closeModals(scene);
});
afterAll(() => scene.close());

test('a fault is told under the field of the form, which stays as it was typed', async () => {
  await press(scene, card, 'hand_over');
  const { id } = await modalWith(scene, /users_select/);
  store.auditEntries.isKnown = full;
  expect(await scene.slack.submit(SARA, id, { person: { person: 'U0OMAR0001' } })).toEqual({
    ok: false,
    errors: { person: expect.stringMatching(FULL) },
  });
  expect(scene.slack.topModal(SARA)?.id).toBe(id);
});

test('a fault of a form that has closed is told by direct message', async () => {
  await ask(scene, 'report');
  const { id } = await modalWith(scene, /from_day/);
  store.auditEntries.add = full;
  expect(await scene.slack.submit(SARA, id, {})).toEqual({ ok: true });
  expect((await shown(scene, FULL, { channel: SARA_DM })).text).toMatch(FULL);
});

test('a fault after the answer is told in the window that the answer left', async () => {
  store.batches.add = full;
  await giveFile(scene, { text: buildCsv(1) });
  expect(seen(await modalWith(scene, /disk/)).text).toMatch(FULL);
});

test('a fault of a press in a window is told on top of it', async () => {
  await press(scene, card, 'show_qr');
  const { id } = await modalWith(scene, /next_customer/);
  store.links.find = full;
  await scene.slack.click(SARA, { viewId: id }, { actionId: 'next_customer' });
  const { id: notice } = await modalWith(scene, /Paylink’s disk is full/);
  patched.mend();
  await scene.slack.closeView(SARA, notice);
  expect(scene.slack.topModal(SARA)?.id).toBe(id);
});

test('what cannot be told on top of a window is told by direct message', async () => {
  await press(scene, card, 'show_qr');
  const { id } = await modalWith(scene, /next_customer/);
  store.links.find = full;
  scene.slack.faults.add({ method: 'views.push', error: 'push_limit_reached', times: 1 });
  const before = scene.slack.messages(SARA_DM).length;
  await scene.slack.click(SARA, { viewId: id }, { actionId: 'next_customer' });
  await scene.slack.until(() => scene.slack.messages(SARA_DM).length > before);
  expect(scene.slack.messages(SARA_DM).at(-1)?.text).toMatch(FULL);
});

test('a fault of a press on a message, and of a command, is told beside it, to this person alone', async () => {
  store.links.find = full;
  await press(scene, card, 'refresh_link');
  expect((await whisperTo(scene)).text).toMatch(FULL);
  patched.mend();
  store.linkSearch.newest = full;
  const before = scene.slack.messages(FRONT_DESK, { as: SARA }).length;
  await ask(scene, 'mine');
  await scene.slack.until(() => scene.slack.messages(FRONT_DESK, { as: SARA }).length > before);
  expect((await whisperTo(scene)).text).toMatch(FULL);
});

test('a fault while a window is filled is told in that window', async () => {
  store.auditEntries.add = full;
  await press(scene, card, 'link_details');
  expect(seen(await modalWith(scene, /Paylink’s disk is full/)).text).toMatch(FULL);
});
