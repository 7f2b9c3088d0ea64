import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/operations/doctor/report.ts';

test('no secret of the environment remains in any text', () => {
  const secret = fc
    .string({ minLength: 4 })
    .filter((text) => text.trim().length >= 4 && !'[secret]'.includes(text.trim()));
  const name = fc.constantFrom(
    'PAYLINK_API_KEY',
    'PAYLINK_ACCOUNT_ID',
    'PAYLINK_SECRET_KEY',
    'SLACK_BOT_TOKEN',
    'SLACK_SIGNING_SECRET',
    'SLACK_CLIENT_SECRET',
    'SLACK_BOTTOKEN',
    'PAYLINK_APIKEY',
    'ENCRYPTION_KEY',
    'DATABASE_URL',
    'PGPASSWORD',
  );
  fc.assert(
    fc.property(name, secret, fc.string(), fc.string(), (variable, value, before, after) => {
      const planted = value.trim();
      const text = createRedactor({ [variable]: value })(`${before} ${planted} ${after} ${planted}`);
      expect(text).toContain('[secret]');
      // What is left around a removed secret does not form it again.
      expect(text.split('[secret]').filter((part) => part.includes(planted))).toEqual([]);
    }),
  );
});

test('a password in an address is removed both encoded and decoded', () => {
  const redact = createRedactor({ DATABASE_URL: 'postgres://paylink:plan%2Fted@db:5432/paylink' });
  expect(redact('user paylink, plan%2Fted or plan/ted')).toBe('user paylink, [secret] or [secret]');
  const mistyped = createRedactor({ DATABASE_URL: 'postgres://paylink:plan#t@ed@db/paylink' });
  expect(mistyped('no host plan#t@ed')).toBe('no host [secret]');
  expect(createRedactor({ PAYLINK_BASE_URL: 'https://a:planted@b.example' })('planted')).toBe('[secret]');
});

test('addresses and plain settings stay readable', () => {
  const redact = createRedactor({
    PUBLIC_URL: 'https://paylink.example.com',
    PAYLINK_TIME_ZONE: 'Asia/Dubai',
    PAYLINK_SIGNATURE_GET: 'query',
    PAYLINK_API_KEY: '',
  });
  expect(redact('https://paylink.example.com Asia/Dubai query')).toBe(
    'https://paylink.example.com Asia/Dubai query',
  );
});
