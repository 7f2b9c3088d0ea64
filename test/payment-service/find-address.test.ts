import { describe, expect, test } from 'vitest';
import {
  findAddress,
  findPayPage,
  parseWebAddress,
  recordAddress,
} from '../../src/payment-service/find-address.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const PAY = 'https://pay.test/l/abc?x=1';
const OTHER = 'https://pay.test/other';
const CALLBACK = 'https://shop.test/callbacks/t';

const find = (root: unknown, callbackUrl: string | null = CALLBACK) => findAddress(root, callbackUrl);

describe('the payment page is found', () => {
  test.each(
    `paymentLink paymentLinkUrl paymentUrl payLink payUrl checkoutUrl paymentPageUrl hostedPaymentUrl
    shortUrl shortLink linkUrl generatedLink PAYMENT_LINK`.split(/\s+/),
  )('under %s before any looser name at any level', (name) => {
    expect(find({ link: OTHER, url: OTHER, redirect: OTHER, deep: { [name]: PAY } })).toBe(PAY);
  });

  test.each(['url', 'link', 'shortUrl'])('as %s of a payment link', (name) => {
    expect(find({ url: OTHER, paymentLink: { [name]: PAY } })).toBe(PAY);
  });

  test.each(['link', 'url', 'href'])('under %s before any redirect', (name) => {
    expect(find({ redirect: OTHER, redirectUrl: OTHER, deep: { [name]: PAY } })).toBe(PAY);
  });

  test.each(['redirect', 'redirectUrl', 'redirectLink', 'redirectionUrl', 'redirect_url'])(
    'under %s where nothing else is named, before any other address',
    (name) => {
      expect(find({ somewhere: OTHER, [name]: PAY })).toBe(PAY);
    },
  );

  test('by likelihood, not by position', () => {
    expect(find({ generatedLink: OTHER, paymentLink: PAY })).toBe(PAY);
    expect(find({ href: OTHER, link: PAY })).toBe(PAY);
  });

  test('as the only address, or the only one in a sentence', () => {
    expect(find({ a: { b: [{ c: PAY }] } })).toBe(PAY);
    expect(find({ a: PAY, b: PAY, words: `or ${OTHER}` })).toBe(PAY);
    expect(find(`Pay at ${PAY}, please.`)).toBe(PAY);
    expect(find({ words: `(${PAY})` })).toBe(PAY);
    expect(find({ words: `${'x'.repeat(19_000)} ${PAY}` })).toBe(PAY);
    expect(find([PAY])).toBe(PAY);
    expect(find(PAY)).toBe(PAY);
    expect(find(` ${PAY} `)).toBe(PAY);
    expect(find({ words: `see HTTPS://pay.test/x now` })).toMatch(/^https:\/\/pay\.test\/x$/i);
  });

  test.each(['.', ',', ';', ':', '!', '?', ')', ']', '}', ').', '"', "'", '>', '\\'])(
    'in a sentence without the %s that follows it',
    (mark) => {
      expect(find({ words: `Pay at ${PAY}${mark} Thank you` })).toBe(PAY);
    },
  );

  test('with http or https, next to words that are not an address', () => {
    expect(find({ words: 'Pay at http://pay.test/1 or https:// or call' })).toBe('http://pay.test/1');
    expect(find({ words: 'Pay at http://pay.test/1', more: 'or https://' })).toBe('http://pay.test/1');
    expect(find(`at ${CALLBACK} or ${PAY}`)).toBe(PAY);
  });

  test('three objects deep, and no deeper', () => {
    expect(find({ a: { b: { c: { paymentLink: PAY, link: OTHER } } } })).toBe(PAY);
    expect(find({ a: { b: { c: { link: PAY } } } })).toBe(PAY);
    expect(find({ a: { b: { c: { d: { link: PAY } } } } })).toBeNull();
    expect(find([[[[PAY]]]])).toBe(PAY);
  });
});

describe('an address is not taken if it is', () => {
  test.each(
    `type doc docs docUrl documentation moreInfo login error errors help callback webhookUrl notificationUrl
    qr qrCodeLink image logo icon invoiceUrl receipt pdf documentUrl
    terms privacy support website successUrl cancelUrl failUrl failureUrl returnUrl`.split(/\s+/),
  )('in a field %s, or inside it', (name) => {
    expect(find({ [name]: OTHER, somewhere: PAY })).toBe(PAY);
    expect(find({ [name]: { url: OTHER }, somewhere: PAY })).toBe(PAY);
    expect(find({ [name]: { redirect: OTHER } })).toBeNull();
    expect(find({ [name]: OTHER })).toBeNull();
  });

  test.each(['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'pdf', 'PNG'])('a %s file', (ending) => {
    for (const file of [
      `https://pay.test/1.${ending}`,
      `https://pay.test/1.${ending}?a=1`,
      `https://pay.test/1.${ending}#a`,
    ]) {
      expect(find({ paymentLink: file, somewhere: PAY })).toBe(PAY);
      expect(find({ link: file })).toBeNull();
      expect(find(file)).toBeNull();
      expect(find({ words: `at ${file} or ${PAY}` })).toBe(PAY);
    }
    expect(find({ link: `https://pay.test/1.${ending}x` })).toBe(`https://pay.test/1.${ending}x`);
  });

  test('the callback’s', () => {
    expect(find({ paymentLink: CALLBACK, url: PAY })).toBe(PAY);
    expect(find({ paymentLink: CALLBACK })).toBeNull();
    expect(find({ link: CALLBACK, redirect: PAY })).toBe(PAY);
    expect(find({ one: CALLBACK, two: PAY })).toBe(PAY);
    expect(find({ words: `at ${CALLBACK} or ${PAY}` })).toBe(PAY);
    expect(find(CALLBACK)).toBeNull();
    expect(find({ paymentLink: PAY }, null)).toBe(PAY);
    expect(find({ link: CALLBACK }, null)).toBe(CALLBACK);
  });

  test('one of several', () => {
    expect(find({ one: PAY, two: OTHER })).toBeNull();
    expect(find({ words: `${'at '}${PAY} or ${OTHER}` })).toBeNull();
    expect(find({ one: PAY, two: OTHER, words: `at ${PAY}` })).toBeNull();
    expect(find(`at ${PAY} or ${OTHER}`)).toBeNull();
  });

  test('only the beginning of a broken address', () => {
    expect(find({ somewhere: 'https://pay.test/a b' })).toBeNull();
    expect(find({ somewhere: '  HTTPS://pay.test/a b' })).toBeNull();
    expect(find({ somewhere: 'http://pay.test/<x>' })).toBeNull();
    expect(find({ words: `${'x'.repeat(20_000)} ${PAY}` })).toBeNull();
  });

  test('missing', () => {
    for (const root of [null, undefined, 17, true, '', 'no address', {}, [], { link: 17 }, { a: null }])
      expect(find(root)).toBeNull();
  });
});

describe('the page of a record', () => {
  test.each<[string, Record<string, unknown>, string | null]>([
    ['stands under a name for it', { link: OTHER, paymentLink: PAY }, PAY],
    ['stands under such a name in an object', { link: OTHER, a: { payUrl: PAY } }, PAY],
    ['else under a looser one', { redirect: OTHER, url: PAY }, PAY],
    ['else under a redirect', { somewhere: OTHER, redirectUrl: PAY }, PAY],
    ['else is the only value that is an address', { somewhere: PAY, other: 'words' }, PAY],
    ['is none of two', { one: PAY, two: OTHER }, null],
    ['is no part of a sentence', { somewhere: `at ${PAY}` }, null],
    ['is no file', { paymentLink: 'https://pay.test/1.pdf', url: PAY }, PAY],
    ['is no file under any name', { url: 'https://pay.test/1.png', it: 'https://pay.test/2.png' }, null],
    ['is not the callback', { callbackUrl: OTHER, somewhere: PAY }, PAY],
    ['is missing', { status: 'PAID' }, null],
  ])('%s', (_, fields, address) => {
    expect(recordAddress({ fields })).toBe(address);
  });

  test.each(
    `note notes description remark comment memo narrative message reason purpose text subject title`.split(
      ' ',
    ),
  )('is never in a %s that somebody wrote', (name) => {
    expect(recordAddress({ fields: { [name]: PAY } })).toBeNull();
    expect(recordAddress({ fields: { [name]: { url: PAY } } })).toBeNull();
    expect(recordAddress({ fields: { [name]: OTHER, somewhere: PAY } })).toBe(PAY);
  });
});

describe('the page in an answer that says that it failed', () => {
  test.each<[string, unknown, { own: string | null; loose: string | null }]>([
    ['under a name for it', { link: OTHER, payUrl: PAY }, { own: PAY, loose: PAY }],
    ['under a looser name', { link: PAY }, { own: null, loose: PAY }],
    ['alone', PAY, { own: null, loose: PAY }],
    ['alone, with words', `at ${PAY}`, { own: null, loose: null }],
    ['under any other name', { somewhere: PAY }, { own: null, loose: null }],
    ['under a redirect', { redirectUrl: PAY }, { own: null, loose: null }],
    ['the callback’s', { paymentLink: CALLBACK, link: CALLBACK }, { own: null, loose: null }],
    ['the callback’s, alone', CALLBACK, { own: null, loose: null }],
    ['a file', { paymentLink: 'https://pay.test/1.pdf' }, { own: null, loose: null }],
    ['a link of a document', { docs: { link: PAY } }, { own: null, loose: null }],
    ['nothing', null, { own: null, loose: null }],
    ['a list', [PAY], { own: null, loose: null }],
    ...['doc', 'help', 'SUPPORT', 'error', 'login', 'faq', 'status'].map(
      (word): [string, unknown, { own: null; loose: null }] => [
        `an explanation: ${word}`,
        { link: `https://${word}.pay.test/1` },
        { own: null, loose: null },
      ],
    ),
    ['an explanation, alone', 'https://pay.test/errors/7', { own: null, loose: null }],
  ])('%s', (_, root, { own, loose }) => {
    expect(findPayPage(root, CALLBACK)).toBe(own);
    expect(findPayPage(root, CALLBACK, 'own')).toBe(own);
    expect(findPayPage(root, CALLBACK, 'loose')).toBe(loose);
  });
});

testAtLength('in a huge answer', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 'x']));
  expect(find({ ...many, last: PAY })).toBe(PAY);
  expect(find({ one: many, two: { ...many, last: PAY } })).toBe(PAY);
});

test.each([
  'https://pay.test/1',
  'http://pay.test',
  'HTTPS://PAY.test:8080?x=1#y',
  'https://[::1]/1',
  'https://é.test',
])('%s is a web address, with or without spaces around it', (address) => {
  expect(parseWebAddress(address)).toBe(address);
  expect(parseWebAddress(` ${address}\n`)).toBe(address);
});

const BROKEN = `pay.test/1 //pay.test/1 https:/pay.test https:// https:///pay.test https://?x https://#x xhttps://pay.test/1
  httpsx://pay.test/1 ftp://pay.test/1 javascript:alert(1) https://user@pay.test/ https://user:pw@pay.test/
  https://:pw@pay.test/ https://pay.test/<x> https://pay.test/"x" https://pay.test\\x https://\\x https://<x> https://"x"
  https://pay.test:x/ https://pay.test/\u202Egpj.ae https://pay.test/\uFFFD`;

test.each<unknown>([
  ...BROKEN.split(/\s+/),
  ...['', 'https://pay.test/a b', 'https://a b', 17, null, undefined, ['https://pay.test/1']],
])('%j is not a web address', (value) => {
  expect(parseWebAddress(value)).toBeNull();
});
