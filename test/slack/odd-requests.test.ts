// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import MANIFEST from '../../manifest.json' with { type: 'json' };
import { APP, FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import { completeBody, readDirectAddress } from '../../src/slack/complete-body.ts';
import { postAsSlack, type SlackPost } from '../fixtures/post-as-slack.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(() => scene.close());

const post = (one: SlackPost) =>
  postAsSlack({ appUrl: scene.appUrl, signingSecret: scene.slack.signingSecret }, one);

const command = (changes: Record<string, string> = {}) => ({
  command: {
    team_id: scene.slack.team.id,
    channel_id: FRONT_DESK,
    user_id: SARA,
    command: '/paylink',
    api_app_id: APP,
    trigger_id: '1.2.x',
    ...changes,
  },
});

describe('a request without fields that Slack may leave out', () => {
  test('is answered by direct message, if nothing says where else', async () => {
    expect(await post(command({ text: 'help' }))).toMatchObject({ status: 200 });
    await scene.slack.until(() => scene.slack.messages(SARA_DM).length > 0);
    expect(scene.slack.messages(SARA_DM).map(({ text }) => text)).toEqual(['How to use Paylink']);
  });

  test('shows a report as a direct message', async () => {
    await post(command({ text: 'links today' }));
    await scene.slack.until(() => scene.slack.messages(SARA_DM).length > 0);
    expect(scene.logLines.join('')).not.toContain('listener failed');
  });

  test('has names that are empty, or the person’s id', () => {
    const user = { id: 'U1', team_id: 'T1' };
    expect(completeBody({ command: '/paylink', team_id: 'T1', user_id: 'U1' })).toMatchObject({
      text: '',
      channel_name: '',
    });
    expect(completeBody({ type: 'view_submission', user })).toMatchObject({ user: { name: 'U1' } });
    const shortcut = completeBody({ type: 'message_action', user, channel: { id: 'C1' } });
    expect(shortcut).toMatchObject({ channel: { id: 'C1', name: '' } });
    expect(readDirectAddress(String(shortcut['response_url']))).toEqual({ teamId: 'T1', userId: 'U1' });
    expect(readDirectAddress('https://hooks.slack.com/commands/1')).toBeNull();
  });
});

test.each([
  { type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1_763_700_000 },
  // Of another app’s step.
  {
    ...{ type: 'event_callback', team_id: 'T0PLAY' },
    event: { type: 'function_executed', function: { callback_id: 'x' }, function_execution_id: 'Fx1' },
  },
  { type: 'something_of_next_year' },
])('a request of a kind that nothing listens to is answered at once: $type', async (event) => {
  // After three seconds without an answer, the HTTP receiver gives 404.
  expect(await post({ event: { ...event, api_app_id: APP } })).toMatchObject({ status: 200 });
});

test('a token that Slack refuses is noticed by the first window, named to the person, and shown', async () => {
  scene.slack.tokens?.refuse('token_revoked');
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', '');
  await scene.slack.until(() => scene.slack.messages(FRONT_DESK, { as: SARA }).length > 0);
  const [answer] = scene.slack.messages(FRONT_DESK, { as: SARA });
  expect(answer?.text).toMatch(/Slack refuses Paylink’s token \(`token_revoked`\).*Nothing was done/);
  const readyz = await (await fetch(`${scene.appUrl}/readyz`)).text();
  expect(readyz).toContain('Slack refuses SLACK_BOT_TOKEN for 0 min (token_revoked)');
  expect(scene.logLines.filter((line) => line.includes('Slack refuses the token'))).toHaveLength(1);
});

const interaction = (type: string, more: object): SlackPost => ({
  payload: {
    type,
    team: { id: scene.slack.team.id },
    user: { id: SARA, team_id: scene.slack.team.id },
    api_app_id: APP,
    trigger_id: '1.2.x',
    ...more,
  },
});

test('a button and a form of another version say so', async () => {
  const words = /belongs to another version of Paylink\. Run `\/paylink` to go on\./;
  const button = { type: 'button', action_id: 'of_next_year', block_id: 'b', action_ts: '1.1', value: '1' };
  await post(interaction('block_actions', { actions: [button], container: { type: 'message' } }));
  const said = await scene.slack.until(() => scene.slack.messages(SARA_DM)[0]);
  expect(said.text).toMatch(words);
  const view = {
    id: 'V1',
    callback_id: 'of_next_year',
    private_metadata: '',
    state: { values: {} },
    blocks: [],
  };
  const answer = await post(interaction('view_submission', { view }));
  expect(answer.text).toMatch(words);
});

test('a shortcut of another version says in a window how to go on', async () => {
  await scene.close();
  const { features } = readManifest(MANIFEST);
  const shortcuts = features.shortcuts.map((one) => ({ ...one, callbackId: 'of_last_year' }));
  scene = await startScene({ slack: { manifest: { ...features, shortcuts } } });
  expect(await scene.slack.shortcut(SARA, 'of_last_year')).toEqual({ ok: true });
  const window = await scene.slack.until(() => scene.slack.topModal(SARA));
  expect(JSON.stringify(window.blocks)).toContain(
    'This shortcut belongs to another version of Paylink. Run `/paylink` to go on.',
  );
});

test('a message without a text is no fault, and a press of the time before blocks is answered at once', async () => {
  const message = { ts: '1.1', text: null, blocks: [] };
  const channel = { id: FRONT_DESK, name: 'front-desk' };
  await post(interaction('message_action', { callback_id: 'link_from_message', channel, message }));
  await scene.slack.until(() => scene.slack.calls('views.open').length === 1);
  expect(scene.logLines.filter((line) => line.includes('ZodError'))).toEqual([]);
  const legacy = {
    callback_id: 'old',
    actions: [{ name: 'pay', type: 'button' }],
    channel,
    message_ts: '1.1',
  };
  expect(await post(interaction('interactive_message', legacy))).toMatchObject({ status: 200 });
});
