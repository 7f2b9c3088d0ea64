import { describe, expect, test } from 'vitest';
import { cleanPhone, isBroken, isNoName, repairText } from '../../src/batches/reading/clean-cell.ts';
import { createWorkbookStream } from '../../src/exports/workbook/workbook-stream.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { csv, fromFile, HEAD, OMAR, outcome, read, SARA } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

const values = async (file: Buffer | string, field: 'Phone' | 'notes' | 'FullName' | 'expiryOn') => {
  const batch = await read(file);
  if (batch.question !== null) throw new Error('this file leaves a question open');
  return batch.rows.map(({ request, faults }) => request?.[field] ?? faults.map(({ words }) => words).join());
};
const AS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** UTF-8 as a program shows it that takes it for another encoding. */
const READINGS: Record<string, (bytes: Buffer) => string> = {
  'Latin-1': (bytes) => bytes.toString('latin1'),
  'Windows-1252': (bytes) =>
    bytes.toString('latin1').replace(/[\x80-\x9f]/g, (one) => AS_1252[one.charCodeAt(0) - 128] ?? ''),
  'Windows-1256': (bytes) => new TextDecoder('windows-1256').decode(bytes),
};

describe('a text', () => {
  const TEXTS = ['إيجار شهر يونيو', 'قهوة وشاي', 'José Núñez', 'It’s “paid”', '£5 – deposit', 'محمد فهد طه'];

  test.each(
    Object.keys(READINGS).flatMap((reading) =>
      TEXTS.filter((text) => reading !== 'Windows-1256' || !/[éñ£]/.test(text)).map((text) => ({
        reading,
        text,
      })),
    ),
  )('that was read as $reading is repaired: $text', ({ reading, text }) => {
    expect(repairText(READINGS[reading]?.(Buffer.from(text)) ?? '')).toBe(text);
  });

  test.each([
    ['Cake &amp; tea', 'Cake & tea'],
    ['Cake &amp;amp; tea', 'Cake & tea'],
    ['O&#39;Brien &#x2019;&quot;&nbsp;x', 'O\'Brien ’" x'],
  ])('%s is %s', (shown, meant) => {
    expect(repairText(shown)).toBe(meant);
  });

  test.each([
    ...TEXTS,
    'CAFÉ’S',
    'Ø 12 mm',
    'Ångström',
    'ط.ظ',
    'Tom & Jerry',
    'R&D; S&M',
    'ظظ طط',
    'ÎLE – ÉTÉ',
  ])('%s stays as it is', (text) => {
    expect(repairText(text)).toBe(text);
    expect(isBroken(text)).toBe(false);
  });

  test.each(['Ø¥Ù?Ø¬Ø§Ø±', 'Rent \uFFFD\uFFFD', 'Caf&eacute;', 'ظ…ط?ظ…'])('%s is broken', (text) => {
    expect(isBroken(repairText(text))).toBe(true);
  });

  test('is repaired in a list, or is an error of its row', async () => {
    expect(await values(await fromFile('twice-decoded.csv'), 'notes')).toEqual(['إيجار', 'Cake & tea']);
    expect(await outcome(csv(HEAD.join(), `250,${SARA},Caf&eacute;`))).toEqual([
      expect.stringMatching(/^E: “Caf&eacute;” was saved in a wrong encoding/),
    ]);
  });
});

test.each(['N/A', 'n.a.', 'NA', 'NULL', 'none', '-', '–', '...', '?'])('%s is no name', (text) => {
  expect(isNoName(text)).toBe(true);
});

test('names that stand for nobody are errors, and others are names', async () => {
  const words = expect.stringMatching(/^Enter the customer/);
  expect(await values(await fromFile('placeholder-names.csv'), 'FullName')).toEqual([
    ...[words, words, words, words],
    ...['Test', 'Walk in'],
  ]);
  const parts = csv('Amount,First name,Last name,Phone,E-mail,For', '250,Sara,N/A,0501234567,a@b.ae,Rent');
  expect(await values(parts, 'FullName')).toEqual(['Sara']);
});

describe('a phone number', () => {
  test.each([
    ["'+971501234567", '+971501234567'],
    ['971501234567.0', '971501234567'],
    ['501234567.00', '501234567'],
    ['tel:+971501234567', '+971501234567'],
    ['Mob.: 0501234567', '0501234567'],
    ['واتساب: 0501234567', '0501234567'],
    ['＋971501234567', '+971501234567'],
    ['https://wa.me/971501234567?text=hi', '+971501234567'],
    ['https://api.whatsapp.com/send?phone=971501234567', '+971501234567'],
  ])('%s is %s', (typed, number) => {
    expect(cleanPhone(typed)).toBe(number);
  });

  test('is read as spreadsheets and exports write it', async () => {
    const [shortened, ...phones] = await values(await fromFile('phone-as-exported.csv'), 'Phone');
    expect(shortened).toBe(
      '“9.71501234567E+11” was shortened by the spreadsheet. Format the column as text, and write the whole number again.',
    );
    expect(new Set(phones)).toEqual(new Set(['+971501234567']));
  });

  test('is one, and two are an error that says so', async () => {
    const phones = await values(await fromFile('phone-second-forms.csv'), 'Phone');
    expect(phones[3]).toBe(
      '“0501234567 / 0559876543” holds two phone numbers. Keep the one that the link is for.',
    );
    expect(new Set(phones.toSpliced(3, 1))).toEqual(new Set(['+971501234567']));
  });
});

describe('a file', () => {
  const LIST = csv(HEAD.join(), `250,${SARA},إيجار`, `300,${OMAR},Rent`);

  test.each(['utf16le', 'utf16be'])('of %s without a mark is read', async (order) => {
    const little = Buffer.from(LIST, 'utf16le');
    expect(await outcome(order === 'utf16le' ? little : little.swap16())).toEqual(['AED 250', 'AED 300']);
  });

  test('may have | between its cells', async () => {
    expect(await outcome(LIST.replaceAll(',', '|'))).toEqual(['AED 250', 'AED 300']);
  });

  test('may spell the names of its parts with other capitals', async () => {
    const xlsx = buildWorkbook([{ rows: [HEAD, [250, ...SARA, 'Rent']] }], { strings: ['x'] });
    const spelled = Buffer.from(
      xlsx.toString('latin1').replaceAll('sharedStrings', 'SharedStrings'),
      'latin1',
    );
    expect(await outcome(spelled)).toEqual(['AED 250']);
  });

  test('of Paylink’s own is read', async () => {
    expect(await outcome(await fromFile('own-export.csv'))).toEqual(['AED 250']);
    expect(await values(await fromFile('own-export.csv'), 'expiryOn')).toEqual(['2026-12-20 10:00:00']);
    const titles = ['Customer', 'Phone', 'E-mail', 'Notes'].map((title) => ({
      title,
      kind: 'text' as const,
    }));
    const columns = [
      { title: 'Amount', kind: 'amount' as const, isSummed: true },
      { title: 'Expires', kind: 'time' as const },
      ...titles,
    ];
    const row = [
      { decimal: '250.50' },
      { instant: NOON + 86_400_000 },
      'Sara Khan',
      '+971501234567',
      'a@b.ae',
      'Rent',
    ];
    const sheet = { name: 'Links', columns, batches: [[row]] };
    const chunks: Buffer[] = [];
    for await (const chunk of createWorkbookStream([sheet], 'Asia/Dubai')) chunks.push(chunk);
    expect(await outcome(Buffer.concat(chunks))).toEqual(['AED 250.5', expect.stringMatching(/is a total/)]);
  });
});
