// @module-tag long
// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import { createPruning, type PruningDependencies } from '../../src/operations/housekeeping.ts';
import { askFor } from '../fixtures/approvals.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { buildInstallation } from '../fixtures/installations.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink, tokenOf } from '../links/open-link.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Customer data that could be stored anywhere. */
const PLANTED = /Omar Haddad|omar@|551112222|June rent|too dear/;

const { database, store } = storePerTest();
let clock: ManualClock;
let logged: string[];

beforeEach(() => {
  logged = [];
});

/** An instance that prunes. */
const start = (at: number, changes: Partial<PruningDependencies> = {}) => {
  clock = createManualClock(at, database.isBusy);
  const { prune, retention, customers, removedWorkspaces: removed } = store;
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const own = { prune, retention, customers, removed, isClockSure: async () => true, clock, log };
  return startRecurring({ store, clock }, { pruning: createPruning({ ...own, ...changes }) });
};

const install = (teamId: string, installedAt = AT) =>
  store.installations.save(buildInstallation({ teamId, installedAt }));

/** A link and two requests of T1, new and unfinished. */
const trade = async (): Promise<void> => {
  await openLink(store, 'lnk_1');
  const callback = { evidenceHash: 'h', evidence: { status: 'NEW' }, receivedAt: AT };
  await store.callbacks.take({ ...callback, tokenHash: hashToken(tokenOf('lnk_1')) });
  const { details } = await store.links.get('lnk_1');
  for (const id of ['lnk_waiting', 'lnk_declined'])
    await askFor(
      store,
      id,
      { details, expiresAt: AT + 300 * DAY, at: AT },
      { consent: { shown: [{ id: 'lnk_1', state: 'open', isPayable: true, paidFils: 0 }], at: AT } },
    );
  const decision = { teamId: 'T1', id: 'lnk_declined', by: 'U2', at: AT, jobs: () => [] };
  await store.approvals.decide({ ...decision, to: 'declined', reason: 'too dear' });
};

const giveRole = () =>
  store.members.change('T1', [{ userId: 'U2', role: 'finance' }], { by: 'U1', at: AT, mustKeepAdmin: false });

const dump = async () =>
  JSON.stringify([
    await store.links.get('lnk_1'),
    await store.links.find('T1', 'lnk_waiting'),
    await store.links.find('T1', 'lnk_declined'),
  ]);

test('pruning deletes messages and jobs a month after their end', async () => {
  await openLink(store, 'lnk_1');
  await store.jobs.addAll([{ teamId: 'T1', id: 'ntc_1', lane: 'T1:C1', kind: 'post', linkId: 'lnk_1' }], AT);
  const [notice] = (await claimJobs(store.jobs, { at: AT, leaseMs: 1, limit: 1, token: 't' })).jobs;
  if (notice) await store.jobs.finish(notice, AT);
  const job = { id: 'job_1', teamId: 'T1', kind: 'export', key: 'k', payload: {}, dueAt: AT } as const;
  await store.jobs.add(job, AT);
  await store.jobs.cancel('T1', 'job_1', AT);
  const find = () => store.jobs.find('T1', 'job_1');
  const pruning = await start(AT + 30 * DAY - DAY / 2);
  await clock.advance(MINUTE);
  expect(await find()).not.toBeNull();
  await clock.advance(DAY);
  expect(await find()).toBeNull();
  await pruning.stop();
  expect(logged.join('')).toMatch(/"jobs":2/);
});

test('pruning erases all data of a workspace a week after it removed the app', async () => {
  await install('T1');
  await trade();
  await giveRole();
  await store.installations.remove('T1', { at: AT, installedUntil: AT });
  const before = await store.links.get('lnk_1');
  const pruning = await start(AT + MINUTE);
  await clock.advance(6 * DAY);
  expect(await dump()).toMatch(PLANTED);
  expect(await store.members.list('T1')).toHaveLength(1);
  await clock.advance(DAY);
  await pruning.stop();

  expect(await dump()).not.toMatch(PLANTED);
  expect(logged.join('')).not.toMatch(PLANTED);
  expect(await store.callbacks.ofLink('lnk_1')).toEqual([]);
  expect(await store.members.list('T1')).toEqual([]);
  expect(await store.removedWorkspaces.list(AT + 900 * DAY)).toEqual([]);
  const { amountFils, state, invoiceId, version } = before;
  expect(await store.links.get('lnk_1')).toMatchObject({ amountFils, state, invoiceId, version });
  // Nothing is left to approve.
  expect(await store.links.find('T1', 'lnk_waiting')).toMatchObject({
    state: 'lapsed',
    amountFils: 700_000,
  });
  expect(await store.links.find('T1', 'lnk_declined')).toMatchObject({
    state: 'declined',
    declineReason: null,
  });
});

test('pruning changes nothing in a workspace that came back, or in others', async () => {
  await install('T1');
  await trade();
  await store.installations.remove('T1', { at: AT, installedUntil: AT });
  await install('T1', AT + DAY);
  await install('T2');
  await store.installations.remove('T2', { at: AT, installedUntil: AT });
  const before = await dump();
  const pruning = await start(AT + 20 * DAY);
  await clock.advance(MINUTE);
  await pruning.stop();
  expect(await dump()).toBe(before);
  expect(logged.join('')).toContain('customers’ data of a workspace that removed the app erased');
});

test('pruning stops if a workspace comes back during it', async () => {
  await install('T1');
  await trade();
  await giveRole();
  await store.installations.remove('T1', { at: AT, installedUntil: AT });
  const retention = {
    ...store.retention,
    links: async (ask: Parameters<typeof store.retention.links>[0]) => {
      const erasure = await store.retention.links(ask);
      await install('T1', AT + 20 * DAY);
      return erasure;
    },
  };
  const pruning = await start(AT + 20 * DAY, { retention });
  await expect.poll(() => logged.join('')).toContain('erased');
  await clock.advance(MINUTE);
  await pruning.stop();
  expect(await store.members.list('T1')).toHaveLength(1);
  expect(await store.installations.find('T1')).not.toBeNull();
});

test('pruning erases no customers of a workspace from the environment', async () => {
  await install('T1');
  await trade();
  await store.installations.remove('T1', { at: AT, installedUntil: AT });
  const before = await dump();
  const pruning = await start(AT + 80 * DAY, { removed: null });
  await clock.advance(MINUTE);
  await pruning.stop();
  expect(await dump()).toBe(before);
});

test('pruning starts and stops with the app', async () => {
  const scene = await startScene();
  await expect.poll(() => scene.logLines.join('')).toContain('old rows deleted');
  await scene.close();
  expect(scene.logLines.join('')).not.toMatch(/"turn":"pruning"/);
});
