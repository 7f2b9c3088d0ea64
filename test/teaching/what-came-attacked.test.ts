// @module-tag by-hand
// @module-tag store

import { afterEach, expect } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FATIMA_DM,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { fillIn, newestOrder, openWhatCame, questionTo, reportOddly } from '../fixtures/what-came.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const start = async (admins: string[], members: Record<string, string | number>): Promise<SeenMessage> => {
  scene = await startScene({ env: { PAYLINK_ADMINS: admins.join() } });
  return reportOddly(scene, members);
};
const open = async (as: string, channel: string): Promise<SeenView> =>
  openWhatCame(scene, as, await questionTo(scene, as, channel));
const submit = (as: string, form: SeenView, says: Record<string, string>) =>
  scene.slack.submit(as, form.id, fillIn(form, says));

const setFinance = async (finance: string[]): Promise<void> => {
  await saveSettings(scene, { finance });
};

testAtLength('whoever may no longer answer when the window is sent teaches nothing', async () => {
  await start([RAVI], { flowState: 'ZED' });
  await setFinance([FATIMA]);
  await submit(RAVI, await open(RAVI, RAVI_DM), { flowState: 'nothing' });
  const asked = await shown(scene, /said what the payment service means/, { as: FATIMA, channel: FATIMA_DM });
  const form = await openWhatCame(scene, FATIMA, asked);
  await setFinance([]);
  await submit(FATIMA, form, { flowState: 'nothing' });
  expect(seen(scene.slack.topModal(FATIMA)).text).toMatch(
    /Nothing was done\. What the payment service said is only for/,
  );
  await cardIn(scene, /Payment reported, cannot tell/);
});

testAtLength('an answer that comes after another’s says that the other’s stays', async () => {
  await start([RAVI, OMAR], { flowState: 'ZED' });
  const [one, two] = [await open(RAVI, RAVI_DM), await open(OMAR, OMAR_DM)];
  await submit(RAVI, one, { flowState: 'not-paid' });
  await modalWith(scene, /Saved/, RAVI);
  await submit(OMAR, two, { flowState: 'nothing' });
  const { text } = seen(await modalWith(scene, /Answered already/, OMAR));
  expect(text).toMatch(/`flowState∶ ZED`|`flowState: ZED`/);
  expect(text).toMatch(/\*not paid\*, said <@U\w+>/);
  expect(text).not.toMatch(/Saved/);
});

testAtLength(
  'what nobody should read is shown without its value, and answered about by its name',
  async () => {
    const long = {
      lotStatus: 'x'.repeat(400),
      wayStatus: 'ask huda@example.com',
      declineReason: 'x'.repeat(120),
    };
    const card = await start([RAVI], { flowState: 'ZED', ...long });
    const form = await open(RAVI, RAVI_DM);
    expect(Object.keys(seen(form).fields)).toEqual([
      'All that you leave open below',
      'flowState: ZED',
      'lotStatus: (a text of 400 letters)',
      'wayStatus: (a text of 20 letters)',
    ]);
    expect(seen(form).text).toMatch(
      /`declineReason: \(a text of 120 letters\)`: look in the payment service’s dashboard whether this is paid/,
    );
    await scene.slack.submit(RAVI, form.id, {
      ...fillIn(form, { flowState: 'nothing' }),
      rest: { rest: ['never'] },
    });
    const saved = seen(await modalWith(scene, /Saved/, RAVI)).text;
    expect(saved).toMatch(/`lotStatus`: \*never says anything\*/);
    expect(saved).not.toContain('more word');
    expect((await cardIn(scene, /Payment reported, cannot tell/)).ts).toBe(card.ts);
    const words = { flowState: 'ZED', lotStatus: 'y'.repeat(90), wayStatus: 'QQ' };
    scene.sandbox.reword(newestOrder(scene), { statesIn: 'transactions', members: words });
    await press(scene, card, 'refresh_link');
    await cardIn(scene, /✅ Paid/);
  },
);

testAtLength(
  'an amount that came after the window was opened, or had no room in it, is not answered',
  async () => {
    const names = ['captured', 'paid', 'received', 'collected', 'charged'].flatMap((name) => [
      `${name}Amt`,
      `${name}Amount`,
      `amount_${name}`,
    ]);
    const members = Object.fromEntries(names.map((name, at) => [name, 250 - at]));
    const card = await start([RAVI], members);
    const form = await open(RAVI, RAVI_DM);
    const options = (
      form.blocks as {
        block_id: string;
        element?: { options: { value: string; text: { text: string } }[] };
      }[]
    )
      .filter(({ block_id }) => block_id === 'amount')
      .flatMap(({ element }) => element?.options ?? []);
    expect(options).toHaveLength(10);
    // Its name comes first.
    const later = { ...members, acceptedAmt: 1 };
    scene.sandbox.reword(newestOrder(scene), { statesIn: 'transactions', members: later });
    await press(scene, card, 'refresh_link');
    await shown(scene, /nothing new as of/, { as: SARA });
    const paid = options.find(({ text }) => text.text === 'capturedAmt: 250')?.value ?? '';
    await scene.slack.submit(RAVI, form.id, { amount: { amount: paid } });
    const { text } = seen(await modalWith(scene, /Saved/, RAVI));
    expect(text).toMatch(/`capturedAmt`: \*paid\*/);
    expect(text.match(/^• `/gm)).toHaveLength(9);
    expect(text).not.toContain('acceptedAmt');
    const again = await openWhatCame(scene, RAVI, await questionTo(scene, RAVI, RAVI_DM));
    expect(Object.keys(seen(again).fields)).toEqual(['Which amount did the customer pay?']);
    expect((await cardIn(scene, /Payment reported, cannot tell/)).ts).toBe(card.ts);
  },
);
