import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashCallback, readCallbackEvidence } from '../../src/links/callbacks/callback-evidence.ts';

describe('a callback’s evidence has', () => {
  test('its state, amount, currency, references and times, under its own names', () => {
    expect(
      readCallbackEvidence([
        {
          orderId: '100234',
          Invoice_Id: 'PL-261121-7K3M9Q2XAB',
          status: 'PAID',
          amount: 250.5,
          currency: 'AED',
          transactionId: 9_123_456_789_012,
          isPaid: true,
          payment_state: 'captured',
          state: 'paid in full today',
          event: 'payment.succeeded',
          paidAt: '2026-11-21 12:00:00',
          created_at: '2026-11-21T12:00:00.000Z',
          transactionDate: '21-Nov-2026',
          timestamp: 1_795_248_000_000,
        },
      ]),
    ).toEqual({
      orderId: '100234',
      Invoice_Id: 'PL-261121-7K3M9Q2XAB',
      status: 'PAID',
      amount: '250.5',
      currency: 'AED',
      transactionId: '9123456789012',
      isPaid: 'true',
      payment_state: 'captured',
      state: 'paid in full today',
      event: 'payment.succeeded',
      paidAt: '2026-11-21 12:00:00',
      created_at: '2026-11-21T12:00:00.000Z',
      transactionDate: '21-Nov-2026',
      timestamp: '1795248000000',
    });
  });

  const paid = { status: 'PAID' };
  const nested = {
    data: {
      order: { id: '100234', amount: { value: '250.00', currency: 'AED' } },
      status: 'PAID',
      a: { b: { c: { state: 'too deep' } } },
    },
    status: '00',
  };
  const NESTED = { status: '00', 'status.2': 'PAID', id: '100234', value: '250.00', currency: 'AED' };
  const four = ['a', 'b', 'c', 'd'].map((status) => ({ status }));

  test.for<[title: string, sources: unknown[], evidence: Record<string, string>]>([
    ['outer fields before inner ones, repeated names with a number', [nested], NESTED],
    ['fields three objects deep', [{ a: { b: { c: { state: 'paid' } } } }], { state: 'paid' }],
    ['no field four objects deep', [{ a: { b: { c: { d: { state: 'paid' } } } } }], {}],
    ['fields in a list', [[paid, { status: 'FAILED' }]], { status: 'PAID', 'status.2': 'FAILED' }],
    ['no field after the tenth item', [[...Array(10).fill('x'), paid]], {}],
    ['a number for each name', four, { status: 'a', 'status.2': 'b', 'status.3': 'c', 'status.4': 'd' }],
    ['JSON in a form field', [{ x: '{"status":"PAID","orderId":"1"}' }], { status: 'PAID', orderId: '1' }],
    [
      'names with brackets',
      [{ 'order[id]': '1', 'payment.status': 'P' }],
      { 'order[id]': '1', 'payment.status': 'P' },
    ],
    ['JSON after spaces', ['  {"status":"PAID"} '], paid],
    ['nothing of half a JSON text', ['{"status":'], {}],
    ['nothing of JSON lists and bare values', ['[{"status":"PAID"}]', 17, null, undefined, true], {}],
    [
      'the id of an order, not of another thing',
      [{ order: '{"id":"1002"}', payload: '{"id":"1003"}' }],
      { id: '1002' },
    ],
    ['an id of its own', [{ id: '1004' }], { id: '1004' }],
    ['no field of a customer', [{ customer: '{"status":"x"}', name: '{"status":"y"}' }], { status: 'y' }],
    ['each digit of an order id', ['{"orderId":1234567890123456789}'], { orderId: '1234567890123456789' }],
  ])('%s', ([, sources, evidence]) => {
    expect(readCallbackEvidence(sources)).toEqual(evidence);
  });

  test.each([
    '100234',
    '050123456',
    '05012345678',
    '000501234567',
    '971501234',
    '9715012345678',
    '971412345678',
    '2026-0501-234567',
    'INV-2026-05-01234567',
    'PL-261121-7K3M9Q2XAB',
  ])('the reference %s, which is not a phone number', (ref) => {
    expect(readCallbackEvidence([{ ref }])).toEqual({ ref });
  });

  test('the first ten items of a list', () => {
    const events = Array.from({ length: 12 }, (_, number) => ({ status: `S${number}` }));
    const first = Array.from({ length: 10 }, (_, number) => `S${number}`);
    expect(Object.values(readCallbackEvidence([events]))).toEqual(first);
    expect(Object.values(readCallbackEvidence([{ events }]))).toEqual(first);
  });
});

describe('a callback’s evidence leaves out', () => {
  test.each([
    [{ FullName: 'Sara Khan', Email: 'sara@example.com', Phone: '+971501234567' }],
    [{ customerName: 'Sara Khan', customerState: 'Dubai', billing_status: 'Sara' }],
    [{ customer: { id: '17', type: 'Sara Khan', status: 'active' }, payer: [{ status: 'x' }] }],
    [{ 'customer[state]': 'Dubai', 'billingAddress.type': 'home' }],
    [{ birthDate: '1990-01-31', patientStatus: 'PAID', student: { status: 'PAID', orderId: '17' } }],
    [{ notes: 'June rent', description: 'rent', statusMessage: 'Paid by Sara Khan', reason: 'x' }],
    [{ cardNumber: '4111111111111111', cardType: 'VISA', card: { status: '4111' } }],
    [{ status: 'sara@example.com', type: '+971 50 123 4567', result: '050-123-4567' }],
    [{ amount: '+971501234567', currency: 'Sara', paidAt: '0501234567', eventDate: '971501234567' }],
    [{ state: '4111 1111 1111 1111', orderId: 'sara@example.com', transactionId: '4111-1111-1111-1111' }],
    [{ reference: 'SaraKhan', orderId: 'سارة' }],
    [{ invoiceId: 'Sara Khan', reference: '+971501234567', outcome: 'Sara said that she would pay' }],
    [{ 'status sara@example.com': 'PAID', token: 'abc', statusToken: 'abc', paidBy: 'Sara' }],
    [{ id: { deep: 'x' }, status: null, amount: '', unrelated: 'x' }],
    [{ ref: '00971500000000', orderId: '971501234567', invoiceNo: '0501234567', rrn: '0097142223344' }],
    [
      {
        ref: 'INV-050-123-4567',
        orderId: '971-50.1234567',
        invoiceNo: 'Sara/0501234567',
        rrn: '009710501234567',
      },
    ],
    [{ 'status 0501234567': 'PAID', 'status.050-123-4567': 'PAID' }],
  ])('%j', (payload) => {
    expect(readCallbackEvidence([payload])).toEqual({});
  });

  test('fields after the twentieth, across objects', () => {
    const object = (from: number) => ({
      events: Array.from({ length: 8 }, (_, number) => ({ status: `S${from + number}` })),
    });
    expect(Object.values(readCallbackEvidence([object(0), object(8), object(16)]))).toEqual(
      Array.from({ length: 20 }, (_, number) => `S${number}`),
    );
  });

  test('characters after the hundredth', () => {
    expect(readCallbackEvidence([{ status: 'x'.repeat(5_000) }])['status']).toHaveLength(100);
  });
});

test('no callback makes the reader throw, gives too much evidence, or includes an e-mail or a phone number', () => {
  const email = fc
    .tuple(fc.stringMatching(/^[a-z0-9.]{1,10}$/), fc.stringMatching(/^[a-z0-9]{1,10}\.[a-z]{2,3}$/))
    .map(([user, host]) => `${user}@${host}`);
  const phone = fc.stringMatching(/^(\+9715|009715|05)[0-9]{8}$/);
  const words = ['status', 'State', 'eventType', 'amount', 'Currency', 'paidAt', 'date', 'result', 'data'];
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(...words, 'ref', 'orderId', 'invoiceNumber', 'rrn', 'order'),
  );
  const secret = fc.oneof(email, phone);
  const value = fc.oneof(secret, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      value,
      fc.dictionary(name, tie('tree'), { maxKeys: 8 }),
      fc.array(tie('tree'), { maxLength: 4 }),
    ),
  }));
  const met = { kept: 0, withSecret: 0 };
  fc.assert(
    fc.property(fc.array(fc.oneof(tree, fc.json()), { maxLength: 2 }), (sources) => {
      const kept = Object.entries(readCallbackEvidence(sources));
      if (kept.length > 0) met.kept += 1;
      if (kept.length > 0 && /@|971|05\d{8}/.test(JSON.stringify(sources))) met.withSecret += 1;
      expect(kept.length).toBeLessThanOrEqual(20);
      for (const [key, text] of kept) {
        expect(typeof text).toBe('string');
        expect(key.length).toBeLessThanOrEqual(45);
        expect(text.length).toBeLessThanOrEqual(100);
        // The decimals of a number are not a phone.
        expect(`${key} ${text}`).not.toMatch(/@|(?<![\d.])(\+9715|009715|05)\d{8}(?!\d)/);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(met.kept, met.withSecret)).toBeGreaterThan(50);
});

test('equal bytes have equal hashes, and other bytes have others', () => {
  const hash = hashCallback(Buffer.from('{"a":1}'), '');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashCallback(Buffer.from('{"a":1}'), '')).toBe(hash);
  expect(hashCallback(Buffer.from('{"a": 1}'), '')).not.toBe(hash);
  expect(hashCallback(Buffer.from(''), '{"a":1}')).not.toBe(hash);
  expect(hashCallback(Buffer.from('{"a":1}'), 'b=2')).not.toBe(hash);
  expect(hashCallback(Buffer.from('{"a":1}'), 'b=2')).not.toBe(hashCallback(Buffer.from('{"a":1}'), 'b=3'));
});
