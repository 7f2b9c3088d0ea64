import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config/config.ts';
import { parseEncryptionKeys } from '../../src/config/environment.ts';
import { SECRETS } from '../../src/config/variables.ts';

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

test('a token that changes by itself is refused with what to do', () => {
  const token = 'xoxe.xoxb-1-hidden-value';
  expect(faultsOf({ ...COMPLETE, SLACK_BOT_TOKEN: token })).toEqual([
    expect.stringMatching(/^SLACK_BOT_TOKEN changes every twelve hours.*: make a new app from the manifest$/),
  ]);
});

test('all faults are reported together, each with its remedy and without its value', () => {
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

test('a setting that no request can carry is a fault of the environment', () => {
  const faulty = {
    PUBLIC_URL: 'https://paylink.example.com/?from=slack',
    PAYLINK_BASE_URL: 'https://user:hidden@service.example.com/api',
    PAYLINK_API_KEY: '“hidden”',
    PAYLINK_ACCOUNT_ID: 'hid\nden',
    PAYLINK_LINKS_PATH: '/links/{fromDate}/{toDate}#hidden',
    PAYLINK_LINK_PATH: '/links hidden/{id}',
  };
  const faults = faultsOf({ ...COMPLETE, ...faulty });
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(Object.keys(faulty).sort());
  expect(faults.join('\n')).not.toContain('hidden');
});

test.each([
  ['PORT', '70000', 'a port number from 0 to 65535'],
  ['SUPPORT_URL', 'http://shop.example.com/help', 'an https address of at most 500 characters'],
  ['PRIVACY_URL', 'ask us', 'an https address of at most 500 characters'],
  ['METRICS_PORT', '1.5', 'a port number from 0 to 65535, without a fraction'],
  ['RETENTION_DAYS', '0', 'a number of days from 1 to 36500'],
  ['RETENTION_DAYS', '30.5', 'a number of days from 1 to 36500, without a fraction'],
  ['PAYLINK_EXPORT_ROWS', '2000000', 'a number of rows from 1 to 1000000'],
  ['PAYLINK_BATCH_ROWS_PER_SECOND', '0', 'a number of rows from 0.1 to 1000'],
  ['PAYLINK_SWEEP_SECONDS', '0', 'a number of seconds from 1 to 86400'],
])('%s=%s is refused with the limits', (name, value, words) => {
  expect(faultsOf({ ...COMPLETE, [name]: value })).toEqual([`${name} must be ${words}`]);
});

test('an empty environment names every required variable', () => {
  expect(
    faultsOf({})
      .map((fault) => fault.split(' ')[0])
      .sort(),
  ).toEqual(Object.keys(COMPLETE).sort());
});

test('all links are looked at ten times as often where there are no callbacks', () => {
  const { PUBLIC_URL, ...socket } = { ...COMPLETE, SLACK_APP_TOKEN: 'xapp-1' };
  expect(loadConfig({ ...socket, PUBLIC_URL }).config.checks.sweepEveryMs).toBe(600_000);
  expect(loadConfig(socket).config.checks.sweepEveryMs).toBe(60_000);
});

test('an empty by-id path turns that look-up off', () => {
  expect(loadConfig({ ...COMPLETE, PAYLINK_LINK_PATH: '' }).config.paymentService.paths.link).toBe('');
});

test('a misspelt name gets a warning with the likely one', () => {
  const { warnings } = loadConfig({ ...COMPLETE, PAYLINK_TIMEZONE: 'Asia/Dubai' });
  expect(warnings).toEqual(['PAYLINK_TIMEZONE is not a setting of Paylink; did you mean PAYLINK_TIME_ZONE?']);
});

test('the metrics cannot have the port of everything else, unless both are free ones', () => {
  const same = 'METRICS_PORT is the same as PORT: set another, or leave it out';
  expect(faultsOf({ ...COMPLETE, METRICS_PORT: '3000' })).toEqual([same]);
  expect(faultsOf({ ...COMPLETE, PORT: '0', METRICS_PORT: '0' })).toEqual([]);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paylink-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  const { SLACK_BOT_TOKEN: _, ...common } = COMPLETE;
  const MANY = {
    ...common,
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'client-secret',
    SLACK_STATE_SECRET: 'long enough for a state',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: 'postgres://paylink:hidden@db.example.com/paylink',
    SLACK_APP_TOKEN: 'xapp-1',
  };

  test.each([
    ['one workspace', COMPLETE],
    ['many workspaces', MANY],
  ])('is read without the line end at its end: %s', (what, env) => {
    const inFiles = Object.entries(env).map(([name, value]) =>
      SECRETS.includes(name) ? [`${name}_FILE`, write(`${what} ${name}`, `${value}\r\n`)] : [name, value],
    );
    expect(inFiles.filter(([name]) => name?.endsWith('_FILE')).length).toBeGreaterThan(3);
    // As a copied .env.example has them.
    const empty = Object.fromEntries(SECRETS.map((name) => [name, '']));
    expect(loadConfig({ ...empty, ...Object.fromEntries(inFiles) })).toEqual(loadConfig(env));
  });

  test('that gives none is one line among all faults, with its remedy, and nothing of it is said', () => {
    const { SLACK_SIGNING_SECRET, PAYLINK_SECRET_KEY, PAYLINK_API_KEY, SLACK_BOT_TOKEN, ...others } =
      COMPLETE;
    const faults = faultsOf({
      ...others,
      SLACK_SIGNING_SECRET,
      SLACK_SIGNING_SECRET_FILE: write('both', 'hidden'),
      SLACK_BOT_TOKEN_FILE: write('wrong', 'hidden'),
      PAYLINK_API_KEY_FILE: write('empty', '\n'),
      PAYLINK_SECRET_KEY_FILE: join(folder, 'hidden'),
      ENCRYPTION_KEY_FILE: folder,
      DATABASE_URL_FILE: write('huge', 'hidden'.repeat(20_000)),
      PORT: 'hidden',
    });
    expect(faults.toSorted()).toEqual([
      'DATABASE_URL is not in the file of DATABASE_URL_FILE, which is larger than 64 KiB: put the secret there, and nothing else',
      'ENCRYPTION_KEY is in a file, ENCRYPTION_KEY_FILE, which cannot be read (EISDIR): it is a folder; Docker makes one where the file to mount is missing',
      'PAYLINK_API_KEY is not in the file of PAYLINK_API_KEY_FILE, which is empty: put the secret there, and nothing else',
      'PAYLINK_SECRET_KEY is in a file, PAYLINK_SECRET_KEY_FILE, which cannot be read (ENOENT): correct the path, which counts from the folder that Paylink starts in, or put the file there',
      expect.stringMatching(/^PORT /),
      'SLACK_BOT_TOKEN is not a bot token: it must start with xoxb-',
      'SLACK_SIGNING_SECRET and SLACK_SIGNING_SECRET_FILE are both set: leave out the one or the other',
    ]);
  });

  test('has a name that Paylink knows, and what is no secret has none', () => {
    const { warnings } = loadConfig({ ...COMPLETE, SLACK_APP_TOKEN_FIEL: 'x', PAYLINK_ADMINS_FILE: 'x' });
    expect(warnings).toEqual([
      'SLACK_APP_TOKEN_FIEL is not a setting of Paylink; did you mean SLACK_APP_TOKEN_FILE?',
      'PAYLINK_ADMINS_FILE is not a setting of Paylink',
    ]);
  });
});

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array));

test('keys are read in order, with spaces around them, and with or without padding', () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 1, maxLength: 4 }), fc.boolean(), (keys, isPadded) => {
      const texts = keys.map((key) => key.toString('base64').slice(0, isPadded ? 44 : 43));
      expect(parseEncryptionKeys(texts.join(', '))).toEqual(keys);
    }),
  );
});

test('anything but base64 of exactly 32 bytes is refused', () => {
  const good = randomBytes(32).toString('base64');
  const faulty = [
    '',
    ' ',
    ',',
    `${good},`,
    `,${good}`,
    `${good},short`,
    good.slice(1),
    `A${good}`,
    `${good}=`,
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    randomBytes(32).toString('hex'),
    `${good.slice(0, 20)}\n${good.slice(20)}`,
    `${'A'.repeat(42)}B`,
    `${'_'.repeat(42)}A=`,
    `${good} ${good}`,
  ];
  for (const text of faulty) expect(parseEncryptionKeys(text), JSON.stringify(text)).toBeNull();
});

test('any text gives keys of 32 bytes or none', () => {
  const near = fc
    .uint8Array({ minLength: 31, maxLength: 33 })
    .map((array) => Buffer.from(array).toString('base64'));
  const part = fc.oneof(
    { weight: 3, arbitrary: bytes.map((key) => key.toString('base64')) },
    near,
    fc.string(),
  );
  const met = { keys: 0, none: 0 };
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), fc.constantFrom(',', ' , ', ',,'), (parts, between) => {
      const keys = parseEncryptionKeys(parts.join(between));
      met[keys === null ? 'none' : 'keys'] += 1;
      expect(keys === null || (keys.length > 0 && keys.every((key) => key.length === 32))).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(met.keys, met.none)).toBeGreaterThan(50);
});
