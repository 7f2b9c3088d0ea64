// @module-tag long
// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, openForm, openLongForm, settledModal, textOf } from '../fixtures/link-form.ts';
import { cardIn, modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { createSlowStore } from '../fixtures/slow-store.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.close());

/** Without a QR picture, which would redraw the result. */
const submit = async (changes = {}) => {
  const form = await openLongForm(scene);
  return scene.slack.submit(SARA, form.id, fillLinkForm({ options: [], ...changes }));
};

const noTrouble = () =>
  expect(scene.slack.messages(SARA_DM).filter(({ text }) => /went wrong/.test(text))).toEqual([]);

const updatesOf = () => scene.slack.calls('views.update').length;

test('a result that a late answer to the submission covers is in the card, as the answer says', async () => {
  scene.slack.faults.add({ method: 'response_action', delayMs: 900 });
  await submit();
  expect(seen(scene.slack.topModal(SARA)).text).toMatch(/Making a link.*the card will still appear/s);
  expect(textOf(await cardIn(scene, /🟡 Waiting/))).toContain('/pay/');
  noTrouble();
});

test('a failure waits until a late answer is there, because no card says it', async () => {
  scene.slack.faults.add({ method: 'response_action', delayMs: 900 });
  scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403, times: 1 });
  await submit();
  await modalWith(scene, /try_again/);
  noTrouble();
});

test('a result that Slack refused during an outage is shown after it', async () => {
  scene.slack.faults.add({ method: 'views.update', error: 'service_unavailable', times: 1 });
  await submit();
  await modalWith(scene, /copy_text/);
  noTrouble();
});

test('two presses at once redraw the window once, without an error', async () => {
  const form = await openForm(scene);
  const press = () => scene.slack.click(SARA, { viewId: form.id }, { actionId: 'more_details' });
  await Promise.all([press(), press()]);
  await modalWith(scene, /Invoice_Id/);
  const conflict = await scene.slack.until(() =>
    scene.slack.calls('views.update').find(({ answer }) => JSON.stringify(answer).includes('hash_conflict')),
  );
  expect(conflict.status).toBe(200);
  await scene.slack.until(() => updatesOf() === 2);
  noTrouble();
});

test('a window that is closed before its update causes no error', async () => {
  scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403, times: 1 });
  await submit();
  const result = await settledModal(scene);
  scene.slack.faults.add({ method: 'views.update', error: 'not_found', times: 1 });
  await scene.slack.click(SARA, { viewId: result.id }, { actionId: 'try_again' });
  await scene.slack.until(() =>
    JSON.stringify(scene.slack.calls('views.update').at(-1)?.answer).includes('not_found'),
  );
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help');
  noTrouble();
  expect(scene.logLines.filter((line) => /listener failed/.test(line))).toEqual([]);
});

test('a link that is written down when Slack no longer waits is made once, and a second press shows it', async () => {
  await scene.close();
  const { withStore, hold } = createSlowStore();
  scene = await startScene({ withStore });
  const form = await openLongForm(scene);
  const submitAgain = () => scene.slack.submit(SARA, form.id, fillLinkForm({ options: [] }));
  const release = hold();
  expect(await submitAgain()).toMatchObject({ ok: false });
  expect(scene.sandbox.links()).toEqual([]);
  release();
  await cardIn(scene, /🟡 Waiting/);
  await submitAgain();
  await modalWith(scene, /copy_text/);
  expect(scene.sandbox.links()).toHaveLength(1);
  noTrouble();
});
