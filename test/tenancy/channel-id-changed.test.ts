// @module-tag long
// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import { FATIMA, FINANCE, RAVI } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink, openForm } from '../fixtures/link-form.ts';
import { cardIn, codeIn, press, repliesTo } from '../fixtures/press-card.ts';
import { openTables, type Tables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const SHARED = 'C0SHAREDNOW';

let scene: Scene;
let tables: Tables;

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
  tables = await openTables(scene.database.place);
});
afterEach(async () => {
  await tables.close();
  await scene.close();
});

const cardOfFinance = async () => {
  await issueLink(scene, {}, { as: FATIMA, channel: FINANCE });
  await codeIn(scene, FINANCE);
  return cardIn(scene, /Waiting/, FINANCE);
};
/** Without a callback, Refresh finds the payment. */
const payAndRefresh = async (card: { channel: string; ts: string }, channel: string) => {
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
  await press(scene, { ...card, channel }, 'refresh_link', FATIMA);
};
const untilTaken = () => expect.poll(() => scene.logLines.join('')).toContain('a channel has a new id');

test('a card is still edited in a channel that was shared with another company', async () => {
  const card = await cardOfFinance();
  expect(await scene.slack.changeChannelId(FINANCE, SHARED)()).toBe(true);
  await untilTaken();
  await payAndRefresh(card, SHARED);
  const paid = await cardIn(scene, /✅ Paid <!date/, SHARED);
  expect(paid.ts).toBe(card.ts);
  await scene.slack.until(() => repliesTo(scene, paid)[0]);
  expect((await tables.rows('links')).map((row) => row['channel_id'])).toEqual([SHARED]);
  const places = (await tables.rows('messages')).map((row) => `${row['what']} ${row['channel_id']}`);
  expect(places.toSorted()).toEqual([`qr ${SHARED}`, `sale ${SHARED}`]);
});

test('a payment that arrives before the event about the new id is announced after it', async () => {
  const card = await cardOfFinance();
  const sendEvent = scene.slack.changeChannelId(FINANCE, SHARED);
  await payAndRefresh(card, SHARED);
  await expect
    .poll(
      async () =>
        (await tables.rows('jobs')).filter(({ last_error }) => last_error === 'channel_not_found').length,
    )
    .toBeGreaterThan(0);
  await sendEvent();
  const paid = await cardIn(scene, /✅ Paid <!date/, SHARED);
  await scene.slack.until(() => repliesTo(scene, paid)[0]);
  await sendEvent();
  expect(repliesTo(scene, paid)).toHaveLength(1);
});

test('the default channel and the daily close get the new id once', async () => {
  const { slack } = scene;
  await slack.command(RAVI, FINANCE, '/paylink', 'daily on 21:00');
  await expect.poll(async () => (await tables.rows('schedules')).length).toBe(1);
  await saveSettings(scene, { defaultChannelId: FINANCE });
  const sendEvent = slack.changeChannelId(FINANCE, SHARED);
  await sendEvent();
  await sendEvent();
  await untilTaken();
  expect(await tables.rows('schedules')).toMatchObject([{ channel_id: SHARED }]);
  const jobs = (await tables.rows('jobs')).filter(({ kind }) => kind === 'turn');
  expect(jobs).toHaveLength(1);
  expect(jobs[0]).toMatchObject({
    payload: expect.stringContaining(SHARED),
    state: 'waiting',
  });
  expect(JSON.stringify(jobs)).not.toContain(FINANCE);
  expect(seen(await openForm(scene, '', RAVI)).text).toContain(`Card goes to <#${SHARED}>`);
});

test('an event without a channel, or of another workspace, changes nothing', async () => {
  await cardOfFinance();
  await scene.slack.sendEvent({ type: 'channel_id_changed', old_channel_id: FINANCE });
  await expect.poll(() => scene.logLines.join('')).toContain('does not say which');
  expect((await tables.rows('links')).map((row) => row['channel_id'])).toEqual([FINANCE]);
});
