// @module-tag store

import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(async () => {
  await scene.close();
});

const body = new URLSearchParams({
  command: '/paylink',
  text: '',
  trigger_id: '1.2.3',
  user_id: SARA,
  team_id: 'T0PLAY',
  channel_id: FRONT_DESK,
  response_url: 'http://127.0.0.1:9/',
}).toString();

/** One connection per request: a refused one may leave its connection unusable. */
const post = async (text: string, { secret = scene.slack.signingSecret, at = seconds() } = {}) => {
  const answer = await request(`${scene.appUrl}/slack/events`, {
    method: 'POST',
    reset: true,
    body: text,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${text}`).digest('hex')}`,
    },
  });
  return { status: answer.statusCode, text: await answer.body.text() };
};

const seconds = () => Math.floor(Date.now() / 1000);

test('a request with a wrong signature is refused and does nothing', async () => {
  const before = scene.slack.calls().length;
  expect((await post(body, { secret: 'not-the-secret' })).status).toBe(401);
  expect(scene.slack.calls().length).toBe(before);
});

test.each([
  ['old', -6],
  ['early', 6],
])('a request with a timestamp that is %s is refused', async (_, minutes) => {
  expect((await post(body, { at: seconds() + minutes * 60 })).status).toBe(401);
});

test('a request without a signature is refused', async () => {
  const answer = await fetch(`${scene.appUrl}/slack/events`, { method: 'POST', body });
  expect(answer.status).toBe(401);
});

test('a body of 5 MB is refused before it is parsed', async () => {
  expect((await post(`${body}&padding=${'x'.repeat(5 * 1024 * 1024)}`)).status).toBe(413);
});

test('an unknown action is acknowledged immediately', async () => {
  const payload = {
    type: 'block_actions',
    team: { id: 'T0PLAY' },
    user: { id: SARA, team_id: 'T0PLAY' },
    trigger_id: '1.2.3',
    api_app_id: 'A1',
    token: 't',
    container: { type: 'message', channel_id: FRONT_DESK, message_ts: '1.1' },
    channel: { id: FRONT_DESK },
    actions: [{ type: 'button', action_id: 'from_another_time', block_id: 'b', action_ts: '1.1' }],
  };
  const answer = await post(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  expect(answer.status).toBe(200);
});

test('an unknown command is answered with the help', async () => {
  const answer = await post(body.replace('%2Fpaylink', '%2Fpaylnk'));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('/paylink help');
});

test.each(['/', '/slack', '/callbacks', '/.env', '/slack/events/'])('%s is not found', async (path) => {
  const answer = await fetch(`${scene.appUrl}${path}`);
  expect(answer.status).toBe(404);
  expect((await answer.text()).length).toBeLessThan(40);
});

test('an unknown path is not logged: it may contain a secret', async () => {
  const answer = await fetch(`${scene.appUrl}/callbacks/a-token-of-a-link`, { method: 'POST' });
  expect(answer.status).toBe(404);
  expect(scene.logLines.join('')).not.toContain('a-token-of-a-link');
});

test('the health routes answer without a signature', async () => {
  expect((await fetch(`${scene.appUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${scene.appUrl}/readyz`)).status).toBe(200);
});
