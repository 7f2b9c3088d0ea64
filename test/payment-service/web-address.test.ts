import { expect, test } from 'vitest';
import { parseWebAddress } from '../../src/payment-service/web-address.ts';

test.each([
  'https://pay.test/1',
  'http://pay.test',
  'HTTPS://PAY.test:8080?x=1#y',
  'https://[::1]/1',
  'https://é.test',
])('%s is an address, spaces around it or not', (address) => {
  expect(parseWebAddress(address)).toBe(address);
  expect(parseWebAddress(` ${address}\n`)).toBe(address);
});

test.each([
  ...[
    '',
    'pay.test/1',
    '//pay.test/1',
    'https:/pay.test',
    'https://',
    'https:///pay.test',
    'https://?x',
    'https://#x',
  ],
  ...['xhttps://pay.test/1', 'httpsx://pay.test/1', 'ftp://pay.test/1', 'javascript:alert(1)'],
  ...['https://user@pay.test/', 'https://user:pw@pay.test/', 'https://:pw@pay.test/'],
  ...[
    'https://pay.test/a b',
    'https://pay.test/<x>',
    'https://pay.test/"x"',
    'https://pay.test\\x',
    'https://\\x',
  ],
  ...[
    'https://<x>',
    'https://"x"',
    'https://pay.test:x/',
    'https://a b',
    17,
    null,
    undefined,
    ['https://pay.test/1'],
  ],
])('%j is none to show to a customer', (value) => {
  expect(parseWebAddress(value)).toBeNull();
});
