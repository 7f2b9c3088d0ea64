import { expect, test } from 'vitest';
import { answerWithin, createSlackFetch } from '../../src/slack/slack-fetch.ts';
import { serve } from '../fixtures/serve.ts';

/** On a shared connection, and on a separate one. */
const METHODS = ['auth.test', 'chat.postMessage'] as const;

const call = (
  url: string,
  method: string,
  { withinMs = 3_600_000, signal = null as AbortSignal | null } = {},
) =>
  answerWithin(withinMs, createSlackFetch(`${url}/`))(`${url}/${method}`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-1', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'channel=C1',
    signal,
  });

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test.each(METHODS)('a call of %s is sent unchanged', async (method) => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { authorization, connection } = request.headers;
    seen.push([request.method, request.url, authorization, connection, body]);
    response.end('{}');
  });
  await call(url, method);
  const connection = method === 'auth.test' ? 'keep-alive' : 'close';
  expect(seen).toEqual([['POST', `/${method}`, 'Bearer xoxb-1', connection, 'channel=C1']]);
});

test('a timely answer is returned unchanged and leaves no timer behind', async () => {
  const url = await serve((_, response) => {
    response
      .writeHead(429, { 'retry-after': '7', 'content-type': 'application/json', 'x-oauth-scopes': 'a,b' })
      .end('{"ok":false}');
  });
  const before = timers();
  const answer = await call(url, 'chat.postMessage');
  expect(timers()).toBeLessThanOrEqual(before);
  const { headers } = answer;
  expect([answer.status, headers.get('retry-after'), headers.get('x-oauth-scopes')]).toEqual([
    429,
    '7',
    'a,b',
  ]);
  expect(await answer.json()).toEqual({ ok: false });
});

test('an answer without a body has none', async () => {
  const url = await serve((_, response) => void response.writeHead(204).end());
  const answer = await call(url, 'auth.test');
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

test('redirects are not followed', async () => {
  const url = await serve((_, response) => void response.writeHead(307, { location: '/elsewhere' }).end());
  expect((await call(url, 'auth.test')).status).toBe(307);
});

test.each(METHODS)('an answer to %s that starts in time but does not end is an error', async (method) => {
  const url = await serve((_, response) => void response.writeHead(200).write('{"ok":'));
  await expect(call(url, method, { withinMs: 100 })).rejects.toThrow(/no answer in time/);
});

test.each(METHODS)('the caller’s signal also ends a call of %s', async (method) => {
  const url = await serve(() => {});
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(call(url, method, { signal })).rejects.toThrow('stopped');
});
