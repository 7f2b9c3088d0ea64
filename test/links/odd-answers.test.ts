// @module-tag long
// @module-tag store

import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const PAY = 'https://pay.test/l/abc';
/** A database cannot compress it. */
const LONG = Array.from({ length: 1_000 }, (_, at) =>
  createHash('sha256').update(`${at}`).digest('hex'),
).join('');
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

const READY = 'Scan to pay';
const CHECKING = 'Checking…';

const ANSWERS: [name: string, body: string, title: string][] = [
  [
    '200,000 nested lists beside the address',
    `{"response":{"paymentLink":"${PAY}","more":${DEEP}}}`,
    CHECKING,
  ],
  ['an address with a zero character', `{"response":{"paymentLink":"${PAY}\\u0000"}}`, CHECKING],
  ['an order id with a zero character', `{"response":{"paymentLink":"${PAY}","orderId":"7\\u0000"}}`, READY],
  ['an order id of 64,000 characters', `{"response":{"paymentLink":"${PAY}","orderId":"${LONG}"}}`, READY],
  ['an address of 64,000 characters', `{"response":{"paymentLink":"${PAY}${LONG}"}}`, READY],
  [
    'names of JavaScript',
    `{"__proto__":{"a":1},"constructor":1,"response":{"__proto__":7,"paymentLink":"${PAY}"}}`,
    READY,
  ],
  [
    'a number beyond all numbers',
    `{"status":1e999,"response":{"paymentLink":"${PAY}","orderId":1e999}}`,
    READY,
  ],
];

test('after an answer that is odd, the person sees the outcome', async () => {
  const scene = await startScene();
  onTestFinished(() => scene.close());
  for (const [at, [name, body, title]] of ANSWERS.entries()) {
    scene.sandbox.answerWith(({ method }) => (method === 'POST' ? { body } : undefined));
    const { title: shown } = await issueLink(scene, { invoiceAmount: `${300 + at}` });
    expect([name, shown]).toEqual([name, title]);
    await closeModals(scene);
  }
});
