// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink, submitForm } from '../fixtures/link-form.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection, saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  fillIn,
  openWhatCame,
  newestOrder as orderOf,
  payOddly as pay,
  QUESTION,
  questionTo as question,
  reportOddly as report,
} from '../fixtures/what-came.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const start = async (env: Record<string, string> = { PAYLINK_ADMINS: `${RAVI},${OMAR}` }) => {
  scene = await startScene({ env });
};

const newestOrder = () => orderOf(scene);

/** The members of a payment that Paylink does not understand. */
const ODD = { transactionType: 'QX17', flowState: 'ZED' };

const payOddly = (members: Record<string, string | number> = ODD, callback = false) =>
  pay(scene, members, callback);
const reportOddly = (members: Record<string, string | number> = ODD) => report(scene, members);
const questionTo = (as: string, channel: string) => question(scene, as, channel);
const countQuestions = () =>
  scene.slack.calls('chat.postMessage').filter(({ args }) => QUESTION.test(JSON.stringify(args))).length;

const openWindow = (as: string, message: SeenMessage) => openWhatCame(scene, as, message);

/** Submits the window with an answer for each of its menus, by the name of the field. */
const answer = async (as: string, form: SeenView, says: Record<string, string>): Promise<SeenView> => {
  expect(await scene.slack.submit(as, form.id, fillIn(form, says))).toEqual({ ok: true });
  return modalWith(scene, /Saved/, as);
};

const readTrail = async () => {
  await scene.paylink.stop();
  const store = await scene.database.open();
  const filter = { teamId: TEAM, action: 'word-explained' as const };
  return store.auditEntries.slice(filter, { to: 'older', cursor: null, limit: 10 });
};

test('a record with two new words asks each admin once, and the cashier reads when', async () => {
  await start();
  const card = await reportOddly();
  expect(seen(card).text).toMatch(/Your admins and finance were asked/);
  const question = await questionTo(RAVI, RAVI_DM);
  expect(seen(question).text).toMatch(
    /`flowState: ZED` and `transactionType: QX17`|`transactionType: QX17` and `flowState: ZED`/,
  );
  await questionTo(OMAR, OMAR_DM);
  await press(scene, card, 'refresh_link');
  await scene.restart();
  await press(scene, card, 'refresh_link');
  expect(countQuestions()).toBe(2);
  const said = scene.slack.calls('chat.postMessage').filter(({ args }) => args['channel'] !== undefined);
  const toAdmins = said.filter(({ args }) => QUESTION.test(JSON.stringify(args)));
  expect(JSON.stringify(toAdmins)).not.toMatch(/Sara Khan|sara\.khan|501234567/);
});

test('one window answers all of it, and money counts once a second admin says the same', async () => {
  await start();
  await reportOddly();
  const form = await openWindow(RAVI, await questionTo(RAVI, RAVI_DM));
  const { text } = seen(form);
  expect(text).toMatch(/Words: .*`status: PAID`|Words: .*`status: SUCCESS`/);
  expect(text).toMatch(/Whose: this link’s, by `orderId: \d+`/);
  expect(text).toMatch(/How much: `amount: 250/);
  expect(text).toMatch(/Callback: none came/);
  expect(text).toMatch(/Order ID: in `orderId`/);
  expect(text).not.toMatch(/Sara Khan|sara\.khan|501234567/);
  const saved = await answer(RAVI, form, { transactionType: 'nothing', flowState: 'nothing' });
  expect(seen(saved).text).toMatch(/once a second person agrees/);
  const agree = await shown(scene, /said what the payment service means/, { as: OMAR, channel: OMAR_DM });
  const second = await openWindow(OMAR, agree);
  expect(seen(second).fields).toEqual({
    'flowState: ZED': 'Says nothing',
    'transactionType: QX17': 'Says nothing',
  });
  await cardIn(scene, /Payment reported, cannot tell/);
  await answer(OMAR, second, { transactionType: 'nothing', flowState: 'nothing' });
  await cardIn(scene, /✅ Paid/);
  expect((await readTrail()).map(({ actorId, detail }) => [actorId, detail?.['counts']])).toEqual([
    [OMAR, true],
    [OMAR, true],
    [RAVI, false],
    [RAVI, false],
  ]);
});

/** Names that no table knows, each with a short word. */
const EIGHT = {
  ...{ laneMark: 'ZED', wayHint: 'QUARTZ', lotGrade: 'AMBER', rigPhase: 'NORTH' },
  ...{ podMood: 'BRISK', kitTone: 'MUTED', hubPace: 'STEADY', bayTint: 'OCHRE' },
};
const NEVER = { rest: { rest: ['never'] } };

test('eight unknown leaves are answered by one tick, at once, and for every later value', async () => {
  await start();
  const card = await reportOddly(EIGHT);
  const form = await openWindow(RAVI, await questionTo(RAVI, RAVI_DM));
  expect(await scene.slack.submit(RAVI, form.id, NEVER)).toEqual({ ok: true });
  expect(seen(await modalWith(scene, /Saved/, RAVI)).text.match(/never says anything/g)).toHaveLength(8);
  expect((await cardIn(scene, /✅ Paid/)).ts).toBe(card.ts);
  expect((await readTrail()).map(({ detail }) => detail?.['counts'])).toEqual(Array(8).fill(true));
});

test('one tick leaves what may speak against a payment, and a state waits for a second person', async () => {
  await start();
  const card = await reportOddly({ laneMark: 'ZED', flowState: 'QX17', refundStage: 'ZED', isTest: 'true' });
  const form = await openWindow(RAVI, await questionTo(RAVI, RAVI_DM));
  expect(Object.keys(seen(form).fields).slice(0, 1)).toEqual(['All that you leave open below']);
  await scene.slack.submit(RAVI, form.id, NEVER);
  const { text } = seen(await modalWith(scene, /Saved/, RAVI));
  expect(text).toMatch(/`flowState`: \*never says anything\*, said <@\w+>, waiting for a second person/);
  expect(text).toMatch(/`laneMark`: \*never says anything\*, said <@\w+>$/m);
  expect(text).toMatch(/2 more words: open/);
  expect((await cardIn(scene, /Payment reported, cannot tell/)).ts).toBe(card.ts);
  const agree = await shown(scene, /said what the payment service means/, { as: OMAR, channel: OMAR_DM });
  const second = await openWindow(OMAR, agree);
  expect(seen(second).fields).toMatchObject({
    'flowState: QX17': 'Never says anything, whatever stands there',
  });
  await answer(OMAR, second, { flowState: 'never', refundStage: 'nothing', isTest: 'nothing' });
  const last = await shown(scene, /Do you agree/, { as: RAVI, channel: RAVI_DM });
  await answer(RAVI, await openWindow(RAVI, last), { isTest: 'nothing' });
  await cardIn(scene, /✅ Paid/);
});

test('what keeps money from counting takes effect at once', async () => {
  await start();
  const card = await reportOddly({ transactionType: 'QX17' });
  const form = await openWindow(RAVI, await questionTo(RAVI, RAVI_DM));
  await answer(RAVI, form, { transactionType: 'not-paid' });
  expect((await cardIn(scene, /🟡 Waiting/)).ts).toBe(card.ts);
});

testAtLength('somebody of finance can agree; a cashier cannot look', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  await saveSettings(scene, { finance: [FATIMA] });
  await reportOddly({ transactionType: 'QX17' });
  const question = await questionTo(RAVI, RAVI_DM);
  await answer(RAVI, await openWindow(RAVI, question), { transactionType: 'paid' });
  const agree = await shown(scene, /said what the payment service means/, { as: FATIMA, channel: FATIMA_DM });
  await answer(FATIMA, await openWindow(FATIMA, agree), { transactionType: 'paid' });
  await cardIn(scene, /✅ Paid/);
});

test('a sole admin needs nobody, and a payment whose amounts differ asks which one was paid', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  await reportOddly({ capturedAmt: 250, paidAmt: 100 });
  const form = await openWindow(RAVI, await questionTo(RAVI, RAVI_DM));
  const [question] = (
    form.blocks as { block_id: string; element?: { options: { value: string; text: { text: string } }[] } }[]
  ).filter(({ block_id }) => block_id === 'amount');
  const options = question?.element?.options ?? [];
  expect(options.map(({ text }) => text.text)).toEqual(
    expect.arrayContaining(['capturedAmt: 250', 'paidAmt: 100']),
  );
  const paid = options.find(({ text }) => text.text === 'capturedAmt: 250')?.value ?? '';
  expect(await scene.slack.submit(RAVI, form.id, { amount: { amount: paid } })).toEqual({ ok: true });
  await cardIn(scene, /✅ Paid/);
});

test('a word that its record no longer has can still be explained, and the next payment with it counts', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  const card = await reportOddly({ flowState: 'ZED' });
  const question = await questionTo(RAVI, RAVI_DM);
  scene.sandbox.reword(newestOrder(), { statesIn: 'transactions', members: {} });
  await press(scene, card, 'refresh_link');
  await cardIn(scene, /✅ Paid/);
  const form = await openWindow(RAVI, question);
  expect(seen(form).text).toContain('The record no longer says this.');
  await answer(RAVI, form, { flowState: 'nothing' });
  await issueLink(scene, { Phone: '0507654321', Email: 'huda@example.com', FullName: 'Huda Saleh' });
  const next = await cardIn(scene, /🟡 Waiting.*Huda/s);
  const order = scene.sandbox.links().find(({ status }) => status !== 'PAID')?.orderId ?? '';
  scene.sandbox.reword(order, { statesIn: 'transactions', members: { flowState: 'ZED' } });
  await scene.sandbox.pay(order, { callback: false });
  await press(scene, next, 'refresh_link');
  await cardIn(scene, /✅ Paid.*Huda/s);
});

testAtLength('without an admin the creator learns what to ask for', async () => {
  await start({});
  const card = await reportOddly();
  const message = await shown(scene, QUESTION, { as: SARA, channel: SARA_DM });
  expect(seen(message).text).toContain('PAYLINK_ADMINS');
  expect(seen(message).buttons).toEqual([]);
  expect(seen(card).text).not.toMatch(/were asked/);
});

test('the settings list what was said; a word forgotten there is asked about again', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  const card = await reportOddly({ transactionType: 'QX17' });
  const question = await questionTo(RAVI, RAVI_DM);
  await answer(RAVI, await openWindow(RAVI, question), { transactionType: 'not-paid' });
  await cardIn(scene, /🟡 Waiting/);
  const form = await openSection(scene, 'links');
  expect(seen(form).text).toMatch(/`transactionType: QX17`: \*not paid\*, said <@/);
  const menus = (form.blocks as { accessory?: { options?: { value: string }[] } }[]).flatMap(
    ({ accessory }) => accessory?.options ?? [],
  );
  const menu = { actionId: 'taught_word_menu', chosen: menus[0]?.value ?? '' };
  expect(await scene.slack.click(RAVI, { viewId: form.id }, menu)).toEqual({ ok: true });
  const asked = await modalWith(scene, /No sale counts as paid by this answer alone/, RAVI);
  expect(await scene.slack.submit(RAVI, asked.id, {})).toEqual({ ok: true });
  await scene.slack.until(() => !seen(scene.slack.topModal(RAVI)).text.includes('QX17'));
  await press(scene, card, 'refresh_link');
  await cardIn(scene, /cannot tell/);
  await scene.slack.until(() => countQuestions() === 2);
});

test('a hundred times what was due is asked about once: in fils, or in dirhams', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  await issueLink(scene);
  const card = await cardIn(scene);
  await payOddly({ amount: 25_000 });
  await press(scene, card, 'refresh_link');
  const question = await shown(scene, /amount: in fils or in dirhams\?/, { as: RAVI, channel: RAVI_DM });
  const form = await openWindow(RAVI, question);
  expect(Object.keys(seen(form).fields)).toEqual(['amount: in fils or in dirhams?']);
  await answer(RAVI, form, { amount: 'fils' });
  expect((await cardIn(scene, /✅ Paid/)).ts).toBe(card.ts);
});

const forget = async (as: string): Promise<SeenView> => {
  const form = await openSection(scene, 'links', { as });
  const [value = ''] = (form.blocks as { accessory?: { options?: { value: string }[] } }[]).flatMap(
    ({ accessory }) => accessory?.options?.map((one) => one.value) ?? [],
  );
  await scene.slack.click(as, { viewId: form.id }, { actionId: 'taught_word_menu', chosen: value });
  return modalWith(scene, /this answer alone/, as);
};

test('taking an answer back first says what counts by it; those sales stay paid, to check, until it is given again', async () => {
  await start({ PAYLINK_ADMINS: RAVI });
  const card = await reportOddly({ laneMark: 'ZED' });
  const question = await questionTo(RAVI, RAVI_DM);
  await answer(RAVI, await openWindow(RAVI, question), { laneMark: 'nothing' });
  await cardIn(scene, /✅ Paid/);
  const window = await forget(RAVI);
  expect(seen(window).text).toContain('1 sale, AED 250.00, counts as paid by this answer alone.');
  await scene.slack.submit(RAVI, window.id, {});
  expect((await cardIn(scene, /✅ Paid, to check/)).ts).toBe(card.ts);
  const list = await shown(scene, /To check: 1 sale, AED 250\.00/, { as: RAVI, channel: RAVI_DM });
  expect(seen(list).text).toMatch(/• PL-[\w-]+, AED 250\.00/);
  await scene.slack.until(() => !seen(scene.slack.topModal(RAVI)).text.includes('laneMark'));
  await press(scene, card, 'refresh_link');
  await cardIn(scene, /✅ Paid, to check/);
  await ask(scene, 'find paid, to check', { as: RAVI });
  await shown(scene, /\*Payment links\* · paid, to check.*AED 250\.00/s, { as: RAVI });
  await answer(RAVI, await openWindow(RAVI, list), { laneMark: 'never' });
  await press(scene, card, 'refresh_link');
  await cardIn(scene, /✅ Paid </);
  const told = () =>
    scene.slack
      .messages(FRONT_DESK)
      .filter((message) => message.threadTs === card.ts && /✅.*Paid/.test(seen(message).text));
  await scene.slack.until(() => told().length > 0);
  expect(told()).toHaveLength(1);
});

const tryIt = async (): Promise<SeenView> => {
  await scene.slack.openHome(RAVI);
  await scene.slack.until(() => /has not seen a payment/.test(seen(scene.slack.home(RAVI)).text));
  await scene.slack.clickHome(RAVI, { actionId: 'home_try' });
  return modalWith(scene, /Pay it with your own card/, RAVI);
};
const PAYER = {
  FullName: { FullName: 'Ravi Menon' },
  Phone: { Phone: '050 765 4321' },
  Email: { Email: 'ravi@example.com' },
  isTermsAndConditionsAccepted: { isTermsAndConditionsAccepted: ['accepted'] },
};

test('the first payment is a guided one: tried from the home, paid, seen in one window, and taught at once', async () => {
  await start();
  const result = await submitForm(scene, await tryIt(), PAYER, RAVI);
  expect(seen(result).text).toMatch(/AED 10\.00/);
  const card = await cardIn(scene, /Waiting/, RAVI_DM);
  await scene.slack.clickHome(RAVI, { actionId: 'home_refresh' });
  await scene.slack.until(() => /Your test link waits/.test(seen(scene.slack.home(RAVI)).text));
  await payOddly({ transactionType: 'QX17' }, true);
  const news = await shown(scene, /has your test payment/, { as: RAVI, channel: RAVI_DM });
  expect(seen(await cardIn(scene, /cannot tell/, RAVI_DM)).text).toMatch(
    /Press \*See what came\* in your messages/,
  );
  const form = await openWindow(RAVI, news);
  expect(form.submit).toBe('Save');
  expect(seen(form).text).toMatch(/Callback: came at/);
  const saved = await answer(RAVI, form, { transactionType: 'nothing' });
  expect(seen(saved).text).toMatch(/checks the payment again now/);
  expect((await cardIn(scene, /✅ Paid/, RAVI_DM)).ts).toBe(card.ts);
  await scene.slack.clickHome(RAVI, { actionId: 'home_refresh' });
  await scene.slack.until(() => !/test payment|has not seen/.test(seen(scene.slack.home(RAVI)).text));
  expect(countQuestions()).toBe(0);
});

test('however often it is tried, an admin has one test link; others are not offered it', async () => {
  await start();
  const form = await tryIt();
  // Slack keeps showing the home as it was.
  scene.slack.faults.add({ method: 'views.publish', error: 'internal_error' });
  await submitForm(scene, form, PAYER, RAVI);
  await scene.slack.clickHome(RAVI, { actionId: 'home_try' });
  await shown(scene, /You have a test link of AED 10\.00 already/, { as: RAVI, channel: RAVI_DM });
  expect(scene.sandbox.links()).toHaveLength(1);
  scene.slack.faults.clear();
  await scene.slack.openHome(SARA);
  await scene.slack.until(() => /Payment service online/.test(seen(scene.slack.home(SARA)).text));
  expect(seen(scene.slack.home(SARA)).text).not.toMatch(/has not seen/);
});

testAtLength('a test payment that is understood needs no answer, and its window says so', async () => {
  await start();
  await submitForm(scene, await tryIt(), PAYER, RAVI);
  await scene.sandbox.pay(newestOrder());
  await cardIn(scene, /✅ Paid/, RAVI_DM);
  const news = await shown(scene, /has your test payment/, { as: RAVI, channel: RAVI_DM });
  const window = await openWindow(RAVI, news);
  expect(window.submit ?? null).toBeNull();
  expect(seen(window).text).toMatch(/Paylink understands every word/);
});
