// @module-tag long
// @module-tag store

import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { buildToken, drawIdentity } from '../../src/identity.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { asJson, callbacksPerFile } from './callback-scene.ts';

/** Each test has its own. */
let link: string;
const app = callbacksPerFile((opened) => {
  link = opened;
});

const evidence = () => app.evidence(link);
const news = (number: number) => asJson({ status: `NEWS ${number}` });

/** Sends the beginning of a request; `answer` is everything that the app answers until it closes the connection. */
const send = (head: string[], ...parts: string[]) => {
  const socket = connect(Number(new URL(app.scene.appUrl).port), '127.0.0.1').on('error', () => {});
  let heard = '';
  socket.on('data', (part: Buffer) => {
    heard += part.toString();
  });
  for (const part of [[...head, '', ''].join('\r\n'), ...parts]) socket.write(part);
  return { socket, answer: once(socket, 'close').then(() => heard) };
};
const head = (...more: string[]) => [
  `POST /callbacks/${app.tokenOf(link)} HTTP/1.1`,
  'Host: localhost',
  ...more,
];
const sendSlowly = () => send(head('Content-Length: 100'), '{"status":');

/** As many as the app reads at once. */
const AT_ONCE = 256;

describe('a body', () => {
  test('of 64 KiB is read', async () => {
    const body = `{"status":"PAID","x":"${'x'.repeat(64 * 1024 - 24)}"}`;
    expect(Buffer.byteLength(body)).toBe(64 * 1024);
    expect((await app.call(link, { method: 'POST', body })).status).toBe(200);
    expect(await evidence()).toMatchObject([{ status: 'PAID' }]);
  });

  test('that is one byte longer is refused before it is read, with or without a stated length', async () => {
    const body = 'x'.repeat(64 * 1024 + 1);
    expect((await app.call(link, { method: 'POST', body })).status).toBe(413);
    const stated = send(head(`Content-Length: ${64 * 1024 + 1}`), 'x');
    expect(await stated.answer).toMatch(/^HTTP\/1.1 413 /);
    const chunk = `${(64 * 1024 + 1).toString(16)}\r\n${body}\r\n`;
    const unstated = send(head('Transfer-Encoding: chunked'), chunk);
    expect(await unstated.answer).toMatch(/^HTTP\/1.1 413 /);
    expect(await app.asked()).toEqual([]);
  });

  test('that arrives too slowly is refused, and the connection is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer } = sendSlowly();
    while (vi.getTimerCount() === 0) await nextTurn();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(await answer).toMatch(/^HTTP\/1.1 408 .*connection: close/is);
    expect(await app.asked()).toEqual([]);
  });

  test('whose sender disconnects is ignored', async () => {
    const { socket } = sendSlowly();
    await once(socket, 'connect');
    socket.destroy();
    expect((await app.call(link, news(2))).status).toBe(200);
    expect(await evidence()).toMatchObject([{ status: 'NEWS 2' }]);
  });

  testAtLength(
    'that is slow makes room for fast ones, and its sender gets 503 with Retry-After',
    async () => {
      const slow = Array.from({ length: AT_ONCE }, sendSlowly);
      await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
      for (let number = 0; number < 9; number += 1)
        expect((await app.call(link, news(number))).status).toBe(200);
      const more = Array.from({ length: AT_ONCE + 20 }, sendSlowly);
      expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual(
        Array(AT_ONCE).fill(expect.stringMatching(/^HTTP\/1.1 503 .*retry-after: 1.*connection: close/is)),
      );
      expect(await evidence()).toHaveLength(9);
      for (const { socket } of more) socket.destroy();
    },
  );
});

describe('a flood of different callbacks for one link', () => {
  test('gets 429 after twenty, is accepted again a second later, and does not affect other links', async () => {
    const other = await app.openLink();
    const statuses: number[] = [];
    for (let number = 0; number < 22; number += 1) statuses.push((await app.call(link, news(number))).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    const late = await app.call(link, news(30));
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await app.call(other, news(1))).status).toBe(200);
    expect((await app.call(link, news(19))).status).toBe(200);

    await app.scene.clock.advance(1_000);
    expect((await app.call(link, news(31))).status).toBe(200);
    expect((await app.call(link, news(32))).status).toBe(429);
    expect(await evidence()).toHaveLength(21);
  });

  test('leads to a check of the link, because one of them may be real', async () => {
    for (let number = 0; number < 20; number += 1) await app.call(link, news(number));
    await app.endCheck(link, 1);
    await app.asked();
    for (let number = 20; number < 30; number += 1) await app.call(link, news(number));
    expect(await app.checkOf(link)).toEqual({ inMs: 30_000, attempts: 1 });
    expect(await app.asked()).toEqual(['wake']);
  });
});

testAtLength(
  'senders of slow bodies with guessed tokens get 404 at once and do not block real callbacks',
  async () => {
    const strangers = Array.from({ length: AT_ONCE + 44 }, (_, number) => {
      const guess = [`POST /callbacks/guess-${number} HTTP/1.1`, 'Host: x', 'Content-Length: 60000'];
      const { socket } = send(guess, '{"a":');
      return once(socket, 'data').then(([part]) => {
        socket.destroy();
        return String(part).split('\r\n')[0];
      });
    });
    const statuses: number[] = [];
    for (let number = 0; number < 9; number += 1) statuses.push((await app.call(link, news(number))).status);
    expect(statuses).toEqual(Array(9).fill(200));
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(['HTTP/1.1 404 Not Found']));
  },
);

describe('an address', () => {
  const statusOf = async (token: string, { appUrl } = app.scene) =>
    (await fetch(`${appUrl}/callbacks/${token}`, news(1))).status;

  test('that is forged costs no statement, whatever it imitates', async () => {
    const real = app.tokenOf(link);
    const changed = (at: number) =>
      `${real.slice(0, at)}${real[at] === 'A' ? 'B' : 'A'}${real.slice(at + 1)}`;
    const forged = [
      ...[0, 20, 25, 40, 49].map(changed),
      buildToken(drawIdentity(), 'callback', Buffer.alloc(16, 1), null),
      buildToken(app.identity, 'picture', Buffer.alloc(16, 1), null),
      `${real}A`,
      'a'.repeat(51),
      'a'.repeat(43),
      'x',
    ];
    for (const token of forged) expect(await statusOf(token), token).toBe(404);
    expect(await app.asked()).toEqual([]);
    expect(await statusOf(real)).toBe(200);
    expect(await app.asked()).toEqual(['take', 'claim']);
  });

  test('holds as long as the row of its link: a refund may come months later', async () => {
    // What waits in the background goes on waiting: a day's work for each of the days is not needed here.
    app.scene.clock.setBack(-400 * 24 * 3_600_000);
    expect((await app.call(link, news(1))).status).toBe(200);
  });
});
