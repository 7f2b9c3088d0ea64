import { afterEach, expect, test } from 'vitest';
import type { SeenMessage } from '../../playground/slack/local-slack.ts';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  TEAM,
} from '../../playground/slack/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press, repliesTo } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const QUESTION =
  /uses the word `QX17` for a record of AED 250\.00 \(reference PL-[^)]+\)\. Is it a payment\?/;

const start = async (env: Record<string, string> = { PAYLINK_ADMINS: `${RAVI},${OMAR}` }) => {
  scene = await startScene({ env });
};

const orderId = () => scene.sandbox.links()[0]?.orderId ?? '';

/** Creates a link whose payment the service records under an unknown word; returns its card. */
const payUnderAnOddWord = async (): Promise<SeenMessage> => {
  await issueLink(scene);
  const card = await cardIn(scene);
  scene.sandbox.reword(orderId(), { statesIn: 'transactions', members: { transactionType: 'QX17' } });
  await scene.sandbox.pay(orderId(), { callback: false });
  await press(scene, card, 'refresh_link');
  return cardIn(scene, /Payment reported, cannot tell what it is/);
};

const questionTo = (as: string, channel: string) => shown(scene, QUESTION, { as, channel });

const questions = () =>
  scene.slack
    .calls('chat.postMessage')
    .filter(({ args }) => JSON.stringify(args).includes('Is it a payment?'));

const chooseAdmins = async (admins: string[]): Promise<void> => {
  await ask(scene, 'settings', { as: RAVI });
  const form = await modalWith(scene, /People/, RAVI);
  expect(await scene.slack.submit(RAVI, form.id, { admin: { admin: admins } })).toEqual({ ok: true });
  await scene.slack.until(() => scene.slack.topModal(RAVI) === undefined);
};

const whispers = () =>
  scene.slack.messages(FRONT_DESK, { as: SARA }).filter(({ ephemeralTo }) => ephemeralTo === SARA);

const readTrail = async () => {
  await scene.paylink.stop();
  const store = await scene.database.open();
  return store.auditEntries.slice(
    { teamId: TEAM, action: 'word-explained' },
    { to: 'older', cursor: null, limit: 10 },
  );
};

test('every admin is asked once about an unknown word, however often the link is checked', async () => {
  await start();
  const card = await payUnderAnOddWord();
  await questionTo(RAVI, RAVI_DM);
  await questionTo(OMAR, OMAR_DM);
  for (const again of [async () => {}, scene.restart]) {
    await again();
    const before = whispers().length;
    await press(scene, card, 'refresh_link');
    await scene.slack.until(() => whispers().length > before);
    expect(whispers().at(-1)?.text).toContain('nothing new');
  }
  expect(questions()).toHaveLength(2);
  expect(JSON.stringify(questions())).not.toMatch(/Sara Khan|sara\.khan|501234567/);
});

test('“This is a payment” makes the waiting links Paid, and is in the audit trail', async () => {
  await start();
  const card = await payUnderAnOddWord();
  await press(scene, await questionTo(RAVI, RAVI_DM), 'row_kind_payment', RAVI);
  const paid = await cardIn(scene, /✅ Paid/);
  expect(paid.ts).toBe(card.ts);
  const answered = await shown(scene, /said: `QX17` is a payment/, { as: RAVI, channel: RAVI_DM });
  expect(seen(answered).buttons).toEqual([]);
  expect(await readTrail()).toMatchObject([{ actorId: RAVI, detail: { word: 'QX17', as: 'a payment' } }]);
});

test('“Not a payment” opens the waiting links again, and tells their creators', async () => {
  await start();
  const card = await payUnderAnOddWord();
  await press(scene, await questionTo(RAVI, RAVI_DM), 'row_kind_other', RAVI);
  const waiting = await cardIn(scene, /🟡 Waiting/);
  expect(waiting.ts).toBe(card.ts);
  expect(seen(waiting).text).not.toContain('Don’t hand over goods');
  await scene.slack.until(() =>
    repliesTo(scene, card).find(({ text }) => /Waiting for payment: AED 250\.00/.test(text)),
  );
});

testAtLength(
  'if two admins answer at the same time, the first answer counts and the other admin learns of it',
  async () => {
    await start();
    await payUnderAnOddWord();
    const [first, second] = await Promise.all([questionTo(RAVI, RAVI_DM), questionTo(OMAR, OMAR_DM)]);
    await Promise.all([
      press(scene, first, 'row_kind_payment', RAVI),
      press(scene, second, 'row_kind_other', OMAR),
    ]);
    const other = await scene.slack.until(() =>
      [
        { as: RAVI, channel: RAVI_DM, winner: OMAR },
        { as: OMAR, channel: OMAR_DM, winner: RAVI },
      ].find(({ as, channel }) =>
        scene.slack.messages(channel, { as }).some(({ text }) => /This was already answered/.test(text)),
      ),
    );
    expect((await shown(scene, /already answered/, other)).text).toContain(`<@${other.winner}> said`);
    expect(await readTrail()).toHaveLength(1);
  },
);

testAtLength('a former admin cannot answer, and learns whom to ask', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  await chooseAdmins([OMAR]);
  await payUnderAnOddWord();
  const question = await questionTo(OMAR, OMAR_DM);
  await chooseAdmins([]);
  await press(scene, question, 'row_kind_payment', OMAR);
  const refused = await shown(scene, /The settings are for admins/, { as: OMAR, channel: OMAR_DM });
  expect(refused.text).toContain(`<@${RAVI}>`);
  expect(await readTrail()).toEqual([]);
});

testAtLength('without an admin the creator learns what to ask for', async () => {
  await start({});
  await payUnderAnOddWord();
  const message = await shown(scene, /uses the word `QX17`/, { as: SARA, channel: SARA_DM });
  expect(seen(message).text).toContain('PAYLINK_ADMINS');
  expect(seen(message).buttons).toEqual([]);
});

testAtLength(
  'the settings list the words; an answer deleted there is asked for again when the word returns',
  async () => {
    await start({ PAYLINK_ADMINS: RAVI });
    const card = await payUnderAnOddWord();
    await questionTo(RAVI, RAVI_DM);
    await ask(scene, 'settings', { as: RAVI });
    const form = await modalWith(scene, /`QX17`: \*not answered yet\*/, RAVI);
    await scene.slack.click(RAVI, { viewId: form.id }, { actionId: 'row_kind_menu', chosen: 'other:qx17' });
    await modalWith(scene, /`QX17`: not a payment, said <@/, RAVI);
    await cardIn(scene, /🟡 Waiting/);
    await scene.slack.click(RAVI, { viewId: form.id }, { actionId: 'row_kind_menu', chosen: 'forget:qx17' });
    await scene.slack.until(() => !seen(scene.slack.topModal(RAVI)).text.includes('QX17'));
    await press(scene, card, 'refresh_link');
    await cardIn(scene, /cannot tell what it is/);
    await scene.slack.until(() => questions().length === 2);
  },
);
