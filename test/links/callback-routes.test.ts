// @module-tag store

import { describe, expect, test } from 'vitest';
import { asJson, callbacksPerFile } from './callback-scene.ts';

/** Each test has its own. */
let link: string;
const app = callbacksPerFile((opened) => {
  link = opened;
});

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
