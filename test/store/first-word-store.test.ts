// @module-tag postgres

import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const BEREIT = { name: 'status', word: 'bereit' };
const OFFEN = { name: 'state', word: 'offen' };
const note = (id: string, ...words: { name: string; word: string }[]) =>
  store.firstWords.note({ teamId: 'T1', id }, words);
const takeTurn = (id: string, teamId = 'T1') => store.firstWords.takeTurn({ teamId, id });

test('a word is known once three links of a workspace began with it, under the same name', async () => {
  expect(await note('lnk_1', BEREIT)).toEqual([]);
  expect(await note('lnk_1', BEREIT)).toEqual([]);
  expect(await note('lnk_2', BEREIT, OFFEN)).toEqual([]);
  expect(await note('lnk_3', { ...BEREIT, name: 'link.status' })).toEqual([]);
  expect(await store.firstWords.note({ teamId: 'T2', id: 'lnk_4' }, [BEREIT])).toEqual([]);
  await reopen();
  expect(await note('lnk_5', BEREIT, OFFEN)).toEqual([BEREIT]);
  expect(await note('lnk_6', OFFEN)).toEqual([OFFEN]);
});

test('new links of a workspace are looked at until the word is known, and at most ten', async () => {
  for (let at = 0; at < 10; at += 1) expect(await takeTurn(`lnk_${at}`), `link ${at}`).toBe(true);
  expect(await takeTurn('lnk_11')).toBe(false);

  expect(await takeTurn('lnk_12', 'T2')).toBe(true);
  for (const id of ['lnk_12', 'lnk_13', 'lnk_14']) {
    expect(await takeTurn(id, 'T2')).toBe(true);
    await store.firstWords.note({ teamId: 'T2', id }, [BEREIT]);
  }
  expect(await takeTurn('lnk_15', 'T2')).toBe(false);
});

test('a link that began with words that are understood leaves nothing to learn', async () => {
  expect(await takeTurn('lnk_1')).toBe(true);
  expect(await note('lnk_1')).toEqual([]);
  expect(await takeTurn('lnk_2')).toBe(false);
});

test('a service that begins each link with another word fills no table', async () => {
  for (let at = 0; at < 110; at += 1) await note(`lnk_${at}`, { name: 'status', word: `w${at}` });
  for (const id of ['lnk_a', 'lnk_b', 'lnk_c']) expect(await note(id, BEREIT)).toEqual([]);
});
