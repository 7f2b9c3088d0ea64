// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, OMAR, SARA } from '../../playground/slack/people-and-places.ts';
import { createForm, fillLinkForm, issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, type SceneOptions, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(async () => {
  await scene.close();
});

const start = async (options: SceneOptions = {}): Promise<void> => {
  scene = await startScene({
    slack: { allowance: Number.POSITIVE_INFINITY },
    ...options,
  });
};

const theLink = () => {
  const link = scene.sandbox.links()[0];
  if (!link) throw new Error('no link was made');
  return link;
};

const openCounter = async (as = SARA) => {
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

const readings = () => scene.sandbox.requests.filter(({ method }) => method === 'GET').length;

describe('The counter window', () => {
  test('shows amount, first name, code and time left, and turns green when the customer pays', async () => {
    await start();
    await issueLink(scene);
    const counter = await openCounter();
    expect(seen(counter).text).toMatch(
      /^AED 250\.00 · Sara\n\[QR code .*\]\n🟡 Waiting for the payment · \d+ days left, until [^\n]+$/,
    );
    expect(JSON.stringify(counter.blocks)).not.toMatch(/Khan|0?50 ?123 ?4567/);
    expect(seen(counter).text).not.toContain('567');

    await scene.sandbox.pay(theLink().orderId);
    const paid = await modalWith(scene, /✅ Paid AED 250\.00/);
    expect(paid.id).toBe(counter.id);
    expect(seen(paid).pictures).toEqual([]);
  });

  testAtLength(
    'turns green without callbacks, because Paylink asks the service while it is open',
    async () => {
      await start();
      await issueLink(scene);
      await openCounter();
      await scene.sandbox.pay(theLink().orderId, { callback: false });
      await modalWith(scene, /✅ Paid AED 250\.00/);
    },
  );

  testAtLength('says that the card was declined, and keeps the code', async () => {
    await start();
    await issueLink(scene);
    await openCounter();
    await scene.sandbox.pay(theLink().orderId, { decline: true });
    expect(seen(await modalWith(scene, /Declined, try again/)).pictures).toEqual(CODE);
    await scene.sandbox.pay(theLink().orderId);
    await modalWith(scene, /✅ Paid AED 250\.00/);
  });

  testAtLength('hides the code when the link has expired, and offers a new link', async () => {
    await start();
    await issueLink(scene);
    await openCounter();
    await scene.sandbox.expire(theLink().orderId);
    const expired = await modalWith(scene, /"counter".*⌛ Expired/s);
    expect(seen(expired).pictures).toEqual([]);
    await clickTop('change_link');
    await scene.slack.until(() => scene.slack.topModal(SARA)?.submit === 'Create link');
    expect(scene.slack.modals(SARA)).toHaveLength(1);
  });

  test('becomes the form that changes the link, and stays that when the customer pays', async () => {
    await start();
    await issueLink(scene);
    await openCounter();
    await clickTop('change_link');
    const form = await createForm(scene);
    expect(seen(form).text).toContain('The link for AED 250.00 can still be paid. Ask Sara not to use it.');
    await scene.sandbox.pay(theLink().orderId);
    await cardIn(scene, /✅ Paid/);
    expect(scene.slack.topModal(SARA)?.submit).toBe('Create link');
  });

  testAtLength('becomes the form for the next customer, again and again', async () => {
    await start();
    await issueLink(scene);
    const first = await openCounter();
    for (const sale of [1, 2, 3, 4]) {
      await clickTop('next_customer');
      const form = await createForm(scene);
      expect(form.id).toBe(first.id);
      expect(seen(form).fields['Channel']).toBe(FRONT_DESK);
      const outcome = await scene.slack.submit(
        SARA,
        form.id,
        fillLinkForm({ invoiceAmount: `${sale}00`, FullName: 'Omar Aziz' }),
      );
      expect(outcome.ok).toBe(true);
      await modalWith(scene, /show_qr/);
      await clickTop('show_qr');
      await modalWith(scene, new RegExp(`AED ${sale}00\\.00 · Omar`));
      await modalWith(scene, /"counter".*image_url/s);
    }
    expect(scene.sandbox.links()).toHaveLength(5);
  });

  testAtLength('is forgotten when it is closed, and the service is no longer asked', async () => {
    await start();
    await issueLink(scene);
    const counter = await openCounter();
    const before = readings();
    await scene.slack.until(() => readings() > before);
    await scene.slack.closeView(SARA, counter.id);
    expect(await readTable(scene.database.place, 'counter_windows')).toEqual([]);
  });

  testAtLength('still follows its link after the app was restarted', async () => {
    await start();
    await issueLink(scene);
    const counter = await openCounter();
    await scene.restart();
    await scene.sandbox.pay(theLink().orderId);
    expect((await modalWith(scene, /✅ Paid AED 250\.00/)).id).toBe(counter.id);
  });

  testAtLength('of a colleague at the next counter turns green as well', async () => {
    await start();
    await issueLink(scene);
    await openCounter();
    await openCounter(OMAR);
    await scene.sandbox.pay(theLink().orderId);
    await modalWith(scene, /✅ Paid AED 250\.00/, SARA);
    await modalWith(scene, /✅ Paid AED 250\.00/, OMAR);
  });
});
