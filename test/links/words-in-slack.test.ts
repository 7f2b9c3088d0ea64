// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import { SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, openForm, submitForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startScene);

const pleaseCheck = ({ blocks }: SeenView): string | undefined => {
  const [first] = blocks as { block_id?: string; text?: { text: string } }[];
  return first?.block_id === 'please_check' ? first.text?.text : undefined;
};

describe('the form', () => {
  test('is filled in from a sentence, with nothing to check when all of it is clear', async () => {
    const form = await openForm(scene, 'Sara owes 250 for June, 050 123 4567');
    expect(seen(form).fields).toMatchObject({
      'Customer’s name': 'Sara',
      'Amount in AED': '250.00',
      'What is it for?': 'June',
      'Customer’s phone': '+971501234567',
    });
    expect(pleaseCheck(form)).toBeUndefined();
  });

  test('says what to check and what is not filled in, also after More details', async () => {
    const form = await openForm(scene, '1.250 sara sara@a.com m@b.com villa 12 a&b2 300 tomorrow');
    expect(pleaseCheck(form)).toBe(
      '⚠️ *Please check:* “m@b.com” is a second e-mail: sara@a.com is filled in. “300” may be the amount too: AED 1,250.00 is filled in. “1.250” is filled in as AED 1,250.00: change it if it is AED 1.25. Not filled in: “villa 12 a&amp;b2”, “tomorrow”.',
    );
    expect(seen(form).fields['Amount in AED']).toBe('1250.00');
    await scene.slack.click(SARA, { viewId: form.id }, { actionId: 'more_details' });
    const long = await modalWith(scene, /Product_Id/);
    expect(pleaseCheck(long)).toBe(pleaseCheck(form));
  });

  testAtLength('opens for any text', async () => {
    for (const [words, check] of [
      ['new Nada', undefined],
      ['new Hala', undefined],
      ['new سارة', /“سارة” must be in Latin letters/],
      ['$250 omar', /“\$250” is not in dirhams/],
      ['omar 4111 1111 1111 1111', /There is a card number: leave it out\.$/],
      ['new ???', undefined],
    ] as const) {
      const form = await openForm(scene, words);
      if (check === undefined) expect(pleaseCheck(form)).toBeUndefined();
      else expect(pleaseCheck(form)).toMatch(check);
      await scene.slack.closeView(SARA, form.id);
    }
  });

  test('shows how a name is sent, and sends it so', async () => {
    const form = await openForm(scene, '250 José Al-Maktoum');
    expect(seen(form).fields['Customer’s name']).toBe('José Al-Maktoum');
    expect(seen(form).hints['Customer’s name']).toContain('Sent as Jose Al Maktoum');
    const { FullName: _, ...others } = fillLinkForm();
    await submitForm(scene, form, others);
    expect(scene.sandbox.links().map(({ request }) => request.FullName)).toEqual(['Jose Al Maktoum']);
  });
});
