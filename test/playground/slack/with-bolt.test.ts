import type { BlockAction, ButtonAction, SlashCommand } from '@slack/bolt';
import { afterEach, expect, test } from 'vitest';
import type { Filled } from '../../../playground/page/page-api.ts';
import {
  BOT_USER,
  FATIMA,
  FRONT_DESK,
  LENA,
  PARTNERS,
  SARA,
  SARA_DM,
} from '../../../playground/slack/people-and-places.ts';
import { actions, button, input, modal, plain, section } from './limit-cases.ts';
import { type BoltScene, startBoltApp } from './start-bolt-app.ts';

let scene: BoltScene | undefined;
afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

const form = modal({
  callback_id: 'form',
  private_metadata: FRONT_DESK,
  title: plain('New link'),
  submit: plain('Create'),
  blocks: [
    input(
      { type: 'number_input', action_id: 'amount', is_decimal_allowed: true, min_value: '10' },
      { block_id: 'amount' },
    ),
    input({ type: 'plain_text_input', action_id: 'name', initial_value: 'Sara' }, { block_id: 'name' }),
    input({ type: 'email_text_input', action_id: 'email' }, { block_id: 'email', optional: true }),
  ],
}) as never;

const filled = (amount: string, more: Filled = {}): Filled => ({ amount: { amount }, ...more });

const loop = (app: BoltScene['app']): void => {
  app.command('/paylink', async ({ ack, client, body }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: form });
  });
  app.view('form', async ({ ack, view, client, body }) => {
    const values = view.state.values;
    if (values['name']?.['name']?.value === 'Nobody') {
      await ack({ response_action: 'errors', errors: { name: 'We do not know them.' } });
      return;
    }
    const { submit: _, ...done } = modal({ title: plain('Done'), blocks: [section(body.user.id)] });
    await ack({ response_action: 'update', view: done as never });
    await client.chat.postMessage({
      channel: view.private_metadata,
      text: `AED ${values['amount']?.['amount']?.value}`,
      blocks: [section('A card'), actions(button({ action_id: 'check', value: 'link_1' }))] as never,
    });
  });
  app.action<BlockAction<ButtonAction>>('check', async ({ ack, respond, client, body, action }) => {
    await ack();
    const [channel, ts] = [body.channel?.id ?? '', body.message?.ts ?? ''];
    await client.chat.update({ channel, ts, text: `checked ${action.value}`, blocks: [] });
    await respond({ text: 'Only you see this', response_type: 'ephemeral' });
  });
  app.event('app_home_opened', async ({ client, event }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [section()] } as never });
  });
};

test('a form from start to end: opened, refused, submitted, shown as a card, checked', async () => {
  scene = await startBoltApp(loop);
  const { slack } = scene;

  expect(await slack.command(SARA, FRONT_DESK, '/paylink')).toEqual({ ok: true });
  const opened = await slack.until(() => slack.topModal(SARA));
  expect(opened).toMatchObject({ callbackId: 'form', title: 'New link', submit: 'Create' });

  // Slack's own checks: nothing reaches the app.
  const before = slack.exchanges().length;
  const tooSmall = { amount: 'Please enter a number greater than or equal to 10.' };
  expect(await slack.submit(SARA, opened.id, filled('9'))).toEqual({ ok: false, errors: tooSmall });
  expect(slack.exchanges()).toHaveLength(before);

  // The app's checks, by block.
  const nobody = filled('250', { name: { name: 'Nobody' } });
  const unknown = { name: 'We do not know them.' };
  expect(await slack.submit(SARA, opened.id, nobody)).toEqual({ ok: false, errors: unknown });
  expect(slack.topModal(SARA)?.id).toBe(opened.id);

  expect(await slack.submit(SARA, opened.id, { name: { name: 'Sara' } })).toEqual({ ok: true });
  expect(slack.topModal(SARA)).toMatchObject({ id: opened.id, title: 'Done', submit: null });
  const card = await slack.until(() => slack.messages(FRONT_DESK)[0]);
  expect(card).toMatchObject({ text: 'AED 250', user: BOT_USER, ephemeralTo: null });

  expect(await slack.click(SARA, card, { actionId: 'check' })).toEqual({ ok: true });
  await slack.until(() => slack.messages(FRONT_DESK).length === 2);
  // Text without blocks takes the blocks away.
  expect(slack.messages(FRONT_DESK)[0]).toMatchObject({ text: 'checked link_1', blocks: null, ts: card.ts });
  expect(slack.messages(FRONT_DESK)[1]).toMatchObject({ text: 'Only you see this', ephemeralTo: SARA });
  expect(slack.messages(FRONT_DESK, { as: FATIMA })).toHaveLength(1);
});

test('a submission contains untouched and empty inputs in Slack’s format', async () => {
  scene = await startBoltApp(loop);
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/paylink');
  const opened = await slack.until(() => slack.topModal(SARA));
  await slack.submit(SARA, opened.id, filled('10.50'));
  const { request } = slack.exchanges().find(({ what }) => what === 'view_submission form') ?? {};
  expect(request).toMatchObject({
    type: 'view_submission',
    user: { id: SARA, team_id: 'T0PLAY' },
    view: {
      id: opened.id,
      hash: opened.hash,
      private_metadata: FRONT_DESK,
      state: {
        values: {
          amount: { amount: { type: 'number_input', value: '10.50' } },
          name: { name: { type: 'plain_text_input', value: 'Sara' } },
          email: { email: { type: 'email_text_input', value: null } },
        },
      },
    },
  });
});

test('an App Home is published to the person who opens it', async () => {
  scene = await startBoltApp(loop);
  const { slack } = scene;
  expect(slack.home(SARA)).toBeUndefined();
  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  expect((await slack.until(() => slack.home(SARA)))?.blocks).toHaveLength(1);
  expect(slack.home(FATIMA)).toBeUndefined();
});

test('a command’s text is escaped, with all of Slack’s fields', async () => {
  const seen: SlashCommand[] = [];
  scene = await startBoltApp((app) =>
    app.command('/paylink', async ({ ack, command }) => {
      seen.push(command);
      await ack();
    }),
  );
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', '250 a@b.example +971501234567 @omar & <x>');
  expect(seen[0]).toMatchObject({
    command: '/paylink',
    text: '250 <mailto:a@b.example|a@b.example> <tel:+971501234567|+971501234567> <@U0OMAR0001|omar> &amp; &lt;x&gt;',
    team_id: 'T0PLAY',
    team_domain: 'play',
    channel_id: FRONT_DESK,
    channel_name: 'front-desk',
    user_id: SARA,
    user_name: 'sara',
    api_app_id: 'A0PAYLINK1',
    is_enterprise_install: 'false',
  });
  expect(seen[0]?.trigger_id).toMatch(/^\d+\.\d+\.[0-9a-f]{32}$/);
  expect(seen[0]?.response_url).toContain(`${scene.slack.url}/response/`);
});

test('a command is answered to one person, or to the channel with the typed text', async () => {
  scene = await startBoltApp((app) => {
    app.command('/quiet', ({ ack }) => ack('for you'));
    app.command('/loud', ({ ack }) => ack({ response_type: 'in_channel', text: 'for all' }));
    app.command('/broken', ({ ack }) => ack({ blocks: [{ type: 'divider' }, section('') as never] }));
  });
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/quiet');
  await slack.command(SARA, FRONT_DESK, '/loud', 'now');
  const problem = expect.stringContaining('invalid_blocks');
  expect(await slack.command(SARA, FRONT_DESK, '/broken')).toMatchObject({ ok: false, problem });
  expect(slack.messages(FRONT_DESK).map(({ text, ephemeralTo }) => [text, ephemeralTo])).toEqual([
    ['for you', SARA],
    ['/loud now', null],
    ['for all', null],
  ]);
});

test('a person sees an error if the app is late, absent or does not know the command', async () => {
  scene = await startBoltApp((app) =>
    app.command('/late', async () => {
      await new Promise<never>(() => {});
    }),
  );
  const { slack } = scene;
  const problem = (command: string) => ({
    ok: false,
    problem: expect.stringContaining(`${command} failed because the app did not respond`),
  });
  expect(await slack.command(SARA, FRONT_DESK, '/late')).toEqual(problem('/late'));
  expect(await slack.command(SARA, FRONT_DESK, '/unknown')).toEqual(problem('/unknown'));
  slack.setAppUrl('http://127.0.0.1:9');
  expect(await slack.command(SARA, FRONT_DESK, '/gone')).toEqual(problem('/gone'));
});

test('with a manifest only its commands exist, and outsiders have none', async () => {
  scene = await startBoltApp(loop, {
    manifest: {
      commands: [{ command: '/paylink', description: '', usageHint: '', shouldEscape: true }],
      shortcuts: [],
      events: [],
    },
  });
  const { slack } = scene;
  const unknown = (command: string) => ({ ok: false, problem: `${command} is not a valid command.` });
  expect(await slack.command(SARA, FRONT_DESK, '/nope')).toEqual(unknown('/nope'));
  expect(await slack.command(LENA, PARTNERS, '/paylink')).toEqual(unknown('/paylink'));
  expect(slack.exchanges().filter(({ direction }) => direction === 'slack-to-app')).toEqual([]);
});

test('a request signed with another secret is refused', async () => {
  scene = await startBoltApp(loop);
  const stranger = await startBoltApp(() => {}, { signingSecret: 'another' });
  stranger.slack.setAppUrl(scene.appUrl);
  expect(await stranger.slack.openHome(SARA)).toMatchObject({ ok: false });
  expect(await scene.slack.openHome(SARA)).toEqual({ ok: true });
  await stranger.close();
});

test('an injected clock far from real time does not break signatures', async () => {
  scene = await startBoltApp(loop, { now: () => Date.UTC(2030, 0, 1) });
  expect(await scene.slack.openHome(SARA)).toEqual({ ok: true });
});

test.each([
  ['errors for a block that is no input', { response_action: 'errors', errors: { text: 'no' } }],
  ['no errors', { response_action: 'errors', errors: {} }],
  ['an unknown action', { response_action: 'shrug' }],
  ['a view that Slack refuses', { response_action: 'update', view: modal({ title: plain('x'.repeat(25)) }) }],
  ['an answer that is no JSON', 'well done'],
])('%s as the answer to a submission is an error, and the modal stays', async (_, answer) => {
  scene = await startBoltApp((app) => {
    app.command('/open', async ({ ack, client, body }) => {
      await ack();
      const blocks = [
        section('x', { block_id: 'text' }),
        input({ type: 'plain_text_input' }, { optional: true }),
      ];
      await client.views.open({
        trigger_id: body.trigger_id,
        view: modal({ callback_id: 'form', blocks }) as never,
      });
    });
    app.view('form', ({ ack }) => ack(answer as never));
  });
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/open');
  const opened = await slack.until(() => slack.topModal(SARA));
  const problem = expect.stringContaining('We had some trouble connecting. Try again?');
  expect(await slack.submit(SARA, opened.id, {})).toEqual({ ok: false, problem });
  expect(slack.topModal(SARA)).toMatchObject({ id: opened.id, busy: false });
});

const stacked = (app: BoltScene['app']): void => {
  const view = (name: string) =>
    modal({
      callback_id: name,
      notify_on_close: true,
      blocks: [section(), actions(button({ action_id: 'deeper' }))],
    }) as never;
  app.command('/open', async ({ ack, client, body }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: view('one') });
  });
  app.view('one', ({ ack }) => ack({ response_action: 'push', view: view('two') }));
  app.view('two', ({ ack }) => ack({ response_action: 'push', view: view('three') }));
  app.view('three', ({ ack }) => ack({ response_action: 'push', view: view('four') }));
  app.view({ callback_id: /./, type: 'view_closed' }, ({ ack }) => ack());
  app.action('deeper', async ({ ack, client, body }) => {
    await ack();
    if ('trigger_id' in body)
      await client.views.push({ trigger_id: String(body.trigger_id), view: view('two') });
  });
};

test('at most three modals are stacked, and only the top one can be submitted', async () => {
  scene = await startBoltApp(stacked);
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/open');
  const bottom = await slack.until(() => slack.topModal(SARA));
  await slack.submit(SARA, bottom.id, {});
  await slack.submit(SARA, slack.topModal(SARA)?.id ?? '', {});
  expect(slack.modals(SARA).map(({ callbackId }) => callbackId)).toEqual(['one', 'two', 'three']);
  const fourth = await slack.submit(SARA, slack.topModal(SARA)?.id ?? '', {});
  expect(fourth).toMatchObject({ ok: false, problem: expect.stringContaining('push_limit_reached') });
  const covered = { ok: false, problem: 'Another view is on top of this one.' };
  expect(await slack.submit(SARA, bottom.id, {})).toEqual(covered);
});

test('closing one modal shows the one below; closing all notifies the app of each', async () => {
  scene = await startBoltApp(stacked);
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/open');
  const bottom = await slack.until(() => slack.topModal(SARA));
  await slack.click(SARA, { viewId: bottom.id }, { actionId: 'deeper' });
  const top = await slack.until(() => slack.modals(SARA)[1]);
  await slack.closeView(SARA, top.id);
  expect(slack.topModal(SARA)?.id).toBe(bottom.id);
  await slack.submit(SARA, bottom.id, {});
  await slack.closeView(SARA, slack.topModal(SARA)?.id ?? '', true);
  expect(slack.modals(SARA)).toEqual([]);
  expect(slack.exchanges().filter(({ what }) => what.startsWith('view_closed'))).toHaveLength(3);
});

test('a press in an ephemeral message has no message in its payload', async () => {
  scene = await startBoltApp((app) => {
    const blocks = [actions(button({ action_id: 'go', url: 'https://pay.example/1' }))] as never;
    app.command('/paylink', ({ ack }) => ack({ text: 'x', blocks }));
    app.action('go', async ({ ack, respond }) => {
      await ack();
      await respond({ replace_original: true, text: 'replaced' });
    });
  });
  const { slack } = scene;
  await slack.command(SARA, FRONT_DESK, '/paylink');
  const [message] = slack.messages(FRONT_DESK);
  if (message === undefined) throw new Error('no message');
  expect(await slack.click(FATIMA, message, { actionId: 'go' })).toMatchObject({ ok: false });
  expect(await slack.click(SARA, message, { actionId: 'go' })).toEqual({ ok: true });
  await slack.until(() => slack.messages(FRONT_DESK)[0]?.text === 'replaced');
  const { request } = slack.exchanges().find(({ what }) => what === 'block_actions go') ?? {};
  expect(request).toMatchObject({
    container: { type: 'message', channel_id: FRONT_DESK, message_ts: message.ts, is_ephemeral: true },
    channel: { id: FRONT_DESK, name: 'front-desk' },
    actions: [{ type: 'button', action_id: 'go', url: 'https://pay.example/1' }],
    response_url: expect.stringContaining('/response/'),
  });
  expect(request).not.toHaveProperty('message');
});

test('an app’s options are requested, and the whole chosen option is sent back', async () => {
  const chosen: unknown[] = [];
  const external = { type: 'external_select', action_id: 'who', min_query_length: 2 };
  scene = await startBoltApp((app) => {
    app.options('who', ({ ack }) => ack({ options: [{ text: plain('Sara Khan'), value: 'c1' }] }));
    app.action('who', async ({ ack, action }) => {
      chosen.push(action);
      await ack();
    });
  });
  const { slack, client } = scene;
  const blocks = [section('x', { block_id: 'b', accessory: external }) as never];
  await client.chat.postMessage({ channel: SARA, text: 'x', blocks });
  const [message] = slack.messages(SARA_DM);
  if (message === undefined) throw new Error('no message');
  expect(await slack.options(SARA, message, 'b', 'who', 's')).toEqual({ options: [] });
  const options = [{ text: 'Sara Khan', value: 'c1' }];
  expect(await slack.options(SARA, message, 'b', 'who', 'sa')).toEqual({ options });
  expect(await slack.click(SARA, message, { actionId: 'who', chosen: 'c2' })).toMatchObject({ ok: false });
  expect(await slack.click(SARA, message, { actionId: 'who', chosen: 'c1' })).toEqual({ ok: true });
  expect(chosen).toMatchObject([
    { type: 'external_select', selected_option: { value: 'c1', text: { text: 'Sara Khan' } } },
  ]);
});
