// @module-tag store

import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildToken, drawIdentity } from '../../src/identity.ts';
import { hashToken } from '../../src/ids.ts';
import { createCallbackThrottle } from '../../src/links/callbacks/callback-throttle.ts';
import { claimChecks, endCheck } from '../fixtures/claim-checks.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { createPatchedStore } from '../fixtures/patched-store.ts';
import { follow } from '../fixtures/per-test.ts';
import { openStill } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { AT } from './open-link.ts';

/**
 * The app on a still clock, receiving callbacks. It looks for links to check when it is woken, and is told that there are none:
 * a test claims them itself.
 */
const startCallbacks = async () => {
  const asked: string[] = [];
  const patched = createPatchedStore();
  /** Writes down what is asked of the store. */
  const listen = () => {
    patched.mend();
    const { callbacks, jobs } = patched.store;
    const { claim } = jobs;
    const note =
      <Given extends unknown[], Result>(name: string, answer: (...given: Given) => Result) =>
      (...given: Given) => {
        asked.push(name);
        return answer(...given);
      };
    callbacks.take = note('take', callbacks.take);
    callbacks.wake = note('wake', callbacks.wake);
    const claimNone = note('claim', async () => ({ jobs: [], nextDueAt: null }));
    jobs.claim = (ask) => (ask.queue === 'checks' ? claimNone() : claim(ask));
  };
  const scene = await openStill({
    at: AT + 1_000,
    env: { PAYLINK_SWEEP_SECONDS: '86400' },
    withStore: patched.withStore,
  });
  listen();
  const identity = await scene.store.identity.read();
  await scene.start();
  const { store, clock, appUrl, logLines } = scene;
  const tokenOf = (id: string) => buildToken(identity, 'callback', Buffer.from(id.padEnd(16, '_')), null);
  let made = 0;

  const claimDue = (id: string) => {
    const ask = { at: clock.now(), leaseMs: 30_000, limit: 1_000, token: 'a test' };
    return claimChecks(store, ask).then(({ due }) => due.filter(({ linkId }) => linkId === id));
  };
  return {
    scene,
    identity,
    tokenOf,
    /** What the app has for its store of callbacks: a test may put something else in a method's place. */
    callbacks: patched.store.callbacks,
    /** Another open link of the scene; its address is `tokenOf(id)`. */
    openLink: async (): Promise<string> => {
      made += 1;
      const id = `lnk_${made}`;
      const callbackTokenHash = hashToken(tokenOf(id));
      await store.links.reserve(buildNewLink(id, { callbackTokenHash, at: AT }));
      await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
      return id;
    },
    /** Starts the next test on the same app. */
    forget: async () => {
      await clock.advance(0);
      listen();
      for (const list of [asked, logLines]) list.length = 0;
    },
    call: (id: string, init: RequestInit = {}, query = ''): Promise<Response> =>
      fetch(`${appUrl}/callbacks/${tokenOf(id)}${query}`, init),
    evidence: async (id: string) => (await store.callbacks.ofLink(id)).map((row) => row.evidence),
    /** What of the store was asked since the last time, once the app is done. */
    asked: async (): Promise<string[]> => {
      await clock.advance(0);
      return asked.splice(0);
    },
    /** The link, if it is due for its check now. */
    claimDue,
    /** When its check is due, from now. */
    checkOf: async (id: string) => {
      const check = await store.links.nextCheck(id);
      return check === null ? null : { inMs: Number(check.to) - clock.now(), attempts: check.attempts };
    },
    /** Ends the link's planned check. */
    endCheck: async (id: string, attempts = 0) => {
      for (const one of await claimDue(id)) await endCheck(store, one, { to: null, attempts }, clock.now());
    },
  };
};

const asJson = (payload: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(payload),
});

/** Each test has its own. */
let link: string;
let started: Awaited<ReturnType<typeof startCallbacks>>;
const app = follow(() => started);
beforeAll(async () => {
  started = await startCallbacks();
});
beforeEach(async () => {
  await app.forget();
  link = await app.openLink();
});
afterAll(() => app.scene.close());

const PAID = { orderId: '100234', status: 'PAID', amount: '250.50', currency: 'AED' };
const evidence = () => app.evidence(link);

describe('a callback is stored', () => {
  const form = new URLSearchParams(PAID);
  test.each<[string, RequestInit, string]>([
    ['a POST of JSON', asJson(PAID), ''],
    ['a PUT of JSON', asJson(PAID, 'PUT'), ''],
    ['a POST of a form', { method: 'POST', body: form }, ''],
    ['a GET with a query', { method: 'GET' }, `?${form}`],
    ['a POST with a query', { method: 'POST' }, `?${form}`],
    ['JSON with another content type', { ...asJson(PAID), headers: { 'content-type': 'x/y' } }, ''],
    ['JSON inside an envelope', asJson({ data: { payment: PAID } }), ''],
  ])('as %s', async (_, init, query) => {
    const answer = await app.call(link, init, query);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    expect(await evidence()).toEqual([PAID]);
    expect(await app.asked()).toEqual(['take', 'claim']);
    expect(await app.claimDue(link)).toMatchObject([{ attempts: 0 }]);
  });

  test.each<[string, RequestInit]>([
    ['nothing at all', { method: 'POST' }],
    ['half a JSON text', { method: 'POST', body: '{"status":"PAI' }],
    ['bytes', { method: 'PUT', body: Uint8Array.from({ length: 256 }, (_, byte) => byte) }],
    ['a list of nothing', asJson([[[[]]]])],
  ])('even if it is %s, because any call is a reason to ask the service', async (_, init) => {
    expect((await app.call(link, init)).status).toBe(200);
    expect(await evidence()).toEqual([{}]);
    expect(await app.asked()).toEqual(['take', 'claim']);
  });

  test('once if it is repeated quickly, with one more check', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call(link, asJson(PAID))));
    const later = await app.call(link, asJson(PAID));
    expect(new Set([...answers, later].map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await evidence()).toHaveLength(1);
    expect((await app.asked()).filter((name) => name === 'wake')).toHaveLength(1);
  });

  test('and its link checked again if it is repeated, because it may be about a refund', async () => {
    await app.call(link, asJson({ orderId: '100234' }));
    await app.endCheck(link);
    for (const isRemembered of [true, false]) {
      await app.scene.clock.advance(2_000);
      // Another instance, or a restarted one, does not remember the callback; four others make this one forget it.
      if (!isRemembered) for (let more = 0; more < 4; more += 1) await app.call(link, asJson({ more }));
      await app.endCheck(link);
      await app.asked();
      expect((await app.call(link, asJson({ orderId: '100234' }))).status).toBe(200);
      expect(await app.checkOf(link)).toMatchObject({ inMs: 30_000 });
      expect(await app.asked()).toEqual([...(isRemembered ? [] : ['take']), 'wake']);
    }
    expect(await evidence()).toContainEqual({ orderId: '100234' });
  });

  test('and its link checked each time if it is empty, because the second may be about something new', async () => {
    const call = () => app.call(link, { method: 'GET' });
    await call();
    await app.endCheck(link, 2);
    await app.asked();
    expect((await call()).status).toBe(200);
    expect(await evidence()).toEqual([{}]);
    expect(await app.checkOf(link)).toEqual({ inMs: 30_000, attempts: 2 });
    expect(await app.asked()).toEqual(['take', 'wake']);
  });
});

describe('a callback is refused', () => {
  test.each(['HEAD', 'OPTIONS', 'DELETE', 'PATCH'])('if its method is %s', async (method) => {
    expect((await app.call(link, { method })).status).toBe(404);
    expect(await evidence()).toEqual([]);
  });

  test('with 503 while the store fails, and stored when it is sent again', async () => {
    app.callbacks.take = () => Promise.reject(new Error('the disk is full'));
    const answers = await Promise.all([1, 2, 3].map(() => app.call(link, asJson(PAID))));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toBe('1');
    expect(app.scene.logLines.join('')).toContain('the disk is full');
    expect(await app.asked()).not.toContain('claim');
    Object.assign(app.callbacks, app.scene.store.callbacks);
    expect((await app.call(link, asJson(PAID))).status).toBe(200);
    expect(await evidence()).toEqual([PAID]);
  });
});

test('a callback’s customer data, token and address are in no row and no log line', async () => {
  const { store, logLines, appUrl } = app.scene;
  const customer = {
    FullName: 'Sara Khan',
    Email: 'sara.khan@example.com',
    Phone: '+971501234567',
    notes: 'June rent',
    cardNumber: '4111111111111111',
    status: 'PAID',
    type: 'sara.khan@example.com',
    customer: { status: 'Sara Khan', address: { city: 'Sharjah' } },
  };
  await app.call(link, asJson(customer));
  app.callbacks.take = async (batch) => {
    await store.callbacks.take(batch);
    throw new Error('no');
  };
  await app.call(link, asJson({ ...customer, status: 'BROKEN' }), '?FullName=Sara+Khan');
  await app.call('guess', asJson(customer));
  await app.call(link, { method: 'OPTIONS' });
  await fetch(`${appUrl}/callbacks/guess/deeper?Email=sara.khan@example.com`);
  expect((await evidence()).map((kept) => Object.keys(kept))).toEqual([['status'], ['status']]);
  const traces = `${JSON.stringify(await evidence())}${logLines.join('')}`;
  expect(traces).not.toMatch(/\b(?:sara|khan|sharjah|guess)\b|501234567|41111111/i);
  expect(traces).not.toContain(app.tokenOf(link));
  expect(traces).not.toContain(new URL('/callbacks/', appUrl).href);
  expect(logLines.length).toBeGreaterThan(0);
});

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
      'a'.repeat(4_000),
      '..%2F..%2Fetc',
      '%F0%9F%92%B8',
      "'%20or%201=1",
    ];
    for (const token of forged) expect(await statusOf(token), token).toBe(404);
    expect(await (await fetch(`${app.scene.appUrl}/callbacks/x`, news(1))).text()).toBe('');
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

test('a token is limited after its burst, with the time to wait', async () => {
  const clock = createManualClock(AT);
  const throttle = createCallbackThrottle({ clock, burst: 2, perSecond: 0.5 });
  expect(throttle.admit('token', 'a')).toEqual({ is: 'admitted' });
  throttle.remember('token', 'a');
  expect(throttle.admit('token', 'a')).toEqual({ is: 'repeated' });
  expect(throttle.admit('token', 'b')).toEqual({ is: 'admitted' });
  expect(throttle.admit('token', 'c')).toEqual({ is: 'limited', waitMs: 2_000, isFirst: true });
  await clock.advance(500);
  expect(throttle.admit('token', 'd')).toEqual({ is: 'limited', waitMs: 1_500, isFirst: false });
  await clock.advance(1_500);
  expect(throttle.admit('token', 'c')).toEqual({ is: 'admitted' });
  await clock.advance(1_000_000);
  for (const hash of ['e', 'f']) expect(throttle.admit('token', hash)).toEqual({ is: 'admitted' });
  expect(throttle.admit('token', 'g')).toEqual({ is: 'limited', waitMs: 2_000, isFirst: true });
});

test('a repeat of a known token leads to a check once a second', async () => {
  const clock = createManualClock(AT);
  const throttle = createCallbackThrottle({ clock });
  expect(throttle.mayRepeat('token')).toBe(false);
  throttle.remember('token', 'a');
  expect([throttle.mayRepeat('token'), throttle.mayRepeat('token')]).toEqual([true, false]);
  await clock.advance(999);
  expect(throttle.mayRepeat('token')).toBe(false);
  await clock.advance(1);
  expect(throttle.mayRepeat('token')).toBe(true);
});

test('the least recently used token is dropped when there are too many', () => {
  const throttle = createCallbackThrottle({ clock: createManualClock(AT), burst: 1, maxTokens: 2 });
  for (const token of ['one', 'two', 'one', 'three']) throttle.remember(token, 'hash');
  expect(['one', 'two', 'three'].map((token) => throttle.admit(token, 'other').is)).toEqual([
    'limited',
    'admitted',
    'limited',
  ]);
});
