// @module-tag long

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { type JsonRecord, readRecord } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { createClient, openView, startApp } from './call-slack.ts';
import { actions, button, input, modal, option, plain, section, select } from './limit-cases.ts';

const { SARA, FATIMA, FRONT_DESK } = ids;
const given = { description: '', usageHint: '' };
const commands = [
  { command: '/order', shouldEscape: true, ...given },
  { command: '/plain', shouldEscape: false, ...given },
];
const slack = perTest(() =>
  createLocalSlack({
    now: () => Date.UTC(2030, 0, 1),
    manifest: { commands, shortcuts: [], steps: [], events: [] },
  }),
);
const app = perTest(() => startApp(slack));
const { call, post } = createClient(slack);
const last = (): JsonRecord => app.payloads().at(-1) ?? {};

const FOR_ALL = ['/order now', 'hi'];

describe('a command', () => {
  test('has all of Slack’s fields, signed over the exact body by the real clock', async () => {
    await slack.command(SARA, FRONT_DESK, '/order', '250');
    const team = { team_id: 'T0PLAY', team_domain: 'play', is_enterprise_install: 'false' };
    const place = { channel_id: FRONT_DESK, channel_name: 'front-desk', user_id: SARA, user_name: 'sara' };
    expect(last()).toMatchObject({
      command: '/order',
      text: '250',
      api_app_id: 'A0APP00001',
      ...team,
      ...place,
    });
    expect(last()['trigger_id']).toMatch(/^\d+\.\d+\.[0-9a-f]{32}$/);
    expect(last()['response_url']).toContain(`${slack.url}/response/`);
    const [sent] = app.sent;
    const at = sent?.headers['x-slack-request-timestamp'];
    const mac = createHmac('sha256', slack.signingSecret).update(`v0:${at}:${sent?.body}`).digest('hex');
    expect(sent?.headers['x-slack-signature']).toBe(`v0=${mac}`);
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  test.each<[what: string, answer: unknown, seen: string[], others: string[]]>([
    ['text', 'for you', ['for you'], []],
    ['an object', { text: 'for you' }, ['for you'], []],
    ['one for all', { response_type: 'in_channel', text: 'hi' }, FOR_ALL, FOR_ALL],
    ['nothing', '', [], []],
  ])('is answered with %s', async (_what, answer, seen, others) => {
    app.answer = () => answer;
    expect(await slack.command(SARA, FRONT_DESK, '/order', 'now')).toEqual({ ok: true });
    const texts = (as: string) => slack.messages(FRONT_DESK, { as }).map(({ text }) => text);
    expect([texts(SARA), texts(FATIMA)]).toEqual([seen, others]);
  });

  test.each<[what: string, answer: unknown, problem: string]>([
    ['blocks that Slack refuses', { blocks: [section('')] }, 'invalid_blocks'],
    ['another status', 404, 'failed because the app did not respond'],
  ])('answered with %s is an error for the person', async (_what, answer, problem) => {
    app.answer = () => answer;
    const told = { ok: false, problem: expect.stringContaining(problem) };
    expect(await slack.command(SARA, FRONT_DESK, '/order')).toEqual(told);
  });

  test('answered with nothing in time is an error, too', async () => {
    const hasty = await createLocalSlack({ answerWithinMs: 50, appUrl: app.url });
    app.answer = () => new Promise(() => {});
    const problem = expect.stringContaining('failed because the app did not respond');
    expect(await hasty.command(SARA, FRONT_DESK, '/order')).toEqual({ ok: false, problem });
    await hasty.close();
  });

  test.each([
    ['/nope', SARA, FRONT_DESK],
    ['/order', ids.LENA, ids.PARTNERS],
  ])('%s of %s is none that the manifest has for people of the workspace', async (command, as, channel) => {
    const problem = `${command} is not a valid command.`;
    expect([await slack.command(as, channel, command), app.sent]).toEqual([{ ok: false, problem }, []]);
  });

  test.each([
    ['/order', `to <mailto:a@b.ae|a@b.ae> <@${ids.OMAR}|omar> <#${ids.SALES}|sales> &amp; &lt;x&gt;`],
    ['/plain', 'to a@b.ae @omar #sales &amp; &lt;x&gt;'],
  ])('%s is written as the manifest’s should_escape has it: %s', async (command, text) => {
    await slack.command(SARA, FRONT_DESK, command, 'to a@b.ae @omar #sales & <x>');
    expect(last()).toMatchObject({ text });
  });
});

const open = async (more: object = {}): Promise<{ id: string; hash: string }> => {
  await openView(slack, modal({ callback_id: 'form', private_metadata: 'kept', ...more }));
  const { id, hash } = slack.topModal(SARA) ?? { id: '', hash: '' };
  return { id, hash };
};
const FIELDS = [
  section('x', { block_id: 'text' }),
  input(
    { type: 'number_input', action_id: 'a', is_decimal_allowed: true, min_value: '10' },
    { block_id: 'amount' },
  ),
  input({ type: 'plain_text_input', action_id: 'a', initial_value: 'Sara' }, { block_id: 'name' }),
  input({ type: 'email_text_input', action_id: 'a' }, { block_id: 'email', optional: true }),
];

describe('a submission', () => {
  test('that Slack itself refuses reaches no app; the other one has touched, untouched and empty fields', async () => {
    const { id, hash } = await open({ blocks: FIELDS });
    const before = app.sent.length;
    const errors = { amount: 'Please enter a number greater than or equal to 10.' };
    expect(await slack.submit(SARA, id, { amount: { a: '9' } })).toEqual({ ok: false, errors });
    expect(app.sent).toHaveLength(before);
    expect(await slack.submit(SARA, id, { amount: { a: '10.50' } })).toEqual({ ok: true });
    const of = (type: string, value: string | null) => ({ a: { type, value } });
    const [amount, name] = [of('number_input', '10.50'), of('plain_text_input', 'Sara')];
    const values = { amount, name, email: of('email_text_input', null) };
    const stack = { private_metadata: 'kept', root_view_id: id, previous_view_id: null };
    expect(last()).toMatchObject({ type: 'view_submission', user: { id: SARA, team_id: 'T0PLAY' } });
    expect(last()['view']).toMatchObject({ id, hash, ...stack, state: { values } });
  });

  const act = (response_action: string, more: object = {}) => ({ response_action, ...more });
  const show = (response_action: string, title: string) =>
    act(response_action, { view: modal({ title: plain(title) }) });
  const trouble = { ok: false, problem: expect.stringContaining('We had some trouble connecting.') };
  test.each<[what: string, answer: unknown, outcome: object, titles: string[]]>([
    ['nothing', '', { ok: true }, []],
    ['clear', act('clear'), { ok: true }, []],
    ['an update', show('update', 'Done'), { ok: true }, ['Done']],
    ['a push', show('push', 'Next'), { ok: true }, ['Title', 'Next']],
    ['errors', act('errors', { errors: { name: 'no' } }), { errors: { name: 'no' } }, ['Title']],
    ['an error of no input', act('errors', { errors: { text: 'no' } }), trouble, ['Title']],
    ['no errors', act('errors', { errors: {} }), trouble, ['Title']],
    ['an unknown action', act('shrug'), trouble, ['Title']],
    ['a refused view', show('update', 'x'.repeat(25)), trouble, ['Title']],
    ['no JSON', 'well done', trouble, ['Title']],
    ['another status', 500, trouble, ['Title']],
  ])('is answered with %s', async (_what, answer, outcome, titles) => {
    const { id } = await open({ blocks: FIELDS });
    app.answer = () => answer;
    expect(await slack.submit(SARA, id, { amount: { a: '10' } })).toMatchObject(outcome);
    expect(slack.modals(SARA)).toMatchObject(titles.map((title) => ({ title, busy: false })));
  });

  test.each(['new-hash', 'same-hash'] as const)(
    'whose answer comes after an update wins, with a %s, and is not shown once the view is closed',
    async (behaviour) => {
      const { id } = await open();
      slack.behaviours.set('lateAnswer', behaviour);
      slack.faults.add({ method: 'response_action', delayMs: 1_000 });
      app.answer = () => show('update', 'Late');
      const submit = async () => {
        const submitted = slack.submit(SARA, id, {});
        await slack.until(() => slack.exchanges().at(-1)?.what.startsWith('view_submission'));
        return { submitted };
      };
      const { submitted } = await submit();
      const updated = await call('views.update', { view_id: id, view: modal({ title: plain('Result') }) });
      expect(slack.topModal(SARA)?.title).toBe('Result');
      await submitted;
      const top = slack.topModal(SARA);
      expect(top?.title).toBe('Late');
      expect(top?.hash === readRecord(updated['view'])['hash']).toBe(behaviour === 'same-hash');
      const { submitted: again } = await submit();
      await slack.closeView(SARA, id);
      await again;
      expect(slack.modals(SARA)).toEqual([]);
    },
  );
});

test('of three stacked modals only the top one can be submitted, and the app hears of each that is closed', async () => {
  const view = modal({ callback_id: 'form', notify_on_close: true });
  const { id } = await open(view);
  app.answer = () => ({ response_action: 'push', view });
  const top = () => slack.topModal(SARA)?.id ?? '';
  for (const ok of [true, true, false]) expect(await slack.submit(SARA, top(), {})).toMatchObject({ ok });
  expect(slack.modals(SARA)).toHaveLength(3);
  const covered = { ok: false, problem: 'Another view is on top of this one.' };
  expect(await slack.submit(SARA, id, {})).toEqual(covered);
  await slack.closeView(SARA, top());
  expect(slack.modals(SARA)).toHaveLength(2);
  await slack.closeView(SARA, top(), true);
  expect(slack.modals(SARA)).toEqual([]);
  const closed = app.payloads().filter(({ type }) => type === 'view_closed');
  expect(closed.map((one) => one['is_cleared'])).toEqual([false, true, true]);
});

const FIELD = input({ type: 'plain_text_input', action_id: 'field' }, { block_id: 'amount' });

test.each([
  ['typed', '250'],
  ['empty', null],
] as const)('a closed modal may say what was typed in it: %s', async (answer, value) => {
  slack.behaviours.set('closedView', answer);
  const { id } = await open(modal({ notify_on_close: true, blocks: [FIELD] }));
  await slack.closeView(SARA, id, false, { amount: { field: '250' } });
  expect(last()).toMatchObject({
    type: 'view_closed',
    view: { id, state: { values: { amount: { field: { value } } } } },
  });
});

describe('a press', () => {
  const go = (more: object = {}) => actions(button({ action_id: 'go', ...more }));

  test('in a message that only one person sees is theirs, and has no message', async () => {
    app.answer = () => ({ blocks: [go({ url: 'https://pay.example/1' })] });
    await slack.command(SARA, FRONT_DESK, '/order');
    const { ts = '' } = slack.messages(FRONT_DESK)[0] ?? {};
    const press = (as: string) => slack.click(as, { channel: FRONT_DESK, ts }, { actionId: 'go' });
    expect(await press(FATIMA)).toMatchObject({ ok: false });
    expect(await press(SARA)).toEqual({ ok: true });
    expect(last()).toMatchObject({
      container: { type: 'message', channel_id: FRONT_DESK, message_ts: ts, is_ephemeral: true },
      channel: { id: FRONT_DESK, name: 'front-desk' },
      actions: [{ type: 'button', action_id: 'go', url: 'https://pay.example/1' }],
      response_url: expect.stringContaining('/response/'),
    });
    expect(last()).not.toHaveProperty('message');
    const open = { channel: FRONT_DESK, ts: await post({ blocks: [go()] }) };
    await slack.click(SARA, open, { actionId: 'go' });
    expect(last()).toMatchObject({ message: { ts: open.ts }, container: { is_ephemeral: false } });
    expect(await slack.click(ids.LENA, open, { actionId: 'go' })).toMatchObject({ ok: false });
  });

  test('in the home has the view with its state and a trigger, and is its owner’s', async () => {
    expect(await slack.clickHome(SARA, { actionId: 'go' })).toMatchObject({ ok: false });
    const days = select({ action_id: 'days', options: [option('1'), option('7')] });
    const blocks = [section('Links', { block_id: 'links', accessory: days }), go()];
    const publish = () => call('views.publish', { user_id: SARA, view: { type: 'home', blocks } });
    await publish();
    const { id = '', hash } = slack.home(SARA) ?? {};
    expect(await slack.click(FATIMA, { viewId: id }, { actionId: 'go' })).toMatchObject({ ok: false });
    expect(await slack.clickHome(SARA, { actionId: 'days', chosen: '7' })).toEqual({ ok: true });
    const state = { values: { links: { days: { selected_option: option('7') } } } };
    expect(last()).toMatchObject({
      container: { type: 'view', view_id: id },
      view: { id, type: 'home', hash, state },
      actions: [{ action_id: 'days', block_id: 'links', selected_option: { value: '7' } }],
      trigger_id: expect.any(String),
    });
    for (const absent of ['response_url', 'channel', 'message']) expect(last()).not.toHaveProperty(absent);
    await publish();
    expect(slack.home(SARA)).toMatchObject({ id, filled: { links: { days: '7' } } });
  });

  test('on an app’s own options is one of those it gave for at least so many letters', async () => {
    const accessory = { type: 'external_select', action_id: 'who', min_query_length: 2 };
    const place = { channel: ids.SARA_DM, ts: '' };
    place.ts = await post({ channel: SARA, blocks: [section('x', { block_id: 'b', accessory })] });
    const given = { text: plain('Sara Khan'), value: 'c1' };
    app.answer = () => ({ options: [given] });
    const search = (query: string) => slack.options(SARA, place, 'b', 'who', query);
    expect([await search('s'), app.sent]).toEqual([{ options: [] }, []]);
    expect(await search('sa')).toEqual({ options: [{ text: 'Sara Khan', value: 'c1' }] });
    const choose = (chosen: string) => slack.click(SARA, place, { actionId: 'who', chosen });
    expect(await choose('c2')).toMatchObject({ ok: false });
    expect(await choose('c1')).toEqual({ ok: true });
    expect(last()).toMatchObject({ actions: [{ type: 'external_select', selected_option: given }] });
  });
});
