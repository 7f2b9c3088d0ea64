// @module-tag by-hand
// @module-tag browser

import { expect, test } from 'vitest';
import { FRONT_DESK, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { control, DESKTOP, messages, modal, openPage, PAGE, PHONE, see, shoot, visit } from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE });
  return scene;
};

const ORDER =
  'NEW ORDER\nName: Hala Aziz\nPhone: 050 123 4567\n1. Cake x2 - AED 150.00\n2. Candles - AED 20.00\nTotal: AED 170.00';
const ABAYAS =
  '28/11/2026, 10:15 am - Mariam: Hi I’m Mariam Al Suwaidi, I want 2 abayas size 54 at 350 each, deliver to Al Barsha villa 12. My number 055 123 4567';

visit('an order that was pasted into the channel', start, () => {
  test.each([
    { size: 'desktop', viewport: DESKTOP },
    { size: 'phone', viewport: PHONE },
  ])('on a $size fills in its total, and no price of one', async ({ size, viewport }) => {
    const sara = await openPage(SARA, FRONT_DESK, viewport);
    const openFrom = async (text: string, shown: string) => {
      await scene.slack.message(OMAR, FRONT_DESK, text);
      const message = messages(sara).filter({ hasText: shown }).last();
      await message.hover();
      await message.locator('[data-shortcut="link_from_message"]').click();
      await see(modal(sara), 'New payment link');
    };
    const read = (name: string) => control(name, sara).inputValue();
    await openFrom(ORDER, 'NEW ORDER');
    expect(await read('invoiceAmount')).toBe('170.00');
    expect(await read('FullName')).toBe('Hala Aziz');
    await see(modal(sara), /Not filled in: “1\. Cake x2 - AED 150\.00”/);
    await shoot(`pasted order ${size}`, modal(sara), sara);
    await sara.getByTestId('close').click();

    await openFrom(ABAYAS, 'abayas');
    expect(await read('invoiceAmount')).toBe('');
    expect(await read('FullName')).toBe('Mariam Al Suwaidi');
    await see(modal(sara), /“350 each” may be the amount, or part of it/);
    await shoot(`price of one ${size}`, modal(sara), sara);
    await sara.getByTestId('close').click();
    await modal(sara).waitFor({ state: 'detached' });
    await sara.close();
  });
});
