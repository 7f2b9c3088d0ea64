// @module-tag postgres

import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import type { IncomingCallback } from '../../src/links/callbacks/callback-store.ts';
import { openStore } from '../../src/open-store.ts';
import type { NextCheck } from '../../src/store/planned-jobs.ts';
import { claimChecks, type DueCheck, endCheck } from '../fixtures/claim-checks.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { AT, openLink, reserveLink, tokenOf } from '../links/open-link.ts';

const { database, rows, run, store } = storePerTest();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const buildCallback = (id: string, status: string, changes: Partial<IncomingCallback> = {}) => ({
  tokenHash: hashToken(tokenOf(id)),
  evidenceHash: status,
  evidence: { status },
  receivedAt: AT + 1_000,
  ...changes,
});

/** Claims the check that callbacks requested by then. */
const checkOf = async (id: string, at: number) => {
  const { due } = await claimChecks(store, { at, token: `at ${at}` });
  claimed = [...claimed, ...due];
  return due.find(({ linkId }) => linkId === id);
};

let claimed: DueCheck[] = [];
/** Ends the check of the first link that was claimed then. */
const endCheckOf = (at: number, next: NextCheck) => {
  const check = claimed.find(({ linkId, token }) => linkId === 'lnk_1' && token === `at ${at}`);
  if (check === undefined) throw new Error('not claimed');
  return endCheck(store, check, next, at);
};

/** Results in order. */
const takeAll = async (callbacks: readonly IncomingCallback[]) => {
  const taken = [];
  for (const callback of callbacks) taken.push(await store.callbacks.take(callback));
  return taken;
};

const forge = (id: string, count: number) =>
  Array.from({ length: count }, (_, number) => buildCallback(id, `forged ${number}`));
/** A link with fifty different callbacks, the most that are stored. */
const openFull = async (id: string) => {
  await openLink(store, id);
  return takeAll(forge(id, 50));
};

describe('a callback for a link', () => {
  test('is stored, and its link is due for its first check', async () => {
    await openLink(store, 'lnk_1');
    await store.callbacks.take(buildCallback('lnk_1', 'PENDING', { receivedAt: AT }));
    await checkOf('lnk_1', AT);
    await endCheckOf(AT, { to: AT + HOUR, attempts: 3 });

    expect(await store.callbacks.take(buildCallback('lnk_1', 'PAID'))).toBe('stored');

    expect(await store.callbacks.ofLink('lnk_1')).toEqual([
      { receivedAt: AT, evidence: { status: 'PENDING' } },
      { receivedAt: AT + 1_000, evidence: { status: 'PAID' } },
    ]);
    expect(await checkOf('lnk_1', AT + 1_000)).toMatchObject({
      linkId: 'lnk_1',
      attempts: 0,
    });
    // Once: the callback's request for a check is used up.
    await endCheckOf(AT + 1_000, { to: null, attempts: 1 });
    expect(await store.links.nextCheck('lnk_1')).toBeNull();
  });

  test('that arrives during a check of its link causes another check', async () => {
    await openLink(store, 'lnk_1');
    await store.callbacks.take(buildCallback('lnk_1', 'PENDING', { receivedAt: AT }));
    expect(await checkOf('lnk_1', AT)).toBeDefined();
    await store.callbacks.take(buildCallback('lnk_1', 'PAID'));
    expect(await endCheckOf(AT, { to: null, attempts: 0 })).toBe(false);
    expect(await checkOf('lnk_1', AT + 1_000)).toBeDefined();
  });

  test('that is repeated changes nothing and causes no check', async () => {
    await openLink(store, 'lnk_1');
    await store.callbacks.take(buildCallback('lnk_1', 'PAID'));
    await checkOf('lnk_1', AT + 1_000);
    await endCheckOf(AT + 1_000, { to: null, attempts: 2 });
    const before = await store.links.get('lnk_1');

    const again = buildCallback('lnk_1', 'PAID', { receivedAt: AT + 5_000 });
    expect(await store.callbacks.take(again)).toBe('repeated');

    expect(await store.links.get('lnk_1')).toEqual(before);
    expect(await store.links.nextCheck('lnk_1')).toBeNull();
    expect(await store.callbacks.ofLink('lnk_1')).toHaveLength(1);
  });

  test('that could not be stored has its link checked half a minute later', async () => {
    await openLink(store, 'lnk_1');
    await openLink(store, 'lnk_2');
    await store.callbacks.wake(hashToken(tokenOf('lnk_1')), AT);
    await store.callbacks.wake(hashToken(tokenOf('nobody')), AT);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 30_000, attempts: 0 });
    expect(await store.links.nextCheck('lnk_2')).toBeNull();
  });

  test('that arrives before the answer to our own request causes a check too', async () => {
    await reserveLink(store, 'lnk_1', AT + 120_000);
    expect(await store.callbacks.take(buildCallback('lnk_1', 'PAID'))).toBe('stored');
    expect(await checkOf('lnk_1', AT + 1_000)).toMatchObject({ linkId: 'lnk_1' });
  });
});

describe('callbacks that come in the same turn of the event loop', () => {
  const ids = Array.from({ length: 50 }, (_, number) => `lnk_${number + 1}`);
  const openAll = async () => {
    for (const id of ids) await openLink(store, id);
  };
  const takeTogether = (of: readonly string[], statuses = ['PAID']) =>
    Promise.allSettled(
      of.flatMap((id) => statuses.map((status) => store.callbacks.take(buildCallback(id, status)))),
    );
  const outcomes = async (...given: Parameters<typeof takeTogether>) =>
    (await takeTogether(...given)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));

  test('are each stored for their own link, which is checked', async () => {
    await openAll();
    expect(await outcomes([...ids, 'guess'])).toEqual([...ids.map(() => 'stored'), 'unknown']);
    for (const id of ids) {
      expect(await store.callbacks.ofLink(id)).toEqual([
        { receivedAt: AT + 1_000, evidence: { status: 'PAID' } },
      ]);
      expect(await store.links.nextCheck(id)).toEqual({ to: AT + 1_000, attempts: 0 });
    }
  });

  test('are on disk by one commit before the first of them is answered', async () => {
    await openAll();
    if (!('dataDir' in database.place)) {
      await takeTogether(ids);
      const [{ count } = { count: null }] = await rows(
        '(select count(distinct callbacks.xmin::text) as count from callbacks) as transactions',
      );
      return expect(count).toBe('1');
    }
    const onlooker = new Database(join(database.place.dataDir, 'paylink.db'));
    const count = onlooker.prepare('select count(*) as stored from callbacks');
    const seen = () => (count.get() as { stored: number }).stored;
    const seenByEach = await Promise.all(
      ids.map((id) => store.callbacks.take(buildCallback(id, 'PAID')).then(seen)),
    );
    onlooker.close();
    expect(seenByEach).toEqual(ids.map(() => 50));
  });

  test('and are the same, or of the same link, are told apart', async () => {
    await openLink(store, 'lnk_1');
    const taken = await outcomes(['lnk_1', 'lnk_1'], ['PAID', 'REFUNDED']);
    expect(taken.sort()).toEqual(['repeated', 'repeated', 'stored', 'stored']);
    expect(await store.callbacks.ofLink('lnk_1')).toHaveLength(2);
    const flood = Array.from({ length: 60 }, (_, number) => `forged ${number}`);
    const many = await outcomes(['lnk_1'], flood);
    expect(new Set(many)).toEqual(new Set(['stored', 'full']));
  });

  test('fail only alone: of one that cannot be written, neither row nor check is left, and the others are stored', async () => {
    await openAll();
    await run(
      TEST_ENGINE === 'sqlite'
        ? "create trigger poison before insert on jobs when new.key = 'check:lnk_7' begin select raise(abort, 'poison'); end"
        : "alter table jobs add constraint poison check (key <> 'check:lnk_7')",
    );
    onTestFinished(async () => {
      if (TEST_ENGINE === 'postgres') await run('alter table jobs drop constraint poison');
    });
    expect(await outcomes(ids)).toEqual(ids.map((id) => (id === 'lnk_7' ? 'failed' : 'stored')));
    const stored = (await rows('callbacks')).map((row) => row['link_id']);
    expect(stored.sort()).toEqual(ids.filter((id) => id !== 'lnk_7').sort());
    for (const id of ids) expect((await store.links.nextCheck(id)) === null).toBe(id === 'lnk_7');
  });
});

describe('an unknown token', () => {
  test('changes no row', async () => {
    await openLink(store, 'lnk_1');
    const before = await store.links.get('lnk_1');
    const guesses = Array.from({ length: 20 }, (_, number) => buildCallback(`guess ${number}`, 'PAID'));
    expect(new Set(await takeAll(guesses))).toEqual(new Set(['unknown']));
    expect(await store.links.get('lnk_1')).toEqual(before);
    expect(await store.callbacks.ofLink('lnk_1')).toEqual([]);
  });

  test.runIf(TEST_ENGINE === 'sqlite')('writes nothing to the file', async () => {
    const { dataDir = '' } = 'dataDir' in database.place ? database.place : {};
    await openLink(store, 'lnk_1');
    const onlooker = new Database(join(dataDir, 'paylink.db'));
    // It changes only with commits of other connections.
    const version = () => JSON.stringify(onlooker.pragma('data_version'));
    const before = version();
    await store.callbacks.take(buildCallback('guess', 'PAID'));
    await store.callbacks.wake(hashToken(tokenOf('guess')), AT);
    expect(version()).toBe(before);
    await store.callbacks.take(buildCallback('lnk_1', 'PAID'));
    expect(version()).not.toBe(before);
    onlooker.close();
  });
});

describe('a link whose token leaked', () => {
  test('stores at most fifty callbacks, and still recognises them', async () => {
    expect(await openFull('lnk_1')).toEqual(Array(50).fill('stored'));
    const more = ['PAID', 'forged 7'].map((status) => buildCallback('lnk_1', status));
    expect(await takeAll(more)).toEqual(['full', 'repeated']);
    expect(await store.callbacks.ofLink('lnk_1')).toHaveLength(50);
  });

  test('is checked half a minute after the first callback that is not stored, even if more follow', async () => {
    await openFull('lnk_1');
    await checkOf('lnk_1', AT + 1_000);
    await endCheckOf(AT + 1_000, { to: null, attempts: 4 });

    await store.callbacks.take(buildCallback('lnk_1', 'PAID', { receivedAt: AT + 2_000 }));
    await store.callbacks.take(buildCallback('lnk_1', 'more', { receivedAt: AT + 20_000 }));
    await store.callbacks.wake(hashToken(tokenOf('lnk_1')), AT + 25_000);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 32_000, attempts: 4 });

    await checkOf('lnk_1', AT + 32_000);
    await endCheckOf(AT + 32_000, { to: AT + 900_000, attempts: 5 });
    await store.callbacks.take(buildCallback('lnk_1', 'PAID', { receivedAt: AT + 40_000 }));
    expect(await store.links.nextCheck('lnk_1')).toMatchObject({ to: AT + 70_000 });
  });
});

test.runIf(TEST_ENGINE === 'postgres')(
  'no more than the limit are claimed, even if the planner reads due links once per row',
  async () => {
    if (!('databaseUrl' in database.place)) return;
    const address = new URL(database.place.databaseUrl);
    const planner = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort'].map(
      (way) => `-c enable_${way}=off`,
    );
    address.searchParams.set('options', [address.searchParams.get('options'), ...planner].join(' '));
    const planned = await openStore({ databaseUrl: address.href });
    const ids = Array.from({ length: 20 }, (_, number) => `lnk_${number}`);
    for (const id of ids) await openLink(store, id);
    await takeAll(ids.map((id) => buildCallback(id, 'PAID')));
    const claimed = [];
    for (let round = 0; round < 3; round += 1) {
      const ask = { at: AT + 5_000, leaseMs: 4_000, limit: 7, token: `round ${round}` };
      claimed.push((await claimChecks(planned, ask)).due.length);
    }
    await planned.close();
    expect(claimed).toEqual([7, 7, 6]);
  },
);
