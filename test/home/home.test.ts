// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FATIMA, FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, issueLink, readyForm } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, type SceneOptions, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

const begin = async (options: SceneOptions = {}) => {
  scene = await startScene(options);
};

afterEach(() => scene.close());

const home = (as: string, words: RegExp): Promise<SeenView> =>
  scene.slack.until(() => {
    const view = scene.slack.home(as);
    return view && words.test(seen(view).text) ? view : undefined;
  });

const openHome = async (as: string, words = /Payment service online/): Promise<SeenView> => {
  await scene.slack.openHome(as);
  return home(as, words);
};

describe('at its first opening', () => {
  test('the home says that the connection is good and how to begin; its button opens the form', async () => {
    await begin();
    const { text } = seen(await openHome(SARA));
    expect(text).toMatch(/Saffron Dune Trading/);
    expect(text).toMatch(/None\. Press \*New payment link\*/);
    await scene.slack.clickHome(SARA, { actionId: 'home_new_link' });
    const form = await scene.slack.until(() => readyForm(scene.slack.topModal(SARA)));
    expect(form.submit).toBe('Create link');
  });

  test('the home tells an admin that the list of payments has never answered', async () => {
    const clock = createNoonClock();
    await begin({ clock, env: { PAYLINK_ADMINS: RAVI } });
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 404 });
    await issueLink(scene);
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await cardIn(scene, /✅ Paid <!date/);
    expect(seen(await openHome(RAVI)).text).not.toMatch(/list of payments/);
    clock.move(61 * 60_000);
    await scene.slack.clickHome(RAVI, { actionId: 'home_refresh' });
    await home(RAVI, /⚠️ \*The service’s list of payments has never answered/);
    expect(seen(await openHome(SARA)).text).not.toMatch(/list of payments/);
  });

  testAtLength('the home tells what is next until something is paid', async () => {
    await begin({ env: { PAYLINK_ADMINS: RAVI } });
    expect(seen(await openHome(RAVI)).text).toMatch(/Make a link.*Terms and e-mail/s);
    expect(seen(await openHome(SARA)).text).toMatch(/Make a link(?!.*Terms and e-mail)/s);
    await issueLink(scene);
    const cashier = seen(await home(SARA, /What is next/)).text;
    expect(cashier).toMatch(/A channel/);
    expect(cashier).not.toMatch(/Settings|A colleague|Make a link|Terms/);
    await scene.slack.clickHome(RAVI, { actionId: 'home_refresh' });
    await home(RAVI, /What is next.*A channel.*Settings.*A colleague.*Terms and e-mail/s);
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await cardIn(scene, /✅ Paid <!date/);
    for (const as of [RAVI, SARA]) {
      await scene.slack.clickHome(as, { actionId: 'home_refresh' });
      const text = await scene.slack.until(() => {
        const { text } = seen(scene.slack.home(as));
        return text.includes('What is next') ? undefined : text;
      });
      expect(text).not.toMatch(/Make a link|A channel/);
    }
  });

  testAtLength('opening the messages tab draws no home', async () => {
    await begin();
    await scene.slack.openHome(SARA, 'messages');
    await scene.slack.openHome(OMAR);
    await home(OMAR, /payment service/);
    expect(scene.slack.home(SARA)).toBeUndefined();
  });
});

test('a link created from the home appears there by itself, without e-mail or phone', async () => {
  await begin();
  await openHome(SARA);
  await scene.slack.clickHome(SARA, { actionId: 'home_new_link' });
  const form = await scene.slack.until(() => readyForm(scene.slack.topModal(SARA)));
  const filled = { ...fillLinkForm(), channel: { channel: FRONT_DESK } };
  expect(await scene.slack.submit(SARA, form.id, filled)).toMatchObject({ ok: true });
  const { text } = seen(await home(SARA, /🟡 Waiting · \*AED 250\.00\* · Sara \(···567\) · June rent/));
  expect(text).toMatch(/Made today\n\*AED 250\.00\* · 1 sale/);
  expect(text).not.toMatch(/sara\.khan@example\.com|501234567/);
});

testAtLength('details of a link open over the home', async () => {
  await begin();
  await issueLink(scene);
  await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
  const view = JSON.stringify(await openHome(SARA, /June rent/));
  const option = /"value":"(link_details:[\w-]+)"/.exec(view)?.[1] ?? '';
  await scene.slack.clickHome(SARA, { actionId: 'link_menu', chosen: option });
  await modalWith(scene, /sara\.khan@example\.com/);
});

test('a payment counts in the figures of the day after *Refresh*', async () => {
  await begin();
  await issueLink(scene);
  const link = scene.sandbox.links()[0];
  await openHome(SARA, /June rent/);
  await scene.sandbox.pay(link?.orderId ?? '', { callback: false });
  await press(scene, await cardIn(scene), 'refresh_link', OMAR);
  await cardIn(scene, /✅ Paid <!date/);
  await scene.slack.clickHome(SARA, { actionId: 'home_refresh' });
  const { text } = seen(await home(SARA, /✅ Received today\n\*AED 250\.00\* · 1 payment/));
  expect(text).not.toMatch(/June rent/);
});

test('the home explains a failure of the service, and says online once it works again', async () => {
  await begin();
  scene.sandbox.faults.add({ operation: 'business', kind: 'status', status: 401, times: 1 });
  const { text } = seen(await openHome(SARA, /🔴/));
  expect(text).toMatch(/did not accept this app’s credentials/);
  expect(text).toMatch(/Reference [0-9A-Z]{8}/);
  await scene.slack.clickHome(SARA, { actionId: 'home_refresh' });
  await home(SARA, /🟢 Payment service online/);
});

test('/paylink business says the same, only to the person who asked', async () => {
  await begin();
  const message = await report(scene, 'business', /🟢 Payment service online/);
  expect(message.ephemeralTo).toBe(SARA);
  expect(seen(message).text).toContain('Saffron Dune Trading');
  scene.sandbox.faults.add({ operation: 'business', kind: 'status', status: 401, times: 1 });
  const failed = await report(scene, 'business', /did not accept this app’s credentials/);
  const reference = /Reference ([0-9A-Z]{8})/.exec(failed.text)?.[1] ?? 'none';
  expect(scene.logLines.some((line) => line.includes(reference))).toBe(true);
});

describe('an install that lacks a later scope', () => {
  test('tells only admins what installing again adds', async () => {
    await begin({ env: { PAYLINK_ADMINS: RAVI } });
    expect(seen(await openHome(RAVI)).text).toMatch(
      /Paylink can do more once it is installed again.*chat:write\.public/,
    );
    expect(seen(await openHome(SARA)).text).not.toContain('chat:write.public');
  });
});

describe('with roles', () => {
  testAtLength('a cashier sees their own figures, an admin the workspace’s and the settings', async () => {
    await begin({ env: { PAYLINK_ADMINS: RAVI } });
    await issueLink(scene);
    const cashier = seen(await openHome(FATIMA));
    expect(cashier.text).toMatch(/My sales/);
    expect(cashier.text).toMatch(/Made today\nnone/);
    for (const button of ['Settings', 'Report…']) expect(cashier.buttons).not.toContain(button);
    const admin = seen(await openHome(RAVI)).text;
    expect(admin).toMatch(/Sales of this workspace/);
    expect(admin).toMatch(/Made today\n\*AED 250\.00\* · 1 sale/);
    expect(admin).not.toMatch(/June rent/);
    await scene.slack.clickHome(RAVI, { actionId: 'home_settings' });
    await modalWith(scene, /Approval/, RAVI);
  });
});

test('an admin confirms terms and e-mail once from the home, which then no longer asks', async () => {
  await begin({ env: { PAYLINK_ADMINS: RAVI } });
  await openHome(RAVI, /Terms and e-mail/);
  await scene.slack.clickHome(RAVI, { actionId: 'home_terms' });
  const form = await modalWith(scene, /defaultEmail/, RAVI);
  const filled = { terms: { terms: ['confirmed'] }, defaultEmail: { defaultEmail: 'shop@example.com' } };
  expect(await scene.slack.submit(RAVI, form.id, filled)).toMatchObject({ ok: true });
  expect(seen(scene.slack.topModal(RAVI)).text).toMatch(/^✅ \*Saved\*\n• .*\n• .*shop@example\.com/);
  await scene.slack.clickHome(RAVI, { actionId: 'home_refresh' });
  await scene.slack.until(() => !seen(scene.slack.home(RAVI)).text.includes('Terms and e-mail') || undefined);
});
