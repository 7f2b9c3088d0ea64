// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import type { JobKindName } from '../../src/store/job-kinds.ts';
import type { HandOver } from '../../src/store/link-actions.ts';
import { buildLink } from '../fixtures/links.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { hasWaitingJob } from '../fixtures/waiting-jobs.ts';
import { AT, openLink, reserveLink } from '../links/open-link.ts';

const { rows, store } = storePerTest();
const ID = 'lnk_1';
let number = 0;

const open = () => openLink(store, ID);
const job = (kind: JobKindName) => ({ id: `${kind}_${++number}`, teamId: 'T1', kind, linkId: ID });
const give = (to: string, more: Partial<HandOver> = {}) =>
  store.links.handOver({
    ...{ teamId: 'T1', ids: [ID], from: 'U1', to, by: 'U1', at: AT, newAuditId: () => `aud_${++number}` },
    holderOf,
    jobs: ([link]) => [{ ...job('tell'), payload: { owner: link.ownerId } }],
    ...more,
  });
/** `stayed`: it has another owner by now, or is finished. */
const ended = async (giving: ReturnType<typeof give>) =>
  (await giving).handed.length > 0 ? 'done' : 'stayed';
const remind = (windowId: string, at = AT) =>
  store.links.countReminder({
    ...{ teamId: 'T1', id: ID, windowId, by: 'U1', language: 'ar', at, auditId: `aud_${windowId}` },
    jobs: [job('qr')],
  });
const find = () => store.links.find('T1', ID);
const pay = () => store.links.move({ id: ID, to: 'paid', at: AT, cause: 'the service says paid' });
const trailOf = (action: 'link-handed-over' | 'customer-reminded') =>
  readTrail(store, { subject: ID, action });
const causes = async () => (await store.links.history(ID)).map(({ cause }) => cause);
const evidence = async () =>
  (await rows('link_events')).flatMap(({ evidence }) =>
    typeof evidence === 'string' ? [JSON.parse(evidence)] : [],
  );

describe('a link that is handed over', () => {
  test('is in its new owner’s lists, and its creator stays known', async () => {
    await open();
    expect((await find())?.ownerId).toBe('U1');
    const { handed, left } = await give('U2');
    expect(left).toEqual([]);
    expect(handed[0]).toMatchObject({ ownerId: 'U2', creatorId: 'U1', channelId: 'C1' });
    const listOf = (ownerId: string) => store.links.unfinishedOf({ teamId: 'T1', ownerId, limit: 99 });
    expect(await listOf('U2')).toMatchObject([{ id: ID }]);
    expect(await listOf('U1')).toEqual([]);
    expect(await hasWaitingJob(store, ID, 'tell')).toBe(true);
    const detail = { from: 'U1', to: 'U2' };
    expect(await trailOf('link-handed-over')).toMatchObject([{ actorId: 'U1', detail }]);
    expect(await causes()).toEqual(['form submitted', 'answered', 'handed over']);
    expect(await evidence()).toEqual([{ ...detail, by: 'U1' }]);
  });

  test('moves its card only from its owner’s own messages', async () => {
    const link = buildLink({ id: ID, teamId: 'T1', channelId: 'U1', creatorId: 'U1' });
    await store.links.reserve({ ...link, callbackTokenHash: 'hash', at: AT });
    await store.links.move({ id: ID, to: 'open', at: AT, cause: 'answered' });
    expect((await give('U2')).handed[0]).toMatchObject({ ownerId: 'U2', channelId: 'U2' });
    expect(await find()).toMatchObject({ ownerId: 'U2', channelId: 'U2' });
  });

  test('twice at the same moment goes to one person, with one history and one audit entry', async () => {
    await open();
    const both = await Promise.all([give('U2'), give('U3')]);
    expect(both.map(({ handed }) => handed.length).sort()).toEqual([0, 1]);
    const owner = (await find())?.ownerId;
    for (const { handed, left } of both) expect([...handed, ...left]).toMatchObject([{ ownerId: owner }]);
    expect(await trailOf('link-handed-over')).toHaveLength(1);
    expect((await causes()).filter((cause) => cause === 'handed over')).toHaveLength(1);
  });

  test('at the moment of its payment loses neither the payment nor its owner', async () => {
    await open();
    const [paid, given] = await Promise.all([pay(), ended(give('U2'))]);
    expect(paid?.state).toBe('paid');
    const now = await find();
    expect(now).toMatchObject({ state: 'paid', ownerId: given === 'done' ? 'U2' : 'U1' });
    expect(await ended(give('U3', { from: now?.ownerId ?? '' }))).toBe('stayed');
  });

  test('keeps its owner while it is being created', async () => {
    await reserveLink(store, ID);
    expect(await ended(give('U2'))).toBe('stayed');
  });

  test('keeps its owner once it has expired', async () => {
    await open();
    await store.links.move({ id: ID, to: 'expired', at: AT, cause: 'expired unpaid' });
    expect(await ended(give('U2'))).toBe('stayed');
    expect(await trailOf('link-handed-over')).toEqual([]);
  });

  test('goes to a new owner with the other open links of the one before, all in one message', async () => {
    await open();
    await openLink(store, 'lnk_2');
    await openLink(store, 'lnk_paid');
    await store.links.move({ id: 'lnk_paid', to: 'paid', at: AT, cause: 'the service says paid' });
    const both = await Promise.all([give('U2', { ids: 'all' }), give('U3', { ids: 'all' })]);
    expect(both.map(({ handed }) => handed.map(({ id }) => id)).sort()).toEqual([[], [ID, 'lnk_2']]);
    expect((await rows('jobs')).filter(({ kind }) => kind === 'tell')).toHaveLength(1);
    expect(await store.links.find('T1', 'lnk_paid')).toMatchObject({ ownerId: 'U1' });
  });

  test('takes all links of its sale along, whatever became of them and whoever made them', async () => {
    await open();
    for (const [id, creatorId] of [
      ['lnk_2', 'U1'],
      ['lnk_3', 'U9'],
    ] as const) {
      const link = buildLink({ id, nonce: id, invoiceId: id, teamId: 'T1', saleId: ID, creatorId });
      await store.links.reserve({ ...link, callbackTokenHash: id, at: AT });
      await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
    }
    await store.links.move({ id: ID, to: 'expired', at: AT, cause: 'expired unpaid' });
    expect(await ended(give('U2'))).toBe('stayed');
    const { handed } = await give('U2', { from: 'U9' });
    expect(handed.map(({ id, ownerId }) => `${id} ${ownerId}`)).toEqual(['lnk_1 U2', 'lnk_2 U2', 'lnk_3 U2']);
    const froms = (await rows('link_events')).filter(({ cause }) => cause === 'handed over');
    expect(froms.map(({ evidence: of }) => JSON.parse(String(of)).from)).toEqual(['U1', 'U1', 'U9']);
  });

  test('has an owner whom Slack cannot reach until Slack takes a message or another person has it', async () => {
    await open();
    const owner = { teamId: 'T1', ownerId: 'U1' };
    for (const goneAs of ['user_disabled', 'channel_not_found', null, 'user_disabled']) {
      await store.links.noteOwnerGone({ ...owner, goneAs });
      expect((await find())?.ownerGoneAs).toBe(goneAs === null ? null : 'user_disabled');
    }
    await give('U2');
    expect(await find()).toMatchObject({ ownerId: 'U2', ownerGoneAs: null });
  });

  test('is handed over only in its own workspace', async () => {
    await open();
    expect(await give('U2', { teamId: 'T2' })).toEqual({ handed: [], left: [] });
    expect((await find())?.ownerId).toBe('U1');
  });
});

describe('a reminder', () => {
  test('is counted once per window, even when pressed several times at once', async () => {
    await open();
    const pressed = await Promise.all(['V1', 'V1', 'V1'].map((windowId) => remind(windowId)));
    expect(pressed.map(({ outcome }) => outcome).sort()).toEqual(['counted', 'repeated', 'repeated']);
    await Promise.all([remind('V2', AT + 1), remind('V3', AT + 1)]);
    expect((await find())?.reminded).toEqual({ count: 3, lastAt: AT + 1 });
    const entry = expect.objectContaining({ actorId: 'U1', detail: { language: 'ar' } });
    expect(await trailOf('customer-reminded')).toEqual(Array(3).fill(entry));
    expect(await evidence()).toEqual(Array(3).fill({ by: 'U1', language: 'ar' }));
    expect((await causes()).slice(2)).toEqual(Array(3).fill('the customer was reminded'));
  });

  test('is not counted for a link that is paid or has expired', async () => {
    await open();
    expect((await remind('V1', AT + 86_400_000)).outcome).toBe('over');
    await pay();
    expect((await remind('V1')).outcome).toBe('over');
    expect((await find())?.reminded).toBeNull();
  });
});

test('a person is known only in the workspace where they did something', async () => {
  await open();
  expect(await store.auditEntries.isKnown('T1', 'U1')).toBe(true);
  expect(await store.auditEntries.isKnown('T1', 'U2')).toBe(false);
  expect(await store.auditEntries.isKnown('T2', 'U1')).toBe(false);
});

describe('what a person says of a sale’s money', () => {
  const ask = (by: string) =>
    store.links.writeNote({
      ...{ kind: 'refundAsked', teamId: 'T1', id: ID, by, at: AT, auditId: `aud_${by}` },
      decide: ({ refundAsked }) => {
        if (refundAsked !== null) throw new Error('asked before');
        return { note: { by, at: AT, fils: 4_000, goneFils: 0 }, amountFils: 4_000, jobs: [job('show')] };
      },
    });

  test('is said by one of two at the same moment, with one line of history and one audit entry', async () => {
    await open();
    const both = await Promise.allSettled([ask('U2'), ask('U3')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const by = (await find())?.refundAsked?.by;
    expect(await readTrail(store, { subject: ID, action: 'refund-asked' })).toMatchObject([{ actorId: by }]);
    expect((await store.links.history(ID)).slice(2)).toMatchObject([{ cause: 'a refund was asked for', by }]);
    expect((await rows('jobs')).filter(({ kind }) => kind === 'show')).toHaveLength(1);
  });

  test('is said only in the workspace of the link', async () => {
    await open();
    await expect(ask('U2').then(() => find())).resolves.toMatchObject({ version: 3 });
    const other = { kind: 'settled', teamId: 'T2', id: ID, by: 'U9', at: AT, auditId: 'aud_9' } as const;
    const decide = () => ({ note: { by: 'U9', at: AT, missingFils: 1 }, amountFils: 1, jobs: [] });
    await expect(store.links.writeNote({ ...other, decide })).rejects.toThrow('no link');
    expect(await find()).toMatchObject({ settled: null, version: 3 });
  });
});
