// @module-tag postgres

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import { buildRunJob } from '../../src/links/issuing/step-run.ts';
import { createLog } from '../../src/log.ts';
import { createPruning } from '../../src/operations/housekeeping.ts';
import type { LinkRequest } from '../../src/payment-service/link-request.ts';
import type { NewBatchRow } from '../../src/store/batch.ts';
import { toSnakeCase } from '../../src/store/engine/table.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { TABLES } from '../../src/store/schema.ts';
import { askFor } from '../fixtures/approvals.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { endChecks } from '../links/check-of.ts';
import { tokenOf } from '../links/open-link.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);
const MARKED = /zaynab|501239876|palm villa|ajman|birthday/i;
/** The customer's, as far as they are in other customers' data, too. */
const CUSTOMER = { FullName: 'Zaynab Saleh', Email: 'zaynab@example.com', Phone: '+971501239876' };
const DETAILS = {
  ...CUSTOMER,
  notes: 'Birthday cake',
  expiryOn: '2026-12-20 12:00:00',
  Is_QR_needed: true,
  Is_invoice_generated: false,
  Address: 'Palm Villa 4',
  City: 'Ajman',
};
const OTHER = { ...DETAILS, FullName: 'Omar Haddad', Email: 'omar@example.com', Phone: '+971557654321' };
const REQUEST: LinkRequest = {
  ...DETAILS,
  invoiceAmount: 250,
  isTermsAndConditionsAccepted: true,
  currency: 'AED',
};

/** The tables that may name a customer; one is filled only when a customer is forgotten. */
const NAMING_CUSTOMERS = Object.values(TABLES)
  .filter(({ name, fate }) => fate.whenForgotten !== 'nothing' && name !== 'forgottenCustomers')
  .map(({ name }) => toSnakeCase(name))
  .sort();

const { database, store } = storePerTest();

/** Where the customer is found, in tables and files. */
const find = async (): Promise<string[]> => {
  const tables = await openTables(database.place);
  const found: string[] = [];
  for (const table of tables.names)
    for (const row of await tables.rows(table))
      if (MARKED.test(JSON.stringify(row)))
        found.push(`${table} ${row['id'] ?? row['number'] ?? row['link_id']}`);
  await tables.close();
  return found.sort();
};

const findInFiles = (): string[] => {
  if (!('dataDir' in database.place)) return [];
  const { dataDir } = database.place;
  return readdirSync(dataDir).filter((name) => MARKED.test(readFileSync(join(dataDir, name), 'latin1')));
};

const makeLink = async (id: string, states: readonly LinkState[], more: object = {}): Promise<void> => {
  await store.links.reserve(
    buildNewLink(id, { callbackTokenHash: hashToken(tokenOf(id)), details: DETAILS, at: NOW, ...more }),
  );
  for (const to of states) await store.links.move({ id, to, at: NOW, cause: 'answered' });
};

const row = (number: number, changes: Partial<NewBatchRow> = {}): NewBatchRow => ({
  number,
  cells: ['250', CUSTOMER.FullName, '050 123 9876', 'Palm Villa'],
  request: REQUEST,
  amountFils: 25_000,
  expiresAt: NOW + 30 * DAY,
  faults: [],
  twinOf: null,
  ...changes,
});

const addBatch = async (id: string, rows: NewBatchRow[]) => {
  await store.batches.add(
    {
      ...{ id, teamId: 'T1', channelId: 'C1', creatorId: 'U1', creatorName: 'sara', sourceId: null, at: NOW },
      fileName: 'zaynab-june.csv',
      headings: ['Amount', 'Name', 'Phone', 'Where Zaynab lives'],
    },
    rows,
    new Map(),
  );
};
const startBatch = (id: string) =>
  store.batches.start({
    ...{ teamId: 'T1', id, by: 'U1', byName: 'sara', at: NOW, withAlike: true, limitFils: null },
    jobs: () => [],
  });

const callBack = (id: string) =>
  store.callbacks.take({
    tokenHash: hashToken(tokenOf(id)),
    evidenceHash: 'h',
    evidence: { note: 'zaynab' },
    receivedAt: NOW,
  });

/** The link’s own, which stays whatever the name it stands under. */
const NUMBER = 'PL-261121-7K3M9Q2XAB';

/** What the service said of it, with the customer where a service may have it. */
const keep = (linkId: string) =>
  store.keptRecords.write([
    {
      linkId,
      gone: [],
      put: [
        {
          ...{ kind: 'transaction', via: 'listing', togetherAt: NOW, firstSeenAt: NOW, lastSeenAt: NOW },
          record: {
            fields: {
              ...{ status: 'SUCCESS', amount: '250 AED', transactionId: 'T-ZAYNAB-1', orderId: '100234' },
              deskMark: NUMBER,
              ...{ laneMark: 'PALM VILLA', flowState: 'Zaynab Saleh', lotState: 'BIRTHDAY', hubState: 'ZED' },
            },
          },
        },
      ],
    },
  ]);

/** What admins were asked about, and have answered. */
const teach = () => {
  const answers = ['ZAYNAB', 'ZED'].map((word) => ({
    ...{ word, says: 'nothing' as const },
    name: 'hubstate',
  }));
  return store.taughtWords.teach(
    'T1',
    answers.map((one) => ({ ...one, path: 'hubState' })),
    {
      ...{ by: 'U9', at: NOW, linkId: 'lnk_paid', needsSecond: () => false },
      more: () => ({ entries: [], jobs: [] }),
    },
  );
};

const readKept = async () => (await store.keptRecords.ofLink('lnk_paid')).map(({ record }) => record.fields);
const KEPT = [
  {
    ...{ status: 'SUCCESS', amount: '250 AED', transactionId: '(a text of 10 letters)', orderId: '100234' },
    deskMark: NUMBER,
    ...{ laneMark: '(a text of 10 letters)', flowState: '(a text of 12 letters)' },
    ...{ lotState: '(a text of 8 letters)', hubState: 'ZED' },
  },
];

const plant = async (): Promise<void> => {
  await makeLink('lnk_paid', ['open', 'paid'], { invoiceId: NUMBER });
  await keep('lnk_paid');
  await teach();
  await makeLink('lnk_failed', ['failed']);
  await makeLink('lnk_open', ['open']);
  await makeLink('lnk_doubt', ['unknown']);
  await makeLink('lnk_called', ['open', 'expired']);
  await callBack('lnk_called');
  await makeLink('lnk_other', ['open', 'paid'], { details: OTHER });

  for (const id of ['lnk_waiting', 'lnk_declined', 'lnk_approved'])
    await askFor(
      store,
      id,
      { expiresAt: NOW + 30 * DAY, details: DETAILS, creatorId: 'U7', at: NOW },
      { consent: { shown: [], at: NOW + DAY } },
    );
  const decision = { teamId: 'T1', by: 'U2', at: NOW, jobs: () => [] };
  await store.approvals.decide({ ...decision, id: 'lnk_declined', to: 'declined', reason: 'Zaynab owes us' });

  const faults = [{ column: 'B', words: '“Zaynab” is no name' }];
  await addBatch('bat_preview', [row(1)]);
  await addBatch('bat_running', [row(1), row(2), row(3, { request: null, faults })]);
  await startBatch('bat_running');
  await makeLink('lnk_of_row', ['open'], { nonce: 'bat_running:1:0', batchId: 'bat_running' });
  await store.batches.settleRow({ batchId: 'bat_running', number: 1 }, 'made');
  await addBatch('bat_over', [row(1), row(2, { request: null, cells: ['x', 'Zaynab Saleh'], faults })]);
  await startBatch('bat_over');
  await store.batches.settleRow({ batchId: 'bat_over', number: 1 }, 'refused', faults);
  await store.batches.move({
    teamId: 'T1',
    id: 'bat_over',
    by: 'U1',
    at: NOW,
    from: ['running'],
    to: 'done',
  });

  const asked = {
    teamId: 'T1',
    kind: 'export',
    payload: { what: 'audit', question: { word: 'Zaynab' } },
  } as const;
  for (const id of ['job_done', 'job_waiting']) await store.jobs.add({ ...asked, id, key: id }, NOW);
  const [job] = (await claimJobs(store.jobs, { at: NOW, leaseMs: 1, limit: 1, token: 't' })).jobs;
  if (job) await store.jobs.finish(job, NOW);
  await store.jobs.add({ ...asked, id: 'job_cancelled', key: 'job_cancelled' }, NOW);
  await store.jobs.cancel('T1', 'job_cancelled', NOW);
  const run = buildRunJob('T1', 'Fx1', { order: { name: 'Zaynab' } });
  await store.jobs.add(run, NOW);
  await store.jobs.cancel('T1', run.id, NOW);
  for (const teamId of ['T1', 'T2']) {
    await store.jobs.add({ id: `told_${teamId}`, teamId, kind: 'tell', payload: { of: 'Zaynab' } }, NOW);
    await store.jobs.cancel(teamId, `told_${teamId}`, NOW);
  }
};

const forget = () =>
  store.customers.forget({ teamId: 'T1', linkId: 'lnk_paid', by: 'U9', at: NOW + 1, auditId: 'aud_1' });

/** The work of the next day. */
const keepHouse = async (at: number): Promise<void> => {
  const clock = createManualClock(at, database.isBusy);
  const log = createLog('silent');
  const pruning = createPruning({ ...store, removed: null, isClockSure: async () => true, clock, log });
  await pruning.takeTurn(new AbortController().signal);
};

describe('a forgotten customer', () => {
  test('is gone at once from every table and file, except where it is still needed; then from there', async () => {
    await plant();
    const before = new Set((await find()).map((place) => place.split(' ')[0]));
    expect([...before]).toEqual(NAMING_CUSTOMERS);
    expect(await forget()).toEqual({ erased: 4, later: 5, waiting: 1 });
    expect(await find()).toEqual([
      'batch_rows 2',
      'callbacks lnk_called',
      'forgotten_customers aud_1',
      'jobs job_waiting',
      'jobs told_T2',
      'links lnk_approved',
      'links lnk_doubt',
      'links lnk_of_row',
      'links lnk_open',
      'links lnk_other',
      'links lnk_waiting',
    ]);
    const other = await store.links.get('lnk_other');
    expect(other.details).toMatchObject({ FullName: 'Omar Haddad', City: 'Ajman' });

    // What was exempt ends, in ways that make new links.
    await store.approvals.approve({
      ...{ teamId: 'T1', id: 'lnk_approved', by: 'U2', at: NOW + DAY, jobs: () => [] },
      ...{ link: { callbackTokenHash: 'approved' }, consent: { shown: [], at: NOW + 2 * DAY } },
    });
    const decision = { teamId: 'T1', by: 'U2', at: NOW + DAY, jobs: () => [] };
    await store.approvals.decide({ ...decision, id: 'lnk_waiting', to: 'withdrawn' });
    await makeLink('lnk_of_row_2', ['failed'], { nonce: 'bat_running:2:0', batchId: 'bat_running' });
    await store.batches.settleRow({ batchId: 'bat_running', number: 2 }, 'made');
    const [job] = (await claimJobs(store.jobs, { at: NOW + DAY, leaseMs: 1, limit: 1, token: 'u' })).jobs;
    if (job) await store.jobs.finish(job, NOW + DAY);
    await keepHouse(NOW + DAY);
    for (const id of ['lnk_open', 'lnk_of_row'])
      await store.links.move({ id, to: 'paid', at: NOW + DAY, cause: 'the service says paid' });
    await store.links.move({ id: 'lnk_doubt', to: 'failed', at: NOW + DAY, cause: 'absent from listing' });
    await store.links.move({ id: 'lnk_approved', to: 'failed', at: NOW + DAY, cause: 'refused' });
    await endChecks(store, NOW + DAY);
    await keepHouse(NOW + 2 * DAY);
    expect(await find()).toEqual(['jobs told_T2', 'links lnk_other']);
  });

  test('leaves no bytes in the database’s files', async () => {
    await makeLink('lnk_paid', ['open', 'paid'], { invoiceId: NUMBER });
    await keep('lnk_paid');
    await teach();
    await addBatch('bat_preview', [row(1)]);
    if ('dataDir' in database.place) expect(findInFiles()).not.toEqual([]);
    await forget();
    expect(await find()).toEqual([]);
    expect(findInFiles()).toEqual([]);
    expect(await readKept()).toEqual(KEPT);
  });

  test('has left no bytes once the link is old, either, and money and what was explained stays', async () => {
    await makeLink('lnk_paid', ['open', 'paid'], { invoiceId: NUMBER });
    await keep('lnk_paid');
    await teach();
    await store.retention.links({ at: NOW + DAY, before: NOW + 1, after: '', limit: 10 });
    await store.retention.scrub();
    expect(await find()).toEqual([]);
    expect(findInFiles()).toEqual([]);
    expect(await readKept()).toEqual(KEPT);
    expect((await store.taughtWords.list('T1')).map(({ word }) => word)).toEqual(['ZED']);
  });

  test('who comes back is a new customer', async () => {
    await makeLink('lnk_paid', ['open', 'paid'], { invoiceId: NUMBER });
    await forget();
    await makeLink('lnk_again', ['open'], { at: NOW + DAY });
    await keepHouse(NOW + 2 * DAY);
    expect((await store.links.get('lnk_again')).details.FullName).toBe('Zaynab Saleh');
    expect(
      (await store.customers.recall({ teamId: 'T1', ownerId: null }, { phone: CUSTOMER.Phone }))?.last.id,
    ).toBe('lnk_again');
  });
});
