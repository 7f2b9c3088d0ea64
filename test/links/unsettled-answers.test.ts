// @module-tag long
// @module-tag store

import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { type BehaviourName, QUESTIONS } from '../../packages/local-slack/src/behaviours.ts';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FINANCE,
  FRONT_DESK,
  LENA,
  OMAR,
  PARTNERS,
  RAVI,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { fillLinkForm, moreDetails, openForm } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { cardIn, codeIn, modalWith, press } from '../fixtures/press-card.ts';
import { ask, HOUR, pressReport, report, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection, saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample } from '../fixtures/whole-suite.ts';

const NAMES = Object.keys(QUESTIONS) as BehaviourName[];
const othersOf = (name: BehaviourName): string[] =>
  Object.keys(QUESTIONS[name].answers).filter((answer) => answer !== QUESTIONS[name].usual);

/** Enough days to answer each question in every unusual way. */
const DAYS = Array.from({ length: Math.max(...NAMES.map((name) => othersOf(name).length)) }, (_, day) =>
  NAMES.flatMap((name) => {
    const answer = othersOf(name)[day];
    return answer === undefined ? [] : [{ name, answer }];
  }),
);

test.concurrent.each(sample(DAYS.map((answers, day) => ({ day: day + 1, answers }))))(
  'a whole day works when Slack answers in unusual ways ($day)',
  async ({ answers }) => {
    let skew = 0;
    const noon = createNoonClock();
    const clock = { ...noon, now: () => noon.now() + skew };
    // It is done faster than a person does it.
    const slack = { allowance: Number.POSITIVE_INFINITY };
    const scene = await startScene({ clock, slack, env: { PAYLINK_ADMINS: RAVI } });
    try {
      for (const { name, answer } of answers)
        expect(scene.slack.behaviours.setByName(name, answer)).toBe(true);
      await settings(scene);
      await inChannel(scene);
      await inMessages(scene);
      await deletedCard(scene);
      await approval(scene);
      await amongGuests(scene);
      await reports(scene);
      await homes(scene);
      await ask(scene, 'daily on 21:00', { as: RAVI });
      await scene.slack.until(() =>
        scene.slack
          .messages(FRONT_DESK, { as: RAVI })
          .find((one) => one.ephemeralTo === RAVI && /9:00 PM/.test(one.text)),
      );
      skew = 10.5 * HOUR;
      await scene.restart();
      await scene.slack.until(() =>
        scene.slack.posts(FRONT_DESK).find(({ text }) => text.startsWith('Daily close of')),
      );
      const words = scene.slack.messages(SARA_DM).map(({ text }) => text);
      expect(words.filter((text) => /went wrong/.test(text))).toEqual([]);
      expect(scene.logLines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
    } finally {
      await scene.close();
    }
  },
);

async function settings(scene: Scene): Promise<void> {
  await saveSettings(scene, {
    defaultChannelId: FINANCE,
    approvalLimitFils: '5000',
    supervisor: [OMAR],
    finance: ['U0GONE0001'],
  });
  const again = await openSection(scene, 'people');
  expect(JSON.stringify(again.blocks)).toContain('U0GONE0001');
  await scene.slack.closeView(RAVI, again.id, true);
}

let made = 0;
const make = async (
  scene: Scene,
  changes: Record<string, string | string[]>,
  channel = FRONT_DESK,
): Promise<void> => {
  made += 1;
  const form = await moreDetails(scene, await openForm(scene, '', SARA, channel));
  const outcome = await scene.slack.submit(
    SARA,
    form.id,
    fillLinkForm({
      Email: `customer.${made}@example.com`,
      Phone: `05012345${String(made).padStart(2, '0')}`,
      channel,
      options: [],
      ...changes,
    }),
  );
  expect(outcome).toMatchObject({ ok: true });
};
const orderOf = (scene: Scene, notes: string): string =>
  scene.sandbox.links().find(({ request }) => request.notes === notes)?.orderId ?? '';
const cardOf = (scene: Scene, notes: string, words: RegExp, channel: string): Promise<SeenMessage> =>
  scene.slack.until(() =>
    scene.slack
      .messages(channel)
      .find((one) => one.threadTs === null && seen(one).text.includes(notes) && words.test(seen(one).text)),
  );
const close = (scene: Scene, view: SeenView) => scene.slack.closeView(SARA, view.id);

/** Form, card, QR code, Paid and its reply; the answer to the form comes late, and covers the result. */
async function inChannel(scene: Scene): Promise<void> {
  scene.slack.faults.add({ method: 'response_action', delayMs: 900, times: 1 });
  await make(scene, { options: ['Is_QR_needed'], notes: 'June rent' });
  await codeIn(scene);
  const card = await cardIn(scene);
  await press(scene, card, 'show_qr');
  const result = await modalWith(scene, /image_url/);
  const address = `${scene.sandbox.url}/pay/${scene.sandbox.links()[0]?.token}`;
  const codesIn = (as: string, { id: viewId }: SeenView) =>
    scene.slack.pictures(as, { viewId }).map((png) => png && decodeQr(png));
  expect(codesIn(SARA, result)).toEqual([address]);
  await press(scene, card, 'show_qr', OMAR);
  expect(codesIn(OMAR, await modalWith(scene, /image_url/, OMAR))).toEqual([address]);
  await scene.sandbox.pay(orderOf(scene, 'June rent'));
  expect((await cardIn(scene, /✅ Paid <!date/)).ts).toBe(card.ts);
  await scene.slack.until(() =>
    scene.slack.messages(FRONT_DESK).find(({ threadTs, text }) => threadTs === card.ts && /Paid/.test(text)),
  );
  await close(scene, result);
}

async function inMessages(scene: Scene): Promise<void> {
  await make(scene, { notes: 'July rent', card_place: 'me' });
  const card = await cardOf(scene, 'July rent', /🟡 Waiting/, SARA_DM);
  await close(scene, await modalWith(scene, /copy_text/));
  await scene.sandbox.pay(orderOf(scene, 'July rent'));
  await cardOf(scene, 'July rent', /✅ Paid/, SARA_DM);
  await scene.slack.until(() =>
    scene.slack.messages(SARA_DM).find(({ threadTs, text }) => threadTs === card.ts && /Paid/.test(text)),
  );
}

async function deletedCard(scene: Scene): Promise<void> {
  await make(scene, { notes: 'August rent' });
  const card = await cardOf(scene, 'August rent', /🟡 Waiting/, FRONT_DESK);
  await close(scene, await modalWith(scene, /copy_text/));
  const { botToken, apiUrl } = scene.slack;
  await new WebClient(botToken, { slackApiUrl: apiUrl }).chat.delete({ channel: FRONT_DESK, ts: card.ts });
  await scene.sandbox.pay(orderOf(scene, 'August rent'));
  await scene.slack.until(() =>
    scene.slack
      .messages(SARA_DM)
      .find((one) => /^✅ Paid/.test(one.text) && /It was deleted/.test(seen(one).text)),
  );
}

async function approval(scene: Scene): Promise<void> {
  await make(scene, { notes: 'Deposit', invoiceAmount: '7000' });
  const question = await cardOf(scene, 'Deposit', /Waiting for approval/, FRONT_DESK);
  await close(scene, await modalWith(scene, /Waiting for approval/));
  await press(scene, question, 'approve_link', OMAR);
  await cardOf(scene, 'Deposit', /made by <@U0SARA0001>/, FRONT_DESK);
}

async function amongGuests(scene: Scene): Promise<void> {
  await make(scene, { notes: 'Shared' }, PARTNERS);
  const card = await cardOf(scene, 'Shared', /🟡 Waiting/, PARTNERS);
  await close(scene, await modalWith(scene, /copy_text/));
  await press(scene, card, 'link_details', LENA);
  const told = await scene.slack.until(() =>
    scene.slack.messages(PARTNERS, { as: LENA }).findLast((one) => one.ephemeralTo === LENA),
  );
  expect(told.text).toMatch(/another Slack workspace|Only members of the workspace/);
  expect(scene.slack.topModal(LENA)).toBeUndefined();
}

async function reports(scene: Scene): Promise<void> {
  scene.sandbox.seedLinks(12, (index) => {
    const createdAt = scene.clock.now() - (40 - index) * 60_000;
    return { createdAt, paidAt: createdAt + 1_000, amountFils: 1_000 + index };
  });
  const page = await report(scene, 'transactions', /Rows 1–10 of \d+/, { as: OMAR });
  await pressReport(scene, page, 'report_totals', { as: OMAR });
  await shown(scene, /Totals of all/, { as: OMAR });
}

async function homes(scene: Scene): Promise<void> {
  await scene.slack.openHome(RAVI);
  await scene.slack.until(() => {
    const home = scene.slack.home(RAVI);
    return home && /Payment service online/.test(seen(home).text) ? home : undefined;
  });
}
