import { expect, test } from 'vitest';
import { readGeneratedLink } from '../../src/payment-service/index.ts';
import { buildAnswer } from './answers.ts';

const PAY = 'https://pay.test/l/abc?x=1';
const CALLBACK = 'https://shop.test/callbacks/t';

test.each([
  { response: { paymentLink: PAY } },
  { response: { payment_link: PAY } },
  { response: { PAYMENT_URL: ` ${PAY} ` } },
  { response: { data: { link: { url: PAY } } } },
  { response: { shortUrl: PAY, callback_url: CALLBACK } },
  { response: { url: 'https://api.test/self', paymentLink: { url: PAY } } },
  { response: { link: 'https://shop.test/callbacks/t', redirect_url: PAY } },
  { response: PAY },
  { response: [{ paymentLink: PAY }] },
  { Response: { somewhere: PAY, qrCode: 'https://pay.test/qr/1', invoice_url: 'https://pay.test/i/1' } },
  { response: { somewhere: PAY, picture: 'https://pay.test/1.png', doc: 'https://pay.test/1.pdf' } },
  { response: { a: PAY, b: PAY } },
  { response: { qr: { url: 'https://pay.test/qr/1' }, go: PAY } },
  { response: { text: `Pay at ${PAY}.` } },
  { response: { html: `<a href="${PAY}">pay</a>` } },
  { status: '00', message: `Link: ${PAY}`, response: {} },
  { paymentLink: PAY },
  { response: { invoice: { id: 1, paymentLink: PAY } } },
])('finds the payment page in %j', (body) => {
  expect(readGeneratedLink(buildAnswer(body), CALLBACK).address).toBe(PAY);
});

test.each([
  { response: {} },
  { response: { link: 'javascript:alert(1)' } },
  { response: { link: 'ftp://pay.test/1' } },
  { response: { link: 'https:///pay' } },
  { response: { link: 'https://' } },
  { response: { link: 'https://user:pw@pay.test/' } },
  { response: { link: '//pay.test/1' } },
  { response: { link: 'https://pay.test/a b' } },
  { response: { link: 'https://pay.test/<script>' } },
  { response: { link: 'https://pay.test/\u202Egpj.ae' } },
  { response: { link: 'https://pay.test/\uFFFD' } },
  { response: { a: 'https://one.test/', b: 'https://two.test/' } },
  { response: { callback_url: 'https://other.test/' } },
  { response: { echo: CALLBACK } },
  { response: { qrImage: 'https://pay.test/qr' } },
  { response: { a: { b: { c: { d: { paymentLink: PAY } } } } } },
  { response: 17 },
])('finds no payment page in %j', (body) => {
  expect(readGeneratedLink(buildAnswer(body), CALLBACK).address).toBeNull();
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
