// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { closeModals, createForm, issueLink, submitForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startScene);

const orderOf = (index: number) => scene.sandbox.links()[index]?.orderId ?? '';

/** AED 775.00 of 2,500.00 is paid. */
const payInPart = async () => {
  await issueLink(scene, { invoiceAmount: '2500' });
  await closeModals(scene);
  await scene.sandbox.pay(orderOf(0), { amountFils: 77_500 });
  return cardIn(scene, /Partly paid/);
};

const openForm = async (as = SARA) => {
  await press(scene, await cardIn(scene, /Partly paid/), 'link_for_rest', as);
  return createForm(scene, as);
};

test('a part payment offers a link for what is missing, and the card says when all is paid', async () => {
  const part = await payInPart();
  expect(seen(part).buttons).toContain('Link for the remaining AED 1,725.00');
  const form = await openForm();
  expect(seen(form).fields).toMatchObject({ 'Amount in AED': '1725.00', 'Customer’s name': 'Sara Khan' });
  expect(seen(form).text).toContain('AED 775.00 of AED 2,500.00 was paid. This link is for the rest.');
  expect((await submitForm(scene, form, {})).title).toBe('Scan to pay');
  const waiting = await cardIn(scene, /1,725\.00.*Waiting/s);
  expect(waiting.ts).toBe(part.ts);
  expect(seen(waiting).buttons).not.toContain('Link for the remaining AED 1,725.00');
  expect(seen(waiting).text).toMatch(/For the rest of AED 2,500\.00 \(.*\): AED 775\.00 was paid before\./);

  await scene.sandbox.pay(orderOf(1));
  const done = await cardIn(scene, /✅ Paid.*paid in full/s);
  expect(seen(done).text).toContain('With AED 775.00 paid before, AED 2,500.00 is paid in full');
  expect(seen(done).text).not.toContain('missing');
  const [first] = scene.sandbox.links();
  await press(scene, done, 'link_details');
  expect(seen(await modalWith(scene, /Related links/)).text).toContain(`Paid in part: ${first?.invoiceId}`);
});

test('the rest is asked for once, whoever presses', async () => {
  await payInPart();
  const forms = [
    [SARA, await openForm(SARA)],
    [OMAR, await openForm(OMAR)],
  ] as const;
  await submitForm(scene, forms[0][1], {});
  await scene.slack.submit(OMAR, forms[1][1].id, {});
  const question = await modalWith(scene, /This changed after you were asked/, OMAR);
  expect(seen(question).text).toContain('AED 1,725.00');
  expect(scene.sandbox.links()).toHaveLength(2);
});

test('paid in three parts, it is paid in full with the third', async () => {
  await payInPart();
  await submitForm(scene, await openForm(), {});
  await closeModals(scene);
  await scene.sandbox.pay(orderOf(1), { amountFils: 100_000 });
  const second = await cardIn(scene, /AED 2,500\.00\*.*Partly paid.*AED 1,775\.00 of 2,500\.00/s);
  await press(scene, second, 'link_for_rest');
  await submitForm(scene, await createForm(scene), {});
  await cardIn(scene, /For the rest of AED 2,500\.00 \([\w-]+\): AED 1,775\.00 was paid before\./s);
  await scene.sandbox.pay(orderOf(2));
  await cardIn(
    scene,
    /AED 2,500\.00\*.*✅ Paid.*With AED 1,775\.00 paid before, AED 2,500\.00 is paid in full/s,
  );
});

test('of a part that was asked for by itself, what is missing beyond it is asked for afterwards', async () => {
  await payInPart();
  await submitForm(scene, await openForm(), { invoiceAmount: { invoiceAmount: '1000' } });
  await closeModals(scene);
  await scene.sandbox.pay(orderOf(1));
  const card = await cardIn(scene, /AED 2,500\.00\*.*Partly paid.*: AED 1,775\.00 of 2,500\.00/s);
  expect(seen(card).text).toContain('*AED 725.00 is still missing. Not counted as paid.*');
  await press(scene, card, 'link_for_rest');
  const form = await createForm(scene);
  expect(seen(form).text).toContain('AED 1,775.00 of AED 2,500.00 was paid. This link is for the rest.');
  expect(seen(form).fields).toMatchObject({ 'Amount in AED': '725.00' });
});

testAtLength('nothing is offered where less than the service’s minimum is missing', async () => {
  await issueLink(scene, { invoiceAmount: '100' });
  await scene.sandbox.pay(orderOf(0), { amountFils: 9_001 });
  expect(seen(await cardIn(scene, /Partly paid/)).buttons).not.toContainEqual(
    expect.stringContaining('remaining'),
  );
});
