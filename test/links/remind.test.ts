// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, type SceneOptions, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const start = async (options: SceneOptions = {}) => {
  scene = await startScene({ ...options, env: { PAYLINK_SWEEP_SECONDS: '86400', ...options.env } });
  await issueLink(scene, { options: [] });
};
const openWindow = async (as = SARA) => {
  await press(scene, await cardIn(scene), 'whatsapp', as);
  return modalWith(scene, /reminder_arabic/, as);
};
const send = (viewId: string, language = 'english', as = SARA) =>
  scene.slack.click(as, { viewId }, { actionId: `reminder_${language}` });
const rows = (table: string) => readTable(scene.database.place, table);
const count = async () => (await rows('links'))[0]?.['reminded_count'];
const order = () => scene.sandbox.links()[0]?.orderId ?? '';

describe('a reminder by WhatsApp', () => {
  test('is in the window of WhatsApp beside the first message, with the link’s state; each opens WhatsApp', async () => {
    await start();
    const { text, buttons, addresses } = seen(await openWindow());
    expect(text).toMatch(/^🟡 Waiting · Can be paid until/);
    expect(text).not.toContain('The customer was reminded');
    expect(text).toContain('This is a payment request from Saffron Dune Trading (Sandbox) for AED 250.00.');
    expect(text).toContain(
      'friendly reminder from Saffron Dune Trading (Sandbox): your payment of AED 250.00',
    );
    expect(text).toMatch(/\u200f\u2067نود تذكيركم/);
    expect(buttons).toEqual(['Send in English', 'Send in Arabic', 'Remind in English', 'Remind in Arabic']);
    const urls = buttons.map((label) => new URL(addresses[label] ?? ''));
    expect(urls.map(({ host, pathname }) => host + pathname)).toEqual(Array(4).fill('wa.me/971501234567'));
    expect(urls.map(({ searchParams }) => searchParams.get('text'))).toEqual([
      expect.stringContaining('This is a payment request'),
      expect.stringContaining('هذا طلب دفع'),
      expect.stringContaining(`\n${scene.sandbox.url}/pay/`),
      expect.stringContaining('نود تذكيركم'),
    ]);
    expect(await count()).toBe(0);
  });

  test('is counted only for itself: the first message counts nothing', async () => {
    await start();
    const { id } = await openWindow();
    await scene.slack.click(SARA, { viewId: id }, { actionId: 'whatsapp_english' });
    expect(await count()).toBe(0);
    expect(seen(scene.slack.topModal(SARA)).text).not.toContain('Counted');
  });

  test('is counted when a button is pressed, and the card says how often and when', async () => {
    await start();
    await send((await openWindow()).id);
    await modalWith(scene, /Counted as a reminder, and shown on the card.*reminded once, <!date/s);
    expect(seen(await cardIn(scene, /reminded once, <!date/)).title).toContain('🟡 Waiting');
    await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
    await send((await openWindow()).id, 'arabic');
    await cardIn(scene, /reminded twice, last <!date/);
    expect(
      (await rows('audit_entries')).filter(({ action }) => action === 'customer-reminded'),
    ).toMatchObject([
      { actor_id: SARA, detail: JSON.stringify({ language: 'en' }) },
      { actor_id: SARA, detail: JSON.stringify({ language: 'ar' }) },
    ]);
    expect((await rows('link_events')).map(({ cause }) => cause)).toEqual([
      'form submitted',
      'answered',
      'the customer was reminded',
      'the customer was reminded',
    ]);
  });

  testAtLength('counts a window once, however often its buttons are pressed at once', async () => {
    await start();
    const { id } = await openWindow();
    await Promise.all([send(id), send(id), send(id, 'arabic')]);
    await cardIn(scene, /reminded once/);
    await send(id);
    await modalWith(scene, /Already counted/);
    expect(await count()).toBe(1);
  });

  testAtLength('counts both of two colleagues who remind at once', async () => {
    await start();
    const [mine, theirs] = [await openWindow(), await openWindow(OMAR)];
    await Promise.all([send(mine.id), send(theirs.id, 'arabic', OMAR)]);
    await cardIn(scene, /reminded twice/);
    expect(await count()).toBe(2);
  });

  test('of a link that was paid after the window opened is not counted, and says so', async () => {
    await start();
    const { id } = await openWindow();
    await scene.sandbox.pay(order());
    await cardIn(scene, /✅ Paid/);
    await send(id);
    const { text, addresses } = seen(await modalWith(scene, /Don’t send the reminder/));
    expect(text).toMatch(/✅ Paid .*can’t be paid now/s);
    expect(addresses).toEqual({});
    expect(await count()).toBe(0);
  });

  test('of a link whose time is up is refused, even before the service reports it', async () => {
    await start();
    const { id } = await openWindow();
    const card = await cardIn(scene);
    const tables = await openTables(scene.database.place);
    await tables.run(`update links set expires_at = ${scene.clock.now()}`);
    await tables.close();
    await send(id);
    await modalWith(scene, /Don’t send the reminder.*Time is up/s);
    await scene.slack.closeView(SARA, id);
    await press(scene, card, 'whatsapp');
    const { text, addresses } = seen(await modalWith(scene, /Time is up/));
    expect(text).not.toContain('Don’t send');
    expect(addresses).toEqual({});
    expect(await count()).toBe(0);
  });

  testAtLength('is for the owner and for people who may use all links', async () => {
    await start({ env: { PAYLINK_ADMINS: RAVI } });
    await press(scene, await cardIn(scene), 'whatsapp', OMAR);
    expect((await whisperTo(scene, OMAR)).text).toMatch(/a colleague’s link/);
    expect(scene.slack.modals(OMAR)).toEqual([]);
    await send((await openWindow(RAVI)).id, 'english', RAVI);
    await cardIn(scene, /reminded once/);
  });
});
