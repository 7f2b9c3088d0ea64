import { describe, expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import {
  buildPreview,
  buildWhatsappMessage,
  whatsappNumber,
} from '../../src/links/card/whatsapp-text-view.ts';
import { buildWhatsappView } from '../../src/links/card/whatsapp-view.ts';
import type { Link } from '../../src/store/link.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

/** Typed text, isolated so that it cannot change the direction of the text around it. */
const isolated = (text: string) => `\u2068${text}\u2069`;

const content = {
  link: buildLink(),
  address: 'https://pay.example.com/p/1?a=1&b=2',
  businessName: 'Saffron Dune Trading',
  timeZone: 'Asia/Dubai',
};

const show = (link: Link) =>
  buildWhatsappView({
    ...{ ...content, link: asSale(link), now: link.createdAt },
    ...{ language: 'en', isReminder: false, sent: null },
  });

describe('the message to the customer', () => {
  test('in English says who asks, how much, what for and until when, with the address on its own line', () => {
    expect(buildWhatsappMessage(content, 'en').text).toBe(
      [
        'Hello Sara Khan,',
        '',
        'This is a payment request from Saffron Dune Trading for AED 1,250.50.',
        'For: June rent',
        'You can pay securely with this link until 21 December 2026, 2:30 PM (UAE time):',
        '',
        'https://pay.example.com/p/1?a=1&b=2',
        '',
        'Thank you.',
      ].join('\n'),
    );
  });

  test('in Arabic says the same', () => {
    expect(buildWhatsappMessage(content, 'ar').text).toBe(
      [
        `مرحباً ${isolated('Sara Khan')}،`,
        '',
        `هذا طلب دفع من ${isolated('Saffron Dune Trading')} بمبلغ 1,250.50 درهم.`,
        `وذلك مقابل: ${isolated('June rent')}`,
        'يمكنكم الدفع بأمان عبر الرابط التالي حتى 21 ديسمبر 2026 الساعة 2:30 م (بتوقيت الإمارات):',
        '',
        'https://pay.example.com/p/1?a=1&b=2',
        '',
        'شكراً لكم.',
      ].join('\n'),
    );
  });

  test('omits an unknown merchant’s name', () => {
    const { text } = buildWhatsappMessage({ ...content, businessName: null }, 'en');
    expect(text).toContain('This is a payment request for AED 1,250.50.');
    expect(buildWhatsappMessage({ ...content, businessName: null }, 'ar').text).toContain(
      'هذا طلب دفع بمبلغ 1,250.50 درهم.',
    );
  });

  test('names the zone of a merchant elsewhere', () => {
    const { text } = buildWhatsappMessage({ ...content, timeZone: 'Asia/Riyadh' }, 'en');
    expect(text).toContain('21 December 2026, 1:30 PM (Arabian Standard Time)');
  });

  test('is complete in the address that opens WhatsApp', () => {
    for (const language of ['en', 'ar'] as const) {
      const { text, url } = buildWhatsappMessage(content, language);
      const opened = new URL(url ?? '');
      expect(`${opened.origin}${opened.pathname}`).toBe('https://wa.me/971501234567');
      expect(opened.searchParams.get('text')).toBe(text);
    }
  });

  test('shortens the purpose to fit into a button, and never the address', () => {
    const address = `https://pay.example.com/p/${'a'.repeat(1_400)}`;
    const details = { ...content.link.details, notes: 'س'.repeat(150) };
    const { text, url } = buildWhatsappMessage(
      { ...content, address, link: asSale(buildLink({ details })) },
      'ar',
    );
    expect(url?.length).toBeLessThanOrEqual(limits.button.url);
    expect(text).toContain(`\n${address}\n`);
    expect(text).toContain('…');
  });

  test('has no button if the address is too long', () => {
    const address = `https://pay.example.com/p/${'a'.repeat(3_000)}`;
    const { text, url } = buildWhatsappMessage({ ...content, address }, 'en');
    expect(url).toBeNull();
    expect(text).toContain(address);
    const shown = seen(show(buildLink({ address })));
    expect(shown).toMatchObject({ buttons: ['In Arabic'], addresses: {} });
    expect(shown.text).toContain('too long for a button: copy the text');
  });
});

test.each([
  ['+971501234567', '971501234567'],
  ['050 123 4567', null],
  ['+0501234567', null],
  ['+971', null],
  ['+9715012345678901', null],
  ['971501234567', null],
])('for WhatsApp the phone %s is %s', (phone, number) => {
  expect(whatsappNumber(phone)).toBe(number);
});

test('without a phone number the window says so, and WhatsApp opens without a contact', () => {
  const details = { ...content.link.details, Phone: 'ask at the desk' };
  const view = show(buildLink({ details }));
  expect(seen(view).text).toContain('choose the contact there');
  for (const address of Object.values(seen(view).addresses))
    expect(address).toMatch(/^https:\/\/wa\.me\/\?text=/);
});

test('a link that cannot be paid is not sent', () => {
  const view = show(buildLink({ state: 'paid' }));
  expect(seen(view)).toMatchObject({ addresses: {}, buttons: [] });
  expect(seen(view).text).toContain('nothing to send');
});

describe('a reminder', () => {
  const english = () => buildWhatsappMessage({ ...content, isReminder: true }, 'en').text;
  const arabic = () => buildWhatsappMessage({ ...content, isReminder: true }, 'ar').text;

  test('says in both languages that the payment is still open, how much, until when, and where', () => {
    expect(english()).toContain(
      'This is a friendly reminder from Saffron Dune Trading: your payment of AED 1,250.50 is still open.',
    );
    expect(arabic()).toContain(
      `نود تذكيركم من ${isolated('Saffron Dune Trading')} بأن دفعتكم بمبلغ 1,250.50 درهم لم تُسدَّد بعد.`,
    );
    for (const text of [english(), arabic()])
      expect(text).toMatch(/2:30.*\n\nhttps:\/\/pay\.example\.com\/p\/1\?a=1&b=2\n/);
  });

  test('in Arabic is previewed right to left, line by line, except the address', () => {
    const lines = buildPreview(arabic(), 'ar').split('\n');
    expect(lines.filter((line) => /\p{Script=Arabic}/u.test(line)).length).toBeGreaterThan(4);
    for (const line of lines)
      if (/\p{Script=Arabic}/u.test(line)) expect(line).toMatch(/^\u200f\u2067.+\u2069$/);
      else expect(line).toMatch(/^(https:\/\/\S+)?$/);
    expect(buildPreview(english(), 'en')).toBe(english());
    expect(lines.join('\n').replaceAll(/\u200f\u2067|\u2069$/gm, '')).toBe(arabic());
  });
});
