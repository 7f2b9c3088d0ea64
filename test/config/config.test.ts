import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config/config.ts';

const COMPLETE = {
  PUBLIC_URL: 'https://paylink.example.com/',
  SLACK_SIGNING_SECRET: 'signing-secret',
  SLACK_BOT_TOKEN: 'xoxb-token',
  PAYLINK_BASE_URL: 'https://sandbox.example.com/api/',
  PAYLINK_API_KEY: 'key',
  PAYLINK_ACCOUNT_ID: 'account',
  PAYLINK_SECRET_KEY: 'secret',
};

const faultsOf = (env: Record<string, string>) => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

test('a complete environment is read with the documented defaults', () => {
  const { config, warnings } = loadConfig(COMPLETE);
  expect(warnings).toEqual([]);
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'https://paylink.example.com',
    slack: { apiUrl: 'https://slack.com/api/' },
    paymentService: {
      baseUrl: 'https://sandbox.example.com/api',
      timeZone: 'Asia/Dubai',
      signatureEncoding: 'hex',
      signatureGet: 'query',
      paths: { links: '/payment-link/get/{fromDate}/{toDate}', link: '/payment-link/get/{id}' },
    },
    dataDir: './data',
    logLevel: 'info',
  });
});

test('every fault is told at once, with its remedy and without its value', () => {
  const faults = faultsOf({
    ...COMPLETE,
    PORT: '99999',
    SLACK_BOT_TOKEN: 'xoxp-hidden-value',
    PAYLINK_BASE_URL: 'not-an-address',
    PAYLINK_SECRET_KEY: '',
    PAYLINK_TIME_ZONE: 'Asia/Dubayy',
    PAYLINK_LINKS_PATH: '/links',
    PAYLINK_SIGNATURE_ENCODING: 'rot13',
  });
  const named = faults.map((fault) => fault.split(' ')[0]).sort();
  expect(named).toEqual([
    'PAYLINK_BASE_URL',
    'PAYLINK_LINKS_PATH',
    'PAYLINK_SECRET_KEY',
    'PAYLINK_SIGNATURE_ENCODING',
    'PAYLINK_TIME_ZONE',
    'PORT',
    'SLACK_BOT_TOKEN',
  ]);
  expect(faults.join('\n')).not.toMatch(/hidden-value|rot13|Dubayy/);
});

test('an empty environment names every required variable', () => {
  expect(
    faultsOf({})
      .map((fault) => fault.split(' ')[0])
      .sort(),
  ).toEqual(Object.keys(COMPLETE).sort());
});

test('an empty by-id path turns that look-up off', () => {
  expect(loadConfig({ ...COMPLETE, PAYLINK_LINK_PATH: '' }).config.paymentService.paths.link).toBe('');
});

test('a name that is nearly ours gets a warning with the likely one', () => {
  const { warnings } = loadConfig({ ...COMPLETE, PAYLINK_TIMEZONE: 'Asia/Dubai' });
  expect(warnings).toEqual(['PAYLINK_TIMEZONE is not a setting of Paylink; did you mean PAYLINK_TIME_ZONE?']);
});
