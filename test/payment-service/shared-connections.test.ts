import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPaymentServiceConnections } from '../../src/payment-service/index.ts';
import { startClient } from '../fixtures/payment-service.ts';
import { serve } from '../fixtures/serve.ts';
import { buildLinkRequest } from './link-requests.ts';

/** Clients of two merchants of one service, which keeps the first one's answers until they are let go. */
const startTwo = async () => {
  const kept: ServerResponse[] = [];
  const requests: IncomingHttpHeaders[] = [];
  const connections: Socket[] = [];
  let isKeeping = true;
  const answer = (response: ServerResponse) => response.end('{"code":"00"}');
  const baseUrl = await serve(
    ({ headers }, response) => {
      requests.push(headers);
      if (headers['accountid'] === 'one' && isKeeping) kept.push(response);
      else answer(response);
    },
    (socket) => connections.push(socket),
  );
  const shared = createPaymentServiceConnections({ baseUrl });
  onTestFinished(shared.close);
  const startFor = (accountId: string) =>
    startClient(baseUrl, { settings: { accountId }, transport: shared.forMerchant() }).client;
  return {
    requests,
    connections,
    kept,
    letGo: () => {
      isKeeping = false;
      for (const response of kept.splice(0)) answer(response);
    },
    one: startFor('one'),
    other: startFor('other'),
  };
};

test('merchants share connections for GETs, and every POST has its own', async () => {
  const { one, other, letGo, requests, connections } = await startTwo();
  letGo();
  for (const merchant of [one, other, one, other]) await merchant.businessDetails();
  expect(requests.map((headers) => headers['accountid'])).toEqual(['one', 'other', 'one', 'other']);
  expect(connections).toHaveLength(1);
  await other.generateLink(buildLinkRequest()).catch(() => undefined);
  await one.generateLink(buildLinkRequest()).catch(() => undefined);
  expect(connections).toHaveLength(3);
});

test('a merchant with a slow service has at most sixteen GETs under way, and nobody else waits', async () => {
  const { one, other, kept, letGo, requests } = await startTwo();
  const asked = Array.from({ length: 20 }, () => one.businessDetails());
  await expect.poll(() => kept.length).toBe(16);
  await other.businessDetails();
  expect(requests).toHaveLength(17);
  letGo();
  await Promise.all(asked);
  expect(requests).toHaveLength(21);
});

test('closing a merchant’s client waits for its requests and leaves the others alone', async () => {
  const { one, other, kept, letGo } = await startTwo();
  let isClosed = false;
  const asked = one.businessDetails();
  await expect.poll(() => kept.length).toBe(1);
  const closing = one.close().then(() => {
    isClosed = true;
  });
  await other.businessDetails();
  expect(isClosed).toBe(false);
  letGo();
  await asked;
  await closing;
  await other.businessDetails();
});
