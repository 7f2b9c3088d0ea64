// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { ApprovalOverError } from '../../src/approvals/approval-store.ts';
import type { Consent, ShownLink } from '../../src/store/consent.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildNewLink } from '../fixtures/links.ts';
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

const buildLink = ({ id = 'lnk_1', ...changes }: Partial<NewLink> = {}): NewLink =>
  buildNewLink(id, {
    ...{ nonce: 'nonce-1', amountFils: 700_000, expiresAt: NOON + 30 * DAY },
    ...{ details: DETAILS, at: NOON + 1_000, ...changes },
  });

const job = (key: string): NewJob => ({
  ...{ id: `job_${key}`, teamId: 'T1', kind: 'approval-round', key, dueAt: NOON },
  payload: { linkId: 'lnk_1' },
});

type Changes = Partial<Parameters<typeof askFor>[2]> & { id?: string };

const add = ({ id = 'lnk_1', ...changes }: Changes = {}, consent = CONSENT, jobs: NewJob[] = []) =>
  askFor(
    store,
    id,
    { nonce: 'nonce-1', details: DETAILS, expiresAt: NOON + 30 * DAY, at: NOON, ...changes },
    { consent, jobs },
  );

const approve = (by: string, id = 'lnk_1') =>
  store.approvals.approve({
    ...{ teamId: 'T1', id, by, at: NOON + 1_000, consent: CONSENT },
    ...{ link: { callbackTokenHash: `approved-${id}` }, jobs: () => [job('approved')] },
  });

const find = (id = 'lnk_1', teamId = 'T1') => store.links.find(teamId, id);

const formUsed = (amountFils: number) => ({ conflict: { because: 'form-used', sale: { amountFils } } });

/** Each request and decision has the amount and the limit of its time. */
const trail = async () => {
  const entries = await readTrail(store);
  const amounts = { amountFils: 700_000, limitFils: 500_000 };
  for (const { action, detail } of entries)
    expect(detail, action).toEqual(action === 'link-made' ? { amountFils: 700_000 } : amounts);
  return entries.map(({ action, actorId, subject }) => `${actorId} ${action} ${subject}`);
};

describe('a request', () => {
  test('is read as written, also after a restart, only by its own workspace', async () => {
    await add({ typedId: 'DEP-7' }, { ...CONSENT, shown: [OLD] }, [job('asked')]);
    await reopen();
    expect(await find()).toMatchObject({
      ...{ state: 'asked', createdAt: NOON, amountFils: 700_000, invoiceId: 'PL-lnk_1', saleId: 'lnk_1' },
      approval: { limitFils: 500_000, sumFils: null, typedId: 'DEP-7', shown: [OLD], askedAt: NOON },
    });
    expect(await find('lnk_1', 'T2')).toBeNull();
    expect(await store.approvals.waitingIn('T2', NOON)).toEqual([]);
    expect(await store.jobs.find('T1', 'job_asked')).not.toBeNull();
    expect(await store.links.history('lnk_1')).toMatchObject([
      { from: null, to: 'asked', cause: 'asked for approval' },
    ]);
  });

  test('is made once per form, even if it is submitted again, above or below the limit', async () => {
    const first = await add({}, CONSENT, [job('asked')]);
    const again = await add({ id: 'lnk_2' }, CONSENT, [job('asked-2')]);
    expect(first).toMatchObject({ isNew: true });
    expect(again).toMatchObject({ isNew: false, link: { id: 'lnk_1', state: 'asked' } });
    expect(await store.links.reserve(buildLink({ id: 'lnk_3' }))).toMatchObject({
      isNew: false,
      link: { id: 'lnk_1', state: 'asked' },
    });
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
      expect(await add({ id: 'lnk_2', ...changes })).toMatchObject({ link: null, ...formUsed(700_000) });
    const link = await store.links.reserve(buildLink({ amountFils: 5_000 }), CONSENT);
    expect(link).toMatchObject(formUsed(700_000));
  });

  test('is refused for a form that already made another link', async () => {
    await store.links.reserve(buildLink({ amountFils: 5_000 }), CONSENT);
    expect(await add({ id: 'lnk_2' })).toMatchObject(formUsed(5_000));
  });

  test('and a link of another amount for the same form race: one of them is written', async () => {
    for (let round = 0; round < 10; round += 1) {
      const nonce = `race-${round}`;
      const customer = { ...DETAILS, Email: `race${round}@example.com`, Phone: `+97150${1_000_000 + round}` };
      const [link, asked] = await Promise.all([
        store.links.reserve(
          buildLink({
            ...{ id: `lnk_m${round}`, nonce, amountFils: 5_000, details: customer },
            ...{ callbackTokenHash: `m${round}`, invoiceId: `PL-m${round}` },
          }),
        ),
        add({ id: `lnk_a${round}`, nonce, details: customer }),
      ]);
      expect([link.conflict?.because, asked.conflict?.because].filter(Boolean)).toEqual(['form-used']);
    }
  });

  test('is the next link of the sale that its creator chose', async () => {
    await add({ saleId: 'lnk_old', sumFils: 900_000 });
    expect(await find()).toMatchObject({ saleId: 'lnk_old', approval: { sumFils: 900_000 } });
  });

  test('is not written while its creator has not seen a duplicate link', async () => {
    await store.links.reserve(buildLink({ nonce: 'other', id: 'lnk_2' }));
    expect(await add()).toMatchObject({
      link: null,
      conflict: { because: 'duplicates', duplicates: [{ id: 'lnk_2' }] },
    });
    expect(await find()).toBeNull();
    const meant = await add({}, { ...CONSENT, shown: [{ ...OLD, id: 'lnk_2' }] });
    expect(meant).toMatchObject({ isNew: true });
  });

  test('holds no number: it learns who holds the typed one, and another link may take it', async () => {
    const away = { amountFils: 5_000, invoiceIdIsOurs: false };
    const somebody = { ...DETAILS, Email: 'else@example.com', Phone: '+971509999999' };
    const typed = (id: string, invoiceId: string) =>
      store.links.reserve(buildLink({ id, nonce: id, ...away, invoiceId, details: somebody }));
    await typed('lnk_7', 'DEP-7');
    expect(await add({ typedId: 'DEP-7' })).toMatchObject({
      link: null,
      conflict: { because: 'invoice-id', holder: { id: 'lnk_7' } },
    });
    expect(await add({ typedId: 'DEP-8' })).toMatchObject({ isNew: true, conflict: null });
    await typed('lnk_8', 'DEP-8');
    expect(await store.links.get('lnk_8')).toMatchObject({ invoiceId: 'DEP-8', invoiceIdAsked: null });
    expect(await approve('U2')).toMatchObject({
      conflict: { because: 'invoice-id', holder: { id: 'lnk_8' } },
    });
  });

  test('belongs to its form’s workspace: another workspace with the same form is refused', async () => {
    await add();
    await expect(add({ id: 'lnk_2', teamId: 'T2' })).rejects.toThrow('the form is another workspace’s');
    expect(await find('lnk_2', 'T2')).toBeNull();
  });

  test('waits in its workspace, oldest first, until its link would have expired', async () => {
    await add({ at: NOON + 5 });
    await add({ id: 'lnk_2', nonce: 'n2' });
    await add({ id: 'lnk_3', nonce: 'n3', expiresAt: NOON + DAY });
    const waiting = await store.approvals.waitingIn('T1', NOON + DAY);
    expect(waiting.map(({ id }) => id)).toEqual(['lnk_2', 'lnk_1']);
  });
});

/** What counts links that were made, or that somebody has to look after, and how much there is of it. */
const figures = async () => {
  const span = { from: NOON - DAY, to: NOON + DAY };
  const { linkDays, links, customers } = store;
  return {
    made: (await linkDays.madeIn('T1', span)).length,
    sales: (await store.saleFigures.of({ teamId: 'T1', span })).all.made,
    unfinished: (await links.unfinishedOf({ teamId: 'T1', ownerId: 'U1', limit: 9 })).length,
    recalled: await customers.recall({ teamId: 'T1', ownerId: null }, { phone: DETAILS.Phone }),
    backlog: (await store.backlog.read()).links,
    reserved: (await links.inState('reserved')).length,
  };
};

test.each(['asked', 'declined', 'withdrawn', 'lapsed'] as const)(
  'a link that is only %s counts nowhere, holds up no other, and is found',
  async (state) => {
    const none = await figures();
    await add({ expiresAt: NOON + DAY });
    const by = { teamId: 'T1', id: 'lnk_1', at: NOON + DAY, jobs: () => [] };
    if (state === 'declined') await store.approvals.decide({ ...by, to: state, by: 'U2', reason: 'no' });
    if (state === 'withdrawn') await store.approvals.decide({ ...by, to: state, by: 'U1' });
    if (state === 'lapsed') await store.approvals.lapse(by);
    expect(await find()).toMatchObject({ state });
    expect(await figures()).toEqual(none);
    expect(await store.links.reserve(buildLink({ id: 'lnk_2', nonce: 'n2' }), CONSENT)).toMatchObject({
      isNew: true,
    });
    const limit = { limitFils: 1_400_000, since: NOON - DAY };
    const third = buildLink({ id: 'lnk_3', nonce: 'n3' });
    expect(await store.links.reserve(third, undefined, limit)).toMatchObject({ isNew: true });
    expect(
      await store.linkSearch.newest({
        ...{
          teamId: 'T1',
          among: { by: 'state', state },
          span: { from: 0, to: NOON + DAY },
          after: null,
          limit: 9,
        },
      }),
    ).toMatchObject([{ id: 'lnk_1' }]);
  },
);

describe('an approval', () => {
  test('makes the request the link that is about to be made, at this moment', async () => {
    await add({ checkDueAt: NOON + 5 });
    const link = { state: 'reserved', creatorId: 'U1', invoiceId: 'PL-lnk_1', invoiceIdIsOurs: true };
    expect(await approve('U2')).toMatchObject({ isNew: true, link });
    const at = NOON + 1_000;
    const approval = { decidedBy: 'U2', decidedAt: at, askedAt: NOON };
    expect(await find()).toMatchObject({ ...link, createdAt: at, askedAt: at, approval });
    expect(await store.links.history('lnk_1')).toMatchObject([
      { to: 'asked' },
      { from: 'asked', to: 'reserved', cause: 'approved by a second person' },
    ]);
    expect(await trail()).toEqual(expect.arrayContaining(['U1 link-made lnk_1', 'U2 link-approved lnk_1']));
    expect(await store.jobs.find('T1', 'job_approved')).not.toBeNull();
  });

  test('takes the typed number, or the next if it was used', async () => {
    const numbered = { invoiceId: 'DEP-7', invoiceIdIsOurs: false };
    await store.links.reserve(buildLink({ id: 'lnk_2', nonce: 'n2', ...numbered }));
    await store.links.move({ id: 'lnk_2', to: 'failed', at: NOON, cause: 'refused' });
    await add({ typedId: 'DEP-7' });
    expect(await approve('U2')).toMatchObject({
      link: { invoiceId: 'DEP-7-2', invoiceIdAsked: 'DEP-7', invoiceIdIsOurs: false },
    });
  });

  test('returns its link when the form is submitted again', async () => {
    await add();
    const { link } = await approve('U2');
    const again = await store.links.reserve(buildLink({ id: 'lnk_2' }), CONSENT);
    expect(again).toEqual({ link, isNew: false, conflict: null });
  });

  test('by two people at the same moment makes one link', async () => {
    await add();
    const outcomes = await Promise.allSettled([approve('U2'), approve('U3')]);
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
    expect(await find()).toMatchObject({ state: 'asked', version: 1 });
    expect((await trail()).sort()).toEqual(['U1 link-asked lnk_1', 'U1 link-made lnk_other']);
    expect(await store.jobs.find('T1', 'job_approved')).toBeNull();
  });

  test('and a similar link at the same moment: one of them is asked about', async () => {
    for (const round of [0, 1, 2, 3, 4]) {
      const details = { ...DETAILS, Email: `race${round}@example.com`, Phone: `+97150${2_000_000 + round}` };
      const [id, other] = [`lnk_a${round}`, `lnk_m${round}`];
      await add({ id, nonce: id, details });
      const outcomes = await Promise.all([
        approve('U2', id),
        store.links.reserve(buildLink({ id: other, nonce: other, details }), CONSENT),
      ]);
      const asked = outcomes.flatMap(({ conflict }) => (conflict === null ? [] : [conflict.because]));
      expect(asked).toEqual(['duplicates']);
    }
  });

  test('asks about a link of the same sale made in the meantime, whatever its amount', async () => {
    await store.links.reserve(buildLink({ id: 'lnk_0', nonce: 'n0', amountFils: 5_000 }));
    await store.links.move({ id: 'lnk_0', to: 'failed', at: NOON, cause: 'refused' });
    await add({ saleId: 'lnk_0' });
    const next = { id: 'lnk_2', nonce: 'n2', saleId: 'lnk_0', amountFils: 123_400 };
    await store.links.reserve(buildLink(next));
    expect(await approve('U2')).toMatchObject({ conflict: { duplicates: [{ id: 'lnk_2' }] } });
    const consent = { shown: [{ ...OLD, id: 'lnk_2' }], at: NOON };
    const agreed = await store.approvals.approve({
      ...{ teamId: 'T1', id: 'lnk_1', by: 'U2', at: NOON + 2_000, consent, jobs: () => [] },
      link: { callbackTokenHash: 'h' },
    });
    // The newest link of its sale is the one that was made last.
    expect(agreed).toMatchObject({ link: { saleId: 'lnk_0', saleOrder: 4 } });
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
      ...{ teamId: 'T1', id: 'lnk_1', by: 'U2', at: NOON + 5, jobs: () => [job(to)] },
      ...(to === 'declined' ? { to, reason: 'Ask Zaynab first' } : { to }),
    });

  test.each(['declined', 'withdrawn'] as const)('is final once it is %s', async (to) => {
    await add();
    const declineReason = to === 'declined' ? 'Ask Zaynab first' : null;
    const approval = { decidedBy: 'U2', decidedAt: NOON + 5 };
    expect(await decide(to)).toMatchObject({ state: to, declineReason, approval });
    expect(await decide('declined')).toBeNull();
    expect(await decide('withdrawn')).toBeNull();
    await expect(approve('U3')).rejects.toThrow(ApprovalOverError);
    expect(await store.links.inState('reserved')).toEqual([]);
    expect(await trail()).toEqual([`U2 link-${to} lnk_1`, 'U1 link-asked lnk_1']);
    expect(await store.jobs.find('T1', `job_${to}`)).not.toBeNull();
  });

  test('of another workspace changes nothing', async () => {
    await add({ teamId: 'T2' });
    expect(await decide('withdrawn')).toBeNull();
    expect(await decide('declined')).toBeNull();
    expect(await find('lnk_1', 'T2')).toMatchObject({ state: 'asked', declineReason: null });
  });

  test('lapses when the link would have expired, not before', async () => {
    await add({ expiresAt: NOON + DAY });
    const lapse = (at: number) =>
      store.approvals.lapse({ teamId: 'T1', id: 'lnk_1', at, jobs: () => [job('l')] });
    expect(await lapse(NOON + DAY - 1)).toBeNull();
    expect(await lapse(NOON + DAY)).toMatchObject({
      state: 'lapsed',
      approval: { decidedBy: null, decidedAt: NOON + DAY },
    });
    expect(await lapse(NOON + DAY)).toBeNull();
    expect(await trail()).toEqual(['U1 link-asked lnk_1']);
  });
});

describe('a customer’s data', () => {
  const LATER = NOON + 200 * DAY;
  const erase = (before: number) => store.retention.links({ at: LATER, before, after: null, limit: 10 });

  test('is erased from requests that ended, like the reason, and the amounts stay', async () => {
    await add();
    await store.approvals.decide({
      ...{ teamId: 'T1', id: 'lnk_1', by: 'U2', at: NOON + 5, to: 'declined', jobs: () => [] },
      reason: 'Omar Haddad pays in parts',
    });
    expect(await erase(NOON)).toMatchObject({ count: 0 });
    expect(await erase(NOON + 1)).toMatchObject({ count: 1 });
    expect(await erase(NOON + 1)).toMatchObject({ count: 0 });
    const erased = await find();
    expect(JSON.stringify(erased)).not.toMatch(/Omar|omar@|1234567|June rent|parts/);
    expect(erased).toMatchObject({ state: 'declined', amountFils: 700_000, declineReason: null });
  });

  test('stays in a waiting request until its link would have expired long ago; then nobody can approve it', async () => {
    await add();
    expect(await erase(NOON + 30 * DAY)).toMatchObject({ count: 0 });
    expect(await erase(NOON + 30 * DAY + 1)).toMatchObject({ count: 1 });
    expect(await find()).toMatchObject({ state: 'lapsed', details: { FullName: '' } });
    expect((await store.links.history('lnk_1')).at(-1)).toMatchObject({ from: 'asked', to: 'lapsed' });
  });
});
