import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewLink } from '../../src/store/new-link.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { DataDirInUseError } from '../../src/store/process-lock.ts';

let dataDir: string;
let store: Store;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paylink-store-'));
  store = await openStore({ dataDir });
});

afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

const AT = Date.UTC(2026, 10, 21, 8);

const buildNewLink = (changes: Partial<NewLink> = {}): NewLink => ({
  id: 'lnk_1',
  nonce: 'nonce-1',
  teamId: 'T1',
  enterpriseId: null,
  channelId: 'C1',
  makerId: 'U1',
  makerName: 'sara',
  invoiceId: 'PL-1',
  invoiceIdIsOurs: true,
  callbackTokenHash: 'hash-1',
  amountFils: 25_050,
  expiresAt: AT + 1_000,
  details: {
    FullName: 'Sara Khan',
    Email: 'sara@example.com',
    Phone: '+971501234567',
    notes: 'June rent',
    expiryOn: '2026-12-21 12:00:00',
    Is_QR_needed: true,
    Is_invoice_generated: false,
  },
  at: AT,
  ...changes,
});

describe('a link in the store', () => {
  test('is reserved once for a form, however often the form comes', async () => {
    const first = await store.links.reserve(buildNewLink());
    const second = await store.links.reserve(
      buildNewLink({ id: 'lnk_2', callbackTokenHash: 'hash-2', amountFils: 1 }),
    );
    expect(first.isNew).toBe(true);
    expect(second).toEqual({ link: first.link, isNew: false });
  });

  test('is reserved once when two forms with one nonce race', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.links.reserve(buildNewLink({ id: `lnk_${i}`, callbackTokenHash: `hash-${i}` })),
      ),
    );
    expect(results.filter((result) => result.isNew)).toHaveLength(1);
    expect(new Set(results.map((result) => result.link.id)).size).toBe(1);
  });

  test('moves forward only, and keeps its history', async () => {
    await store.links.reserve(buildNewLink());
    const opened = await store.links.move({
      id: 'lnk_1',
      to: 'open',
      at: AT + 5,
      cause: 'answered',
      address: 'https://pay.example/1',
      orderId: '1001',
    });
    expect(opened).toMatchObject({
      state: 'open',
      address: 'https://pay.example/1',
      orderId: '1001',
      version: 2,
    });
    expect(await store.links.move({ id: 'lnk_1', to: 'failed', at: AT + 6, cause: 'late' })).toBeNull();
    expect(await store.links.move({ id: 'lnk_1', to: 'unknown', at: AT + 6, cause: 'late' })).toBeNull();
    expect(await store.links.history('lnk_1')).toEqual([
      { at: AT, from: null, to: 'reserved', cause: 'form submitted' },
      { at: AT + 5, from: 'reserved', to: 'open', cause: 'answered' },
    ]);
  });

  test('is not found by another workspace', async () => {
    await store.links.reserve(buildNewLink());
    expect(await store.links.find('T1', 'lnk_1')).not.toBeNull();
    expect(await store.links.find('T2', 'lnk_1')).toBeNull();
    expect(await store.links.findByNonce('T2', 'nonce-1')).toBeNull();
  });

  test('is there again, unchanged, after the database was closed and opened', async () => {
    const { link } = await store.links.reserve(buildNewLink());
    await store.close();
    store = await openStore({ dataDir });
    expect(await store.links.get('lnk_1')).toEqual(link);
  });
});

describe('notices', () => {
  const notice = (id: string, lane: string) => ({ id, lane, kind: 'card', linkId: 'lnk_1' });

  test('are written with the change that causes them, or not at all', async () => {
    await store.links.reserve(buildNewLink());
    await store.links.move({ id: 'lnk_1', to: 'failed', at: AT, cause: 'refused' });
    const change = { id: 'lnk_1', to: 'open' as const, at: AT, cause: 'late', notices: [notice('n1', 'a')] };
    expect(await store.links.move(change)).toBeNull();
    expect(await store.notices.waitingCount()).toBe(0);
  });

  test('come one a lane, in the order of their making', async () => {
    await store.links.reserve(buildNewLink());
    await store.notices.add([notice('z', 'a'), notice('y', 'a'), notice('x', 'b')], AT);
    await store.notices.add([notice('a', 'a')], AT + 1);
    const heads = async () => (await store.notices.heads()).map((head) => head.id).sort();
    expect(await heads()).toEqual(['x', 'z']);
    await store.notices.postpone('z', AT + 60_000, 'ratelimited', AT);
    expect(await heads()).toEqual(['x', 'z']);
    await store.notices.delivered('z', AT, { channelId: 'C9', ts: '1.2' });
    expect(await heads()).toEqual(['x', 'y']);
    expect((await store.links.get('lnk_1')).card).toEqual({ channelId: 'C9', ts: '1.2' });
    await store.notices.giveUp('y', 'is_archived', AT, [notice('n', 'dm')]);
    expect(await heads()).toEqual(['a', 'n', 'x']);
  });
});

test('a second process on the same folder is refused with the remedy', async () => {
  await expect(openStore({ dataDir })).rejects.toThrow(DataDirInUseError);
  await expect(openStore({ dataDir })).rejects.toThrow(/DATA_DIR/);
});
