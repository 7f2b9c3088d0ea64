// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listDangers, readTags } from '../../packages/local-slack/test/page/read-tags.ts';
import {
  AMOUNT_PATTERN,
  formatAmount,
  parseAmount,
  parseDesk,
} from '../../tools/sandbox/panels/payment-desk.ts';
import { renderPayments } from '../../tools/sandbox/panels/payments-panel.ts';
import { findStyle, RECORD_STYLES } from '../../tools/sandbox/panels/service-behaviours.ts';
import { buildServiceFaults } from '../../tools/sandbox/panels/service-faults.ts';
import { responseShapeSchema } from '../../tools/sandbox/response-shape.ts';
import { faultSchema } from '../../tools/sandbox/service-faults.ts';

/** Values of this attribute. */
const read = (html: string, name: string) =>
  readTags(html).flatMap(({ attributes }) => attributes[name] ?? []);

test('the sandbox accepts the fault of each switch, and each has an id of its own', () => {
  const { switches } = buildServiceFaults('');
  expect(new Set(switches.map(({ id }) => id)).size).toBe(switches.length);
  for (const { words, fault } of switches) expect(faultSchema.safeParse(fault).error, words).toBeUndefined();
});

const link = {
  ...{ orderId: '100234', invoiceId: 'INV-1', name: 'Sara Khan', notes: 'June rent', amountFils: 125_050 },
  ...{ status: 'CREATED', paymentLink: 'http://127.0.0.1:4001/pay/abc', isCalledBack: true },
};
const draw = (change: object = {}, callbacks: object[] = []) =>
  renderPayments(parseDesk({ links: [{ ...link, ...change }], callbacks, behaviour: {}, shape: {} }));

test.each([
  [{}, ['pay', 'pay-late', 'decline', 'expire', 'cancel', 'forge']],
  [{ status: 'PAID' }, ['refund', 'forge']],
  [{ status: 'CANCELLED', isCalledBack: false }, []],
])('with a link of %j a customer can do %j', (change, acts) => {
  expect(read(draw(change), 'data-pay-act')).toEqual(acts);
});

test('the Payments panel shows links and callbacks, escaped, whatever the sandbox answers', () => {
  const told = { orderId: '1', cause: 'forged', outcome: 'failed', said: 'PAID', statuses: [500, null] };
  const html = draw({ status: 'PARTIALLY_REFUNDED' }, [told]);
  const shown = ['AED 1,250.50', 'Sara Khan', '100234', 'INV-1', 'partially refunded'];
  for (const words of [...shown, 'PAID', 'forged', 'answered 500, no answer', 'failed'])
    expect(html).toContain(words);
  const hostile = { name: '<script>', notes: '"><img onerror=x>', paymentLink: 'javascript:x' };
  expect(listDangers(draw(hostile))).toEqual([]);
  fc.assert(fc.property(fc.anything(), (given) => void renderPayments(parseDesk(given))));
});

test.each([
  ['1250', 125_000, 'AED 1,250.00'],
  ['1,250.5', 125_050, 'AED 1,250.50'],
  [' 0.01 ', 1, 'AED 0.01'],
  ['100000', 100_000_00, 'AED 100,000.00'],
  ...['', '-5', '1.005', 'ten', '1234567890'].map((typed) => [typed, null, ''] as const),
] as const)('an amount typed as "%s" is %s fils, written %s', (typed, fils, written) => {
  expect(parseAmount(typed)).toBe(fils);
  expect(new RegExp(`^(?:${AMOUNT_PATTERN})$`, 'v').test(typed)).toBe(fils !== null);
  if (fils !== null) expect(formatAmount(fils)).toBe(written);
});

test('the sandbox accepts every style of records, and the page recognises it', () => {
  for (const style of RECORD_STYLES) {
    const shape = responseShapeSchema.partial().parse(style.shape);
    expect(findStyle({ generated: 'plain', ...shape })).toBe(style);
  }
});
