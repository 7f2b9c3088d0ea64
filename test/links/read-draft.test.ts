import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropControls } from '../../src/blocks/controls.ts';
import { toLatinName } from '../../src/blocks/plain-text.ts';
import { holdsCardNumber, isEmail } from '../../src/blocks/sensitive-text.ts';
import { explainFieldError } from '../../src/links/form/form-remarks-view.ts';
import { EMPTY_LINK_FORM } from '../../src/links/form/link-form-values.ts';
import { type RequestValues, readDraft } from '../../src/links/form/read-draft.ts';
import { readPhone } from '../../src/links/words/find-phones.ts';
import type { PaymentServiceClient } from '../../src/payment-service/index.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { connectTo, ZONE } from '../fixtures/payment-service.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

const near = (valid: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 25, arbitrary: valid },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  );
const letters = (alphabet: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max });
const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const asked: fc.Arbitrary<RequestValues> = fc.record({
  // Names in other letters are tested below.
  FullName: fc.option(
    near(letters(`${LATIN}./' `, 1, 52)).filter((name) => toLatinName(name) === name),
    { freq: 30 },
  ),
  Email: fc.option(near(fc.emailAddress()), { freq: 30 }),
  Phone: fc.option(near(letters('0123456789+ -', 3, 20)), { freq: 30 }),
  invoiceAmount: fc.option(
    near(
      fc
        .tuple(fc.integer({ min: 5, max: 500_000 }), fc.constantFrom('', '', '.5', '.25', '.75', '.001'))
        .map(([d, c]) => `${d}${c}`),
    ),
    { freq: 30 },
  ),
  notes: fc.option(near(fc.string({ minLength: 1, maxLength: 155 })), { freq: 30 }),
  expiryOn: fc.option(fc.integer({ min: NOW / 1000 - 1_000, max: NOW / 1000 + 90 * 86_400 }), { freq: 30 }),
  Is_QR_needed: fc.boolean(),
  Is_invoice_generated: fc.boolean(),
  isTermsAndConditionsAccepted: fc.oneof(
    { weight: 25, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  Address: fc.option(fc.string({ maxLength: 60 })),
  City: fc.option(near(letters(`${LATIN} .'-`, 1, 20)), { freq: 2 }),
  Country: fc.option(near(letters(`${LATIN} .'-`, 1, 20)), { freq: 2 }),
  Invoice_Id: fc.constant(null),
  Product_Id: fc.option(fc.string({ maxLength: 20 })),
});

const characters = (text: string) => [...text].length;

/** The interface’s table, written independently of the schema, and our own rules that a phone has a digit and that nothing is a card number. */
const obeysTheInterface = (form: RequestValues): boolean => {
  const cents = /^\d+(?:\.(\d{1,2}))?$/.exec((form.invoiceAmount ?? '').trim());
  const place = (text: string | null) => !text || /^[a-zA-Z\s.'-]+$/.test(text);
  return (
    form.FullName !== null &&
    /^[a-zA-Z./' ]{2,50}$/.test(form.FullName.trim()) &&
    form.Email !== null &&
    // Stricter than the interface.
    isEmail(form.Email) &&
    characters(form.Email) <= 45 &&
    form.Phone !== null &&
    /\p{Nd}/u.test(form.Phone) &&
    (readPhone(form.Phone).isReadable || !holdsCardNumber(form.Phone)) &&
    cents !== null &&
    Number(form.invoiceAmount) >= 10 &&
    form.notes !== null &&
    characters(form.notes) >= 2 &&
    characters(form.notes) <= 150 &&
    form.expiryOn !== null &&
    form.expiryOn * 1000 > NOW &&
    form.isTermsAndConditionsAccepted &&
    place(form.City) &&
    place(form.Country)
  );
};

test('invisible characters of copied text are not sent, but the joiners of a word are', () => {
  const { request } = readDraft(
    {
      ...EMPTY_LINK_FORM,
      invoiceAmount: '\u200e250',
      FullName: '\u202aSara Khan\u202c',
      Phone: '\u202d050 123 4567\u202c',
      Email: 'sara@example.com\u200f',
      notes: 'إيجار می\u200cخواهم\u200f!',
      expiryOn: NOW / 1000 + 86_400,
      isTermsAndConditionsAccepted: true,
      City: 'Dubai\u200e',
      Invoice_Id: '\u200fINV-7\u0000',
      Product_Id: '\u200e',
    },
    NOW,
    ZONE,
  );
  expect(request).toMatchObject({
    invoiceAmount: 250,
    FullName: 'Sara Khan',
    Phone: '+971501234567',
    Email: 'sara@example.com',
    notes: 'إيجار می\u200cخواهم!',
    City: 'Dubai',
    Invoice_Id: 'INV-7',
  });
  expect(request).not.toHaveProperty('Product_Id');
});

describe('random forms', () => {
  let sandbox: SandboxService;
  let service: PaymentServiceClient;

  beforeAll(async () => {
    sandbox = await createSandboxService({ history: 'none', now: () => NOW });
    service = connectTo(sandbox);
  });

  afterAll(async () => {
    await service.close();
    await sandbox.close();
  });

  test('pass exactly when the interface allows them, and the sandbox accepts those that pass', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (form) => {
        const draft = readDraft(form, NOW, ZONE);
        expect(draft.request !== null).toBe(obeysTheInterface(form));
        if (draft.request === null) return;
        const link = await service.generateLink(draft.request);
        expect(link.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\//);
        accepted += 1;
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(500 / 25);
    expect(sandbox.links()).toHaveLength(accepted);
  });
});

test.each([
  ['10', '10'],
  ['10.10', '10.1'],
  ['1234.56', '1234.56'],
  ['99999999.99', '99999999.99'],
  ['0.07', undefined],
  ['1,250.50', '1250.5'],
])('the amount %s is sent as the number %s', (invoiceAmount, sent) => {
  expect(JSON.stringify(readDraft({ ...FORM, invoiceAmount }, NOW, ZONE).request?.invoiceAmount)).toBe(sent);
});

test.each([
  ['AED 1,250.50', 1250.5],
  ['250 ', 250],
  ['250.', 250],
  ['1250,50', 1250.5],
  ['1.2k', 1200],
  ['Dhs.250/=', 250],
  ['٢٥٠ درهم', 250],
  ['١٬٢٥٠٫٥٠', 1250.5],
  ['1,25,000', 125_000],
  ['1.250,50', 1250.5],
  ['10 000', 10_000],
  ['AED 1 250 000.50', 1_250_000.5],
])('an amount typed as %j is sent as %d', (invoiceAmount, sent) => {
  expect(readDraft({ ...FORM, invoiceAmount }, NOW, ZONE).request?.invoiceAmount).toBe(sent);
});

const REFUSED = `
  invoiceAmount | 052 | like_phone | This begins like a phone number. Write an amount, such as 250 or 250.50.
  invoiceAmount | 0052,50 | like_phone | This begins like a phone number. Write an amount, such as 250 or 250.50.
  invoiceAmount | +971 50 123 4567 | like_phone | This begins like a phone number. Write an amount, such as 250 or 250.50.
  invoiceAmount | \u202e0521 | reordered | A hidden mark turns these digits around. Type them instead of pasting.
  Phone | \u202e7654321050 | reordered | A hidden mark turns these digits around. Type them instead of pasting.
  invoiceAmount | 1.250 | two_readings | 1.250 could be AED 1,250.00 or AED 1.25. Write 1250: the smallest amount is AED 10.
  invoiceAmount | AED 12.500 | two_readings | AED 12.500 could be AED 12,500.00 or AED 12.50. Write 12500 or 12.50.
  invoiceAmount | 10.001 | two_readings | 10.001 could be AED 10,001.00 or AED 10.001. Write 10001, or an amount with at most two decimals.
  invoiceAmount | 25 k | two_readings | 25 k could be AED 25,000.00 or AED 25.00. Write 25000 or 25.00.
  invoiceAmount | 1 250 | two_readings | 1 250 could be AED 1,250.00 or two numbers. Write 1250 if it is one amount.
  invoiceAmount | 250 300 | two_readings | 250 300 could be AED 250,300.00 or two numbers. Write 250300 if it is one amount.
  invoiceAmount | USD 250 | currency | Paylink makes AED links: write the amount in dirhams, such as 250.
  invoiceAmount | -250 | amount | Write an amount in dirhams with at most two decimals, such as 250 or 250.50.
  invoiceAmount | 1e3 | amount | Write an amount in dirhams with at most two decimals, such as 250 or 250.50.
  invoiceAmount | 250 for rent | amount | Write an amount in dirhams with at most two decimals, such as 250 or 250.50.
  invoiceAmount | 10.0015 | amount | Write an amount in dirhams with at most two decimals, such as 250 or 250.50.
  invoiceAmount | 99999999999999999 | amount | Write an amount in dirhams with at most two decimals, such as 250 or 250.50.
  invoiceAmount | 9.99 | too_small | The smallest amount is AED 10.
  FullName | سارة خان | invalid_format | Latin letters only: write it in English letters, for example Sara Khan.
  FullName | Zoë Чехов | invalid_format | The payment service accepts Latin letters, spaces, . / and ' only: leave out “Ч”, “е”, “х”, “о”, “в”.
  FullName | Al-Amin 2 | invalid_format | The payment service accepts Latin letters, spaces, . / and ' only: leave out “2”.
  FullName | S | too_small | Write at least 2 letters.
  Phone | abc | no_digit | Enter a phone number, for example 050 123 4567.
  Phone | + | no_digit | Enter a phone number, for example 050 123 4567.
  Phone | none | no_digit | Enter a phone number, for example 050 123 4567.
  Phone | 4111 1111 1111 1111 | card_number | This looks like a card number. Enter a phone number, for example 050 123 4567.
  notes | rent 4111-1111-1111-1111 | card_number | This looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.
  notes | rent 4111\u200b1111\u200b1111\u200b1111 | card_number | This looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.
  Email | 4111111111111111@example.com | card_number | This looks like a card number. Leave it out: Paylink keeps none.
  Address | Villa 12 4111 1111 1111 1111 | card_number | This looks like a card number. Leave it out: Paylink keeps none.
  Invoice_Id | 4111111111111111 | card_number | This looks like a card number. If it is your own number, put letters directly in front of it, for example INV-.
  Invoice_Id | Visa 4111-1111-1111-1111 | card_number | This looks like a card number. If it is your own number, put letters directly in front of it, for example INV-.
  Product_Id | 5555555555554444 | card_number | This looks like a card number. If it is your own number, put letters directly in front of it, for example INV-.
  notes | x | too_small | Write at least 2 characters.
  Email | averylongnameofacustomerofthisshop@example.com | too_big | The payment service accepts at most 45 characters here; this has 46.
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' | '));

test.each([
  ...[
    '250 SR',
    'SR250',
    '250 SAR',
    'QR 250',
    'QAR 250',
    '250.000 KWD',
    '25 KD',
    'BHD 25.500',
    'BD 25',
    'OMR 9',
  ],
  ...[
    'RO 9',
    '$250',
    '250€',
    'US$ 250',
    '£25',
    '250 dollars',
    '250 ريال',
    '25 دينار',
    '٢٥ د.ك',
    'AED 250 USD',
  ],
])('an amount in another currency, such as %s, is refused as that', (invoiceAmount) => {
  const { errors } = readDraft({ ...FORM, invoiceAmount }, NOW, ZONE);
  expect(errors).toMatchObject([{ field: 'invoiceAmount', rule: 'currency' }]);
});

test.each(REFUSED)('%s typed as “%s” breaks the rule %s: “%s”', (field = '', typed, rule, words) => {
  const { errors } = readDraft({ ...FORM, [field]: typed }, NOW, ZONE);
  expect(errors).toMatchObject([{ field, rule }]);
  const seen = dropControls(typed ?? '');
  const value = field === 'FullName' ? toLatinName(seen) : seen;
  expect(String(errors?.[0]?.value)).toBe(value);
  expect(errors?.map(explainFieldError)).toEqual([words]);
});

test.each([
  'INV-4111111111111111',
  'PO4111111111111111',
  '2026112500000129',
  '1764086400009',
  '4111111111111112',
])('%s is a number of the shop’s own, and no card number', (Invoice_Id) => {
  expect(readDraft({ ...FORM, Invoice_Id, Product_Id: Invoice_Id }, NOW, ZONE).request).toMatchObject({
    Invoice_Id,
    Product_Id: Invoice_Id,
  });
});

test('no typed text can pass for another line of a card', () => {
  const typed = 'June\r\n*AED 250.00* \u2028 ✅ Paid \u202Eyadot';
  const sent = 'June *AED 250.00* ✅ Paid yadot';
  const values = { notes: typed, Address: typed, Invoice_Id: typed, Product_Id: typed };
  expect(readDraft({ ...FORM, ...values }, NOW, ZONE).request).toMatchObject({
    notes: sent,
    Address: sent,
    Invoice_Id: sent,
    Product_Id: sent,
  });
});

test('an expiry in the past is refused', () => {
  const { errors } = readDraft({ ...FORM, expiryOn: 1_000_000_000 }, NOW, ZONE);
  expect(errors).toMatchObject([{ field: 'expiryOn', rule: 'past' }]);
  expect(errors?.map(explainFieldError)).toEqual(['Choose a future date and time.']);
});

test.each([
  ['José Al-Maktoum', 'Jose Al Maktoum'],
  ['Müller', 'Muller'],
  ['Łukasz Çelik', 'Lukasz Celik'],
  ['O’Brien', "O'Brien"],
  ['Ana – Maria', 'Ana Maria'],
  ['Strauß', 'Strauss'],
])('the name %s is sent as %s', (FullName, sent) => {
  expect(readDraft({ ...FORM, FullName }, NOW, ZONE).request?.FullName).toBe(sent);
});

test('an expiry is sent in the merchant’s local time', () => {
  const draft = readDraft({ ...FORM, expiryOn: Date.UTC(2026, 11, 21, 20, 30) / 1000 }, NOW, ZONE);
  expect(draft.request?.expiryOn).toBe('2026-12-22 00:30:00');
});

test('an expiry in the hour that repeats when clocks go back counts as the later one', () => {
  const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  for (const chosen of [first, second])
    expect(
      readDraft({ ...FORM, expiryOn: chosen / 1000 }, Date.UTC(2026, 9, 20), 'Europe/London'),
    ).toMatchObject({ request: { expiryOn: '2026-10-25 01:30:00' }, expiresAt: second });
});

describe('a phone', () => {
  test('that is no phone number raises a doubt, and is sent as typed', () => {
    for (const Phone of ['1234', '050 123', 'ext. 12'])
      expect(readDraft({ ...FORM, Phone }, NOW, ZONE)).toMatchObject({
        request: { Phone },
        doubts: [{ field: 'Phone', what: 'unreadable', value: Phone }],
      });
    expect(readDraft(FORM, NOW, ZONE)).toMatchObject({ request: { Phone: '+971501234567' }, doubts: [] });
  });
});

describe('what a link is for', () => {
  test('raises a doubt when it contains the customer’s own phone or e-mail', () => {
    for (const [notes, what] of [
      ['rent 0501234567', 'phone'],
      ['rent SARA@example.com', 'e-mail'],
    ])
      expect(readDraft({ ...FORM, notes: notes ?? '' }, NOW, ZONE)).toMatchObject({
        request: { notes },
        doubts: [{ field: 'notes', what, value: notes }],
      });
  });
});

const FORM: RequestValues = {
  ...EMPTY_LINK_FORM,
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '050 123 4567',
  invoiceAmount: '250',
  notes: 'June rent',
  expiryOn: NOW / 1000 + 86_400,
  Is_QR_needed: true,
  Is_invoice_generated: false,
  isTermsAndConditionsAccepted: true,
};
