// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { createAudit } from '../../src/people/audit.ts';
import type { AuditAction, AuditEntry } from '../../src/store/audit-store.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const NOON = Date.UTC(2026, 10, 21, 8);

const add = async (id: string, changes: Partial<AuditEntry> = {}): Promise<void> => {
  await store.auditEntries.add({
    id,
    teamId: 'T1',
    at: NOON,
    actorId: 'U1',
    action: 'details-viewed',
    subject: 'lnk_1',
    detail: null,
    ...changes,
  });
};

const found = async (filter: Parameters<typeof readTrail>[1] = {}) =>
  (await readTrail(store, filter)).map(({ id }) => id);

test('an entry is read as written, also after a restart', async () => {
  const entry: AuditEntry = {
    id: 'aud_1',
    teamId: 'T1',
    at: NOON,
    actorId: 'U1',
    action: 'role-changed',
    subject: 'U2',
    detail: { from: 'cashier', to: 'supervisor', count: 1, isSelf: false, before: null },
  };
  await store.auditEntries.add(entry);
  await reopen();
  expect(await readTrail(store)).toEqual([entry]);
});

test('entries of another workspace are never found', async () => {
  await add('aud_1', { teamId: 'T2' });
  expect(await found()).toEqual([]);
  expect(await found({ subject: 'lnk_1', actorId: 'U1', word: 'lnk' })).toEqual([]);
});

test('entries are found by actor, action, subject, time, and any word in them', async () => {
  await add('aud_1', { at: NOON, actorId: 'U1', action: 'report-read', subject: 'transactions' });
  await add('aud_2', { at: NOON + 1_000, actorId: 'U2', action: 'report-exported', subject: 'payouts' });
  await add('aud_3', { at: NOON + 2_999, actorId: 'U1', action: 'link-made', subject: 'lnk_100%_A' });
  await add('aud_4', { at: NOON + 3_000, actorId: 'U1', action: 'audit-read', subject: null });
  expect(await found()).toEqual(['aud_4', 'aud_3', 'aud_2', 'aud_1']);
  expect(await found({ actorId: 'U2' })).toEqual(['aud_2']);
  expect(await found({ action: 'report-read' })).toEqual(['aud_1']);
  expect(await found({ subject: 'payouts' })).toEqual(['aud_2']);
  expect(await found({ span: { from: NOON + 1_000, to: NOON + 2_000 } })).toEqual(['aud_3', 'aud_2']);
  expect(await found({ word: 'REPORT' })).toEqual(['aud_2', 'aud_1']);
  expect(await found({ word: 'payout' })).toEqual(['aud_2']);
  expect(await found({ word: '0%_a' })).toEqual(['aud_3']);
  expect(await found({ word: '%' })).toEqual(['aud_3']);
  expect(await found({ word: '\\' })).toEqual([]);
  expect(await found({ actorId: 'U1', word: 'report' })).toEqual(['aud_1']);
});

describe('pages', () => {
  const ACTIONS: AuditAction[] = ['report-read', 'totals-read'];

  /** Three of every five share their millisecond. */
  const fill = async (count: number): Promise<string[]> => {
    const entries = Array.from({ length: count }, (_, index) => ({
      id: `aud_${String((index * 7) % count).padStart(3, '0')}`,
      at: NOON + Math.floor(index / 3),
      action: ACTIONS[index % 2] ?? 'report-read',
    }));
    for (const { id, ...changes } of entries) await add(id, changes);
    return entries.sort((a, b) => b.at - a.at || (b.id > a.id ? 1 : -1)).map(({ id }) => id);
  };

  const createTrail = () => {
    let made = 0;
    const ids = { auditEntry: () => `aud_new_${++made}` };
    return createAudit({ entries: store.auditEntries, ids, clock: { now: () => NOON + 60_000 }, batch: 4 });
  };

  test('go from the newest entry to the oldest and back, each entry once, while new ones are added', async () => {
    const all = await fill(38);
    const audit = createTrail();
    const filter = { teamId: 'T1' };
    const first = await audit.search({ filter, size: 15 });
    expect(first.newer).toBeNull();
    await audit.write({ teamId: 'T1', actorId: 'U1', action: 'audit-read' });
    if (!first.older) throw new Error('no second page');
    const second = await audit.search({ filter, size: 15, from: { to: 'older', cursor: first.older } });
    if (!second.older) throw new Error('no third page');
    const third = await audit.search({ filter, size: 15, from: { to: 'older', cursor: second.older } });
    expect(third.older).toBeNull();
    const pages = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(pages).toEqual(all);

    if (!third.newer) throw new Error('no way back');
    const back = await audit.search({ filter, size: 15, from: { to: 'newer', cursor: third.newer } });
    expect(back.entries).toEqual(second.entries);
    if (!back.newer) throw new Error('no way to the top');
    const top = await audit.search({ filter, size: 15, from: { to: 'newer', cursor: back.newer } });
    const more = top.newer
      ? await audit.search({ filter, size: 15, from: { to: 'newer', cursor: top.newer } })
      : top;
    expect(more.newer).toBeNull();
    expect(more.entries[0]).toMatchObject({ id: 'aud_new_1', actorId: 'U1', subject: null, detail: null });
  });

  test('are empty if nothing is found', async () => {
    const nothing = await createTrail().search({ filter: { teamId: 'T1', word: 'x' }, size: 15 });
    expect(nothing).toEqual({ entries: [], older: null, newer: null });
  });

  test.each([0, 1, 4, 9])('include all of %i entries, in batches for an export', async (count) => {
    const all = await fill(count);
    const read: string[] = [];
    for await (const batch of createTrail().all({ teamId: 'T1' })) {
      expect(batch.length).toBeLessThanOrEqual(4);
      read.push(...batch.map(({ id }) => id));
    }
    expect(read).toEqual(all);
  });
});
