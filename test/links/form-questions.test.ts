// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, issueLink, openForm, openLongForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: RAVI } }));

const made = () => scene.sandbox.links();
const sent = (field: 'Phone' | 'notes' | 'Invoice_Id') => made().map(({ request }) => request[field]);

/** The text directly under a field. */
const under = (view: SeenView, field: string): string => {
  const at = view.blocks.findIndex((block) => (block as { block_id?: string }).block_id === field);
  return seen({ blocks: [view.blocks[at + 1]] }).text;
};

const submitted = async (changes: Parameters<typeof fillLinkForm>[0], words: RegExp): Promise<SeenView> => {
  const form = await openForm(scene);
  expect(await scene.slack.submit(SARA, form.id, fillLinkForm(changes))).toEqual({ ok: true });
  return modalWith(scene, words);
};

test('an amount of more than a million dirhams is asked about once', async () => {
  const question = await submitted({ invoiceAmount: '999,999,999,999' }, /more than a million dirhams/);
  expect(under(question, 'invoiceAmount')).toContain('Send anyway?');
  expect(await scene.slack.submit(SARA, question.id, {})).toEqual({ ok: true });
  await modalWith(scene, /Copy/);
  expect(made()).toHaveLength(1);
});

describe('a phone', () => {
  test.each(['1234', '050 123'])(
    'such as %s raises one question under its field, and is sent as typed',
    async (Phone) => {
      const question = await submitted({ Phone }, /couldn’t read/);
      expect(under(question, 'Phone')).toContain(`couldn’t read ${Phone} as a phone number. Send anyway?`);
      expect(seen(question).fields['What is it for?']).toBe('June rent');
      expect(question.submit).toBe('Create link anyway');
      expect(made()).toEqual([]);
      expect(await scene.slack.submit(SARA, question.id, {})).toEqual({ ok: true });
      await modalWith(scene, /Copy/);
      expect(sent('Phone')).toEqual([Phone]);
    },
  );

  test('raises another question when it is changed to another unreadable one', async () => {
    const question = await submitted({ Phone: '1234' }, /couldn’t read 1234/);
    await scene.slack.submit(SARA, question.id, { Phone: { Phone: '99' } });
    const again = await modalWith(scene, /couldn’t read 99/);
    expect(made()).toEqual([]);
    await scene.slack.submit(SARA, again.id, { Phone: { Phone: '050 123 4567' } });
    await modalWith(scene, /Copy/);
    expect(sent('Phone')).toEqual(['+971501234567']);
  });
});

test('an e-mail that is nearly another is asked about once, and kept if the person says so', async () => {
  const question = await submitted({ Email: 'sara@gmail.con' }, /Did you mean/);
  expect(under(question, 'Email')).toContain(
    'Did you mean sara@gmail.com? Press again to keep sara@gmail.con.',
  );
  expect(question.submit).toBe('Create link anyway');
  await scene.slack.submit(SARA, question.id, { Email: { Email: 'sara@hotmial.com' } });
  const again = await modalWith(scene, /sara@hotmail\.com/);
  expect(made()).toEqual([]);
  await scene.slack.submit(SARA, again.id, {});
  await modalWith(scene, /Copy/);
  expect(made().map(({ request }) => request.Email)).toEqual(['sara@hotmial.com']);
});

describe('the purpose', () => {
  test('is refused when it contains a card number, also from the command', async () => {
    const form = await openForm(scene, '250 Sara Khan for rent 4111 1111 1111 1111');
    const { notes: _, ...others } = fillLinkForm();
    expect(await scene.slack.submit(SARA, form.id, others)).toMatchObject({
      ok: false,
      errors: { notes: expect.stringContaining('This looks like a card number') },
    });
    expect(made()).toEqual([]);
  });

  test.each([
    ['rent 050 123 4567', 'phone number'],
    ['rent sara.khan@example.com', 'e-mail'],
  ])('raises one question when it contains the customer’s contact: "%s"', async (notes, what) => {
    const question = await submitted({ notes }, /Send anyway/);
    expect(under(question, 'notes')).toContain(`the customer’s ${what}`);
    expect(made()).toEqual([]);
    await scene.slack.submit(SARA, question.id, {});
    await modalWith(scene, /Copy/);
    expect(sent('notes')).toEqual([notes]);
  });
});

test('an answered question does not return after the question about similar links', async () => {
  await issueLink(scene, { Phone: '+971501234567' });
  const question = await submitted({ notes: 'rent 050 123 4567' }, /Send anyway/);
  await scene.slack.submit(SARA, question.id, {});
  const duplicates = await modalWith(scene, /Another sale/);
  await scene.slack.click(SARA, { viewId: duplicates.id }, { actionId: 'another_sale' });
  await modalWith(scene, /Copy/);
  expect(made()).toHaveLength(2);
});

test('the shop’s own e-mail is sent for a blank one, and does not make two customers the same', async () => {
  await saveSettings(scene, { defaultEmail: 'shop@souk.con' });
  const { Email: _, ...withoutEmail } = fillLinkForm();
  for (const Phone of ['050 123 4567', '050 765 4321']) {
    const form = await openForm(scene);
    expect(seen(form).hints['Customer’s e-mail']).toBe('Leave blank for the shop’s own, shop@souk.con.');
    await scene.slack.submit(SARA, form.id, { ...withoutEmail, Phone: { Phone } });
    const result = await modalWith(scene, /Copy/);
    await scene.slack.closeView(SARA, result.id);
  }
  const form = await openForm(scene);
  await scene.slack.submit(SARA, form.id, withoutEmail);
  await modalWith(scene, /Sara .* can still pay the first link/);
  expect(made().map(({ request }) => request.Email)).toEqual(['shop@souk.con', 'shop@souk.con']);
});

describe('an invoice number', () => {
  const OTHER = { FullName: 'Omar Nasser', Email: 'omar@example.com', Phone: '050 999 8888' };

  const issueAs = async (Invoice_Id: string, changes: Parameters<typeof fillLinkForm>[0] = {}) => {
    const long = await openLongForm(scene);
    return scene.slack.submit(SARA, long.id, fillLinkForm({ ...changes, Invoice_Id }));
  };

  test('of a payable link is refused under its field, with a link to the card', async () => {
    await issueAs('INV-7');
    await modalWith(scene, /Copy/);
    await cardIn(scene);
    expect(await issueAs('INV-7', { ...OTHER, notes: 'Second try' })).toMatchObject({
      ok: false,
      errors: {
        Invoice_Id: expect.stringMatching(/INV-7 is used by another link: AED 250\.00 for Sara /),
      },
    });
    const form = await modalWith(scene, /its card/);
    expect(under(form, 'Invoice_Id')).toMatch(/AED 250\.00 for Sara \(···567\).*\|its card/);
    expect(seen(form).fields['What is it for?']).toBe('Second try');
    expect(made()).toHaveLength(1);
    expect(await scene.slack.submit(SARA, form.id, { Invoice_Id: { Invoice_Id: 'INV-8' } })).toEqual({
      ok: true,
    });
    await modalWith(scene, /Copy text/);
    expect(sent('Invoice_Id')).toEqual(['INV-7', 'INV-8']);
  });

  test('of a closed link is sent with a number added, and result, card and details say so', async () => {
    await issueAs('INV-7');
    await modalWith(scene, /Copy/);
    await scene.sandbox.cancel(made()[0]?.orderId ?? '', { callback: false });
    await press(scene, await cardIn(scene), 'refresh_link');
    await cardIn(scene, /Cancelled/);
    expect(await issueAs('INV-7', OTHER)).toEqual({ ok: true });
    const result = await modalWith(scene, /Copy/);
    expect(seen(result).text).toContain('INV-7-2 (INV-7 was used before)');
    expect(sent('Invoice_Id')).toEqual(['INV-7', 'INV-7-2']);
    const card = await cardIn(scene, /Waiting.*INV-7-2/);
    expect(seen(card).text).toContain('INV-7-2 (INV-7 was used before)');
    await press(scene, card, 'link_details');
    await modalWith(scene, /You typed: INV-7, which was used before/);
    // Look-ups use the service's own order id, so the slash is never in a path.
    await scene.sandbox.pay(made()[1]?.orderId ?? '', { callback: false });
    await press(scene, card, 'refresh_link');
    await cardIn(scene, /✅ Paid.*INV-7-2/);
  });
});

describe('a form that was already used', () => {
  test('creates no link for another amount, and says what it was used for', async () => {
    const form = await openForm(scene);
    await Promise.all(
      ['50', '70'].map((invoiceAmount) => scene.slack.submit(SARA, form.id, fillLinkForm({ invoiceAmount }))),
    );
    await scene.slack.until(() => (made().length > 0 ? true : undefined));
    const answers = JSON.stringify(scene.slack.exchanges());
    expect(answers).toMatch(/This form was already used for AED [57]0\.00 for Sara/);
    expect(made()).toHaveLength(1);
  });

  test('for an amount below the limit starts no approval for one above it', async () => {
    await saveSettings(scene, { approvalLimitFils: '5000' });
    const form = await openForm(scene, '', OMAR);
    const submit = (invoiceAmount: string) =>
      scene.slack.submit(OMAR, form.id, fillLinkForm({ invoiceAmount }));
    await Promise.all([submit('50'), submit('7000')]);
    const answers = JSON.stringify(scene.slack.exchanges());
    expect(answers).toMatch(/This form was already used for AED (50|7,000)\.00/);
    const cards = await scene.slack.until(() => {
      const found = scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
      return found.length > 0 ? found : undefined;
    });
    expect(cards).toHaveLength(1);
  });
});
