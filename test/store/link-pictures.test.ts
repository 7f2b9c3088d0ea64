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
  const { qrFileId, qrUploads, updatedAt } = await store.links.get(id);
  return { qrFileId, qrUploads, updatedAt };
};

describe('the QR picture of a link', () => {
  test('is not confused with another one', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT + 1);
    expect(await picture('lnk_2')).toEqual({ qrFileId: null, qrUploads: 0, updatedAt: AT });
    await store.links.setQrFile('lnk_2', 'F1', AT + 1);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F0', mayRenew: true }, AT + 2)).toBeNull();
    expect(await picture()).toEqual({ qrFileId: 'F1', qrUploads: 1, updatedAt: AT + 1 });
  });

  test('that was lost is uploaded again, but not a third time', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT);
    await store.links.setQrFile('lnk_2', 'F1', AT);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F1', mayRenew: true }, AT + 1)).toBe(true);
    expect(await picture()).toEqual({ qrFileId: null, qrUploads: 1, updatedAt: AT + 1 });
    await store.links.setQrFile('lnk_1', 'F2', AT + 2);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F2', mayRenew: true }, AT + 3)).toBe(false);
    expect(await picture()).toEqual({ qrFileId: null, qrUploads: 2, updatedAt: AT + 3 });
    expect((await picture('lnk_2')).qrFileId).toBe('F1');
  });

  test('is given up if another one would be refused too', async () => {
    await store.links.setQrFile('lnk_1', 'F1', AT);
    expect(await store.links.dropQr('lnk_1', { fileId: 'F1', mayRenew: false }, AT)).toBe(false);
  });
});

test('the address of a QR code is known until it expires', async () => {
  await store.pictures.add({ tokenHash: 'hash', teamId: 'T1', linkId: 'lnk_1', expiresAt: AT + 10 });
  expect((await store.pictures.find('hash', AT + 9))?.id).toBe('lnk_1');
  expect(await store.pictures.find('hash', AT + 10)).toBeNull();
  expect(await store.pictures.find('nobody', AT)).toBeNull();
});
