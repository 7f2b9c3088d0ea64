// @module-tag store

import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import {
  fillLinkForm,
  issueLink,
  openForm,
  openLongForm,
  settledModal,
  submitForm,
} from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startScene);

const generateRequests = () =>
  scene.sandbox.requests.filter((request) => request.path.endsWith('/payment-link/generate'));

const lastRequest = () => z.record(z.string(), z.unknown()).parse(generateRequests().at(-1)?.body);

/** Everything that was begun has been posted. */
const nothingWaits = () =>
  vi.waitUntil(async () => (await countWaiting(scene.store)) === 0, { timeout: 90_000 });

const cards = () => scene.slack.messages(FRONT_DESK).filter((one) => seen(one).title.includes('Waiting'));

describe('from the command to the card', () => {
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
  const form = await openLongForm(scene);
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
});
