// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createForm, fillLinkForm, issueLink, openForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(() => startScene({ slack: { allowance: Number.POSITIVE_INFINITY } }));

const theLink = () => {
  const link = scene.sandbox.links()[0];
  if (!link) throw new Error('no link was made');
  return link;
};

/** The window of *Create link*, once it shows the code. */
const openCounter = async () => {
  await issueLink(scene);
  return modalWith(scene, /"counter".*image_url/s);
};

/** Opened on the card. */
const showQr = async (as = SARA) => {
  await press(scene, await cardIn(scene), 'show_qr', as);
  return modalWith(scene, /"counter".*image_url/s, as);
};

const clickTop = async (actionId: string) => {
  const outcome = await scene.slack.click(
    SARA,
    { viewId: scene.slack.topModal(SARA)?.id ?? '' },
    { actionId },
  );
  if (!outcome.ok) throw new Error(outcome.problem);
};

const CODE = ['QR code of the payment link'];

const windows = () => readTable(scene.database.place, 'counter_windows');

describe('The window of a link', () => {
  test('is one from *Create link* to *Paid*: amount, first name, the code, and the link once', async () => {
    const form = await openForm(scene);
    await scene.slack.submit(SARA, form.id, fillLinkForm());
    const counter = await modalWith(scene, /"counter".*image_url/s);
    expect(counter.id).toBe(form.id);
    expect(seen(counter).text).toMatch(
      /^AED 250\.00 · Sara\n\[QR code .*\]\n🟡 Waiting for the payment\n<http[^\n]+\/pay\/[^\n]+>$/,
    );
    expect(seen(counter).buttons).toEqual(['WhatsApp', 'Copy text', 'Change…', 'Next customer']);
    expect(JSON.stringify(counter.blocks)).not.toMatch(/Khan|0?50 ?123 ?4567/);

    await scene.sandbox.pay(theLink().orderId);
    const paid = await modalWith(scene, /✅ Paid AED 250\.00/);
    expect(paid.id).toBe(counter.id);
    expect(seen(paid).pictures).toEqual([]);
    expect(scene.slack.modals(SARA)).toHaveLength(1);
    await scene.slack.until(async () => (await windows()).length === 0);
  });

  test('goes on below another one: WhatsApp, and the text to copy', async () => {
    const { id } = await openCounter();
    await clickTop('whatsapp');
    await scene.slack.until(() => scene.slack.topModal(SARA)?.title === 'WhatsApp');
    await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
    await clickTop('copy_text');
    const text = await scene.slack.until(() => {
      const top = scene.slack.topModal(SARA);
      return /Copy it/.test(seen(top).text) ? top : undefined;
    });
    expect(seen(text).text).toMatch(
      /Hello Sara Khan,\n\nThis is a payment request from Saffron Dune Trading \(Sandbox\) for AED 250\.00\.\nFor: June rent\n.* until .* \(UAE time\):\n\n.*\/pay\//s,
    );
    await scene.sandbox.pay(theLink().orderId);
    const below = await scene.slack.until(() =>
      scene.slack.modals(SARA).find((view) => /✅ Paid AED 250\.00/.test(seen(view).text)),
    );
    expect(below.id).toBe(id);
    expect(scene.slack.topModal(SARA)?.title).toBe('Copy text');
  });

  testAtLength('says that the card was declined, and keeps the code', async () => {
    await openCounter();
    await scene.sandbox.pay(theLink().orderId, { decline: true });
    expect(seen(await modalWith(scene, /Declined, try again/)).pictures).toEqual(CODE);
    await scene.sandbox.pay(theLink().orderId);
    await modalWith(scene, /✅ Paid AED 250\.00/);
  });

  testAtLength('hides the code when the link has expired, and offers a new link', async () => {
    await openCounter();
    await scene.sandbox.expire(theLink().orderId);
    const expired = await modalWith(scene, /"counter".*⌛ Expired/s);
    expect(seen(expired).pictures).toEqual([]);
    await clickTop('change_link');
    await scene.slack.until(() => scene.slack.topModal(SARA)?.submit === 'Create link');
    expect(scene.slack.modals(SARA)).toHaveLength(1);
  });

  test('becomes the form that changes the link, and stays that when the customer pays', async () => {
    await openCounter();
    await clickTop('change_link');
    const form = await createForm(scene);
    expect(seen(form).text).toContain('The link for AED 250.00 can still be paid. Ask Sara not to use it.');
    await scene.sandbox.pay(theLink().orderId);
    await cardIn(scene, /✅ Paid/);
    expect(scene.slack.topModal(SARA)).toMatchObject({
      title: 'Change payment link',
      submit: 'Save the change',
    });
  });

  testAtLength('becomes the form for the next customer, again and again', async () => {
    const first = await openCounter();
    for (const sale of [1, 2, 3, 4]) {
      await clickTop('next_customer');
      const form = await createForm(scene);
      expect(form.id).toBe(first.id);
      expect(seen(form).text).toContain(`Card goes to <#${FRONT_DESK}>`);
      const outcome = await scene.slack.submit(
        SARA,
        form.id,
        fillLinkForm({ invoiceAmount: `${sale}00`, FullName: 'Omar Aziz' }),
      );
      expect(outcome.ok).toBe(true);
      await modalWith(scene, new RegExp(`AED ${sale}00\\.00 · Omar.*image_url`, 's'));
    }
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  testAtLength('is forgotten when it is closed', async () => {
    const counter = await openCounter();
    expect(await windows()).toHaveLength(1);
    await scene.slack.closeView(SARA, counter.id);
    expect(await windows()).toEqual([]);
  });

  testAtLength('still follows its link after the app was restarted', async () => {
    const counter = await openCounter();
    await scene.restart();
    await scene.sandbox.pay(theLink().orderId);
    expect((await modalWith(scene, /✅ Paid AED 250\.00/)).id).toBe(counter.id);
  });

  test('is opened by *Show QR* on the card as it was after *Create link*', async () => {
    const made = await openCounter();
    await scene.slack.closeView(SARA, made.id);
    const opened = await showQr();
    expect(seen(opened)).toEqual(seen(made));
    await scene.sandbox.pay(theLink().orderId, { callback: false });
    await modalWith(scene, /✅ Paid AED 250\.00/);
  });
});
