// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import { claimChecks, endCheck } from '../fixtures/claim-checks.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, reserveLink, tokenOf } from '../links/open-link.ts';

/** Clocks of instances differ by less. */
const MINUTE = 60_000;
const HOUR = 3_600_000;

const { store } = storePerTest();

let claims = 0;

const claimAll = (at: number, { limit = 10, without = [] as string[] } = {}) => {
  claims += 1;
  return claimChecks(store, { at, limit, token: `claim ${claims}`, without });
};

const claim = async (...ask: Parameters<typeof claimAll>) =>
  (await claimAll(...ask)).due.map(({ linkId }) => linkId).sort();

/** Links with their next check at these times; null: none is planned. */
const reserve = async (checks: Record<string, number | null>) => {
  for (const [id, checkAt] of Object.entries(checks)) await reserveLink(store, id, checkAt);
};

/** When the next check is due, as a claim before it says. */
const nextDue = async (at: number, without: string[] = []) => (await claimAll(at - 1, { without })).nextDueAt;

describe('links that are due for their check', () => {
  test('are claimed when due, and again when the claim expires', async () => {
    await reserve({ lnk_1: AT + 10, lnk_2: null });
    expect(await claim(AT + 9)).toEqual([]);
    const { due } = await claimAll(AT + 10);
    expect(due).toMatchObject([{ linkId: 'lnk_1', attempts: 0 }]);
    expect(await store.links.ofIds(['lnk_1', 'lnk_3'])).toEqual(
      new Map([['lnk_1', await store.links.get('lnk_1')]]),
    );
    expect(await claim(AT + 10 + MINUTE - 1)).toEqual([]);
    expect(await claim(AT + 10 + MINUTE)).toEqual(['lnk_1']);
  });

  test('give the earliest check, or null if none is planned', async () => {
    expect(await nextDue(AT)).toBeNull();
    await reserveLink(store, 'lnk_1', null);
    expect(await nextDue(AT)).toBeNull();
    await reserve({ lnk_2: AT + 9, lnk_3: AT + 7 });
    expect(await nextDue(AT)).toBe(AT + 7);
  });

  test('keep a check that was planned while they were checked, and no sooner one', async () => {
    await reserve({ lnk_1: AT, lnk_2: AT + 50 });
    const { due } = await claimAll(AT);
    await store.links.planCheck('lnk_1', { to: AT + 5, attempts: 0 }, AT);
    const next = { to: AT + HOUR, attempts: 4 };
    for (const one of due) expect(await endCheck(store, one, next, AT)).toBe(false);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 5, attempts: 0 });
    await store.links.planCheck('lnk_1', { to: AT + 9, attempts: 0 }, AT);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 5, attempts: 0 });
    for (const one of (await claimAll(AT + 5)).due)
      expect(await endCheck(store, one, next, AT + 5)).toBe(true);
    expect(await store.links.nextCheck('lnk_1')).toEqual(next);
    expect(await store.links.nextCheck('lnk_2')).toEqual({ to: AT + 50, attempts: 0 });
  });

  test('include all planned ones if an ended process may have held them', async () => {
    await reserve({ lnk_1: AT - 5, lnk_2: AT + HOUR, lnk_3: null });
    await store.links.makeChecksDue(AT);
    const dueOf = async (id: string) => (await store.links.nextCheck(id))?.to ?? null;
    expect(await Promise.all(['lnk_1', 'lnk_2', 'lnk_3'].map(dueOf))).toEqual([AT - 5, AT, null]);
  });
});

/** A callback from the service for a link at this time. */
const callBack = (id: string, receivedAt: number) =>
  store.callbacks.take({
    tokenHash: hashToken(tokenOf(id)),
    evidenceHash: 'PAID',
    evidence: { status: 'PAID' },
    receivedAt,
  });

describe('links with a callback', () => {
  test('are due at the callback or their plan, whichever is earlier', async () => {
    await reserve({ lnk_1: AT + 7, lnk_2: AT + 50, lnk_3: AT + 40 });
    await callBack('lnk_2', AT + 9);
    expect(await nextDue(AT)).toBe(AT + 7);
    await callBack('lnk_3', AT + 3);
    expect(await nextDue(AT)).toBe(AT + 3);
    await callBack('lnk_1', AT + 9);
    expect(await claim(AT + 2)).toEqual([]);
    expect(await claim(AT + 20, { limit: 2 })).toEqual(['lnk_1', 'lnk_3']);
    expect(await claim(AT + 20, { limit: 2 })).toEqual(['lnk_2']);
    expect(await claim(AT + 60)).toEqual([]);
  });

  test('are claimed at their own time, with a new count, even if no check was planned', async () => {
    await reserve({ lnk_1: AT });
    for (const one of (await claimAll(AT)).due) await endCheck(store, one, { to: null, attempts: 6 }, AT);
    await callBack('lnk_1', AT + 3);
    expect(await nextDue(AT)).toBe(AT + 3);
    const { due } = await claimAll(AT + 3);
    expect(due).toMatchObject([{ linkId: 'lnk_1', attempts: 0 }]);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 3 + MINUTE, attempts: 0 });
  });

  test('are due with all others if an ended process may have held them', async () => {
    for (const id of ['lnk_1', 'lnk_2']) await reserveLink(store, id, null);
    await callBack('lnk_1', AT - 5);
    await callBack('lnk_2', AT + HOUR);
    await store.links.makeChecksDue(AT);
    expect(await store.links.nextCheck('lnk_1')).toMatchObject({ to: AT - 5 });
    expect(await claim(AT)).toEqual(['lnk_1', 'lnk_2']);
  });
});

describe('links of workspaces that are left out', () => {
  const claimWithout = (at: number, without: string[], limit = 10) => claim(at, { without, limit });

  test('are due again after a callback', async () => {
    await reserveLink(store, 'lnk_1', AT + HOUR, 'T1');
    await store.links.planCheck('lnk_1', { to: AT + HOUR, attempts: 6, after: 'any' }, AT);
    await callBack('lnk_1', AT + 1);
    expect(await claimWithout(AT + 2, ['T1'])).toEqual([]);
    expect(await store.links.nextCheck('lnk_1')).toEqual({ to: AT + 1, attempts: 0 });
    expect(await claim(AT + 2)).toEqual(['lnk_1']);
  });
});
