import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidRequestError, linkRequestSchema } from '../../src/payment-service/index.ts';
import { parseLinkRequest } from '../../src/payment-service/request-field.ts';
import { buildLinkRequest } from './link-requests.ts';

/** The rules of the interface, written again by hand: characters by list, dates by counting days. */
function oracle(request: Record<string, unknown>): boolean {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const digits = '0123456789';
  const only = (text: string, allowed: string) => text.split('').every((unit) => allowed.includes(unit));
  const isText = (name: string, min: number, max: number) => {
    const value = request[name];
    // Characters are code points: an emoji is one.
    return typeof value === 'string' && [...value].length >= min && [...value].length <= max;
  };
  const missing = (name: string) => request[name] === undefined;
  const isPlace = (name: string) =>
    missing(name) ||
    (isText(name, 1, 1e9) &&
      String(request[name])
        .split('')
        .every((unit) => letters.includes(unit) || ".'-".includes(unit) || unit.trim() === ''));
  const exists = (text: string) => {
    if (text.length !== 19) return false;
    const frame = [text[4], text[7], text[10], text[13], text[16]].join('');
    if (frame !== '-- ::') return false;
    const pieces = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10), text.slice(11, 13)];
    pieces.push(text.slice(14, 16), text.slice(17, 19));
    if (!pieces.every((piece) => only(piece, digits))) return false;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = pieces.map(Number);
    const leap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
    const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    return day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
  };
  const amount = request['invoiceAmount'];
  const isAmount =
    typeof amount === 'number' &&
    amount >= 10 &&
    // Ours: AED has fils, so a third decimal is no amount.
    (String(amount).split('.')[1] ?? '').length <= 2;
  const known =
    `FullName Email Phone invoiceAmount notes isTermsAndConditionsAccepted currency expiryOn Is_QR_needed
    Is_invoice_generated Address City Country Invoice_Id Product_Id callback_url`.split(/\s+/);
  return (
    Object.keys(request).every((name) => known.includes(name)) &&
    isText('FullName', 2, 50) &&
    only(String(request['FullName']), `${letters}./' `) &&
    isText('Email', 3, 45) &&
    isText('Phone', 0, 1e9) &&
    isAmount &&
    isText('notes', 2, 150) &&
    request['isTermsAndConditionsAccepted'] === true &&
    (missing('currency') || request['currency'] === 'AED') &&
    isText('expiryOn', 19, 19) &&
    exists(String(request['expiryOn'])) &&
    typeof request['Is_QR_needed'] === 'boolean' &&
    typeof request['Is_invoice_generated'] === 'boolean' &&
    isPlace('City') &&
    isPlace('Country') &&
    ['Address', 'Invoice_Id', 'Product_Id', 'callback_url'].every(
      (name) => missing(name) || isText(name, 0, 1e9),
    )
  );
}

const sized = (min: number, max: number, unit: fc.Arbitrary<string>) =>
  fc.string({ unit, minLength: Math.max(0, min - 1), maxLength: max + 1 });
const nameUnit = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(..."abcXYZ./' ".split('')) },
  { weight: 1, arbitrary: fc.constantFrom('é', '-', '1', '\n', '_') },
);
const placeUnit = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(..."abcXYZ.' -\t".split('')) },
  { weight: 1, arbitrary: fc.constantFrom('é', '/', '1', '_', ',') },
);
const two = (most: number) => fc.nat(most).map((part) => String(part).padStart(2, '0'));
const dateTime = fc
  .tuple(fc.constantFrom('1900', '2000', '2024', '2026', '2027'), two(13), two(32), two(24), two(60), two(60))
  .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day} ${hour}:${minute}:${second}`);

/** One field of a good request put to the test: near its bounds, or of a wrong type, or missing. */
const changes: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({ FullName: fc.oneof(sized(2, 50, nameUnit), fc.constantFrom('', 'a', 'ab', 'a'.repeat(51))) }),
  fc.record({ Email: sized(3, 45, fc.constantFrom('a', '@', '.', 'é')) }),
  fc.record({ notes: sized(2, 150, fc.constantFrom('a', ' ', '😀', '\n')) }),
  fc.record({
    invoiceAmount: fc.oneof(
      fc.constantFrom(10, 9.99, 9.999, 10.01, 10.001, 0, -10, 10.1, 99999999.99, '10', null, Number.NaN),
      fc.integer({ min: 900, max: 1100 }).map((fils) => fils / 100),
      fc.double({ min: 1, max: 1000, noNaN: true }),
    ),
  }),
  fc.record({
    expiryOn: fc.oneof(dateTime, fc.constantFrom('2026-02-29 00:00:00', '2026-12-01T00:00:00Z', 7)),
  }),
  fc.record({ City: fc.oneof(sized(0, 5, placeUnit), fc.constant(undefined)) }),
  fc.record({ Country: fc.oneof(sized(0, 5, placeUnit), fc.constant(null)) }),
  fc.record({ currency: fc.constantFrom('AED', 'aed', 'USD', '', undefined) }),
  fc.record({ isTermsAndConditionsAccepted: fc.constantFrom(true, false, 'true', 1, undefined) }),
  fc.record({ Is_QR_needed: fc.constantFrom(true, false, 'true', undefined) }),
  fc.record({ Is_invoice_generated: fc.constantFrom(true, false, 0, undefined) }),
  fc.record({ Phone: fc.constantFrom('', '+971501234567', undefined, 5) }),
  fc.record({ Address: fc.constantFrom('', 'x'.repeat(500), null) }),
  fc.record({
    Invoice_Id: fc.constantFrom('', 'INV', 5),
    Product_Id: fc.constantFrom(undefined, 'P', false),
  }),
  fc.record({ callback_url: fc.constantFrom(undefined, 'anything', []) }),
  fc.record({ extra: fc.constant('field') }),
  fc.constant({}),
);

test('the schema agrees with an independent reading of the interface on 500 requests', () => {
  const verdicts = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(changes, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, changes), (one, other) => {
      const request: Record<string, unknown> = { ...buildLinkRequest(), ...one, ...other };
      const expected = oracle(request);
      verdicts[expected ? 'valid' : 'invalid'] += 1;
      expect(linkRequestSchema.safeParse(request).success).toBe(expected);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(50);
});

test.each(Object.keys(buildLinkRequest()))('without %s a request is judged as the table says', (name) => {
  const request: Record<string, unknown> = { ...buildLinkRequest() };
  delete request[name];
  expect(linkRequestSchema.safeParse(request).success).toBe(['currency', 'Invoice_Id'].includes(name));
});

test.each([
  [{ invoiceAmount: 10.001 }, 'must have at most two decimals', 'decimals'],
  [{ expiryOn: '2026-02-30 00:00:00' }, 'must be a date that exists', 'calendar'],
])('the schema names the rule that %j breaks, and says why', (change, message, rule) => {
  const [field] = Object.keys(change);
  expect(linkRequestSchema.safeParse(buildLinkRequest(change)).error?.issues).toMatchObject([
    { path: [field], message, params: { rule } },
  ]);
});

test('a valid request is sent as it is', () => {
  expect(parseLinkRequest(buildLinkRequest(), 'R-1')).toEqual(buildLinkRequest());
});

test.each<[request: unknown, field: string | null, rule: string]>([
  [{ ...buildLinkRequest(), FullName: 'Sara Khan 3rd' }, 'FullName', 'invalid_format'],
  [{ ...buildLinkRequest(), FullName: 'S' }, 'FullName', 'too_small'],
  [{ ...buildLinkRequest(), invoiceAmount: 10.001 }, 'invoiceAmount', 'decimals'],
  [{ ...buildLinkRequest(), expiryOn: '2026-02-30 00:00:00' }, 'expiryOn', 'calendar'],
  [{ ...buildLinkRequest(), extra: 1 }, null, 'unrecognized_keys'],
  ['a link, please', null, 'invalid_type'],
])('%j is not sent, and the error names the field and the rule', (request, field, rule) => {
  const refuse = () => parseLinkRequest(request, 'R-1');
  expect(refuse).toThrow(InvalidRequestError);
  expect(refuse).toThrow(
    expect.objectContaining({
      message: `generateLink: ${field ?? 'the request'} breaks a rule of the interface; nothing was sent`,
      operation: 'generateLink',
      reference: 'R-1',
      field,
      rule,
    }),
  );
});
