// @module-tag long

import { expect, test } from 'vitest';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ORDER, send, startSandbox } from './call-sandbox.ts';

const orderId = ORDER;
const PAID = '100235';
const OPEN = { orderId, status: 'CREATED', paymentLink: expect.stringMatching(/\/pay\/\w{20}$/) };
const AGO = 3_600_000;
const PLAN = { seed: 1, rate: 1 };
const FAULT = { kind: 'status', status: 500, operation: 'links' };

test.each<[string, string, unknown, number, unknown]>([
  ['lists links', 'GET links', undefined, 200, [OPEN, { orderId: PAID, status: 'PAID' }]],
  ['lists requests', 'GET requests', undefined, 200, [{ operation: 'business', status: 200 }]],
  ['declines a card', 'POST pay', { orderId, decline: true }, 200, { link: { status: 'FAILED' } }],
  [
    'reports a payment of another amount and currency late',
    'POST pay',
    { orderId, amountFils: 1, currency: 'USD', agoMs: AGO },
    200,
    {
      link: { status: 'PAID', paidAt: NOON - AGO },
      transaction: { amountFils: 1, currency: 'USD', createdAt: NOON - AGO },
    },
  ],
  ['cancels a link', 'POST cancel', { orderId }, 200, { link: { status: 'CANCELLED' } }],
  ['lets a link expire', 'POST expire', { orderId }, 200, { link: { status: 'EXPIRED' } }],
  [
    'refunds in part',
    'POST refund',
    { orderId: PAID, amountFils: 1 },
    200,
    { transaction: { amountFils: 1 } },
  ],
  ['refunds nothing unpaid', 'POST refund', { orderId }, 409, { error: 'not-paid' }],
  ['pays no unknown order', 'POST pay', { orderId: '1' }, 404, { error: 'unknown-link' }],
  ['pays nothing without an order', 'POST pay', {}, 400, { error: expect.stringContaining('orderId') }],
  ['adds a fault', 'POST faults', FAULT, 200, [FAULT]],
  ['adds random faults', 'POST faults', { kind: 'random', random: PLAN }, 200, [{ random: PLAN }]],
  ['refuses an unknown fault', 'POST faults', { kind: 'explode' }, 400, {}],
  ['refuses an unknown member', 'POST faults', { kind: 'delay', delay: 5 }, 400, {}],
  ['refuses random faults without a plan', 'POST faults', { kind: 'random' }, 400, {}],
  ['refuses a plan for another fault', 'POST faults', { ...FAULT, random: PLAN }, 400, {}],
  ['clears faults', 'DELETE faults', undefined, 200, []],
  ['tells the shape', 'GET shape', undefined, 200, { generated: 'plain', listing: 'spring-page' }],
  [
    'changes the shape',
    'POST shape',
    { stateField: 'state' },
    200,
    { stateField: 'state', generated: 'plain' },
  ],
  ['refuses an unknown shape', 'POST shape', { listing: 'xml' }, 400, {}],
  ['loses callbacks', 'POST callbacks', { drop: true }, 200, { behaviour: { drop: true } }],
  ['refuses impossible callbacks', 'POST callbacks', { drop: 1 }, 400, {}],
  [
    'forges a callback',
    'POST callback',
    { orderId, what: 'forge' },
    200,
    { deliveries: [{ cause: 'forged' }] },
  ],
  ['forges nothing for an unknown order', 'POST callback', { orderId: '1', what: 'forge' }, 404, {}],
  ['refuses what it cannot do', 'POST callback', { orderId, what: 'sing' }, 400, {}],
  ['has no other switch', 'GET nothing', undefined, 404, {}],
  ['has no inherited switch', 'GET constructor', undefined, 404, {}],
  ['deletes no links', 'DELETE links', undefined, 405, {}],
  [
    'shows the page all that it draws',
    'GET desk',
    undefined,
    200,
    {
      links: [{ status: 'PAID' }, { orderId, isCalledBack: true }],
      callbacks: [],
      behaviour: { drop: false },
      shape: {},
    },
  ],
])('the control %s', async (_, what, body, status, said) => {
  const { seedLinks, call, play } = await startSandbox();
  const callbackUrl = 'http://127.0.0.1:9/c';
  seedLinks(2, (index) => ({ callbackUrl, ...(index === 1 && { paidAt: NOON }) }));
  await call('/business-details');
  const reply = await play(what, body);
  expect(reply.status).toBe(status);
  expect(reply.json).toMatchObject(said as object);
});

test.each([
  ['http://127.0.0.1:4000', 200],
  ['http://localhost:4000', 200],
  ['http://[::1]:4000', 200],
  ['https://example.com', 403],
  ['http://localhost.example.com', 403],
  ['null', 403],
  ['http://127.0.0.1@evil.example', 403],
])('the control answers a page of %s with %i', async (Origin, status) => {
  const { play } = await startSandbox();
  const reply = await play('GET faults', undefined, { Origin });
  const allowed = status === 200 ? Origin : undefined;
  expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([status, allowed]);
});

test('a foreign host name and form posts are refused, preflight requests answered', async () => {
  const { url, play, faults } = await startSandbox();
  expect((await play('GET faults', undefined, { Host: 'evil.example' })).status).toBe(403);
  const asked = await play('OPTIONS faults', undefined, { Origin: 'http://localhost:4000' });
  expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, DELETE']);
  const headers = { 'Content-Type': 'text/plain' };
  const posted = await send(`${url}/_play/faults`, { method: 'POST', body: FAULT, headers });
  expect([posted.status, faults.list()]).toEqual([415, []]);
});

test('a wait ends when its condition holds, on timeout, and when the sandbox closes', async () => {
  const { until, seedLinks, links, close } = await startSandbox();
  const seen = until(() => links().length === 2);
  seedLinks(2);
  await seen;
  await expect(until(() => false, 10)).rejects.toThrow(/within 0.01 s/);
  const open = expect(until(() => false)).rejects.toThrow(/closed/);
  await close();
  await open;
});

test('a port that is taken is refused', async () => {
  const { url } = await startSandbox();
  const taken = { port: Number(new URL(url).port), history: 'none' } as const;
  await expect(createSandboxService(taken)).rejects.toThrow(/EADDRINUSE/);
});
