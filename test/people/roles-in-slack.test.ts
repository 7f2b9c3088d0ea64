// @module-tag long
// @module-tag store

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FATIMA, FRONT_DESK, OMAR, RAVI, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { ask, pressReport, report, seedPaid, shown } from '../fixtures/reports.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Sara and Fatima are cashiers, Omar a supervisor, Ravi an admin by the environment. */
let scene: Scene;
let card: SeenMessage;

beforeAll(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
  seedPaid(scene, 3);
  await setSupervisors([OMAR]);
  await issueLink(scene);
  await scene.slack.closeView(SARA, scene.slack.topModal(SARA)?.id ?? '');
  card = await cardIn(scene);
});

afterAll(() => scene.close());

const setSupervisors = (supervisor: string[]) => saveSettings(scene, { supervisor });

/** Messages that were returned before are not the answer to another command. */
const returned = new Set<string>();

const answerTo = (as: string, words: RegExp): Promise<SeenMessage> =>
  scene.slack.until(() => {
    const answer = scene.slack
      .messages(FRONT_DESK, { as })
      .find((one) => one.ephemeralTo === as && !returned.has(one.ts) && words.test(one.text));
    if (answer) returned.add(answer.ts);
    return answer;
  });

/** An open QR window looks up its own link. */
const countCalls = () =>
  scene.sandbox.requests.filter(({ operation }) => operation !== 'link' && operation !== 'transaction')
    .length;
const countModals = () => scene.slack.calls('views.open').length;
const counts = () => ({ calls: countCalls(), modals: countModals() });

describe('a cashier', () => {
  test.each([
    ['/paylink', 'transactions', /Reports are for supervisors, finance and admins/],
    ['/paylink', 'links last week', /Reports are for/],
    ['/paylink', 'daily on 21:00', /switched on and off by finance and admins/],
    ['/paylink', 'settings', /The settings are for admins/],
    ['/paylink-report', '', /Reports are for/],
  ])(
    '%s %s is answered with the people to ask, and nothing is read or opened',
    async (command, text, words) => {
      const before = counts();
      await ask(scene, text, { as: FATIMA, command });
      expect((await answerTo(FATIMA, words)).text).toContain(`<@${RAVI}>`);
      expect(counts()).toEqual(before);
    },
  );

  test.each(['link_details', 'whatsapp', 'change_link'])(
    'pressing %s on a colleague’s link shows nothing of it',
    async (actionId) => {
      const before = countModals();
      await press(scene, card, actionId, FATIMA);
      expect((await answerTo(FATIMA, /a colleague’s link/)).text).toContain(`Ask <@${OMAR}> or <@${RAVI}>.`);
      expect(countModals()).toBe(before);
    },
  );

  test('may refresh and show the QR code of any link', async () => {
    await press(scene, card, 'refresh_link', FATIMA);
    await answerTo(FATIMA, /AED|not paid|Nothing new/i);
    await press(scene, card, 'show_qr', FATIMA);
    await modalWith(scene, /QR code of the payment link/, FATIMA);
  });

  test('may do everything with a link of their own', async () => {
    await press(scene, card, 'link_details', SARA);
    await modalWith(scene, /sara\.khan@example\.com/, SARA);
  });
});

describe('a supervisor', () => {
  test('can read reports and the details of every link, but not export', async () => {
    await press(scene, card, 'link_details', OMAR);
    await modalWith(scene, /sara\.khan@example\.com/, OMAR);
    const own = await report(scene, 'transactions', /Transactions/, { as: OMAR });
    await pressReport(scene, own, 'export_csv', { as: OMAR });
    expect((await answerTo(OMAR, /Exports are for finance and admins/)).text).toContain(`Ask <@${RAVI}>.`);
  });

  test('loses the permissions with the role, from the next command on', async () => {
    try {
      await setSupervisors([]);
      await ask(scene, 'payouts', { as: OMAR });
      await answerTo(OMAR, /Reports are for/);
    } finally {
      await setSupervisors([OMAR]);
    }
  });
});

test('an admin named in the environment may do everything', async () => {
  await ask(scene, 'payouts', { as: RAVI });
  await shown(scene, /Payouts/, { as: RAVI });
  await press(scene, card, 'link_details', RAVI);
  await modalWith(scene, /sara\.khan@example\.com/, RAVI);
});
