import { expect, test } from 'vitest';
import type { StoredWord } from '../../src/teaching/taught-word-store.ts';
import { createVocabularies } from '../../src/teaching/workspace-vocabulary.ts';

const SAID: StoredWord = {
  ...{ name: 'type', key: 'qx17', word: 'QX17', path: 'type', linkId: 'lnk_1', askedAt: 1 },
  answer: { says: 'paid', by: 'U1', at: 2, inEffect: { by: 'U1', at: 2 } },
};

const start = () => {
  const state = { now: 0, list: [] as StoredWord[], reads: 0 };
  const words = createVocabularies({
    taughtWords: {
      list: async (teamId) => {
        state.reads += 1;
        return teamId === 'T1' ? state.list : [];
      },
    },
    stateWords: {},
    clock: { now: () => state.now },
  });
  const kindOf = async (teamId = 'T1') => (await words.of(teamId)).taught('type', 'qx_17');
  return { state, words, kindOf };
};

test('an answer applies immediately on its own instance, and within seconds on another', async () => {
  const own = start();
  expect(await own.kindOf()).toBeNull();
  own.state.list = [SAID];
  expect(await own.kindOf()).toBeNull();
  own.words.changed('T1');
  expect(await own.kindOf()).toBe('paid');

  const other = start();
  expect(await other.kindOf()).toBeNull();
  other.state.list = [SAID];
  other.state.now += 5_000;
  expect(await other.kindOf()).toBe('paid');
});

test('an answer applies only to its workspace, and is read once for many links', async () => {
  const { state, kindOf } = start();
  state.list = [SAID];
  for (let at = 0; at < 10; at += 1) expect(await kindOf()).toBe('paid');
  expect(state.reads).toBe(1);
  expect(await kindOf('T2')).toBeNull();
});

test('words that were read while a person answered are not cached', async () => {
  const { state, words, kindOf } = start();
  const reading = kindOf();
  state.list = [SAID];
  words.changed('T1');
  await reading;
  expect(await kindOf()).toBe('paid');
});

test('an answer counts only once somebody agreed, and the operator’s words win', async () => {
  const { state, words, kindOf } = start();
  state.list = [{ ...SAID, answer: { says: 'paid', by: 'U1', at: 2, inEffect: null } }];
  expect(await kindOf()).toBeNull();
  state.list = [SAID];
  words.changed('T1');
  expect(await kindOf()).toBe('paid');
  const configured = createVocabularies({
    taughtWords: { list: async () => [SAID] },
    stateWords: { failed: ['QX17'] },
    clock: { now: () => 0 },
  });
  expect((await configured.of('T1')).taught('type', 'QX17')).toBeNull();
});
