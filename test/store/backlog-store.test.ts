// @module-tag postgres

import { expect, test } from 'vitest';
import type { JobKindName } from '../../src/store/job-kinds.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink, reserveLink } from '../links/open-link.ts';

const { store } = storePerTest();

const byName = <Row extends { kind: string }>(rows: Row[]) =>
  rows.toSorted((a, b) => a.kind.localeCompare(b.kind));

test('an empty database has no backlog', async () => {
  expect(await store.backlog.read()).toEqual({ notices: [], jobs: [], held: 0, givenUp: [], links: [] });
});

test('waiting jobs are counted by kind with the age of the oldest; finished ones are not', async () => {
  await openLink(store, 'lnk_1');
  await openLink(store, 'lnk_2');
  await reserveLink(store, 'lnk_3');
  await store.links.move({ id: 'lnk_2', to: 'paid', at: AT, cause: 'the service says paid' });
  const notice = (id: string, kind: JobKindName) => ({
    teamId: 'T1',
    id,
    kind,
    lane: `lane-${id}`,
    linkId: 'lnk_1',
  });
  await store.jobs.addAll([notice('n1', 'post'), notice('n2', 'tell')], AT);
  await store.jobs.addAll([notice('n3', 'post'), notice('n4', 'qr')], AT + 5_000);
  const claimed = (await claimJobs(store.jobs, { at: AT + 5_000, leaseMs: 1_000, limit: 9, token: 't' }))
    .jobs;
  for (const claim of claimed) if (claim.kind === 'qr') await store.jobs.finish(claim, AT + 6_000);
  const job = { teamId: 'T1', kind: 'export' as const, payload: {} };
  await store.jobs.add({ ...job, id: 'j1', key: 'a', dueAt: AT + 9_000 }, AT);
  await store.jobs.add({ ...job, id: 'j2', key: 'b', dueAt: AT + 7_000 }, AT);
  await store.jobs.cancel('T1', 'j1', AT);

  const backlog = await store.backlog.read();
  expect(byName(backlog.notices)).toEqual([
    { kind: 'post', waiting: 2, since: AT },
    { kind: 'tell', waiting: 1, since: AT },
  ]);
  expect(backlog.jobs).toEqual([{ kind: 'export' as const, waiting: 1, since: AT + 7_000 }]);
  expect(backlog.links.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
    { state: 'open', count: 1 },
    { state: 'reserved', count: 1 },
  ]);
});

test('jobs of held workspaces are counted once they are due', async () => {
  const job = (id: string, teamId: string, dueAt: number) =>
    store.jobs.add({ id, teamId, kind: 'tell', dueAt }, AT);
  await job('j1', 'T1', AT);
  await job('j2', 'T1', AT + 5_000);
  await job('j3', 'T2', AT);
  const heldAt = async (held: readonly string[] | 'all', at: number) =>
    (await store.backlog.read(held, at)).held;
  expect(await heldAt([], AT)).toBe(0);
  expect(await heldAt(['T1'], AT)).toBe(1);
  expect(await heldAt(['T1'], AT + 5_000)).toBe(2);
  expect(await heldAt('all', AT)).toBe(2);
});
