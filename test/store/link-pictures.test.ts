// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink } from '../links/open-link.ts';

const { store } = storePerTest();

beforeEach(async () => {
  await openLink(store, 'lnk_1');
  await openLink(store, 'lnk_2');
});

const picture = async (id = 'lnk_1') => {
  const { qrFileId, qrState, updatedAt } = await store.links.get(id);
  return { qrFileId, qrState, updatedAt };
};
/** As the end of an edit of the card of `lnk_1` does. */
const useInCard = async (qrTaken: string, at: number) => {
  await store.jobs.add({ id: 'not_1', teamId: 'T1', kind: 'edit', linkId: 'lnk_1' }, at);
  const { jobs } = await store.jobs.claim({ at, queue: 'notices', leaseMs: 1_000, limit: 1, token: 'token' });
  for (const job of jobs) await store.jobs.finish(job, at, { qrTaken });
};
const UNTOUCHED = { qrFileId: null, qrState: null, updatedAt: AT };

describe('the QR picture of a link', () => {
  test('is fresh once Slack has it, and used once a card has it', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT + 1);
    expect(await picture()).toEqual({ qrFileId: 'F1', qrState: 'fresh', updatedAt: AT + 1 });
    await useInCard('F1', AT + 2);
    expect(await picture()).toEqual({ qrFileId: 'F1', qrState: 'taken', updatedAt: AT + 2 });
    expect(await picture('lnk_2')).toEqual(UNTOUCHED);
  });

  test('is not confused with another one', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT + 1);
    await store.links.setQrFile('lnk_2', 'F1', AT + 1);
    await useInCard('F0', AT + 2);
    expect((await picture()).qrState).toBe('fresh');
    expect(await store.links.dropQr('lnk_1', { fileId: 'F0', mayRenew: true }, AT + 2)).toBeNull();
    expect(await picture()).toEqual({ qrFileId: 'F1', qrState: 'fresh', updatedAt: AT + 1 });
    expect((await picture('lnk_2')).qrState).toBe('fresh');
  });

  test('that was lost is uploaded again, but not a third time', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT);
    await store.links.setQrFile('lnk_2', 'F1', AT);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F1', mayRenew: true }, AT + 1)).toBe('lost');
    expect(await picture()).toEqual({ qrFileId: null, qrState: 'lost', updatedAt: AT + 1 });
    await store.links.setQrFile('lnk_1', 'F2', AT + 2);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F2', mayRenew: true }, AT + 3)).toBe('gone');
    expect(await picture()).toEqual({ qrFileId: null, qrState: 'gone', updatedAt: AT + 3 });
    expect((await picture('lnk_2')).qrFileId).toBe('F1');
  });

  test('is given up if another one would be refused too', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F1', mayRenew: false }, AT)).toBe('gone');
  });
});

describe('a kept picture', () => {
  const save = (shows: { linkId: string } | { bytes: Uint8Array }, tokenHash = 'hash') =>
    store.pictures.add({ tokenHash, teamId: 'T1', shows, expiresAt: AT + 10 });

  test('is a link’s QR code or a chart, until it expires', async () => {
    await save({ linkId: 'lnk_1' });
    await save({ bytes: Uint8Array.of(1, 2, 255) }, 'other');
    expect(await store.pictures.find('hash', AT + 9)).toEqual({ teamId: 'T1', linkId: 'lnk_1' });
    const drawn = await store.pictures.find('other', AT + 9);
    expect(drawn).toMatchObject({ teamId: 'T1' });
    expect([...(drawn && 'bytes' in drawn ? drawn.bytes : [])]).toEqual([1, 2, 255]);
    expect(await store.pictures.find('hash', AT + 10)).toBeNull();
    expect(await store.pictures.find('nobody', AT)).toBeNull();
  });
});
