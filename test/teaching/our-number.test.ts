// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { OMAR, OMAR_DM, RAVI, RAVI_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { fillIn, openWhatCame } from '../fixtures/what-came.ts';

let scene: Scene;

afterEach(() => scene.close());

/** Neither looked up by id nor named by any field that Paylink knows. */
const ENV = { PAYLINK_ADMINS: `${RAVI},${OMAR}`, PAYLINK_LINK_PATH: '', PAYLINK_TRANSACTION_PATH: '' };
const QUESTION = /`deskMark: is this our number\?`/;

/** Pays the newest link, whose records have its number under a name of the service's own. */
const payUnderOwnName = async () => {
  const { orderId, invoiceId } = scene.sandbox.links().find(({ status }) => status !== 'PAID') ?? {};
  const members = { orderId: undefined, Invoice_Id: undefined, deskMark: invoiceId };
  scene.sandbox.reword(orderId ?? '', { statesIn: 'transactions', members });
  await scene.sandbox.pay(orderId ?? '', { callback: false });
};

test('our number under a name that nobody knows is asked about, and by the answer it is the link’s', async () => {
  scene = await startScene({ env: ENV });
  await issueLink(scene);
  const card = await cardIn(scene);
  await payUnderOwnName();
  await ask(scene, 'transactions today', { as: RAVI });
  await cardIn(scene, /Payment reported, cannot tell/);
  const answer = async (as: string, channel: string, message: RegExp) => {
    const window = await openWhatCame(scene, as, await shown(scene, message, { as, channel }));
    expect(Object.keys(seen(window).fields)).toEqual(['deskMark: is this our number?']);
    await scene.slack.submit(as, window.id, fillIn(window, { deskMark: 'Invoice_Id' }));
    return modalWith(scene, /Saved/, as);
  };
  const saved = await answer(RAVI, RAVI_DM, QUESTION);
  expect(seen(saved).text).toMatch(
    /`deskMark: is this our number\?`: \*our number\*.*once a second person agrees/s,
  );
  await answer(OMAR, OMAR_DM, /said what the payment service means/);
  expect((await cardIn(scene, /✅ Paid/)).ts).toBe(card.ts);

  // The next payment needs no question, and reports find it by its number.
  await issueLink(scene, { Phone: '0507654321', Email: 'huda@example.com', FullName: 'Huda Saleh' });
  const next = await cardIn(scene, /🟡 Waiting.*Huda/s);
  await payUnderOwnName();
  await press(scene, next, 'refresh_link');
  await cardIn(scene, /✅ Paid.*Huda/s);
  await ask(scene, 'transactions today', { as: RAVI });
  const report = seen(await shown(scene, /Rows 1–2 of 2/, { as: RAVI })).text;
  for (const { invoiceId } of scene.sandbox.links()) expect(report).toContain(invoiceId);

  // Taken back, what is kept says again what it said.
  const form = await openSection(scene, 'links');
  const [chosen = ''] = (form.blocks as { accessory?: { options?: { value: string }[] } }[]).flatMap(
    ({ accessory }) => accessory?.options?.map(({ value }) => value) ?? [],
  );
  const menu = { actionId: 'taught_word_menu', chosen };
  expect(await scene.slack.click(RAVI, { viewId: form.id }, menu)).toEqual({ ok: true });
  const window = await modalWith(scene, /this answer alone/, RAVI);
  expect(seen(window).text).toContain('2 sales, AED 500.00, count as paid by this answer alone.');
});
