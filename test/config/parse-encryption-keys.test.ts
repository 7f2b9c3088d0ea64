import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEncryptionKeys } from '../../src/config/environment.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array));

test('keys between commas come in their order, with blanks around them and with or without padding', () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 1, maxLength: 4 }), fc.boolean(), (keys, isPadded) => {
      const texts = keys.map((key) => key.toString('base64').slice(0, isPadded ? 44 : 43));
      expect(parseEncryptionKeys(texts.join(', '))).toEqual(keys);
    }),
  );
});

test('anything that is not base64 of exactly 32 bytes is no key', () => {
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

test('whatever is given, there are keys of 32 bytes or none', () => {
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
