import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type JsonRecord, readRecord } from '../../../playground/page/read-json.ts';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import * as ids from '../../../playground/slack/people-and-places.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient, openView, startApp } from './call-slack.ts';
import { actions, button, input, modal, option, plain, section, select } from './limit-cases.ts';

const { SARA, FATIMA, FRONT_DESK } = ids;
const slack = perTest(() => createLocalSlack({ now: () => Date.UTC(2030, 0, 1) }));
const app = perTest(() => startApp(slack));
const { call, post } = createClient(slack);
const last = (): JsonRecord => app.payloads().at(-1) ?? {};
const typed = (as?: string) =>
  slack.messages(FRONT_DESK, as === undefined ? {} : { as }).map(({ text }) => text);

describe('a command', () => {
  test('has all of Slack’s fields, signed over the exact body by the real clock', async () => {
    await slack.command(SARA, FRONT_DESK, '/paylink', '250');
    expect(last()).toMatchObject({
      command: '/paylink',
      text: '250',
      team_id: 'T0PLAY',
      team_domain: 'play',
      channel_id: FRONT_DESK,
      channel_name: 'front-desk',
      user_id: SARA,
      user_name: 'sara',
      api_app_id: 'A0PAYLINK1',
      is_enterprise_install: 'false',
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]{32}$/),
      response_url: expect.stringContaining(`${slack.url}/response/`),
    });
    const [sent] = app.sent;
    const at = sent?.headers['x-slack-request-timestamp'];
    const mac = createHmac('sha256', slack.signingSecret).update(`v0:${at}:${sent?.body}`).digest('hex');
    expect(sent?.headers['x-slack-signature']).toBe(`v0=${mac}`);
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  test.each<[what: string, answer: unknown, seen: string[], others: string[]]>([
    ['text', 'for you', ['for you'], []],
    ['an object', { text: 'for you' }, ['for you'], []],
    ['one for all', { response_type: 'in_channel', text: 'hi' }, ['/x now', 'hi'], ['/x now', 'hi']],
    ['nothing', '', [], []],
  ])('is answered with %s', async (_what, answer, seen, others) => {
    app.answer = () => answer;
    expect(await slack.command(SARA, FRONT_DESK, '/x', 'now')).toEqual({ ok: true });
    expect([typed(SARA), typed(FATIMA)]).toEqual([seen, others]);
  });

  test.each<[what: string, answer: unknown, problem: string]>([
    ['blocks that Slack refuses', { blocks: [section('')] }, 'invalid_blocks'],
    ['another status', 404, 'failed because the app did not respond'],
    ['nothing in time', new Promise(() => {}), 'failed because the app did not respond'],
  ])('answered with %s is an error for the person', async (_what, answer, problem) => {
    app.answer = () => answer;
    const told = { ok: false, problem: expect.stringContaining(problem) };
    expect(await slack.command(SARA, FRONT_DESK, '/x')).toEqual(told);
  });

  test('exists only in the manifest, and for nobody from outside', async () => {
    const given = { description: '', usageHint: '' };
    const commands = [
      { command: '/escaped', shouldEscape: true, ...given },
      { command: '/plain', shouldEscape: false, ...given },
    ];
    const strict = await createLocalSlack({ manifest: { commands, shortcuts: [], events: [] } });
    strict.setAppUrl(slack.url);
    const type = async (command: string, as = SARA, channel = FRONT_DESK) => {
      const { ok, ...told } = await strict.command(
        as,
        channel,
        command,
        '7 a@b.ae https://a.example @omar #sales & <x>',
      );
      const sent = readRecord(strict.exchanges().at(-1)?.request)['text'];
      return 'problem' in told && told.problem.includes('is not a valid command') ? 'unknown' : (sent ?? ok);
    };
    expect(await type('/nope')).toBe('unknown');
    expect(await type('/plain', ids.LENA, ids.PARTNERS)).toBe('unknown');
    expect(await type('/plain')).toBe('7 a@b.ae https://a.example @omar #sales &amp; &lt;x&gt;');
    expect(await type('/escaped')).toBe(
      `7 <mailto:a@b.ae|a@b.ae> <https://a.example> <@${ids.OMAR}|omar> <#${ids.SALES}|sales> &amp; &lt;x&gt;`,
    );
    await strict.close();
  });
});

const text = (words: string, style?: string) => ({
  type: 'text',
  text: words,
  ...(style === undefined ? {} : { style: { [style]: true } }),
});
const linkTo = (url: string, words?: string) => ({ type: 'link', url, ...(words && { text: words }) });

test.each<[typed: string, text: string, elements: unknown[]]>([
  ['250 for Sara', '250 for Sara', [text('250 for Sara')]],
  ['to a@b.ae', 'to <mailto:a@b.ae|a@b.ae>', [text('to '), linkTo('mailto:a@b.ae', 'a@b.ae')]],
  [
    'see https://a.example/?a=1&b=2 now',
    'see <https://a.example/?a=1&amp;b=2> now',
    [text('see '), linkTo('https://a.example/?a=1&b=2'), text(' now')],
  ],
  [
    'call +971 50 123 4567',
    'call <tel:+971501234567|+971 50 123 4567>',
    [text('call '), linkTo('tel:+971501234567', '+971 50 123 4567')],
  ],
  ['ask @omar', `ask <@${ids.OMAR}>`, [text('ask '), { type: 'user', user_id: ids.OMAR }]],
  ['in #sales', `in <#${ids.SALES}|sales>`, [text('in '), { type: 'channel', channel_id: ids.SALES }]],
  ['@nobody #nowhere', '@nobody #nowhere', [text('@nobody'), text(' '), text('#nowhere')]],
  ['<b> & "x"', '&lt;b&gt; &amp; "x"', [text('<b> & "x"')]],
  [
    'not ~300~ *250* dirhams',
    'not ~300~ *250* dirhams',
    [text('not '), text('300', 'strike'), text(' '), text('250', 'bold'), text(' dirhams')],
  ],
  [
    'so :tada: 10:30:15',
    'so :tada: 10:30:15',
    [text('so '), { type: 'emoji', name: 'tada' }, text(' 10:30:15')],
  ],
])('a message typed as “%s” reaches apps as “%s”, and as rich text', async (words, written, elements) => {
  await slack.message(SARA, FRONT_DESK, words);
  const [message] = slack.messages(FRONT_DESK);
  expect(message).toMatchObject({ user: SARA, text: written });
  expect(message?.blocks).toEqual([
    { type: 'rich_text', block_id: expect.any(String), elements: [{ type: 'rich_text_section', elements }] },
  ]);
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
    const values = {
      amount: { a: { type: 'number_input', value: '10.50' } },
      name: { a: { type: 'plain_text_input', value: 'Sara' } },
      email: { a: { type: 'email_text_input', value: null } },
    };
    expect(last()).toMatchObject({
      type: 'view_submission',
      user: { id: SARA, team_id: 'T0PLAY' },
      view: {
        id,
        hash,
        private_metadata: 'kept',
        root_view_id: id,
        previous_view_id: null,
        state: { values },
      },
    });
  });

  const trouble = {
    ok: false,
    problem: expect.stringContaining('We had some trouble connecting. Try again?'),
  };
  test.each<[what: string, answer: unknown, outcome: object, titles: string[]]>([
    ['nothing', '', { ok: true }, []],
    ['clear', { response_action: 'clear' }, { ok: true }, []],
    [
      'an update',
      { response_action: 'update', view: modal({ title: plain('Done') }) },
      { ok: true },
      ['Done'],
    ],
    ['a push', { response_action: 'push', view: modal({ title: plain('2') }) }, { ok: true }, ['Title', '2']],
    ['errors', { response_action: 'errors', errors: { name: 'no' } }, { errors: { name: 'no' } }, ['Title']],
    ['an error of no input', { response_action: 'errors', errors: { text: 'no' } }, trouble, ['Title']],
    ['no errors', { response_action: 'errors', errors: {} }, trouble, ['Title']],
    ['an unknown action', { response_action: 'shrug' }, trouble, ['Title']],
    [
      'a refused view',
      { response_action: 'update', view: modal({ title: plain('x'.repeat(25)) }) },
      trouble,
      ['Title'],
    ],
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
      app.answer = () => ({ response_action: 'update', view: modal({ title: plain('Late') }) });
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

describe('a press', () => {
  const go = (more: object = {}) => actions(button({ action_id: 'go', ...more }));

  test('in a message that only one person sees is theirs, and has no message', async () => {
    app.answer = () => ({ blocks: [go({ url: 'https://pay.example/1' })] });
    await slack.command(SARA, FRONT_DESK, '/x');
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
    expect(last()).toMatchObject({
      container: { type: 'view', view_id: id },
      view: {
        id,
        type: 'home',
        hash,
        state: { values: { links: { days: { selected_option: option('7') } } } },
      },
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
