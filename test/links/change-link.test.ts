// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { FATIMA, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { valuesOfLink } from '../../src/links/form/link-form-values.ts';
import { closeModals, createForm, issueLink, submitForm } from '../fixtures/link-form.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press, repliesTo } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: FATIMA } }));

const madeLinks = () => scene.sandbox.links();
const stored = () =>
  Promise.all(
    madeLinks().map(async ({ invoiceId }) => {
      const link = await scene.store.links.findByInvoiceId('T0PLAY', invoiceId ?? '');
      if (link === null) throw new Error(`no link ${invoiceId}`);
      return link;
    }),
  );

const amount = (typed: string) => ({ invoiceAmount: { invoiceAmount: typed } });

/** Opens the form from a card. */
const change = async (as = SARA, words = /Waiting/): Promise<SeenView> => {
  await closeModals(scene, as);
  await press(scene, await cardIn(scene, words), 'change_link', as);
  return createForm(scene, as);
};

test('the form of a declined request keeps the invoice number that was typed', () => {
  const approval = {
    limitFils: 1,
    sumFils: null,
    typedId: 'INV-7',
    shown: [],
    askedAt: 1,
    decidedBy: null,
    decidedAt: 2,
  };
  const link = buildLink({ state: 'declined', approval });
  expect(valuesOfLink(link, { defaultEmail: null }).Invoice_Id).toBe('INV-7');
});

const STILL = 'The link for AED 250.00 can still be paid. Ask Sara not to use it.';

describe('Change amount or details…', () => {
  test('opens the form filled in, says that the first link can still be paid, and makes the next link of the sale', async () => {
    const result = await issueLink(scene);
    await scene.slack.click(SARA, { viewId: result.id }, { actionId: 'change_link' });
    const form = await createForm(scene);
    expect(seen(form).text).toContain(STILL);
    expect(seen(form).fields).toMatchObject({
      'Amount in AED': '250.00',
      'Customer’s name': 'Sara Khan',
      'Customer’s phone': '+971501234567',
      'What is it for?': 'June rent',
      Terms: 'The customer accepts the terms',
    });
    expect((await submitForm(scene, form, amount('205'))).title).toBe('Scan to pay');
    const [first, second] = await stored();
    expect(second).toMatchObject({ amountFils: 20_500, saleId: first?.id, saleOrder: 2 });
    const card = await cardIn(scene, /205\.00.*🟡 Waiting/s);
    expect(seen(card).text).toContain('Sara can still pay the first link (AED 250.00).');
    const isTold = ({ text }: { text: string }) => text === '✏️ Changed AED 250.00 to AED 205.00.';
    const told = await scene.slack.until(() => repliesTo(scene, card).find(isTold));
    await scene.sandbox.expire(first?.orderId ?? '');
    await press(scene, told, 'link_details');
    await modalWith(scene, /Replaced by: PL-/);
    await press(scene, card, 'refresh_link');
    await cardIn(scene, /205\.00\*(?:(?!can still pay).)*$/s);
  });

  testAtLength('in the result of an earlier link, leads to the newest one', async () => {
    const result = await issueLink(scene);
    const changing = await change(FATIMA);
    // Sara presses before her window says that another link is to be paid.
    scene.slack.faults.add({ method: 'views.update', delayMs: 5_000 });
    const changed = submitForm(scene, changing, amount('205'), FATIMA);
    await expect.poll(async () => (await stored())[1]?.state).toBe('open');
    await scene.slack.click(SARA, { viewId: result.id }, { actionId: 'change_link' });
    const form = await createForm(scene);
    await changed;
    expect(seen(form).fields['Amount in AED']).toBe('205.00');
    expect(seen(form).text).toContain(
      'The links for AED 205.00 and AED 250.00 can still be paid. Ask Sara not to use them.',
    );
  });

  testAtLength('of an expired link is its sale’s New link', async () => {
    await issueLink(scene);
    await scene.sandbox.expire(madeLinks()[0]?.orderId ?? '');
    await press(scene, await cardIn(scene), 'refresh_link');
    const card = await cardIn(scene, /⌛ Expired/);
    expect(seen(card).buttons).toContain('New link');
    const form = await change(SARA, /⌛ Expired/);
    expect(seen(form).text).not.toContain('can still be paid');
    expect((await submitForm(scene, form, {})).title).toBe('Scan to pay');
    const [first, second] = await stored();
    expect(second?.saleId).toBe(first?.id);
  });

  test('by two people at once makes one link, and shows it to the second', async () => {
    await issueLink(scene);
    const forms = [
      [SARA, await change(SARA), amount('205')],
      [FATIMA, await change(FATIMA), amount('1,900')],
    ] as const;
    await Promise.all(forms.map(([as, { id }, filled]) => scene.slack.submit(as, id, filled)));
    await scene.slack.until(() => (madeLinks().length === 2 ? true : undefined));
    const tops = [SARA, FATIMA].map((as) => scene.slack.topModal(as));
    const question = tops.find((top) => top?.callbackId === 'duplicates_question');
    expect(question && seen(question).text).toMatch(
      /This changed after you were asked.*Nothing new is made yet/s,
    );
    expect(madeLinks()).toHaveLength(2);
  });

  test('asks first, if the customer paid while the form was open', async () => {
    await issueLink(scene);
    const form = await change();
    await scene.sandbox.pay(madeLinks()[0]?.orderId ?? '');
    await cardIn(scene, /✅ Paid/);
    expect(await scene.slack.submit(SARA, form.id, amount('1,900'))).toEqual({ ok: true });
    const question = await modalWith(scene, /This changed after you were asked/);
    expect(seen(question).text).toMatch(/✅ \*Paid .*\*\./);
    expect(madeLinks()).toHaveLength(1);
    await scene.slack.click(SARA, { viewId: question.id }, { actionId: 'another_sale' });
    await modalWith(scene, /Copy/);
    const [first, second] = await stored();
    expect(second?.saleId).not.toBe(first?.saleId);
  });

  testAtLength('leaves the sale with the person who has it', async () => {
    await issueLink(scene, {}, { as: OMAR });
    await submitForm(scene, await change(FATIMA), amount('205'), FATIMA);
    expect((await stored())[1]).toMatchObject({ creatorId: FATIMA, ownerId: OMAR });
  });

  testAtLength('asks about a like link of another sale of the customer', async () => {
    await issueLink(scene);
    const form = await change();
    const other = await issueLink(
      scene,
      { invoiceAmount: '900', ...{ Phone: '050 123 4567', Email: 'sara.khan@example.com' } },
      { as: OMAR },
    );
    expect(other.title).toBe('Scan to pay');
    await scene.slack.submit(SARA, form.id, amount('900'));
    const question = await modalWith(scene, /can still pay the first link\..*AED 900\.00/s);
    await scene.slack.click(SARA, { viewId: question.id }, { actionId: 'another_sale' });
    await modalWith(scene, /Copy/);
    const [first, , third] = await stored();
    expect(third).toMatchObject({ amountFils: 90_000, saleId: first?.saleId });
  });
});
