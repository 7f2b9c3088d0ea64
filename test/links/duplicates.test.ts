// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { systemClock } from '../../src/clock.ts';
import { fillLinkForm, issueLink, openForm, showFields } from '../fixtures/link-form.ts';
import { cardIn, codeIn, modalWith, press, whisperTo } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;
/** How far the clock is set forward. */
let late: number;

beforeEach(async () => {
  late = 0;
  scene = await startScene({ clock: { ...systemClock, now: () => Date.now() + late } });
  await issueLink(scene);
  await cardIn(scene);
});

afterEach(async () => {
  await scene.close();
});

const linkCount = () => scene.sandbox.links().length;

const QUESTION = 'Create another link?';

/** Omar submits a form for the same customer, and gets the question. */
const askQuestion = async (changes: Parameters<typeof fillLinkForm>[0] = {}): Promise<SeenView> => {
  const filled = fillLinkForm(changes);
  const form = await showFields(scene, await openForm(scene, '', OMAR), filled, OMAR);
  expect(await scene.slack.submit(OMAR, form.id, filled)).toEqual({ ok: true });
  const question = await modalWith(scene, /Another sale/, OMAR);
  expect(question.title).toBe(QUESTION);
  return question;
};

const choose = async (question: SeenView, actionId: string, blockId?: string): Promise<void> => {
  const outcome = await scene.slack.click(
    OMAR,
    { viewId: question.id },
    { actionId, ...(blockId ? { blockId } : {}) },
  );
  if (!outcome.ok) throw new Error(outcome.problem);
};

const ready = () => modalWith(scene, /Copy/, OMAR);

describe('the question', () => {
  test('leads to the card, and ignores a second tap on “Create link”', async () => {
    const question = await askQuestion();
    expect(question).toMatchObject({ submit: null, close: 'Back to the form' });
    const { ts } = await cardIn(scene);
    expect(seen(question).text).toMatch(
      new RegExp(`/archives/${FRONT_DESK}/p${ts.replace('.', '')}\\|its card`),
    );
    expect(await scene.slack.submit(OMAR, question.id, fillLinkForm())).not.toEqual({ ok: true });
    expect(linkCount()).toBe(1);
  });

  testAtLength('goes back to the form with everything typed', async () => {
    const question = await askQuestion({ notes: 'Rent of June', FullName: 'Sarah Khan' });
    await scene.slack.closeView(OMAR, question.id);
    const form = scene.slack.topModal(OMAR);
    expect(form?.submit).toBe('Create link');
    const changed = { invoiceAmount: { invoiceAmount: '338' } };
    expect(await scene.slack.submit(OMAR, form?.id ?? '', changed)).toEqual({ ok: true });
    await ready();
    expect(scene.sandbox.links()[1]?.request).toMatchObject({
      notes: 'Rent of June',
      FullName: 'Sarah Khan',
      Phone: '+971501234567',
      invoiceAmount: 338,
    });
  });

  testAtLength('shows the form’s errors if the form became invalid meanwhile', async () => {
    const question = await askQuestion({ expiryOn: Math.ceil(Date.now() / 1000) + 3_600 });
    late = 2 * 3_600_000;
    await choose(question, 'another_sale');
    expect(seen(await modalWith(scene, /No link was made/, OMAR)).text).toContain('future date and time');
    expect(linkCount()).toBe(1);
  });

  test('appears again if the first link was paid while it was open', async () => {
    const question = await askQuestion();
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene, /Waiting/), 'refresh_link');
    await cardIn(scene, /✅ Paid/);
    await choose(question, 'replaces_link');
    const again = await modalWith(scene, /✅ \*Paid /, OMAR);
    expect(seen(again).text).toContain('This changed after you were asked.');
    expect(linkCount()).toBe(1);
    await choose(again, 'replaces_link');
    await ready();
    expect(linkCount()).toBe(2);
  });

  testAtLength('links to the payment page when Slack is slow with the card’s permalink', async () => {
    scene.slack.faults.add({ method: 'chat.getPermalink', delayMs: 2_400 });
    const question = await askQuestion();
    expect(seen(question).text).toContain(`${scene.sandbox.url}/pay/`);
    expect(seen(question).text).not.toContain('its card');
  });

  testAtLength('shows three links and counts the rest', async () => {
    for (let round = 0; round < 3; round += 1) {
      await choose(await askQuestion(), 'another_sale');
      await ready();
    }
    const question = await askQuestion();
    expect(seen(question).text).toContain('has 4 links already');
    expect(seen(question).text.match(/made by/g)).toHaveLength(3);
    expect(seen(question).text).toContain('and 1 more');
  });
});

describe('the choice', () => {
  const rows = async () => {
    const links = await readTable(scene.database.place, 'links');
    return links.toSorted((one, other) => Number(one['created_at']) - Number(other['created_at']));
  };

  const detailsOf = async (notes: string) => {
    await press(scene, await cardIn(scene, new RegExp(notes)), 'link_details', OMAR);
    return seen(await modalWith(scene, new RegExp(`For: ${notes}.*History`), OMAR)).text;
  };

  test('“Change that one” makes one link, however often it is pressed, and the card says so', async () => {
    await codeIn(scene);
    const before = await report(scene, 'find unpaid', /^Payment links/);
    const question = await askQuestion({ notes: 'Corrected' });
    await Promise.all([1, 2, 3].map(() => choose(question, 'replaces_link')));
    await ready();
    expect(linkCount()).toBe(2);
    const [older, newer] = await rows();
    expect(newer).toMatchObject({
      sale_id: older?.['sale_id'],
      sale_order: 2,
      creator_id: OMAR,
    });
    const card = await cardIn(scene, /Corrected/);
    expect(seen(card).text).toContain('can still pay the first link (AED 250.00)');
    const isCodeRemoved = ({ threadTs, text }: SeenMessage) =>
      threadTs === card.ts && /Replaced by .*The QR code was removed/.test(text);
    await scene.slack.until(() => scene.slack.messages(FRONT_DESK).find(isCodeRemoved));
    expect(await detailsOf('Corrected')).toContain(`Replaces: ${older?.['invoice_id']}`);
    await scene.slack.closeView(OMAR, scene.slack.topModal(OMAR)?.id ?? '', true);
    const told = await scene.slack.until(() =>
      scene.slack.messages(FRONT_DESK).find(({ text }) => /hanged the details/.test(text)),
    );
    await press(scene, told, 'link_details', OMAR);
    await modalWith(scene, new RegExp(`Replaced by: ${newer?.['invoice_id']}`), OMAR);
    await scene.slack.closeView(OMAR, scene.slack.topModal(OMAR)?.id ?? '', true);

    // The sale is listed once, and whoever still asks for the link that nobody should pay is told.
    const both = `${newer?.['invoice_id']} and 1 more`;
    const listed = await report(scene, 'find unpaid', new RegExp(`🟡 Waiting · .*${both}`, 's'));
    expect(seen(listed).text).not.toContain(older?.['invoice_id']);
    expect(seen(listed).text.match(/Sara/g)).toHaveLength(1);
    await scene.slack.openHome(SARA);
    const home = await scene.slack.until(() => {
      const drawn = JSON.stringify(scene.slack.home(SARA)?.blocks);
      return /Still to come/.test(drawn) ? drawn : undefined;
    });
    expect(home).toContain('My open links*\\nNone');
    const refusal = new RegExp(`Replaced by ${newer?.['invoice_id']}.*Don’t send this one`);
    await press(scene, before, 'whatsapp');
    expect(seen(await modalWith(scene, refusal)).addresses).toEqual({});
    await press(scene, before, 'show_qr');
    await scene.slack.until(async () => refusal.test((await whisperTo(scene)).text) || undefined);
  });

  test('after “Change that one”, the first link is paid: nobody asks for the other', async () => {
    const [paid, other] = ['June rent', 'Corrected'];
    const first = await codeIn(scene);
    await choose(await askQuestion({ notes: 'Corrected' }), 'replaces_link');
    await ready();
    await cardIn(scene, new RegExp(`Waiting.*${other}`));
    const isNextCode = (one: SeenMessage) => one.ts !== first.ts && /slack_file/.test(JSON.stringify(one));
    await scene.slack.until(() => scene.slack.messages(FRONT_DESK).find(isNextCode));
    const before = await report(scene, 'find unpaid', /^Payment links/);
    const { orderId, invoiceId } = scene.sandbox.links().find(({ request }) => request.notes === paid) ?? {};
    await scene.sandbox.pay(orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene, new RegExp(`Waiting.*${other}`)), 'refresh_link', OMAR);

    const warning = new RegExp(`Already paid with ${invoiceId}`);
    const card = await cardIn(scene, new RegExp(`${warning.source}.*${other}`));
    expect(seen(card).text).not.toMatch(/Waiting|\/pay\//);
    const isCodeRemoved = ({ threadTs, text }: SeenMessage) => threadTs === card.ts && warning.test(text);
    await scene.slack.until(() => scene.slack.messages(FRONT_DESK).find(isCodeRemoved));
    expect(seen(card).buttons).not.toContain('Show QR');
    expect(seen(card).buttons).not.toContain('WhatsApp');
    await report(scene, 'find unpaid', /^Payment links: none found/);
    // A list from before still has its buttons.
    await press(scene, before, 'whatsapp');
    expect(seen(await modalWith(scene, warning)).addresses).toEqual({});
    await press(scene, before, 'show_qr');
    await scene.slack.until(async () => warning.test((await whisperTo(scene)).text) || undefined);

    await scene.sandbox.refund(orderId ?? '');
    await cardIn(scene, new RegExp(`Waiting.*${other}.*/pay/`));
    expect((await codeIn(scene)).threadTs).toBe(card.ts);
  });

  test('“Another sale” makes a link that has nothing to do with the first', async () => {
    await choose(await askQuestion({ notes: 'Second room' }), 'another_sale');
    await ready();
    const [older, newer] = await rows();
    expect(older).toMatchObject({ sale_id: older?.['id'], sale_order: 1 });
    expect(newer).toMatchObject({ sale_id: newer?.['id'], sale_order: 1 });
    for (const notes of ['Second room', 'June rent'])
      expect(await detailsOf(notes)).not.toContain('Related links');
    expect(seen(await cardIn(scene, /June rent/)).text).not.toContain('Replaced by');
  });
});
