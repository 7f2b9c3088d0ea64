import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AMOUNT_PATTERN,
  formatAmount,
  parseAmount,
  parseDesk,
} from '../../../playground/page/payment-desk.ts';
import { renderPayments } from '../../../playground/page/payments-panel.ts';
import {
  CALLBACK_SWITCHES,
  findStyle,
  isSwitchedOn,
  RECORD_STYLES,
} from '../../../playground/page/service-behaviours.ts';
import { callbackBehaviourSchema } from '../../../playground/sandbox/callbacks.ts';
import { responseShapeSchema } from '../../../playground/sandbox/response-shape.ts';
import { listDangers, readTags } from './read-tags.ts';

const link = {
  orderId: '100234',
  invoiceId: 'INV-1',
  name: 'Sara Khan',
  notes: 'June rent',
  amountFils: 125_050,
  status: 'CREATED',
  paymentLink: 'http://127.0.0.1:4001/pay/abc',
  isCalledBack: true,
};
const draw = (change: object = {}, callbacks: object[] = []) =>
  renderPayments(parseDesk({ links: [{ ...link, ...change }], callbacks, behaviour: {}, shape: {} }));
const acts = (html: string) => readTags(html).flatMap(({ attributes }) => attributes['data-pay-act'] ?? []);

test('what can be done with a link depends on its state', () => {
  expect(acts(draw())).toEqual(['pay', 'pay-late', 'decline', 'expire', 'cancel', 'forge', 'repeat']);
  expect(acts(draw({ status: 'PAID' }))).toEqual(['refund', 'forge', 'repeat']);
  expect(acts(draw({ status: 'CANCELLED', isCalledBack: false }))).toEqual([]);
});

test('a link shows its amount, customer, order, invoice and state', () => {
  const html = draw({ status: 'PARTIALLY_REFUNDED' });
  for (const words of ['AED 1,250.50', 'Sara Khan', '100234', 'INV-1', 'partially refunded'])
    expect(html).toContain(words);
});

test('a callback shows what it said, why it was sent and how it was answered', () => {
  const html = draw({}, [
    { orderId: '1', cause: 'forged', outcome: 'failed', said: 'PAID', statuses: [500, null] },
  ]);
  for (const words of ['PAID', 'forged', 'answered 500, no answer', 'failed']) expect(html).toContain(words);
});

test('names and notes are escaped, and any answer can be rendered', () => {
  expect(
    listDangers(draw({ name: '<script>', notes: '"><img onerror=x>', paymentLink: 'javascript:x' })),
  ).toEqual([]);
  fc.assert(fc.property(fc.anything(), (given) => void renderPayments(parseDesk(given))));
});

test.each([
  ['1250', 125_000],
  ['1,250.5', 125_050],
  [' 0.01 ', 1],
  ['', null],
  ['-5', null],
  ['1.005', null],
  ['ten', null],
  ['1234567890', null],
])('an amount typed as "%s" is %s fils, and its field accepts it accordingly', (typed, fils) => {
  expect(parseAmount(typed)).toBe(fils);
  expect(new RegExp(`^(?:${AMOUNT_PATTERN})$`, 'v').test(typed)).toBe(fils !== null);
});

test('an amount has thousands separators and two decimals', () => {
  expect([0, 5, 100_000_00].map(formatAmount)).toEqual(['AED 0.00', 'AED 0.05', 'AED 100,000.00']);
});

test.each(RECORD_STYLES)('the sandbox accepts the style “$words”, and the page recognises it', (style) => {
  const shape = responseShapeSchema.partial().parse(style.shape);
  expect(findStyle({ generated: 'plain', ...shape })).toBe(style);
});

test.each(CALLBACK_SWITCHES)('the sandbox accepts “$words”, on and off', (one) => {
  const behaviour = callbackBehaviourSchema.partial();
  expect(isSwitchedOn(one, behaviour.parse(one.on))).toBe(true);
  expect(isSwitchedOn(one, behaviour.parse(one.off))).toBe(false);
});
