import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerWithin } from '../../src/slack/answer-within.ts';

const serve = async (listen: RequestListener): Promise<string> => {
  const server = createServer(listen).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('an answer that came in time is read as it was sent, and leaves no timer behind', async () => {
  const url = await serve((_, response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' }).end('{"ok":false}');
  });
  const before = timers();
  const answer = await answerWithin(3_600_000, fetch)(url);
  expect(timers()).toBeLessThanOrEqual(before);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await answer.json()).toEqual({ ok: false });
});

test('an answer without a body stays without one', async () => {
  const url = await serve((_, response) => void response.writeHead(204).end());
  const answer = await answerWithin(3_600_000, fetch)(url);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

test('an answer that begins in time and does not end is a fault', async () => {
  const url = await serve((_, response) => void response.writeHead(200).write('{"ok":'));
  await expect(answerWithin(100, fetch)(url)).rejects.toThrow(/no answer in time/);
});

test('a signal of the caller ends the call, too', async () => {
  const url = await serve(() => {});
  await expect(
    answerWithin(3_600_000, fetch)(url, { signal: AbortSignal.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped');
});
