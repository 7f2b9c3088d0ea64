import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createResponseUrls, createSlackFetch } from '../../src/slack/slack-fetch.ts';
import { serve } from '../fixtures/serve.ts';

const fetchSlack = createSlackFetch('http://127.0.0.1:9/api/');

const answering = (answer: (response: ServerResponse) => void): Promise<string> =>
  serve((request, response) => {
    request.resume();
    answer(response);
  });

const post = (url: string, options: Partial<Parameters<typeof createResponseUrls>[0]> = {}) =>
  createResponseUrls({ fetchSlack, ...options }).post(url, { method: 'POST', body: '{}' });

/** An endless body; returns how many bytes were sent. */
const flood = (response: ServerResponse, sent: { bytes: number }) => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const write = () => {
    while (!response.destroyed) {
      sent.bytes += piece.length;
      if (!response.write(piece)) break;
    }
  };
  response.on('drain', write);
  response.on('error', () => {});
  write();
};

test('an answer is read as sent', async () => {
  const url = await answering((response) =>
    response.writeHead(400, { 'content-type': 'text/plain' }).end('invalid_blocks'),
  );
  const answer = await post(url);
  expect([answer.ok, answer.status, await answer.text()]).toEqual([false, 400, 'invalid_blocks']);
});

test('an endless answer is cut, and the connection closed', async () => {
  const sent = { bytes: 0 };
  let hasClosed: Promise<unknown> = Promise.resolve();
  const url = await answering((response) => {
    hasClosed = once(response, 'close');
    response.writeHead(200);
    flood(response, sent);
  });
  const answer = await post(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'x'.repeat(16 * 1024)]);
  await hasClosed;
  expect(sent.bytes).toBeLessThan(64 * 1024 * 1024);
});

test('an answer that stalls counts as received until the timeout', async () => {
  const url = await answering((response) => {
    response.writeHead(200);
    response.write('{"ok":true}');
  });
  const answer = await post(url, { patienceMs: 1_500 });
  expect([answer.ok, await answer.text()]).toEqual([true, '{"ok":true}']);
});

test('an answer that does not start in time is an error', async () => {
  const url = await answering(() => {});
  await expect(post(url, { patienceMs: 100 })).rejects.toThrow(/no answer in time/);
});

test('answers without a body, and of the Web API, are returned unchanged', async () => {
  const url = await answering((response) => response.writeHead(204).end());
  expect((await post(url)).status).toBe(204);
  const long = 'x'.repeat(100_000);
  const api = await answering((response) => response.writeHead(200).end(long));
  const opened = await createSlackFetch(`${api}/`)(`${api}/views.open`, { method: 'POST' });
  expect(await opened.text()).toBe(long);
});

test('it knows how many of the five posts at an address are left, whatever their results', async () => {
  const url = await answering((response) => response.writeHead(404).end());
  const urls = createResponseUrls({ fetchSlack });
  expect(urls.left(url)).toBe(5);
  for (const left of [4, 3, 2, 1, 0, 0]) {
    await urls.post(url, { method: 'POST' });
    expect(urls.left(url)).toBe(left);
  }
  const nowhere = 'http://127.0.0.1:9/another';
  expect(urls.left(nowhere)).toBe(5);
  await expect(urls.post(nowhere, { method: 'POST' })).rejects.toThrow();
  expect(urls.left(nowhere)).toBe(4);
});

test('an answer keeps its text and headers, and its sender can cancel it', async () => {
  const url = await answering((response) =>
    response.writeHead(429, 'Slow Down', { 'retry-after': '7' }).end('later'),
  );
  const urls = createResponseUrls({ fetchSlack, maxBytes: 3 });
  const answer = await urls.post(url, { method: 'POST' });
  expect([answer.status, answer.statusText, answer.headers.get('retry-after'), await answer.text()]).toEqual([
    429,
    'Slow Down',
    '7',
    'lat',
  ]);
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(urls.post(url, { method: 'POST', signal })).rejects.toThrow('cancelled');
});

test.each([204, 205, 304])('an answer that must not have a body (%i) has none', async (status) => {
  const url = await answering((response) => response.writeHead(status).end());
  const answer = await post(url);
  expect([answer.status, answer.body]).toEqual([status, null]);
});
