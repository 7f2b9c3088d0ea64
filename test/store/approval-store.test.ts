// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { ApprovalOverError, type NewApproval } from '../../src/approvals/approval-store.ts';
import type { Consent, ShownLink } from '../../src/store/consent.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { buildNewLink, ORDER } from '../fixtures/links.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const NOON = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const CONSENT: Consent = { shown: [], at: NOON };
const OLD: ShownLink = { id: 'lnk_old', state: 'open', isPayable: true, paidFils: 0 };

const DETAILS = {
  FullName: 'Omar Haddad',
  Email: 'omar@example.com',
  Phone: '+971501234567',
  notes: 'June rent',
  expiryOn: '2026-12-21 12:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
};

const buildRequest = (changes: Partial<NewApproval> = {}): NewApproval => ({
  ...ORDER,
  ...{ id: 'apr_1', nonce: 'nonce-1', amountFils: 700_000, limitFils: 500_000, at: NOON },
  ...{ expiresAt: NOON + 30 * DAY, details: DETAILS, shown: [OLD] },
  ...changes,
});

const buildLink = ({ id = 'lnk_1', ...changes }: Partial<NewLink> = {}): NewLink =>
  buildNewLink(id, {
    ...{ nonce: 'nonce-1', amountFils: 700_000, expiresAt: NOON + 30 * DAY },
    ...{ details: DETAILS, at: NOON + 1_000, ...changes },
  });

const job = (key: string): NewJob => ({
  ...{ id: `job_${key}`, teamId: 'T1', kind: 'approval-news', key, dueAt: NOON },
  payload: { approvalId: 'apr_1' },
});

const add = (changes: Partial<NewApproval> = {}, consent = CONSENT, jobs: NewJob[] = []) =>
  store.approvals.add(buildRequest(changes), consent, jobs);

const approve = (by: string, changes: Partial<NewLink> = {}) =>
  store.approvals.approve({
    ...{ teamId: 'T1', id: 'apr_1', by, at: NOON + 1_000, consent: CONSENT },
    ...{ link: buildLink(changes), jobs: [job('approved')] },
  });

const find = (id = 'apr_1', teamId = 'T1') => store.approvals.find(teamId, id);

const formUsed = (amountFils: number) => ({ conflict: { because: 'form-used', sale: { amountFils } } });

const trail = async () =>
  (await readTrail(store)).map(({ action, actorId, subject }) => `${actorId} ${action} ${subject}`);

describe('a request', () => {
  test('is read as written, also after a restart, only by its own workspace', async () => {
    await add({}, CONSENT, [job('asked')]);
    await reopen();
    const found = await find();
    const { at: createdAt, ...approval } = buildRequest();
    expect(found).toMatchObject({ ...approval, createdAt, state: 'waiting' });
    expect(await find('apr_1', 'T2')).toBeNull();
    expect(await store.approvals.waitingIn('T2', NOON)).toEqual([]);
    expect(await store.jobs.find('T1', 'job_asked')).not.toBeNull();
  });

  test('is made once per form, even if it is submitted again', async () => {
    const first = await add({}, CONSENT, [job('asked')]);
    const again = await add({ id: 'apr_2' }, CONSENT, [job('asked-2')]);
    expect(first).toMatchObject({ isNew: true });
    expect(again).toMatchObject({ isNew: false, approval: { id: 'apr_1', amountFils: 700_000 } });
    expect(await store.jobs.find('T1', 'job_asked-2')).toBeNull();
  });

  test('is refused for a form that was used for another amount or customer, and names that sale', async () => {
    await add();
    const others = [
      { amountFils: 900_000 },
      { details: { ...DETAILS, Email: 'zaynab@example.com' } },
      { details: { ...DETAILS, Phone: '+971509999999' } },
    ];
    for (const changes of others)
      expect(await add({ id: 'apr_2', ...changes })).toMatchObject({ approval: null, ...formUsed(700_000) });
    const link = await store.links.reserve(buildLink({ amountFils: 5_000 }), CONSENT);
    expect(link).toMatchObject(formUsed(700_000));
  });

  test('is refused for a form that already made a link', async () => {
    await store.links.reserve(buildLink({ amountFils: 5_000 }), CONSENT);
    expect(await add()).toMatchObject(formUsed(5_000));
  });

  test('and a link of another amount for the same form race: one of them is written', async () => {
    for (let round = 0; round < 10; round += 1) {
      const nonce = `race-${round}`;
      const customer = { ...DETAILS, Email: `race${round}@example.com`, Phone: `+97150${1_000_000 + round}` };
      const id = `${round}`;
      const [link, approval] = await Promise.all([
        store.links.reserve(
          buildLink({ id: `lnk_${id}`, nonce, amountFils: 5_000, details: customer, callbackTokenHash: id }),
        ),
        add({ id: `apr_${id}`, nonce, details: customer }),
      ]);
      expect([link.conflict?.because, approval.conflict?.because].filter(Boolean)).toEqual(['form-used']);
    }
  });

  test('keeps what its creator chose about a similar link', async () => {
    await add({ saleId: 'lnk_old' });
    expect(await find()).toMatchObject({ saleId: 'lnk_old', threadTs: null, sumFils: null });
    await add({ id: 'apr_2', nonce: 'n2', sumFils: 900_000 });
    expect(await find('apr_2')).toMatchObject({ saleId: null, sumFils: 900_000 });
  });

  test('is not written while its creator has not seen a duplicate link', async () => {
    await store.links.reserve(buildLink({ nonce: 'other' }));
    const refused = await add();
    expect(refused).toMatchObject({
      approval: null,
      conflict: { because: 'duplicates', duplicates: [{ id: 'lnk_1' }] },
    });
    expect(await find()).toBeNull();
    const meant = await add({}, { ...CONSENT, shown: [{ ...OLD, id: 'lnk_1' }] });
    expect(meant).toMatchObject({ isNew: true });
  });

  test('is not written while a link holds its invoice number, unless it replaces that link', async () => {
    const numbered = { details: { ...DETAILS, Invoice_Id: 'DEP-7' } };
    const away = { nonce: 'other', amountFils: 5_000, invoiceId: 'DEP-7', invoiceIdIsOurs: false };
    const somebody = { ...DETAILS, Email: 'else@example.com', Phone: '+971509999999' };
    await store.links.reserve(buildLink({ ...away, details: somebody }));
    expect(await add(numbered)).toEqual({
      approval: null,
      conflict: { because: 'invoice-id', holder: expect.objectContaining({ id: 'lnk_1' }) },
    });
    expect(await find()).toBeNull();
    const free = { details: { ...DETAILS, Invoice_Id: 'DEP-8' } };
    expect(await add(free)).toMatchObject({ isNew: true, conflict: null });
  });

  test('belongs to its form’s workspace: another workspace with the same form sees nothing', async () => {
    await add();
    await expect(add({ id: 'apr_2', teamId: 'T2' })).rejects.toThrow('the form is another workspace’s');
    expect(await find('apr_2', 'T2')).toBeNull();
    expect(await store.links.reserve(buildLink({ teamId: 'T2' }))).toMatchObject({ isNew: true });
  });

  test('waits in its workspace, oldest first, until its link would have expired', async () => {
    await add({ at: NOON + 5 });
    await add({ id: 'apr_2', nonce: 'n2' });
    await add({ id: 'apr_3', nonce: 'n3', expiresAt: NOON + DAY });
    const waiting = await store.approvals.waitingIn('T1', NOON + DAY);
    expect(waiting.map(({ id }) => id)).toEqual(['apr_2', 'apr_1']);
  });
});

describe('an approval', () => {
  test('reserves the link, with entries in the history and the audit trail', async () => {
    await add();
    expect(await approve('U2')).toMatchObject({ isNew: true, link: { state: 'reserved', creatorId: 'U1' } });
    const approved = { state: 'approved', decidedBy: 'U2', decidedAt: NOON + 1_000, linkId: 'lnk_1' };
    expect(await find()).toMatchObject(approved);
    expect(await store.links.history('lnk_1')).toMatchObject([{ cause: 'approved by a second person' }]);
    expect(await trail()).toEqual(expect.arrayContaining(['U1 link-made lnk_1', 'U2 link-approved lnk_1']));
    expect(await store.jobs.find('T1', 'job_approved')).not.toBeNull();
  });

  test('returns its link when the form is submitted again', async () => {
    await add();
    const { link } = await approve('U2');
    const again = await store.links.reserve(buildLink({ id: 'lnk_2' }), CONSENT);
    expect(again).toEqual({ link, isNew: false, conflict: null });
  });

  test('by two people at the same moment makes one link', async () => {
    await add();
    const both = [approve('U2', { id: 'lnk_a' }), approve('U3', { id: 'lnk_b' })];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(ApprovalOverError);
    expect(await store.links.inState('reserved')).toHaveLength(1);
    expect((await trail()).filter((line) => line.includes('link-approved'))).toHaveLength(1);
  });

  test('writes nothing if a similar link was made in the meantime', async () => {
    await add();
    await store.links.reserve(buildLink({ id: 'lnk_other', nonce: 'other' }));
    const conflict = { duplicates: [{ id: 'lnk_other' }] };
    expect(await approve('U2')).toMatchObject({ link: null, conflict });
    expect(await find()).toMatchObject({ state: 'waiting', linkId: null });
    expect(await store.links.inState('reserved')).toHaveLength(1);
    expect((await trail()).sort()).toEqual(['U1 link-asked apr_1', 'U1 link-made lnk_other']);
    expect(await store.jobs.find('T1', 'job_approved')).toBeNull();
  });

  test('matches only a link for the requested amount, new or old', async () => {
    await add();
    await store.links.reserve(
      buildLink({ id: 'lnk_50', nonce: 'n-50', amountFils: 5_000, callbackTokenHash: 'h-50' }),
    );
    expect(await approve('U2', { nonce: 'n-50' })).toMatchObject(formUsed(5_000));
    expect(await approve('U2', { amountFils: 5_000 })).toMatchObject({ conflict: { because: 'form-used' } });
    expect(await find()).toMatchObject({ state: 'waiting', linkId: null });
    expect(await store.links.inState('reserved')).toMatchObject([{ id: 'lnk_50' }]);
  });

  test('of a link that would have expired changes nothing', async () => {
    await add({ expiresAt: NOON + 1_000 });
    await expect(approve('U2')).rejects.toMatchObject({
      name: 'ApprovalOverError',
      message: 'the approval was already decided, or its link would have expired',
    });
    expect(await store.links.inState('reserved')).toEqual([]);
  });
});

describe('a decision', () => {
  const decide = (to: 'declined' | 'withdrawn') =>
    store.approvals.decide({
      ...{ teamId: 'T1', id: 'apr_1', by: 'U2', at: NOON + 5, jobs: [job(to)] },
      ...(to === 'declined' ? { to, reason: 'Ask Zaynab first' } : { to }),
    });

  test.each(['declined', 'withdrawn'] as const)('is final once it is %s', async (to) => {
    await add();
    const reason = to === 'declined' ? 'Ask Zaynab first' : null;
    expect(await decide(to)).toMatchObject({ state: to, decidedBy: 'U2', decidedAt: NOON + 5, reason });
    expect(await decide('declined')).toBeNull();
    expect(await decide('withdrawn')).toBeNull();
    await expect(approve('U3')).rejects.toThrow(ApprovalOverError);
    expect(await store.links.inState('reserved')).toEqual([]);
    expect(await trail()).toEqual([`U2 link-${to} apr_1`, 'U1 link-asked apr_1']);
    expect(await store.jobs.find('T1', `job_${to}`)).not.toBeNull();
  });

  test('of another workspace changes nothing', async () => {
    await add({ teamId: 'T2' });
    expect(await decide('withdrawn')).toBeNull();
    expect(await decide('declined')).toBeNull();
    expect(await find('apr_1', 'T2')).toMatchObject({ state: 'waiting', reason: null });
  });

  test('lapses when the link would have expired, not before', async () => {
    await add({ expiresAt: NOON + DAY });
    const lapse = (at: number) => store.approvals.lapse({ teamId: 'T1', id: 'apr_1', at, jobs: [job('l')] });
    expect(await lapse(NOON + DAY - 1)).toBeNull();
    const lapsed = { state: 'lapsed', decidedBy: null, decidedAt: NOON + DAY };
    expect(await lapse(NOON + DAY)).toMatchObject(lapsed);
    expect(await lapse(NOON + DAY)).toBeNull();
    expect(await trail()).toEqual(['U1 link-asked apr_1']);
  });
});

test('the audit trail has every request and decision, with the amount and limit at the time', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const customer = { ...DETAILS, Email: `c${n}@example.com`, Phone: `+97150123450${n}` };
    const sale = { nonce: `n-${n}`, amountFils: 700_000 + n };
    await add({ id: `apr_${n}`, details: customer, ...sale });
    const by = { teamId: 'T1', id: `apr_${n}`, by: 'U2', at: NOON + 1_000, jobs: [] };
    const names = { id: `lnk_${n}`, invoiceId: `PL-${n}`, callbackTokenHash: `h-${n}` };
    const link = buildLink({ ...sale, ...names, details: customer });
    if (n < 3) await store.approvals.approve({ ...by, link, consent: CONSENT });
    else if (n < 5) await store.approvals.decide({ ...by, to: 'declined', reason: 'no' });
    else await store.approvals.decide({ ...by, to: 'withdrawn' });
  }
  const entries = await readTrail(store);
  const of = (action: string) =>
    entries
      .filter((entry) => entry.action === action)
      .map(({ subject, detail }) => ({ subject, detail }))
      .sort((a, b) => `${a.subject}`.localeCompare(`${b.subject}`));
  const figures = (n: number) => ({ amountFils: 700_000 + n, limitFils: 500_000 });
  const approval = (n: number) => ({ subject: `apr_${n}`, detail: figures(n) });
  expect(of('link-asked')).toEqual([1, 2, 3, 4, 5, 6].map(approval));
  expect(of('link-approved')).toEqual(
    [1, 2].map((n) => ({ subject: `lnk_${n}`, detail: { ...figures(n), approval: `apr_${n}` } })),
  );
  expect(of('link-declined')).toEqual([3, 4].map(approval));
  expect(of('link-withdrawn')).toEqual([5, 6].map(approval));
});

describe('a customer’s data', () => {
  const LATER = NOON + 200 * DAY;
  const erase = (before: number, after: string | null = null, limit = 10) =>
    store.retention.approvals({ at: LATER, before, after, limit });

  const decline = (id: string) =>
    store.approvals.decide({
      ...{ teamId: 'T1', id, by: 'U2', at: NOON + DAY, to: 'declined', jobs: [] },
      reason: 'Omar Haddad pays in parts',
    });

  test('is erased from requests that ended long ago, like the reason, and the amounts stay', async () => {
    await add();
    await decline('apr_1');
    expect(await erase(NOON + DAY)).toEqual({ erased: 0, next: null });
    expect(await erase(NOON + DAY + 1)).toEqual({ erased: 1, next: null });
    expect(await erase(NOON + DAY + 1)).toEqual({ erased: 0, next: null });
    const erased = await find();
    expect(JSON.stringify(erased)).not.toMatch(/Omar|omar@|1234567|June rent|parts/);
    expect(erased).toMatchObject({ state: 'declined', amountFils: 700_000, reason: null, decidedBy: 'U2' });
  });

  test('stays in a waiting request until its link would have expired long ago', async () => {
    await add();
    expect(await erase(NOON + 30 * DAY)).toMatchObject({ erased: 0 });
    expect(await erase(NOON + 30 * DAY + 1)).toMatchObject({ erased: 1 });
  });

  test('is erased in slices by id', async () => {
    for (const id of ['apr_1', 'apr_2', 'apr_3']) {
      await add({ id, nonce: `n-${id}` });
      await decline(id);
    }
    expect(await erase(LATER, null, 2)).toEqual({ erased: 2, next: 'apr_2' });
    expect(await erase(LATER, 'apr_2', 2)).toEqual({ erased: 1, next: null });
  });
});
