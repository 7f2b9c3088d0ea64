import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINK_REQUEST_RULES } from '../../src/payment-service/link-request.ts';
import { formatPreset, labelPreset, MOST_PRESETS, readPresets } from '../../src/settings/presets.ts';

test.each([
  ['Deposit 500', { name: 'Deposit', amountFils: 50_000, notes: 'Deposit' }],
  ['  Deposit   500.00 ', { name: 'Deposit', amountFils: 50_000, notes: 'Deposit' }],
  ['Delivery 25.5: Delivery in Dubai', { name: 'Delivery', amountFils: 2_550, notes: 'Delivery in Dubai' }],
  ['Deposit AED 1,250', { name: 'Deposit', amountFils: 125_000, notes: 'Deposit' }],
  ['Table for 4 80', { name: 'Table for 4', amountFils: 8_000, notes: 'Table for 4' }],
  ['Tea: 25', null],
  ['Gift 50: cake: large', { name: 'Gift', amountFils: 5_000, notes: 'cake: large' }],
  ['Tea  :  for two', null],
  ['Tea 50 : for two', { name: 'Tea', amountFils: 5_000, notes: 'for two' }],
  ['Tea aed AED 50', { name: 'Tea', amountFils: 5_000, notes: 'Tea' }],
  ['AED cake 50', { name: 'AED cake', amountFils: 5_000, notes: 'AED cake' }],
  ['Cake AED tea 50', { name: 'Cake AED tea', amountFils: 5_000, notes: 'Cake AED tea' }],
  ['MyAED 50', { name: 'MyAED', amountFils: 5_000, notes: 'MyAED' }],
  ['Deposit 10 000', { name: 'Deposit', amountFils: 1_000_000, notes: 'Deposit' }],
  ['Grade 3 AED 500: Fees', { name: 'Grade 3', amountFils: 50_000, notes: 'Fees' }],
  ['Deposit 1.2k', { name: 'Deposit', amountFils: 120_000, notes: 'Deposit' }],
  ['Tax 10: VAT', { name: 'Tax', amountFils: 1_000, notes: 'VAT' }],
  ['Go 10: ab', { name: 'Go', amountFils: 1_000, notes: 'ab' }],
  [`${'a'.repeat(30)} 10`, { name: 'a'.repeat(30), amountFils: 1_000, notes: 'a'.repeat(30) }],
  [`Tea 10: ${'x'.repeat(150)}`, { name: 'Tea', amountFils: 1_000, notes: 'x'.repeat(150) }],
  ['عربون ٥٠٠', { name: 'عربون', amountFils: 50_000, notes: 'عربون' }],
  ['عربون 500', { name: 'عربون', amountFils: 50_000, notes: 'عربون' }],
])('%s', (line, preset) => {
  expect(readPresets(line).presets).toEqual(preset === null ? null : [preset]);
});

test.each([
  [
    'Deposit 500\nDelivery',
    'Line 2, “Delivery”: end it with an amount, such as Deposit 500 or Delivery 25.50.',
  ],
  ['Deposit 5', 'Line 1, “Deposit 5”: the smallest amount is AED 10.'],
  ['500', 'Line 1, “500”: begin it with a name, such as Deposit 500.'],
  ['AED 500', 'Line 1, “AED 500”: begin it with a name, such as Deposit AED 500.'],
  [
    'Deposit 1.250',
    'Line 1, “Deposit 1.250”: 1.250 could be AED 1,250.00 or AED 1.25. Write 1250: the smallest amount is AED 10.',
  ],
  [
    'Deposit 12 500',
    'Line 1, “Deposit 12 500”: 12 500 could be AED 12,500.00 or two numbers. Write 12500 if it is one amount. If the first belongs to the name, write AED before the amount.',
  ],
  [
    'Deposit 500: pay to 4111 1111 1111 1111',
    'Line 1: this looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.',
  ],
  [
    'Card 4111 1111 1111 1111 AED 500',
    'Line 1: this looks like a card number. Leave it out: everyone in the channel and on the payment page would see it.',
  ],
  ['Deposit -500', 'Line 1, “Deposit -500”: end it with an amount, such as Deposit 500 or Delivery 25.50.'],
  ['\n\nDeposit 500\n\ndeposit 600', 'Line 5, “deposit 600”: another line has this name. Give each its own.'],
  ['D 500', 'Line 1, “D 500”: write a name of at least 2 letters: the customer reads it.'],
  [
    'Deposit 500:',
    'Line 1, “Deposit 500:”: write what it is for after the colon, with at least 2 letters, or leave out the colon.',
  ],
  [`${'a'.repeat(31)} 500`, `Line 1, “${'a'.repeat(31)} 500”: shorten the name to 30 characters.`],
  [
    `Tea 50: ${'x'.repeat(151)}`,
    `Line 1, “Tea 50: ${'x'.repeat(31)}…”: shorten what follows the colon to 150 characters.`,
  ],
  ['Tea 90071992547409.91', 'Line 1, “Tea 90071992547409.91”: this amount is too large to be sent exactly.'],
  [
    Array.from({ length: 9 }, (_, index) => `Tea ${'abcdefghi'[index]} 50`).join('\n'),
    'Line 9, “Tea i 50”: 8 presets is the most. Remove this line.',
  ],
])('%j is refused, naming the wrong line', (text, fault) => {
  expect(readPresets(text)).toEqual({ presets: null, fault });
});

test('a formatted preset is as short as it can be', () => {
  const tea = { name: 'Tea', amountFils: 100_000, notes: 'Tea' };
  expect(formatPreset(tea)).toBe('Tea 1000');
  expect(formatPreset({ ...tea, name: 'Tea for 3', amountFils: 50_000 })).toBe('Tea for 3 AED 500: Tea');
  expect(formatPreset({ ...tea, amountFils: 5_005, notes: 'Tea for 2' })).toBe('Tea 50.05: Tea for 2');
});

test('an error shows the first forty characters of its line', () => {
  const line = (length: number) => readPresets('x'.repeat(length)).fault;
  expect(line(40)).toContain(`“${'x'.repeat(40)}”`);
  expect(line(41)).toContain(`“${'x'.repeat(39)}…”`);
});

test('an empty text gives no presets', () => {
  expect(readPresets(' \n\n ')).toEqual({ presets: [], fault: null });
});

/** What an admin may write: words, amounts, punctuation and line ends, in any order. */
const typed = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        ' ',
        '\n',
        '\r\n',
        ':',
        'AED',
        'Deposit',
        'deposit',
        '25.50',
        '1,250',
        '٥٠٠',
        '0',
        '-',
        '<!channel>',
      ),
      fc.integer({ min: 0, max: 100_000 }).map(String),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(' '));

const likely = fc
  .array(
    fc.tuple(
      fc.constantFrom('Deposit', 'Delivery', 'Tea for 2', 'Gift AED', 'عربون', 'Cake'),
      fc.integer({ min: 900, max: 10_000_000 }),
      fc.option(fc.constantFrom('Delivery in Dubai', 'for: you', ' x ', 'ok')),
    ),
    { maxLength: 6 },
  )
  .map((lines) =>
    lines
      .map(([name, fils, notes]) => `${name} ${fils / 100}${notes === null ? '' : `: ${notes}`}`)
      .join('\n'),
  );

test('any text gives an error that names a line, or presets that read back unchanged', () => {
  const counts = { faulty: 0, kept: 0 };
  fc.assert(
    fc.property(fc.oneof(typed, likely), (text) => {
      const { presets, fault } = readPresets(text);
      if (presets === null) {
        counts.faulty += 1;
        expect(fault).toMatch(/^Line \d+(?:, “.+”)?: .+\.$/);
        expect(Number(/\d+/.exec(fault)?.[0])).toBeLessThanOrEqual(text.split(/[\n\r\u2028\u2029]/).length);
        return;
      }
      counts.kept += 1;
      expect(presets.length).toBeLessThanOrEqual(MOST_PRESETS);
      expect(new Set(presets.map(({ name }) => name.toLowerCase())).size).toBe(presets.length);
      const { notes, invoiceAmount } = LINK_REQUEST_RULES;
      for (const preset of presets) {
        expect(preset.notes.length >= notes.min && preset.notes.length <= notes.max).toBe(true);
        expect(preset.amountFils).toBeGreaterThanOrEqual(invoiceAmount.min * 100);
        // Slack cuts off a button's longer text.
        expect(labelPreset(preset).length).toBeLessThanOrEqual(75);
      }
      expect(readPresets(presets.map(formatPreset).join('\n'))).toEqual({ presets, fault: null });
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(counts.faulty, counts.kept)).toBeGreaterThan(100);
});
