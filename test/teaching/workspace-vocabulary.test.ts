import { expect, test } from 'vitest';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { createVocabularies } from '../../src/teaching/workspace-vocabulary.ts';

const SAID: StoredWord = {
  ...{ name: 'type', key: 'qx17', word: 'QX17', path: 'type', linkId: 'lnk_1', askedAt: 1 },
  answer: { says: 'paid', by: 'U1', at: 2, inEffect: { by: 'U1', at: 2 } },
};

/** Of what admins of T1 have said. */
const kindOf = async (said: StoredWord[], teamId = 'T1') => {
  const words = createVocabularies({
    taughtWords: { list: async (of) => (of === 'T1' ? said : []) },
    stateWords: {},
  });
  return (await words.of(teamId)).taught('type', 'qx_17');
};

test('an answer applies only to its workspace', async () => {
  expect(await kindOf([])).toBeNull();
  expect(await kindOf([SAID])).toBe('paid');
  expect(await kindOf([SAID], 'T2')).toBeNull();
});

test('an answer counts only once somebody agreed, and the operator’s words win', async () => {
  expect(await kindOf([{ ...SAID, answer: { says: 'paid', by: 'U1', at: 2, inEffect: null } }])).toBeNull();
  const configured = createVocabularies({
    taughtWords: { list: async () => [SAID] },
    stateWords: { failed: ['QX17'] },
  });
  expect((await configured.of('T1')).taught('type', 'QX17')).toBeNull();
});
