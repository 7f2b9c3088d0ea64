import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, SealBrokenError } from '../../src/tenancy/sealer.ts';
import { runs } from '../fixtures/whole-suite.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const PLACE = 'installations/bot_token/E1/T1';

test('any text opens in its own context and in no other', () => {
  const sealer = createSealer([randomBytes(32)]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, context, other) => {
      const sealed = sealer.seal(text, context);
      expect(sealer.open(sealed, context)).toBe(text);
      if (other !== context) expect(() => sealer.open(sealed, other)).toThrow(SealBrokenError);
    }),
  );
});

test('a sealed text with any one character changed, added or missing does not open', () => {
  const sealer = createSealer([NEW]);
  const sealed = sealer.seal('xoxb-planted', PLACE);
  fc.assert(
    fc.property(
      fc.nat(sealed.length - 1),
      fc.constantFrom(...'AZaz09-_.=+/ v'),
      fc.constantFrom('change', 'add', 'drop'),
      (place, character, how) => {
        const after = sealed.slice(how === 'add' ? place : place + 1);
        const tampered = sealed.slice(0, place) + (how === 'drop' ? '' : character) + after;
        if (tampered !== sealed) expect(() => sealer.open(tampered, PLACE)).toThrow(SealBrokenError);
      },
    ),
    runs(1_000),
  );
});

test('a sealed text with anything appended does not open', () => {
  const sealer = createSealer([NEW]);
  const sealed = sealer.seal('xoxb-planted', PLACE);
  for (const tail of ['.', '.x', '\n', ' '])
    expect(() => sealer.open(sealed + tail, PLACE)).toThrow(SealBrokenError);
});

test('a text that was never sealed is refused like a changed one', () => {
  const sealer = createSealer([NEW]);
  const [version = '', keyName = ''] = sealer.seal('xoxb-planted', PLACE).split('.');
  // Only the cipher can refuse it: it has our version and key, and bytes that were never sealed.
  const forged = fc
    .tuple(
      fc.constantFrom(version, 'v2'),
      fc.constantFrom(keyName, '00000000', ''),
      fc.uint8Array({ maxLength: 80 }),
    )
    .map(([of, by, bytes]) => [of, by, Buffer.from(bytes).toString('base64url')].join('.'));
  fc.assert(
    fc.property(fc.oneof(fc.string(), forged), (text) => {
      expect(() => sealer.open(text, PLACE)).toThrow(SealBrokenError);
    }),
    runs(500),
  );
});

test('the same text is sealed differently each time, and names the version and the key', () => {
  const sealer = createSealer([NEW, OLD]);
  const texts = Array.from({ length: 50 }, () => sealer.seal('the same', PLACE));
  expect(new Set(texts).size).toBe(50);
  for (const text of texts) expect(text).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
});

test('the first key seals, all keys open, and a removed key opens nothing', () => {
  const before = createSealer([OLD]).seal('xoxb-planted', PLACE);
  const rotating = createSealer([NEW, OLD]);
  expect(rotating.open(before, PLACE)).toBe('xoxb-planted');
  expect(rotating.isCurrent(before)).toBe(false);
  const after = rotating.seal('xoxb-planted', PLACE);
  expect(rotating.isCurrent(after)).toBe(true);
  expect(createSealer([NEW]).open(after, PLACE)).toBe('xoxb-planted');
  expect(() => createSealer([NEW]).open(before, PLACE)).toThrow(SealBrokenError);
});

test('the error names the place and the variable, and nothing of the text', () => {
  const sealed = createSealer([OLD]).seal('xoxb-planted', PLACE);
  try {
    createSealer([NEW]).open(sealed, PLACE);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(SealBrokenError);
    const { message, context } = error as SealBrokenError;
    expect(context).toBe(PLACE);
    expect(message).toContain(PLACE);
    expect(message).toContain('ENCRYPTION_KEY');
    expect(message).toContain(sealed.split('.')[1]);
    expect(message).not.toContain('planted');
    expect(message).not.toContain(sealed.slice(-20));
  }
});

test('without keys, or with a short key, no sealer is created', () => {
  expect(() => createSealer([])).toThrow(TypeError);
  expect(() => createSealer([NEW, Buffer.alloc(31)])).toThrow(TypeError);
});
