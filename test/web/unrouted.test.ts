// @module-tag long
// @module-tag store

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startScene } from '../fixtures/start-paylink.ts';

/** The bare request line: a client library would correct the target. */
const ask = async (appUrl: string, target: string): Promise<string> => {
  const { hostname, port } = new URL(appUrl);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${target} HTTP/1.1\r\nHost: paylink\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
};

test('an unknown or malformed path gets 404 with no body and no log line', async () => {
  const scene = await startScene();
  const logged = scene.logLines.length;
  for (const target of ['/', '/callbacks', '/callbacks/%zz', '/callbacks/a/secret', '//', '/slack/secret']) {
    const [head = '', body] = (await ask(scene.appUrl, target)).split('\r\n\r\n');
    expect(head, target).toMatch(/^HTTP\/1\.1 404 /);
    expect(body === '' || body === '0').toBe(true);
  }
  expect(scene.logLines.slice(logged).join('')).not.toMatch(/secret|%zz/);
  expect(scene.logLines.slice(logged).filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
  await scene.close();
});

test('a path that matches a route only after resolving steps or changing case is unknown', async () => {
  const scene = await startScene();
  for (const target of ['/metrics', '/healthz?from=/../metrics'])
    expect((await fetch(`${scene.appUrl}${target}`)).status, target).toBe(200);
  for (const target of [
    '/healthz/../metrics',
    '/healthz/%2e%2e/metrics',
    '/healthz/.%2E/metrics',
    '/./metrics',
    '/%2e/metrics',
    '/callbacks/../metrics',
    '/callbacks/..',
    '/callbacks/%2e%2e',
    '/healthz\\..\\metrics',
    '\\metrics',
    '//paylink/metrics',
    'http://paylink/metrics',
    '/metrics/',
    '/METRICS',
    '/metrics#',
    '/%6detrics',
    'metrics',
    '*',
  ]) {
    const [head = '', body] = (await ask(scene.appUrl, target)).split('\r\n\r\n');
    expect(head, target).toMatch(/^HTTP\/1\.1 (?:404|400) /);
    expect(body, target).toBe('');
  }
  await scene.close();
});

test.each([
  ['https://pay.example.com', 'max-age=31536000'],
  ['http://127.0.0.1:9', null],
])('at %s browsers are told to use only https: %s', async (publicUrl, expected) => {
  const scene = await startScene({ env: { PUBLIC_URL: publicUrl } });
  for (const [path, init] of [
    ['/healthz', {}],
    ['/metrics', {}],
    ['/nowhere', {}],
    ['/callbacks/guess', { method: 'POST' }],
    ['/slack/events', { method: 'POST', body: 'x' }],
    ['/slack/events', { method: 'POST', body: 'x'.repeat(600_000) }],
  ] as const) {
    const answer = await fetch(`${scene.appUrl}${path}`, init);
    expect(answer.headers.get('strict-transport-security'), path).toBe(expected);
  }
  await scene.close();
});
