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

const write = async (statement: string) => {
  const tables = await openTables(scene.database.place);
  await tables.run(statement);
  await tables.close();
};
/** `minutesOld`: how long ago the link was made. */
const start = async ({ minutesOld = 60, ...options }: SceneOptions & { minutesOld?: number } = {}) => {
  scene = await startScene({ ...options, env: { PAYLINK_SWEEP_SECONDS: '86400', ...options.env } });
  await issueLink(scene, { options: [] });
  await write(`update links set created_at = created_at - ${minutesOld * 60_000}`);
};
const openWindow = async (as = SARA, shows = /reminder_/) => {
  await press(scene, await cardIn(scene), 'whatsapp', as);
  return modalWith(scene, shows, as);
};
const send = (viewId: string, language = 'english', as = SARA) =>
  scene.slack.click(as, { viewId }, { actionId: `reminder_${language}` });
/** In the menu of the window. */
const choose = async (viewId: string, text: string) => {
  const shown = JSON.stringify(scene.slack.topModal(SARA)?.blocks);
  const [, chosen = ''] = new RegExp(`"text":"${text}"[^}]*},"value":"([^"]+)"`).exec(shown) ?? [];
  return scene.slack.click(SARA, { viewId }, { actionId: 'whatsapp_text', chosen });
};
const rows = (table: string) => readTable(scene.database.place, table);
const count = async () => (await rows('links'))[0]?.['reminded_count'];
const order = () => scene.sandbox.links()[0]?.orderId ?? '';

describe('a reminder by WhatsApp', () => {
  test('is the text of the window an hour after the link was made, whole; the first one is in the menu', async () => {
    await start();
    const { text, buttons, addresses } = seen(await openWindow());
    expect(text).toMatch(/^\*Reminder\* to \*\+971501234567\*\. You press send in WhatsApp\.\n/);
    expect(text).toMatch(
      /Hello Sara Khan,\n\nThis is a friendly reminder from Saffron Dune Trading \(Sandbox\): your payment of AED 250\.00 is still open\..*\/pay\/.*Thank you\./s,
    );
    expect(text).not.toMatch(/payment request|نود/);
    expect(buttons).toEqual(['Open WhatsApp']);
    const url = new URL(addresses['Open WhatsApp'] ?? '');
    expect(url.host + url.pathname).toBe('wa.me/971501234567');
    expect(url.searchParams.get('text')).toContain('friendly reminder');
    await choose(scene.slack.topModal(SARA)?.id ?? '', 'The first message again');
    const first = seen(await modalWith(scene, /whatsapp_english/));
    expect(first.text).toMatch(/^To \*.*This is a payment request/s);
    expect(first.text).not.toContain('friendly');
  });

  test('is not offered sooner, and the first message is in the history of the link, once for a window', async () => {
    await start({ minutesOld: 59 });
    const { id, blocks } = await openWindow(SARA, /whatsapp_english/);
    expect(JSON.stringify(blocks)).not.toMatch(/[Rr]eminder/);
    for (const _ of [1, 2]) await scene.slack.click(SARA, { viewId: id }, { actionId: 'whatsapp_english' });
    const causes = async () => (await rows('link_events')).map(({ cause }) => cause);
    await scene.slack.until(async () => (await causes()).includes('sent by WhatsApp'));
    expect(await causes()).toEqual(['form submitted', 'answered', 'sent by WhatsApp']);
    expect(await count()).toBe(0);
    expect(seen(scene.slack.topModal(SARA)).text).not.toContain('Counted');
    await scene.slack.closeView(SARA, id);
    await press(scene, await cardIn(scene), 'link_details');
    await modalWith(scene, /WhatsApp was opened with the text for the customer, by <@U0SARA0001>/);
  });

  test('is in the language that the customer was last sent, and a press away in the other', async () => {
    await start();
    const { id } = await openWindow();
    await choose(id, 'In Arabic');
    expect(seen(await modalWith(scene, /reminder_arabic/)).text).toMatch(/\u200f\u2067نود تذكيركم/);
    await send(id, 'arabic');
    await cardIn(scene, /reminded once/);
    await scene.slack.closeView(SARA, id);
    const again = await openWindow();
    expect(seen(again).text).toMatch(/نود تذكيركم/);
    await choose(again.id, 'In English');
    await modalWith(scene, /reminder_english.*friendly reminder/s);
  });

  test('is counted when a button is pressed, and the card says how often and when', async () => {
    await start();
    await send((await openWindow()).id);
    await modalWith(scene, /Counted as a reminder\..*The customer was reminded once, <!date/s);
    expect(seen(await cardIn(scene, /reminded once, <!date/)).title).toContain('🟡 Waiting');
    await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
    const { id } = await openWindow();
    await choose(id, 'In Arabic');
    await modalWith(scene, /reminder_arabic/);
    await send(id, 'arabic');
    await cardIn(scene, /reminded twice, last <!date/);
    await scene.slack.closeView(SARA, id);
    await press(scene, await cardIn(scene), 'link_details');
    await modalWith(scene, /WhatsApp was opened with a reminder, by <@U0SARA0001>/);
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
    await Promise.all([send(id), send(id), send(id)]);
    await cardIn(scene, /reminded once/);
    await send(id);
    await modalWith(scene, /Already counted/);
    expect(await count()).toBe(1);
  });

  testAtLength('counts both of two colleagues who remind at once', async () => {
    await start();
    const [mine, theirs] = [await openWindow(), await openWindow(OMAR)];
    await Promise.all([send(mine.id), send(theirs.id, 'english', OMAR)]);
    await cardIn(scene, /reminded twice/);
    expect(await count()).toBe(2);
  });

  test('of a link that was paid after the window opened is not counted, and says so', async () => {
    await start();
    const { id } = await openWindow();
    await scene.sandbox.pay(order());
    await cardIn(scene, /✅ Paid/);
    await send(id);
    const { text, addresses } = seen(await modalWith(scene, /Don’t send what WhatsApp shows now/));
    expect(text).toMatch(/✅ Paid .*can’t be paid now/s);
    expect(addresses).toEqual({});
    expect(await count()).toBe(0);
  });

  test('of a link whose time is up is refused, even before the service reports it', async () => {
    await start();
    const { id } = await openWindow();
    const card = await cardIn(scene);
    await write(`update links set expires_at = ${scene.clock.now()}`);
    await send(id);
    await modalWith(scene, /Don’t send what WhatsApp shows now.*Time is up/s);
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
