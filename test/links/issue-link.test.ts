// @module-tag store

import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { FRONT_DESK, OMAR, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import {
  fillLinkForm,
  issueLink,
  openForm,
  openLongForm,
  settledModal,
  submitForm,
} from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, codeIn, modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startScene);

const generateRequests = () =>
  scene.sandbox.requests.filter((request) => request.path.endsWith('/payment-link/generate'));

const lastRequest = () => z.record(z.string(), z.unknown()).parse(generateRequests().at(-1)?.body);

/** Everything that was begun has been posted. */
const nothingWaits = () =>
  vi.waitUntil(async () => (await countWaiting(scene.store)) === 0, { timeout: 15_000 });

const cards = () => scene.slack.messages(FRONT_DESK).filter((one) => seen(one).title.includes('Waiting'));

describe('from the command to the card', () => {
  test('the text after the command fills in the form', async () => {
    const form = await openForm(scene, '250 Sara Khan sara@example.com 050 123 4567 for June rent');
    expect(seen(form).fields).toMatchObject({
      'Amount in AED': '250.00',
      'Customer’s name': 'Sara Khan',
      'Customer’s phone': '+971501234567',
      'Customer’s e-mail': 'sara@example.com',
      'What is it for?': 'June rent',
      Channel: FRONT_DESK,
    });
    expect(generateRequests()).toHaveLength(0);
  });

  test('a valid form becomes a link with an address and one card', async () => {
    const modal = await issueLink(scene);
    const address = `${scene.sandbox.url}/pay/`;
    expect(modal.title).toBe('Scan to pay');
    expect(seen(modal).text).toContain(address);
    expect(lastRequest()).toMatchObject({
      FullName: 'Sara Khan',
      Phone: '+971501234567',
      invoiceAmount: 250,
      currency: 'AED',
      isTermsAndConditionsAccepted: true,
      Is_QR_needed: true,
      Is_invoice_generated: false,
    });
    expect(lastRequest()['Invoice_Id']).toMatch(/^PL-\d{6}-[0-9A-Z]{10}$/);
    expect(lastRequest()['callback_url']).toMatch(/\/callbacks\/[\w-]{51}$/);

    const card = await cardIn(scene);
    expect(card.text).toBe('🟡 Waiting: AED 250.00 for Sara (···567): June rent');
    expect(seen(card).text).toContain(address);
    expect(JSON.stringify(card.blocks)).not.toMatch(/example\.com|Khan|501234567/);
    expect(cards()).toHaveLength(1);
    expect(generateRequests()).toHaveLength(1);
  });

  testAtLength('the QR pictures under the card and in the window decode to exactly the address', async () => {
    await issueLink(scene);
    const code = await codeIn(scene);
    const card = scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === code.threadTs);
    const fileId = /"slack_file":\{"id":"(F\w+)"/.exec(JSON.stringify(code.blocks))?.[1] ?? '';
    const address = new RegExp(`${scene.sandbox.url}/pay/[\\w-]+`).exec(seen(card).text)?.[0];
    expect(address).toBeDefined();
    expect(decodeQr(scene.slack.file(fileId)?.bytes ?? Buffer.alloc(0))).toBe(address);
    const modal = await modalWith(scene, /image_url/);
    expect(scene.slack.pictures(SARA, { viewId: modal.id }).map((png) => png && decodeQr(png))).toEqual([
      address,
    ]);
  });

  testAtLength('the log contains no customer data and no secret', async () => {
    await issueLink(scene);
    await codeIn(scene);
    const token = /callbacks\/([\w-]+)$/.exec(String(lastRequest()['callback_url']))?.[1] ?? 'none';
    const log = scene.logLines.join('');
    expect(log).toContain('link issued');
    const { apiKey, accountId, secretKey } = SANDBOX_CREDENTIALS;
    expect(log).not.toMatch(/\b(?:Sara|Khan)\b|example\.com|501234567|050 123|June rent/);
    const secrets = [token, apiKey, accountId, secretKey, scene.slack.botToken, scene.slack.signingSecret];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  testAtLength('a picture that Slack refuses does not lose the link', async () => {
    scene.slack.faults.add({ method: 'files.getUploadURLExternal', error: 'missing_scope' });
    const modal = await issueLink(scene);
    expect(modal.title).toBe('Scan to pay');
    expect(seen(await cardIn(scene)).text).toContain('/pay/');
    const told = await scene.slack.until(() => scene.slack.messages(SARA_DM).at(-1));
    expect(told.text).toMatch(/QR picture .* could not be added/);
  });

  testAtLength('without the QR option no picture is made', async () => {
    await issueLink(scene, { options: [] });
    await nothingWaits();
    expect(cards()).toHaveLength(1);
    expect(lastRequest()['Is_QR_needed']).toBe(false);
    expect(scene.slack.calls('files.getUploadURLExternal')).toHaveLength(0);
  });

  testAtLength('More details keeps what was typed, and its fields are sent', async () => {
    const long = await openLongForm(scene);
    expect(seen(long).fields['Customer’s name']).toBe('Sara Khan');
    const details = {
      Address: 'Villa 4',
      City: 'Dubai',
      Country: 'UAE',
      Invoice_Id: 'INV-77',
      Product_Id: 'P-1',
    };
    await submitForm(scene, long, fillLinkForm(details));
    expect(lastRequest()).toMatchObject(details);
  });
});

test('an invalid form shows all its errors at once', async () => {
  const form = await openForm(scene);
  const filled = fillLinkForm({ FullName: 'عمر', invoiceAmount: '5', notes: 'x', expiryOn: 1_000_000_000 });
  expect(await scene.slack.submit(SARA, form.id, filled)).toEqual({
    ok: false,
    errors: {
      FullName: expect.stringContaining('Latin letters only'),
      invoiceAmount: 'The smallest amount is AED 10.',
      notes: 'Write at least 2 characters.',
      expiryOn: 'Choose a future date and time.',
    },
  });
  expect(generateRequests()).toHaveLength(0);
});

describe('at once', () => {
  test('five submissions of one form make one link and one card', async () => {
    const form = await openForm(scene);
    await Promise.all(Array.from({ length: 5 }, () => scene.slack.submit(SARA, form.id, fillLinkForm())));
    await settledModal(scene);
    await nothingWaits();
    expect(cards()).toHaveLength(1);
    expect(generateRequests()).toHaveLength(1);
    expect(scene.sandbox.links()).toHaveLength(1);
  });

  testAtLength('two people get two links and two cards', async () => {
    await Promise.all([
      issueLink(scene, { notes: 'One' }),
      issueLink(scene, { notes: 'Two', invoiceAmount: '300' }, { as: OMAR }),
    ]);
    await nothingWaits();
    expect(cards()).toHaveLength(2);
    expect(scene.sandbox.links()).toHaveLength(2);
  });
});
