import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobKindName } from '../../src/store/job.ts';
import type { Store } from '../../src/store/open-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { AT, openLink, reserveLink } from '../links/open-link.ts';

let database: TestDatabase;
let store: Store;
let number = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
});

afterAll(() => database.remove());

const fresh = async () => {
  number += 1;
  const id = `lnk_${number}`;
  await openLink(store, id);
  return id;
};
const job = (id: string, kind: JobKindName) => ({
  id: `${kind}_${id}_${++number}`,
  teamId: 'T1',
  kind,
  linkId: id,
});
const give = (id: string, to: string, more: { from?: string; by?: string; teamId?: string } = {}) =>
  store.links.handOver({
    teamId: 'T1',
    id,
    from: 'U1',
    to,
    by: 'U1',
    at: AT,
    auditId: `aud_${id}_${to}`,
    jobs: (link) => [{ ...job(id, 'hand-over'), payload: { owner: link.ownerId } }],
    ...more,
  });
const remind = (id: string, windowId: string, at = AT) =>
  store.links.countReminder({
    teamId: 'T1',
    id,
    windowId,
    by: 'U1',
    language: 'ar',
    at,
    auditId: `aud_${id}_${windowId}`,
    jobs: [job(id, 'edit')],
  });
const trailOf = (subject: string, action: 'link-handed-over' | 'customer-reminded') =>
  readTrail(store, { subject, action });
const causesOf = async (id: string) => (await store.links.history(id)).map(({ cause }) => cause);
const evidenceOf = async (id: string) => {
  const tables = await openTables(database.place);
  const lines = (await tables.rows('link_events')).filter((row) => row['link_id'] === id);
  await tables.close();
  return lines.flatMap(({ evidence }) => (typeof evidence === 'string' ? [JSON.parse(evidence)] : []));
};

describe('a link that is handed over', () => {
  test('is its new owner’s in every list, and its maker stays known', async () => {
    const id = await fresh();
    expect((await store.links.find('T1', id))?.ownerId).toBe('U1');
    const { outcome, link } = await give(id, 'U2');
    expect(outcome).toBe('done');
    expect(link).toMatchObject({ ownerId: 'U2', creatorId: 'U1', channelId: 'C1' });
    const mine = await store.links.unfinishedOf({ teamId: 'T1', ownerId: 'U2', limit: 99 });
    expect(mine.map((one) => one.id)).toContain(id);
    const theirs = await store.links.unfinishedOf({ teamId: 'T1', ownerId: 'U1', limit: 99 });
    expect(theirs.map((one) => one.id)).not.toContain(id);
    expect(await store.jobs.isWaiting(id, 'hand-over')).toBe(true);
    expect(await trailOf(id, 'link-handed-over')).toMatchObject([
      { actorId: 'U1', detail: { from: 'U1', to: 'U2' } },
    ]);
    expect(await causesOf(id)).toEqual(['form submitted', 'answered', 'handed over']);
    expect(await evidenceOf(id)).toEqual([{ from: 'U1', to: 'U2', by: 'U1' }]);
  });

  test('moves its card only from its owner’s own messages', async () => {
    number += 1;
    const id = `lnk_${number}`;
    const details = buildLink({
      id,
      teamId: 'T1',
      channelId: 'U1',
      creatorId: 'U1',
      nonce: id,
      invoiceId: id,
    });
    await store.links.reserve({ ...details, callbackTokenHash: id, at: AT });
    await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
    expect((await give(id, 'U2')).link).toMatchObject({ ownerId: 'U2', channelId: 'U2' });
    expect(await store.links.find('T1', id)).toMatchObject({ ownerId: 'U2', channelId: 'U2' });
  });

  test('by two at once goes to one of them, with one history and one audit entry', async () => {
    const id = await fresh();
    const both = await Promise.all([give(id, 'U2'), give(id, 'U3')]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['done', 'taken']);
    const owner = (await store.links.find('T1', id))?.ownerId;
    for (const { link } of both) expect(link.ownerId).toBe(owner);
    expect(await trailOf(id, 'link-handed-over')).toHaveLength(1);
    expect((await causesOf(id)).filter((cause) => cause === 'handed over')).toHaveLength(1);
  });

  test('at the moment of its payment loses neither: the payment is written, and it has one owner', async () => {
    const id = await fresh();
    const pay = store.links.move({ id, to: 'paid', at: AT, cause: 'the service says paid' });
    const [paid, given] = await Promise.all([pay, give(id, 'U2')]);
    expect(paid?.state).toBe('paid');
    const now = await store.links.find('T1', id);
    expect(now).toMatchObject({ state: 'paid', ownerId: given.outcome === 'done' ? 'U2' : 'U1' });
    expect(['done', 'over']).toContain(given.outcome);
    expect((await give(id, 'U3', { from: now?.ownerId ?? '' })).outcome).toBe('over');
  });

  test('is not, while it is being made or once it is over', async () => {
    number += 1;
    const made = `lnk_${number}`;
    await reserveLink(store, made);
    expect((await give(made, 'U2')).outcome).toBe('over');
    const id = await fresh();
    await store.links.move({ id, to: 'expired', at: AT, cause: 'expired unpaid' });
    expect((await give(id, 'U2')).outcome).toBe('over');
    expect(await trailOf(id, 'link-handed-over')).toEqual([]);
  });

  test('is possible only in its own workspace', async () => {
    const id = await fresh();
    await expect(give(id, 'U2', { teamId: 'T2' })).rejects.toThrow();
    expect((await store.links.find('T1', id))?.ownerId).toBe('U1');
  });
});

describe('a reminder', () => {
  test('is counted once per window, even when pressed several times at once', async () => {
    const id = await fresh();
    const pressed = await Promise.all(['V1', 'V1', 'V1'].map((windowId) => remind(id, windowId)));
    expect(pressed.map(({ outcome }) => outcome).sort()).toEqual(['counted', 'repeated', 'repeated']);
    await Promise.all([remind(id, 'V2', AT + 1), remind(id, 'V3', AT + 1)]);
    expect((await store.links.find('T1', id))?.reminded).toEqual({ count: 3, lastAt: AT + 1 });
    const trail = await trailOf(id, 'customer-reminded');
    expect(trail).toHaveLength(3);
    for (const entry of trail) expect(entry).toMatchObject({ actorId: 'U1', detail: { language: 'ar' } });
    const reminded = { by: 'U1', language: 'ar' };
    expect(await evidenceOf(id)).toEqual([reminded, reminded, reminded]);
    expect((await causesOf(id)).slice(2)).toEqual(Array(3).fill('the customer was reminded'));
  });

  test('is not, of a link that is paid, or whose time is up', async () => {
    const id = await fresh();
    expect((await remind(id, 'V1', AT + 86_400_000)).outcome).toBe('over');
    await store.links.move({ id, to: 'paid', at: AT, cause: 'the service says paid' });
    expect((await remind(id, 'V1')).outcome).toBe('over');
    expect((await store.links.find('T1', id))?.reminded).toBeNull();
  });
});

test('a person is known only in the workspace where they did something', async () => {
  expect(await store.auditEntries.isKnown('T1', 'U1')).toBe(true);
  expect(await store.auditEntries.isKnown('T1', 'U2')).toBe(false);
  expect(await store.auditEntries.isKnown('T2', 'U1')).toBe(false);
});
