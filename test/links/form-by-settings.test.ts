// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FRONT_DESK,
  OMAR,
  RAVI,
  SALES,
  SARA,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import {
  closeModals,
  fillLinkForm,
  issueLink,
  modalWhere,
  openForm,
  submitForm,
} from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection, savedIn, saveSettings, submitSettings } from '../fixtures/settings-windows.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: `${RAVI},${OMAR}` } }));

const form = (changes: Parameters<typeof saveSettings>[1]): Promise<void> => saveSettings(scene, changes);

const newForm = async (words = ''): Promise<SeenView> => {
  await closeModals(scene);
  return openForm(scene, words);
};

const blockIds = (view: SeenView): string[] =>
  view.blocks.flatMap((block) => {
    const { block_id: id } = block as { block_id?: string };
    return id === undefined ? [] : [id];
  });

const pressIn = (view: SeenView, actionId: string, filled: ReturnType<typeof fillLinkForm> = {}) =>
  scene.slack.click(SARA, { viewId: view.id }, { actionId, filled });

const drawnWith = (blockId: string) => modalWhere(scene, (top) => blockIds(top).includes(blockId));

const requests = () => scene.sandbox.links().map(({ request }) => request);

const FEW = { shownFields: ['Email'] };

describe('the fields of the form', () => {
  test('are those of the settings, and More details adds the others', async () => {
    await form({ shownFields: ['Email', 'knownCustomer', 'Invoice_Id'] });
    const short = await newForm();
    expect(blockIds(short)).toEqual([
      'invoiceAmount',
      'isTermsAndConditionsAccepted',
      'known_customer',
      'FullName',
      'Phone',
      'Email',
      'notes',
      'Invoice_Id',
      'unshown',
      'more',
    ]);
    await pressIn(short, 'more_details', fillLinkForm({ FullName: 'Omar Nasser' }));
    const long = await drawnWith('City');
    expect(blockIds(long)).toEqual([
      'invoiceAmount',
      'isTermsAndConditionsAccepted',
      'known_customer',
      'FullName',
      'Phone',
      'Email',
      'notes',
      'expiryOn',
      'Address',
      'City',
      'Country',
      'Invoice_Id',
      'Product_Id',
      'options',
      'card_place',
      'channel',
    ]);
    expect(seen(long).fields['Customer’s name']).toBe('Omar Nasser');
  });

  testAtLength('that are hidden are sent with the settings’ defaults', async () => {
    await form(FEW);
    await saveSettings(scene, {
      isQrNeeded: [],
      isInvoiceGenerated: ['on'],
      defaultChannelId: SALES,
      expiryHours: '168',
    });
    const view = await newForm();
    expect(blockIds(view)).not.toContain('options');
    const { options: _, ...filled } = fillLinkForm();
    await submitForm(scene, view, filled);
    await scene.slack.until(() => scene.slack.messages(SALES).find(({ text }) => /Waiting/.test(text)));
    expect(requests()).toMatchObject([{ Is_QR_needed: false, Is_invoice_generated: true }]);
    expect(requests()[0]?.expiryOn).toMatch(/^2026-11-28 12:0/);
  });
});

describe('a preset', () => {
  beforeEach(() => form({ presets: 'Deposit 500\nDelivery 25.50: Delivery in Dubai' }));

  test('replaces amount and purpose, and leaves the rest as typed', async () => {
    const view = await newForm();
    expect(seen(view).buttons).toEqual(['Deposit 500', 'Delivery 25.50', 'More details']);
    await pressIn(
      view,
      'preset_0',
      fillLinkForm({ invoiceAmount: '77', notes: 'Typed', Phone: '050 123 4567' }),
    );
    const filled = await drawnWith('invoiceAmount.1');
    await pressIn(filled, 'preset_1');
    const last = await drawnWith('invoiceAmount.2');
    // What is typed after a preset counts.
    await submitForm(scene, last, { 'invoiceAmount.2': { invoiceAmount: '30' } });
    expect(requests()).toMatchObject([
      { invoiceAmount: 30, notes: 'Delivery in Dubai', FullName: 'Sara Khan', Phone: '+971501234567' },
    ]);
  });

  test.each([
    ['removed', 'Gift 90', 'Gift 90'],
    ['given another amount', 'Deposit 900', 'Deposit 900'],
    ['given another purpose', 'Deposit 500: Deposit for a table', 'Deposit 500'],
  ])('that an admin has %s changes nothing and says so', async (_, presets, button) => {
    const view = await newForm();
    await form({ presets });
    await pressIn(view, 'preset_0', fillLinkForm());
    const now = await drawnWith('please_check');
    expect(seen(now)).toMatchObject({
      text: expect.stringContaining('An admin has just changed the presets'),
      buttons: [button, 'More details'],
      fields: { 'Amount in AED': '250' },
    });
  });
});

describe('the shop’s own e-mail', () => {
  testAtLength('removed while a form is open makes that form ask for an e-mail', async () => {
    await form({ shownFields: [], defaultEmail: 'shop@souk.example' });
    const view = await newForm();
    expect(blockIds(view)).not.toContain('Email');
    await form({ defaultEmail: null });
    const { Email: _, ...filled } = fillLinkForm();
    expect(await scene.slack.submit(SARA, view.id, filled)).toEqual({ ok: true });
    const asked = await drawnWith('Email');
    expect(seen(asked).text).toContain('Enter the customer’s e-mail.');
    expect(seen(asked).fields['Customer’s name']).toBe('Sara Khan');
    await submitForm(scene, asked, { Email: { Email: 'sara@example.com' } });
    expect(requests()).toMatchObject([{ Email: 'sara@example.com' }]);
  });

  testAtLength('is not copied as the customer’s into another link', async () => {
    await form({ defaultEmail: 'shop@souk.example' });
    await issueLink(scene, { Email: undefined });
    await press(scene, await cardIn(scene, /Waiting/), 'change_link');
    const again = await drawnWith('Email');
    expect(seen(again).fields['Customer’s e-mail']).toBe('');
  });
});

describe('the terms', () => {
  const TICKED = 'The customer accepts the terms';
  const terms = async () => seen(await newForm()).fields['Terms'];

  test('are ticked in new forms once an admin confirms them, with a record of who and when', async () => {
    expect(await terms()).toBe('');
    const confirmed = await submitSettings(scene, await openSection(scene, 'form'), { terms: ['confirmed'] });
    expect(confirmed).toEqual({ ok: true });
    expect(await savedIn(scene)).toContain(`no → *confirmed by <@${RAVI}>*`);
    expect(await terms()).toBe(TICKED);
    // Another admin's save does not change who confirmed.
    await saveSettings(scene, { presets: 'Tea 50' }, { as: OMAR });
    const window = await openSection(scene, 'form', { as: OMAR });
    expect(seen(window).text).toContain(`Confirmed by <@${RAVI}>`);
    await scene.slack.closeView(OMAR, scene.slack.topModal(OMAR)?.id ?? '', true);
    await form({ terms: [] });
    expect(await terms()).toBe('');
    await scene.paylink.stop();
    const store = await scene.database.open();
    const entries = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 9 });
    expect(entries.map(({ actorId, detail }) => [actorId, detail])).toEqual([
      [RAVI, { terms: `confirmed by ${RAVI} → no` }],
      [OMAR, { presets: 'none → Tea 50' }],
      [RAVI, { terms: `no → confirmed by ${RAVI}` }],
    ]);
  });
});

testAtLength('a preset with an error is refused by its line, and nothing is saved', async () => {
  const window = await openSection(scene, 'form');
  expect(await submitSettings(scene, window, { presets: 'Deposit 500\nTea' })).toMatchObject({
    errors: { presets: expect.stringMatching(/^Line 2, “Tea”: end it with an amount/) },
  });
});

testAtLength('two admins who change the form at once do not overwrite each other', async () => {
  const old = await openSection(scene, 'form');
  await saveSettings(scene, { presets: 'Tea 50' }, { as: OMAR, channel: FRONT_DESK });
  expect(await submitSettings(scene, old, { presets: 'Gift 90' })).toMatchObject({
    errors: { terms: expect.stringMatching(/while this was open/) },
  });
});
