// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import {
  fillLinkForm,
  openForm,
  openLongForm,
  sayAnotherSale,
  settledModal,
  textOf,
} from '../fixtures/link-form.ts';
import { cardIn, modalWith, press, repliesTo } from '../fixtures/press-card.ts';
import { pressReport, report } from '../fixtures/reports.ts';
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
  'Zaynab',
  'Quraishi',
  'planted.example',
  '55 987 1234',
  '559871234',
  'Wedding',
  'Palm Villa',
  'Corniche',
  '4111111111111111',
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
const submit = async (changes: Record<string, string> = {}) => {
  const form = await openLongForm(scene);
  const outcome = await scene.slack.submit(SARA, form.id, fillLinkForm({ ...CUSTOMER, ...changes }));
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

/** A link from the form to its payment, with every button of its card on the way. */
const issueAndPay = async (): Promise<string> => {
  await submit();
  const { token } = sent();
  const card = await cardIn(scene);
  for (const [button, words] of [
    ['link_details', /Customer/],
    ['whatsapp', /WhatsApp|Hello/],
    ['change_link', /Zaynab/],
  ] as const) {
    await press(scene, card, button);
    await modalWith(scene, words);
  }
  const [made] = scene.sandbox.links();
  await scene.sandbox.pay(made?.orderId ?? '', { callback: false });
  const said = {
    status: 'PAID',
    FullName: CUSTOMER.FullName,
    phone: CUSTOMER.Phone,
    card: '4111111111111111',
  };
  expect((await callBack(token, said)).status).toBe(200);
  await cardIn(scene, /Paid/);
  await scene.slack.until(() => repliesTo(scene, card).at(0));
  return token;
};

const exportTransactions = async (): Promise<void> => {
  const shown = await report(scene, 'transactions last 7 days', /export_csv/);
  await pressReport(scene, shown, 'export_csv');
  await scene.slack.until(() => scene.slack.messages(SARA_DM).find((found) => /Done: /.test(textOf(found))));
};

/** A form whose link is not made, or not shown; resolves when that is logged. */
const submitInVain = async (invoiceAmount: string, msg: string): Promise<void> => {
  const before = lines().filter((line) => line.msg === msg).length;
  const form = await openForm(scene);
  const { Address: _, City: __, ...customer } = CUSTOMER;
  const outcome = await scene.slack.submit(SARA, form.id, fillLinkForm({ ...customer, invoiceAmount }));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await sayAnotherSale(scene.slack);
  await vi.waitUntil(() => lines().filter((line) => line.msg === msg).length > before, WITHIN);
};

/** Failures that involve customer data. */
const goWrong = async (): Promise<void> => {
  const { faults } = scene.sandbox;
  faults.add({ operation: 'generate', kind: 'status', status: 500, times: 1 });
  await submitInVain('301', 'link not issued');
  faults.add({ operation: 'generate', kind: 'status', status: 400, times: 1 });
  await submitInVain('302', 'link not issued');
  faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
  await submitInVain('303', 'link not issued');
  faults.add({ operation: 'generate', kind: 'html', times: 1 });
  await submitInVain('304', 'link not issued');
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'channel_not_found' });
  await submitInVain('305', 'job given up');
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', `hlep ${CUSTOMER.FullName}`);
  await fetch(`${scene.appUrl}/slack/events`, { method: 'POST', body: `text=${CUSTOMER.Email}` });
  await fetch(`${scene.appUrl}/nothing/${CUSTOMER.Email}`);
  await fetch(`${scene.appUrl}/callbacks/${'z'.repeat(43)}`, {
    method: 'POST',
    body: `{"email":"${CUSTOMER.Email}`,
  });
};

test('a whole day of work and of faults leaves no secret and nothing of the customer in the log', async () => {
  const tokens = [await issueAndPay()];
  await exportTransactions();
  await goWrong();
  tokens.push(sent().token);
  await scene.paylink.stop();
  const log = scene.logLines.join('');
  for (const told of [
    'link issued',
    'link settled',
    'payment service called',
    'link not issued',
    'job given up',
  ])
    expect(log).toContain(told);
  const { apiKey, accountId, secretKey } = SANDBOX_CREDENTIALS;
  const { botToken, signingSecret } = scene.slack;
  for (const word of [...PLANTED, ...tokens, apiKey, accountId, secretKey, botToken, signingSecret]) {
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
