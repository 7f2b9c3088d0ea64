import { expect, test } from 'vitest';
import { ConfigError, ENVIRONMENT_NAMES, loadConfig } from '../../src/config/config.ts';
import { environmentSchema } from '../../src/config/environment.ts';
import { codeOf, readCode, readDocs, readFile, readTables } from './read-docs.ts';

const configuration = readFile('docs/configuration.md');
const rows = readTables(configuration, 'variable').map(([name, , fallback, , wrong]) => ({
  name: codeOf(name) ?? '',
  fallback: codeOf(fallback),
  wrong: wrong ?? '',
}));
const ours = [...ENVIRONMENT_NAMES].sort();

/** Of every variable that cannot hold just anything. */
const WRONG: Record<string, string> = {
  PORT: 'http',
  PUBLIC_URL: 'paylink.example.com',
  SLACK_BOT_TOKEN: 'xoxp-1',
  SLACK_API_URL: 'slack',
  SLACK_STATE_SECRET: 'short',
  SLACK_APP_TOKEN: 'xoxb-1',
  ENCRYPTION_KEY: 'short',
  PAYLINK_ADMINS: 'sara@example.com',
  PAYLINK_BASE_URL: 'service',
  PAYLINK_TIME_ZONE: 'Dubai',
  PAYLINK_TRANSACTIONS_PATH: '/transactions',
  PAYLINK_PAYOUTS_PATH: '/payouts',
  PAYLINK_LINKS_PATH: '/links',
  PAYLINK_LINK_PATH: '/link',
  PAYLINK_TRANSACTION_PATH: '/transaction',
  PAYLINK_SIGNATURE_ENCODING: 'rot13',
  PAYLINK_SIGNATURE_GET: 'all',
  PAYLINK_CHECK_AFTER_SECONDS: 'soon',
  PAYLINK_CHECK_AT_MOST_SECONDS: 'late',
  PAYLINK_SWEEP_SECONDS: 'often',
  PAYLINK_REQUEST_SECONDS: 'long',
  PAYLINK_EXPORT_ROWS: 'all',
  PAYLINK_BATCH_ROWS: 'all',
  PAYLINK_BATCH_ROWS_PER_SECOND: 'many',
  RETENTION_DAYS: 'year',
  DATABASE_URL: 'mysql://localhost/paylink',
  PAYLINK_ENV_FILE: 'on',
  LOG_LEVEL: 'loud',
};

const faultOf = (name: string, value: string): string | undefined => {
  try {
    loadConfig({ [name]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.find((fault) => fault.startsWith(`${name} `) && !fault.includes(' is missing'));
  }
};

test('docs/configuration.md has a row for each variable that is read, and none for another', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(ours);
});

test('.env.example names each variable that is read once, and no other', () => {
  const named = [...readFile('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual(ours);
});

test('a default in docs/configuration.md is the one that holds', () => {
  const held = new Map<string, unknown>(Object.entries(environmentSchema.parse({})));
  for (const { name, fallback } of rows) {
    // Two, each with its own condition.
    if (name === 'PAYLINK_SWEEP_SECONDS') continue;
    const value = held.get(name);
    const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
    expect({ name, fallback }).toEqual({ name, fallback: isNone ? null : String(value) });
  }
});

test('how often all links are looked at depends on whether there are callbacks, as docs/configuration.md says', () => {
  const socket = {
    SLACK_APP_TOKEN: 'xapp-1',
    SLACK_BOT_TOKEN: 'xoxb-1',
    PAYLINK_BASE_URL: 'https://service.example.com',
    PAYLINK_API_KEY: 'key',
    PAYLINK_ACCOUNT_ID: 'account',
    PAYLINK_SECRET_KEY: 'secret',
  };
  const secondsOf = (env: Record<string, string>) => loadConfig(env).config.checks.sweepEveryMs / 1000;
  const withAddress = secondsOf({ ...socket, PUBLIC_URL: 'https://paylink.example.com' });
  const cell = `\`${withAddress}\`; \`${secondsOf(socket)}\` without \`PUBLIC_URL\``;
  expect(configuration).toContain(`| ${cell} |`);
});

test.each(Object.entries(WRONG))(
  'what docs/configuration.md says of a wrong %s is what is said',
  (name, value) => {
    const row = rows.find((one) => one.name === name);
    expect(row?.wrong).not.toBe('');
    expect(faultOf(name, value)?.slice(name.length + 1, name.length + 1 + (row?.wrong.length ?? 0))).toBe(
      row?.wrong,
    );
  },
);

test('no text names a variable of ours that there is not', () => {
  const named = readDocs().flatMap(({ path, text }) =>
    readCode(text)
      .flatMap((code) => code.match(/\b(?:PAYLINK|SLACK)_[A-Z_]*[A-Z]\b/g) ?? [])
      .filter((name) => !ENVIRONMENT_NAMES.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});
