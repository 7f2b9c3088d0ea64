import { expect, test } from 'vitest';
import { parseServiceAddress } from '../../src/payment-service/client-settings.ts';
import type { PaymentServiceSettings } from '../../src/payment-service/index.ts';
import { buildSettings } from '../fixtures/payment-service.ts';

const FINE = buildSettings('https://pay.example/api');

const faultsOf = (changes: Partial<PaymentServiceSettings>): string => {
  try {
    parseServiceAddress({ ...FINE, ...changes });
    return 'none';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
};

const faultsOfPath = (path: keyof PaymentServiceSettings['paths'], template: string) =>
  faultsOf({ paths: { ...FINE.paths, [path]: template } });

test.each([
  ['https://pay.example', 'https://pay.example', ''],
  ['http://pay.example:8080/api/v1', 'http://pay.example:8080', '/api/v1'],
  ['https://pay.example/api//', 'https://pay.example', '/api'],
])('requests to %s go to %s below %s', (baseUrl, origin, prefix) => {
  expect(parseServiceAddress({ ...FINE, baseUrl })).toEqual({ origin, prefix });
});

test.each([
  'pay.example',
  'ftp://pay.example',
  'xhttp://pay.example',
  'httpx://pay.example',
  'https://sara@pay.example',
  'https://:hunter2@pay.example',
  'https://pay.example?x=1',
  'https://pay.example#x',
])('%s is refused as the base address', (baseUrl) => {
  expect(faultsOf({ baseUrl })).toBe(
    'Payment service settings: baseUrl must be an http or https address without credentials, query or fragment',
  );
});

test.each(['apiKey', 'accountId', 'timeZone', 'userAgent'] as const)('%s must fit in a header', (name) => {
  const fault = `Payment service settings: ${name} must be printable ASCII that fits in a header`;
  for (const value of ['', ' ', ' key', 'key ', 'k\ney', 'kéy', 'key\u007f'])
    expect(faultsOf({ [name]: value })).toBe(fault);
  for (const value of ['k', 'k y', '!~', 'key-of-1']) expect(faultsOf({ [name]: value })).toBe('none');
});

test('the path of a look-up may be empty, the path of a listing may not', () => {
  expect(faultsOfPath('link', '')).toBe('none');
  expect(faultsOfPath('transaction', '')).toBe('none');
  expect(faultsOfPath('links', '')).toBe(
    'Payment service settings: paths.links must start with a slash and hold only printable ASCII; ' +
      'paths.links must contain {fromDate}; paths.links must contain {toDate}',
  );
});

test.each(['link/{id}', 'x/link/{id}', '/link /{id}', '/lïnk/{id}', '/link/{id}#x', '/link/{id}\n'])(
  'the path %j cannot be sent',
  (template) => {
    expect(faultsOfPath('link', template)).toBe(
      'Payment service settings: paths.link must start with a slash and hold only printable ASCII',
    );
  },
);

test('a path must contain its id, or both dates', () => {
  expect(faultsOfPath('link', '/link')).toBe('Payment service settings: paths.link must contain {id}');
  expect(faultsOfPath('transaction', '/x/{fromDate}')).toMatch(/paths.transaction must contain {id}$/);
  for (const path of ['transactions', 'payouts', 'links'] as const) {
    expect(faultsOfPath(path, '/x/{fromDate}')).toBe(
      `Payment service settings: paths.${path} must contain {toDate}`,
    );
    expect(faultsOfPath(path, '/x/{toDate}')).toBe(
      `Payment service settings: paths.${path} must contain {fromDate}`,
    );
  }
});

test('the secret key must not be empty', () => {
  expect(faultsOf({ secretKey: '' })).toBe('Payment service settings: secretKey must not be empty');
});
