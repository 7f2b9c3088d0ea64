// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { JobKindName } from '../../src/store/job-kinds.ts';
import { isRequest, LINK_STATES, type LinkState, mayMove } from '../../src/store/link-states.ts';
import type { CheckChange } from '../../src/store/planned-jobs.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildLink, WAYS } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { hasWaitingJob } from '../fixtures/waiting-jobs.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const PAYMENT = buildPayment({ noticedAt: AT + 2, happenedAt: AT + 1, transactionId: '9123' });

const { rows, store } = storePerTest();

let made = 0;

const make = async (state: LinkState, changes: { checkDueAt?: number } = {}): Promise<string> => {
  made += 1;
  const id = `lnk_${made}`;
  const link = {
    ...buildLink({ nonce: `n${made}`, invoiceId: `INV-${made}` }),
    saleId: null,
    ...changes,
    id,
    callbackTokenHash: `hash-${made}`,
    at: AT,
  };
  const request = { limitFils: 1, sumFils: null, typedId: null };
  await (isRequest(state)
    ? store.approvals.ask(
        { ...link, details: { ...link.details, Phone: `+9715${made}`, Email: `${made}@x.ae` } },
        request,
        { shown: [], at: AT },
        [],
      )
    : store.links.reserve(link));
  for (const to of WAYS[state]) await store.links.move({ id, to, at: AT, cause: 'the service says paid' });
  expect((await store.links.get(id)).state).toBe(state);
  return id;
};

const notice = (id: string) => ({ teamId: 'T1', id: `n_${id}`, lane: 'a', kind: 'qr', linkId: id }) as const;

test.each(LINK_STATES)('a %s link moves only to the states that the table allows', async (from) => {
  for (const to of LINK_STATES) {
    const id = await make(from);
    const before = await store.links.get(id);
    const cause = 'a try to pay was declined';
    const moved = await store.links.move({ id, to, at: AT + 5, cause, jobs: [notice(id)] });
    const after = await store.links.get(id);
    if (mayMove(from, to)) {
      expect(moved, to).toEqual(after);
      expect(after).toEqual({ ...before, state: to, version: before.version + 1, updatedAt: AT + 5 });
      expect((await store.links.history(id)).at(-1)).toMatchObject({ at: AT + 5, from, to, cause });
      expect(await hasWaitingJob(store, id, 'qr'), to).toBe(true);
    } else {
      expect(moved, to).toBeNull();
      expect(after).toEqual(before);
      expect(await hasWaitingJob(store, id, 'qr'), to).toBe(false);
    }
  }
});

describe.each(['move', 'record'] as const)('a change by %s', (method) => {
  const change = (id: string, more: object = {}) =>
    method === 'move'
      ? store.links.move({ id, to: 'paid', at: AT + 9, cause: 'answered', ...more })
      : store.links.record({ id, at: AT + 9, cause: 'answered', ...more });

  test('based on another version has no effect, and no notices', async () => {
    const id = await make('open');
    const before = await store.links.get(id);
    for (const ifVersion of [0, before.version - 1, before.version + 1])
      expect(await change(id, { ifVersion, orderId: '7', jobs: [notice(id)] })).toBeNull();
    expect(await store.links.get(id)).toEqual(before);
    expect(await countWaiting(store)).toBe(0);
    expect(await store.links.history(id)).toHaveLength(2);
  });

  test('based on this version is made, and a second one has no effect', async () => {
    const id = await make('open');
    const { version } = await store.links.get(id);
    expect(await change(id, { ifVersion: version, orderId: '7' })).toMatchObject({
      version: version + 1,
      orderId: '7',
      updatedAt: AT + 9,
    });
    expect(await store.links.record({ id, at: AT, cause: 'expired unpaid', ifVersion: version })).toBeNull();
  });

  test('writes its facts and keeps the others', async () => {
    const id = await make('open');
    const facts = { orderId: '7', address: 'https://pay.example/7', payment: PAYMENT };
    const first = await change(id, { ...facts, answer: { a: 1 } });
    expect(first).toMatchObject({ orderId: '7', address: 'https://pay.example/7', payment: PAYMENT });
    const second = await store.links.record({ id, at: AT + 10, cause: 'a try to pay was declined' });
    expect(second).toEqual({ ...first, version: Number(first?.version) + 1, updatedAt: AT + 10 });
  });

  test.each([
    ['transaction', 'transaction', 'id', 'order-id'],
    ['link', 'link', 'listing', 'reference'],
    ['callback', 'transaction', 'listing', 'address'],
    ['callback', 'link', 'id', 'look-up'],
    ['link', 'link', 'id', null],
  ] as const)('keeps a payment seen in a %s, by a %s found by %s and owned by %s', async (...words) => {
    const [seenIn, of, via, ownedBy] = words;
    const facts = { kindWord: 'SALE', stateField: 'status', stateWord: 'PAID', amountField: 'amount' };
    const payment = { ...PAYMENT, seenIn, grounds: [{ of, via, ownedBy, ...facts, amountFils: 125_050 }] };
    const id = await make('open');
    expect(await change(id, { payment })).toMatchObject({ payment });
    expect(await store.links.get(id)).toMatchObject({ payment });
  });

  test('clears what it has as null', async () => {
    const id = await make('open');
    const facts = { orderId: '7', payment: PAYMENT };
    await store.links.record({ id, at: AT, cause: 'answered', ...facts });
    const nothing = { orderId: null, address: null, payment: null };
    expect(await change(id, nothing)).toMatchObject(nothing);
  });

  test('plans the next check only if the planned one has not changed', async () => {
    const id = await make('open', { checkDueAt: AT + 100 });
    await change(id, { check: { to: AT + 500, attempts: 4, after: { inMs: 99 } } });
    expect(await store.links.nextCheck(id)).toEqual({ to: AT + 100, attempts: 0 });
    const plan = async (check: CheckChange) => {
      await store.links.record({ id, at: AT, cause: 'answered', check });
      return store.links.nextCheck(id);
    };
    const next = { to: AT + 600, attempts: 4 };
    expect(await plan({ ...next, after: { inMs: 100 } })).toEqual(next);
    expect(await plan({ to: null, attempts: 0, after: { inMs: 600 } })).toBeNull();
  });

  test('keeps the planned check if it plans none', async () => {
    const id = await make('open', { checkDueAt: AT + 100 });
    await change(id);
    expect(await store.links.nextCheck(id)).toEqual({ to: AT + 100, attempts: 0 });
  });

  test('is a line of the history, with its evidence', async () => {
    const id = await make('open');
    await change(id, { evidence: { word: 'PAID' } });
    const to = method === 'move' ? 'paid' : 'open';
    const line = { at: AT + 9, from: 'open', to, cause: 'answered' };
    expect((await store.links.history(id)).at(-1)).toMatchObject(line);
    const lines = (await rows('link_events')).filter((row) => row['link_id'] === id);
    expect(lines.filter((row) => row['evidence'] !== null)).toMatchObject([
      { to_state: to, evidence: '{"word":"PAID"}' },
    ]);
  });
});

describe('a failure', () => {
  const failure = { what: 'It was refused.', next: 'Try again.', reference: 'R-1', field: null };

  test('is stored with the move to failed, and cleared by the next move', async () => {
    const id = await make('reserved');
    const refused = await store.links.move({ id, to: 'failed', at: AT, cause: 'refused', failure });
    expect(refused).toMatchObject({ failure });
    expect(await store.links.record({ id, at: AT, cause: 'answered' })).toMatchObject({ failure });
    const found = await store.links.move({ id, to: 'open', at: AT, cause: 'found in listing' });
    expect(found).toMatchObject({ failure: null });
  });
});

test('of two simultaneous changes to one version, one is made', async () => {
  const id = await make('open');
  for (const round of ['a', 'b', 'c', 'd', 'e']) {
    const { version } = await store.links.get(id);
    const changes = await Promise.all(
      ['1', '2', '3', '4'].map((no) =>
        store.links.record({ id, at: AT, cause: 'answered', ifVersion: version, orderId: `${round}${no}` }),
      ),
    );
    expect(changes.filter((one) => one !== null)).toHaveLength(1);
  }
});

test('jobs for the sale’s other links come after the link’s own notices, for any ids', async () => {
  const first = await make('unknown');
  await store.links.reserve({
    ...buildLink({ nonce: 'second', invoiceId: 'INV-second', saleId: first }),
    id: 'lnk_second',
    callbackTokenHash: 'hash-second',
    at: AT,
  });
  const notice = (id: string, kind: JobKindName) => ({
    teamId: 'T1',
    id,
    lane: 'T1:C1',
    kind,
    linkId: first,
  });
  await store.links.move({
    ...{ id: first, to: 'open', at: AT, cause: 'found in listing' },
    jobs: [notice('z-card', 'tell')],
    ofSale: () => [notice('a-sale', 'tell')],
  });
  const claimed = (await claimJobs(store.jobs, { at: AT, leaseMs: 1_000, limit: 10, token: 'test' })).jobs;
  expect(claimed.map(({ kind }) => kind)).toEqual(['tell']);
});

test('a reported payment is withdrawn only on request, and only from reported to open', async () => {
  await store.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: AT });
  const move = (to: LinkState, isTakenBack: boolean) =>
    store.links.move({ id: 'lnk_1', to, at: AT, cause: 'answered', isTakenBack });
  await move('open', false);
  expect(await move('reserved', true)).toBeNull();
  await move('reported', false);
  expect(await move('open', false)).toBeNull();
  expect(await move('unknown', true)).toBeNull();
  expect(await move('open', true)).toMatchObject({ state: 'open' });
  await move('paid', false);
  expect(await move('open', true)).toBeNull();
});
