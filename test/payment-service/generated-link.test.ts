import { expect, test } from 'vitest';
import { readGeneratedLink } from '../../src/payment-service/index.ts';
import { buildAnswer } from './answers.ts';

const PAY = 'https://pay.test/l/abc?x=1';
const CALLBACK = 'https://shop.test/callbacks/t';

/** `find-address.test.ts` has the names, and what is no address. */
test.each([
  [{ response: { paymentLink: PAY } }, PAY],
  [{ response: [{ paymentLink: PAY }] }, PAY],
  [{ Response: { somewhere: PAY, qrCode: 'https://pay.test/qr/1' } }, PAY],
  [{ paymentLink: PAY }, PAY],
  [{ status: '00', message: `Link: ${PAY}`, response: {} }, PAY],
  [{ response: { link: CALLBACK, redirect_url: PAY } }, PAY],
  [{ response: { echo: CALLBACK } }, null],
  [{ response: 17 }, null],
])('the payment page in %j is %s', (body, address) => {
  expect(readGeneratedLink(buildAnswer(body), CALLBACK).address).toBe(address);
});

test.each([
  [{ response: { orderId: 12345 } }, '12345'],
  [{ response: { order_id: 'A1', id: 2 } }, 'A1'],
  [{ response: { data: { id: 2, paymentLink: PAY }, qr: null } }, null],
  [{ response: { data: { id: 2, paymentLink: PAY } } }, '2'],
  [{ response: { LinkId: 'L', customer: { id: 9 } } }, 'L'],
  [{ response: { customer: { id: 9 }, paymentLink: PAY } }, null],
  [{ response: PAY }, null],
  [{ response: { orderId: '7'.repeat(501), paymentLink: PAY } }, null],
])('the order id of %j is %j', (body, expected) => {
  expect(readGeneratedLink(buildAnswer(body)).orderId).toBe(expected);
});

test('the whole answer is kept', () => {
  const response = { paymentLink: PAY, Invoice_Id: 'INV-1', extra: [1] };
  expect(readGeneratedLink(buildAnswer({ status: '00', message: 'made', response }))).toEqual({
    address: PAY,
    orderId: null,
    invoiceId: 'INV-1',
    message: 'made',
    fields: response,
    reference: 'R-1',
  });
  expect(readGeneratedLink(buildAnswer({ response: PAY })).fields).toEqual({ value: PAY });
});

test('a list of one object gives that object’s fields, and any other list itself', () => {
  const read = (response: unknown) => readGeneratedLink(buildAnswer({ status: '00', response })).fields;
  expect(read([{ orderId: 7 }])).toEqual({ orderId: 7 });
  expect(read([{ orderId: 7 }, { orderId: 8 }])).toEqual({ value: [{ orderId: 7 }, { orderId: 8 }] });
  expect(read(['https://pay.test/1'])).toEqual({ value: ['https://pay.test/1'] });
  expect(read([])).toEqual({ value: [] });
  expect(read({ length: 1 })).toEqual({ length: 1 });
});

test('an id inside three wrappers is the order’s, and a deeper one is not', () => {
  const read = (response: unknown) => readGeneratedLink(buildAnswer({ status: '00', response })).orderId;
  expect(read({ a: { b: { c: { id: 7 } } } })).toBe('7');
  expect(read({ a: { b: { c: { d: { id: 7 } } } } })).toBeNull();
  expect(read({ a: { id: 7 }, b: 1 })).toBeNull();
});
