// @module-tag store

import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(async () => {
  await scene.close();
});

const read = async () => {
  const response = await fetch(`${scene.appUrl}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
};

/** A count rises when the counted work has ended, which causes no other event. */
const readUntil = (isComplete: (text: string) => boolean): Promise<string> =>
  vi.waitFor(
    async () => {
      const text = await read();
      if (!isComplete(text)) throw new Error(text);
      return text;
    },
    { timeout: 60_000 },
  );

/** The value of one line; 0 if it is missing. */
const readValue = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((found) => found.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

test('a link and its callback are counted, without anyone’s name', async () => {
  await issueLink(scene);
  await scene.slack.until(() => (scene.slack.messages(FRONT_DESK).length > 0 ? true : undefined));
  const [made] = scene.sandbox.links();
  await fetch(`${scene.appUrl}/callbacks/${'x'.repeat(43)}`, { method: 'POST' });
  const text = await readUntil(
    (found) =>
      readValue(found, 'paylink_slack_requests_total{kind="view_submission",outcome="answered"}') === 1 &&
      readValue(found, 'paylink_callbacks_total{outcome="unknown_token"}') === 1 &&
      readValue(found, 'paylink_sweeps_total{outcome="done"}') > 0,
  );
  expect(readValue(text, 'paylink_slack_requests_total{kind="command",outcome="answered"}')).toBe(1);
  expect(readValue(text, 'paylink_slack_ack_seconds_count{kind="command"}')).toBe(1);
  expect(readValue(text, 'paylink_slack_ack_seconds_sum{kind="command"}')).toBeGreaterThan(0);
  expect(readValue(text, 'paylink_service_calls_total{operation="generateLink",outcome="ok"}')).toBe(1);
  expect(readValue(text, 'paylink_notices_total{kind="show",outcome="delivered"}')).toBe(1);
  expect(readValue(text, 'paylink_callbacks_total{outcome="unknown_token"}')).toBe(1);
  expect(readValue(text, 'paylink_links{state="open"}')).toBe(1);
  expect(readValue(text, 'paylink_links_made_total')).toBe(1);
  expect(readValue(text, 'paylink_slack_calls_total{method="chat.postMessage",outcome="ok"}')).toBe(1);
  expect(readValue(text, 'paylink_slack_calls_total{method="views.open",outcome="ok"}')).toBe(1);
  expect(readValue(text, 'paylink_sweeps_total{outcome="done"}')).toBeGreaterThan(0);
  expect(readValue(text, 'paylink_database_up')).toBe(1);
  expect(made?.orderId).toBeTruthy();
  for (const word of [
    'Sara',
    'Khan',
    'example.com',
    SARA,
    FRONT_DESK,
    'T0PLAY',
    'lnk_',
    `"${made?.orderId}"`,
  ])
    expect(text).not.toContain(word);
});

test.each([
  ['HTTP', {}],
  ['Socket Mode, without a public address', { SLACK_APP_TOKEN: 'xapp-1', PUBLIC_URL: '' }],
])(
  'METRICS_PORT takes /metrics off the port of everything else, which keeps its health: %s',
  async (_, env) => {
    const own = await startScene({
      env: { ...env, METRICS_PORT: '0' },
      ...('SLACK_APP_TOKEN' in env && { slack: { appToken: env.SLACK_APP_TOKEN } }),
    });
    onTestFinished(() => own.close());
    const [, port] = /"port":(\d+),"msg":"metrics have their own port"/.exec(own.logLines.join('')) ?? [];
    const ask = async (at: string) => {
      const paths = ['/healthz', '/readyz', '/metrics', '/callbacks/guess', '/slack/events'];
      const all = paths.map(async (path) => [path, (await fetch(`${at}${path}`)).status]);
      return (await Promise.all(all)).flatMap(([path, status]) => (status === 200 ? [path] : []));
    };
    expect(await ask(own.appUrl)).toEqual(['/healthz', '/readyz']);
    expect(await ask(`http://127.0.0.1:${port}`)).toEqual(['/healthz', '/readyz', '/metrics']);
  },
);

const sign = (body: string, secret: string): Record<string, string> => {
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${signature}`,
  };
};

test('a forged request is counted as refused, and one of a kind that nobody knows as answered', async () => {
  const send = (body: string, secret: string) =>
    fetch(`${scene.appUrl}/slack/events`, { method: 'POST', body, headers: sign(body, secret) });
  expect((await send('command=%2Fpaylink', 'another secret')).status).toBe(401);
  const unheard = `payload=${encodeURIComponent(JSON.stringify({ type: 'dialog_cancellation', team: { id: 'T1' }, user: { id: 'U1' } }))}`;
  void send(unheard, scene.slack.signingSecret).catch(() => undefined);
  const text = await readUntil((found) => found.includes('{kind="other",outcome="answered"}'));
  expect(readValue(text, 'paylink_slack_requests_total{kind="other",outcome="refused"}')).toBe(1);
  expect(readValue(text, 'paylink_slack_requests_total{kind="other",outcome="answered"}')).toBe(1);
});
