// @module-tag postgres

import { afterEach, describe, expect, test } from 'vitest';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { openLink, tokenOf } from './open-link.ts';
import { asJson, type Intake, startIntake } from './start-intake.ts';

let intake: Intake;
const start = async (...given: Parameters<typeof startIntake>) => {
  intake = await startIntake(...given);
  await openLink(intake.store, 'lnk_1');
};

afterEach(() => intake.close());

const PAID = { orderId: '100234', status: 'PAID', amount: '250.50', currency: 'AED' };
const evidence = async () => (await intake.store.callbacks.ofLink('lnk_1')).map((row) => row.evidence);

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
    await start();
    const answer = await intake.call('lnk_1', init, query);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    expect(await evidence()).toEqual([PAID]);
    expect(intake.woken).toBe(1);
    expect(await intake.claimDue()).toMatchObject([{ id: 'lnk_1', state: 'open', checkAttempts: 0 }]);
  });

  test.each<[string, RequestInit]>([
    ['nothing at all', { method: 'POST' }],
    ['half a JSON text', { method: 'POST', body: '{"status":"PAI' }],
    ['bytes', { method: 'PUT', body: Uint8Array.from({ length: 256 }, (_, byte) => byte) }],
    ['a list of nothing', asJson([[[[]]]])],
  ])('even if it is %s, because any call is a reason to ask the service', async (_, init) => {
    await start();
    expect((await intake.call('lnk_1', init)).status).toBe(200);
    expect(await evidence()).toEqual([{}]);
    expect(intake.woken).toBe(1);
  });

  test('once if it is repeated quickly, with one more check', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 100 }, () => intake.call('lnk_1', asJson(PAID))));
    const later = await intake.call('lnk_1', asJson(PAID));
    expect(new Set([...answers, later].map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await evidence()).toHaveLength(1);
    expect(intake.woken).toBe(2);
  });

  test('and its link checked again if it is repeated, because it may be about a refund', async () => {
    await start();
    await intake.call('lnk_1', asJson({ orderId: '100234' }));
    const { store, clock } = intake;
    await intake.endCheck();
    for (const isRemembered of [true, false]) {
      await clock.advance(600_000);
      // Another instance, or a restarted one, does not remember the callback; four others make this one forget it.
      if (!isRemembered) for (let more = 0; more < 4; more += 1) await intake.call('lnk_1', asJson({ more }));
      await intake.endCheck();
      const woken = intake.woken;
      expect((await intake.call('lnk_1', asJson({ orderId: '100234' }))).status).toBe(200);
      expect((await store.links.get('lnk_1')).checkDueAt).toBe(clock.now() + 30_000);
      expect(intake.woken).toBe(woken + 1);
    }
    expect(await evidence()).toContainEqual({ orderId: '100234' });
  });

  test('and its link checked each time if it is empty, because the second may be about something new', async () => {
    await start();
    const call = () => intake.call('lnk_1', { method: 'GET' });
    await call();
    await intake.endCheck(2);
    expect((await call()).status).toBe(200);
    expect(await evidence()).toEqual([{}]);
    expect(await intake.store.links.get('lnk_1')).toMatchObject({
      checkDueAt: intake.clock.now() + 30_000,
      checkAttempts: 2,
    });
    expect(intake.woken).toBe(2);
  });

  test('again if one value differs', async () => {
    await start();
    await intake.call('lnk_1', asJson(PAID));
    await intake.call('lnk_1', asJson({ ...PAID, status: 'REFUNDED' }));
    expect((await evidence()).map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED']);
  });

  testAtLength('together with many others, each for its own link', async () => {
    await start();
    const ids = Array.from({ length: 150 }, (_, number) => `many_${number}`);
    for (const id of ids) await openLink(intake.store, id);
    const answers = await Promise.all(ids.map((id) => intake.call(id, asJson({ ...PAID, orderId: id }))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    for (const id of ids)
      expect(await intake.store.callbacks.ofLink(id)).toMatchObject([{ evidence: { orderId: id } }]);
  });
});

describe('a callback is refused', () => {
  test.each([
    'a'.repeat(51),
    'a'.repeat(43),
    'x',
    'a'.repeat(4_000),
    '..%2F..%2Fetc',
    '%F0%9F%92%B8',
    "'%20or%201=1",
  ])('with an empty 404 if no link has its token: %s', async (token) => {
    await start();
    const answer = await fetch(`${intake.url}/callbacks/${token}`, asJson(PAID));
    expect([answer.status, await answer.text()]).toEqual([404, '']);
    expect(intake.woken).toBe(0);
    expect(await evidence()).toEqual([]);
  });

  test.each(['HEAD', 'OPTIONS', 'DELETE', 'PATCH'])('if its method is %s', async (method) => {
    await start();
    expect((await intake.call('lnk_1', { method })).status).toBe(404);
    expect(await evidence()).toEqual([]);
  });

  test('with 503 while the store fails, and stored when it is sent again', async () => {
    let isBroken = true;
    await start({
      wrap: ({ callbacks }) => ({
        ...callbacks,
        take: async (batch) => {
          if (isBroken) throw new Error('the disk is full');
          return callbacks.take(batch);
        },
      }),
    });
    const answers = await Promise.all([1, 2, 3].map(() => intake.call('lnk_1', asJson(PAID))));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toBe('1');
    expect(intake.logLines.join('')).toContain('the disk is full');
    expect(intake.woken).toBe(0);
    isBroken = false;
    expect((await intake.call('lnk_1', asJson(PAID))).status).toBe(200);
    expect(await evidence()).toEqual([PAID]);
  });
});

test('a callback’s customer data, token and address are in no row and no log line', async () => {
  await start({
    wrap: ({ callbacks }) => ({
      ...callbacks,
      take: async (batch) => {
        const taken = await callbacks.take(batch);
        if (batch.some(({ evidence: { status } }) => status === 'BROKEN')) throw new Error('no');
        return taken;
      },
    }),
  });
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
  await intake.call('lnk_1', asJson(customer));
  await intake.call('lnk_1', asJson({ ...customer, status: 'BROKEN' }), '?FullName=Sara+Khan');
  await intake.call('guess', asJson(customer));
  await intake.call('lnk_1', { method: 'OPTIONS' });
  await fetch(`${intake.url}/callbacks/guess/deeper?Email=sara.khan@example.com`);
  expect((await evidence()).map((kept) => Object.keys(kept))).toEqual([['status'], ['status']]);
  const traces = `${JSON.stringify(await evidence())}${intake.logLines.join('')}`;
  expect(traces).not.toMatch(/sara|khan|501234567|41111111|sharjah|guess/i);
  expect(traces).not.toContain(tokenOf('lnk_1'));
  expect(traces).not.toContain(new URL('/callbacks/', intake.url).href);
  expect(intake.logLines.length).toBeGreaterThan(0);
});
