import { expect, test } from 'vitest';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { buildTaughtWords, type OperatorWords } from '../../src/teaching/taught-words-view.ts';
import { seen } from '../fixtures/seen.ts';

const wordOf = (word: string): StoredWord => ({
  ...{ name: 'type', key: word, word, path: 'type', linkId: 'lnk_1', askedAt: 1 },
  answer: { says: 'paid', by: 'U1', at: 2, inEffect: { by: 'U1', at: 2 } },
});
const NONE: OperatorWords = { paid: [], failed: [], cancelled: [], expired: [], refunded: [], waiting: [] };
const SET: OperatorWords = { ...NONE, failed: ['KZX', 'QX17'] };
const show = (...of: Parameters<typeof buildTaughtWords>) => seen({ blocks: buildTaughtWords(...of) }).text;

test('the words of the operator stand below those that admins said, and nothing where there is none', () => {
  expect(buildTaughtWords([], NONE)).toEqual([]);
  const set = '`KZX`, `QX17`: *failed*, set as `PAYLINK_FAILED_WORDS`';
  expect(show([], SET)).toBe(`Words of the payment service\n${set}`);
  expect(show([wordOf('ZED')], SET)).toMatch(/ZED.*PAYLINK_FAILED_WORDS`$/s);
  expect(show([wordOf('ZED')], NONE)).not.toMatch(/PAYLINK_|\n$/);
});

test('forty words are listed, and the older ones counted', () => {
  const words = Array.from({ length: 43 }, (_, at) => wordOf(`ZED${at}`));
  expect(show(words, NONE)).toContain('ZED39');
  expect(show(words, NONE)).not.toContain('ZED40');
  expect(show(words, NONE)).toContain('…and 3 older ones.');
  expect(show(words.slice(0, 40), NONE)).not.toContain('older');
});
