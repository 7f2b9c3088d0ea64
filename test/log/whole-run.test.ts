// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { fillLinkForm, openLongForm, settledModal } from '../fixtures/link-form.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { report } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

/** Names that occur nowhere else in the tests. */
const CUSTOMER = {
  FullName: 'Zaynab Quraishi',
  Email: 'zaynab.q@planted.example',
  Phone: '055 987 1234',
  notes: 'Wedding cake',
  Address: 'Palm Villa 17',
  City: 'Ajman Corniche',
};
const PLANTED = [
  ...['Zaynab', 'Quraishi', 'planted.example', '55 987 1234', '559871234'],
  ...['Wedding', 'Palm Villa', 'Corniche', '4111111111111111'],
];

const lineSchema = z.looseObject({
  msg: z.string(),
  requestId: z.string().optional(),
  reference: z.string().optional(),
  link: z.string().optional(),
});

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});

afterEach(async () => {
  await scene.close();
});

const lines = () => scene.logLines.map((line) => lineSchema.parse(JSON.parse(line)));
/** Longer than any busy machine takes. */
const WITHIN = { timeout: 60_000 };
/** The log sends no events, so this polls until the line is there. */
const withWords = async (msg: string) => vi.waitUntil(() => lines().find((line) => line.msg === msg), WITHIN);

/** The form with every field of a customer. */
const submit = async () => {
  const form = await openLongForm(scene);
  const outcome = await scene.slack.submit(SARA, form.id, fillLinkForm(CUSTOMER));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return settledModal(scene);
};

const sent = () => {
  const last = scene.sandbox.requests.findLast(({ path }) => path.endsWith('/payment-link/generate'));
  const { callback_url } = z.object({ callback_url: z.string() }).parse(last?.body);
  return { token: callback_url.slice(callback_url.lastIndexOf('/') + 1) };
};

const callBack = (token: string, body: object) =>
  fetch(`${scene.appUrl}/callbacks/${token}?email=${CUSTOMER.Email}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What a scene's own look at its log cannot know: no request for a link has it. */
test('what comes with a payment, a forged request or a mistyped command is not in the log, nor is a secret', async () => {
  await submit();
  const { token } = sent();
  const [made] = scene.sandbox.links();
  await scene.sandbox.pay(made?.orderId ?? '', { callback: false });
  const paid = {
    status: 'PAID',
    FullName: CUSTOMER.FullName,
    phone: CUSTOMER.Phone,
    card: '4111111111111111',
  };
  expect((await callBack(token, paid)).status).toBe(200);
  await cardIn(scene, /Paid/);
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', `hlep ${CUSTOMER.FullName}`);
  for (const path of ['/slack/events', `/nothing/${CUSTOMER.Email}`, `/callbacks/${'z'.repeat(43)}`])
    await fetch(`${scene.appUrl}${path}`, { method: 'POST', body: `{"email":"${CUSTOMER.Email}` });
  await scene.paylink.stop();
  const log = scene.logLines.join('');
  for (const told of ['link issued', 'link settled', 'payment service called']) expect(log).toContain(told);
  const { apiKey, accountId, secretKey } = SANDBOX_CREDENTIALS;
  const { botToken, signingSecret } = scene.slack;
  for (const word of [...PLANTED, token, apiKey, accountId, secretKey, botToken, signingSecret]) {
    expect(word).toBeTruthy();
    expect(scene.logLines.find((line) => line.includes(word))).toBeUndefined();
  }
});

describe('the id of a request', () => {
  test('leads from what Slack sent to the call of the service and to the link', async () => {
    await submit();
    const issued = await withWords('link issued');
    expect(issued.requestId).toMatch(/^req_[\w-]{20}$/);
    expect(issued).toMatchObject({ team: expect.stringMatching(/^T/), channel: FRONT_DESK });
    const called = lines().find(
      (line) => line.msg === 'payment service called' && line['operation'] === 'generateLink',
    );
    expect(called).toMatchObject({ requestId: issued.requestId, reference: issued.reference, outcome: 'ok' });
  });

  test('is another for the next one, also of requests that are under way at the same time', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 300, times: 2 });
    await Promise.all([
      report(scene, 'transactions', /Transactions of today/),
      report(scene, 'payouts', /Payouts of today/),
    ]);
    const calls = await vi.waitUntil(() => {
      const found = lines().filter(({ msg }) => msg === 'payment service called');
      const listed = (name: string) => found.find((line) => line['operation'] === name)?.requestId;
      const both = [listed('listTransactions'), listed('listPayouts')];
      return both.every(Boolean) ? both : undefined;
    }, WITHIN);
    expect(new Set(calls).size).toBe(2);
  });

  test('is not on background work', async () => {
    expect((await withWords('listings swept')).requestId).toBeUndefined();
  });
});
