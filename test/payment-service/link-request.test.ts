import { expect, test } from 'vitest';
import { InvalidRequestError, linkRequestSchema } from '../../src/payment-service/index.ts';
import { parseLinkRequest } from '../../src/payment-service/request-field.ts';
import { buildLinkRequest } from './link-requests.ts';

/** Each field by the interface: what it takes, and what it does not. Characters are code points: an emoji is one. */
const FIELDS: [name: string, takes: unknown[], refuses: unknown[]][] = [
  [
    'FullName',
    ['ab', 'a'.repeat(50), "Ab./' z"],
    ['', 'a', 'a'.repeat(51), 'éb', 'a-b', 'a1', 'a\nb', 'a_b', 5, undefined],
  ],
  ['Email', ['a@b', 'a'.repeat(45), 'é@b'], ['aa', 'a'.repeat(46), undefined]],
  ['Phone', ['', '+971501234567'], [5, undefined]],
  [
    'invoiceAmount',
    [10, 10.01, 10.1, 99_999_999.99],
    [9.99, 9.999, 10.001, 250.005, 0, -10, '10', null, Number.NaN, undefined],
  ],
  ['notes', ['ab', 'a\nb', 'a'.repeat(150), '😀'.repeat(150)], ['a', '😀', 'a'.repeat(151), undefined]],
  ['isTermsAndConditionsAccepted', [true], [false, 'true', 1, undefined]],
  ['currency', ['AED', undefined], ['aed', 'USD', '']],
  ['Is_QR_needed', [true, false], ['true', undefined]],
  ['Is_invoice_generated', [true, false], [0, undefined]],
  ['Address', ['', 'x'.repeat(500), undefined], [null]],
  ...['City', 'Country'].map((name): [string, unknown[], unknown[]] => [
    name,
    ["Al-'Ain. x\ty", 'a', undefined],
    ['', 'é', 'a/b', 'a1', 'a_b', 'a,b', null],
  ]),
  ...['Invoice_Id', 'Product_Id'].map((name): [string, unknown[], unknown[]] => [
    name,
    ['', 'INV', undefined],
    [5, false],
  ]),
  ['callback_url', ['anything', undefined], [[], 5]],
  ['extra', [], ['field']],
  [
    'expiryOn',
    ['2026-12-31 23:59:59', '2024-02-29 00:00:00', '2000-02-29 00:00:00', '2026-11-30 00:00:00'],
    [
      ...['1900-02-29 00:00:00', '2026-02-29 00:00:00', '2026-11-31 00:00:00', '2026-13-01 00:00:00'],
      ...['2026-00-01 00:00:00', '2026-12-00 00:00:00', '2026-12-32 00:00:00', '2026-12-01 24:00:00'],
      ...['2026-12-01 00:60:00', '2026-12-01 00:00:60', '2026-12-01T00:00:00Z', '2026-12-01', 7, undefined],
    ],
  ],
];

test.each(FIELDS)('%s takes what the interface allows, and nothing else', (name, takes, refuses) => {
  const isValid = (value: unknown) =>
    linkRequestSchema.safeParse({ ...buildLinkRequest(), [name]: value }).success;
  for (const value of takes) expect([value, isValid(value)]).toEqual([value, true]);
  for (const value of refuses) expect([value, isValid(value)]).toEqual([value, false]);
});

test.each(Object.keys(buildLinkRequest()))('without %s a request is judged as the table says', (name) => {
  const { [name]: _, ...request } = buildLinkRequest() as unknown as Record<string, unknown>;
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
