// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, modalWhere, openForm, submitForm } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const MINUTE = 60_000;

const scene = perTest(async () => {
  const clock = createNoonClock();
  return Object.assign(await startScene({ clock }), { move: clock.move });
});

const { isTermsAndConditionsAccepted: _, ...TYPED } = fillLinkForm({ Email: 'sara@gmail', notes: 'x' });

const close = ({ id }: SeenView, filled = TYPED, as = SARA) => scene.slack.closeView(as, id, false, filled);

const offerIn = (form: SeenView) => seen(form).buttons.find((label) => label.startsWith('Go on'));

/** Opens an empty form and presses the offer in it. */
const goOn = async (): Promise<SeenView> => {
  const form = await openForm(scene);
  await scene.slack.click(SARA, { viewId: form.id }, { actionId: 'same_again' });
  return modalWhere(scene, ({ hash }) => hash !== form.hash);
};

describe('a form that was closed half filled', () => {
  test('is offered in the next one, which fills in nothing by itself', async () => {
    await close(await openForm(scene));
    const form = await openForm(scene);
    expect(offerIn(form)).toBe('Go on with Sara, AED 250');
    expect(seen(form).text).toContain('You closed this form at 12:00 PM.');
    expect(seen(form).fields['Customer’s name']).toBe('');
  });

  test('comes back as it was typed, faults and all, and ends with its link', async () => {
    await close(await openForm(scene));
    const form = await goOn();
    expect(seen(form).fields).toMatchObject({
      'Amount in AED': '250',
      'Customer’s name': 'Sara Khan',
      'Customer’s phone': '050 123 4567',
      'Customer’s e-mail': 'sara@gmail',
      'What is it for?': 'x',
      Terms: '',
    });
    expect(seen(form).buttons).toEqual(['More details']);
    const accepted = { isTermsAndConditionsAccepted: { isTermsAndConditionsAccepted: ['accepted'] } };
    expect(await scene.slack.submit(SARA, form.id, accepted)).toMatchObject({
      errors: {
        'Email.1': '“sara@gmail” is not an e-mail address. Write it as sara@example.com.',
        'notes.1': 'Write at least 2 characters.',
      },
    });
    await submitForm(scene, form, {
      ...accepted,
      'Email.1': { Email: 'sara@example.com' },
      'notes.1': { notes: 'Rent' },
    });
    expect(offerIn(await openForm(scene))).toBeUndefined();
  });

  test('is forgotten after a quarter of an hour', async () => {
    await close(await openForm(scene));
    scene.move(14 * MINUTE);
    const form = await openForm(scene);
    expect(offerIn(form)).toBeDefined();
    await close(form, {});
    scene.move(2 * MINUTE);
    expect(offerIn(await openForm(scene))).toBeUndefined();
  });

  test('is nobody else’s, and not offered where something was typed', async () => {
    await close(await openForm(scene));
    expect(offerIn(await openForm(scene, '', OMAR))).toBeUndefined();
    expect(offerIn(await openForm(scene, '300 Omar'))).toBeUndefined();
  });

  test('is not offered if Slack does not send what was typed, if nothing was, or if it is a card number', async () => {
    await close(await openForm(scene), {});
    await close(await openForm(scene), { notes: { notes: '4111 1111 1111 1111' } });
    scene.slack.behaviours.set('closedView', 'empty');
    await close(await openForm(scene));
    expect(offerIn(await openForm(scene))).toBeUndefined();
  });

  testAtLength('below the window of its link offers no second one', async () => {
    const filled = fillLinkForm();
    await submitForm(scene, await openForm(scene), filled);
    const form = await openForm(scene);
    await scene.slack.submit(SARA, form.id, filled);
    const question = await modalWhere(scene, (top) => top.callbackId === 'duplicates_question');
    await scene.slack.click(SARA, { viewId: question.id }, { actionId: 'another_sale' });
    const made = await modalWhere(scene, ({ title }) => title === 'Scan to pay');
    await scene.slack.closeView(SARA, made.id);
    expect(scene.slack.modals(SARA)).toEqual([]);
    expect(offerIn(await openForm(scene))).toBeUndefined();
  });

  testAtLength('to change a link is not offered for a new one', async () => {
    const made = await submitForm(scene, await openForm(scene), fillLinkForm());
    await scene.slack.click(SARA, { viewId: made.id }, { actionId: 'change_link' });
    const form = await modalWhere(scene, ({ submit }) => submit === 'Save the change');
    await close(form, { invoiceAmount: { invoiceAmount: '205' } });
    expect(offerIn(await openForm(scene))).toBeUndefined();
  });
});
