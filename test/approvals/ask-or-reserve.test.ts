import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Approvals, createApprovals } from '../../src/approvals/approvals.ts';
import { askOrReserve, createReserveOrAsk } from '../../src/approvals/ask-or-reserve.ts';
import { createIds } from '../../src/ids.ts';
import type { Issuer, LinkDraft } from '../../src/links/form/issuer.ts';
import { ORDER } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { DAY, START, type Stage, startLinkWork } from '../links/start-link-work.ts';

const LIMIT = 500_000;

let stage: Stage;
let approvals: Approvals;
let forms: number;

beforeEach(async () => {
  stage = await startLinkWork();
  forms = 0;
  approvals = createApprovals({
    approvals: stage.store.approvals,
    issuer: stage.issuer,
    members: { may: async () => true },
    clock: stage.clock,
    ids: createIds(),
    onJobs: () => {},
  });
});

afterEach(() => stage.close());

/** One form for the same customer, what it was about in its notes. */
const buildDraft = (amount: number): LinkDraft => {
  forms += 1;
  return {
    nonce: `nonce-${forms}`,
    ...ORDER,
    request: {
      FullName: 'Zaynab Saleh',
      Email: 'zaynab@example.com',
      Phone: '+971509876543',
      invoiceAmount: amount,
      notes: `Villa deposit ${forms}`,
      isTermsAndConditionsAccepted: true,
      currency: 'AED',
      expiryOn: '2026-12-21 12:00:00',
      Is_QR_needed: false,
      Is_invoice_generated: false,
    },
    expiresAt: START + 30 * DAY,
    acknowledged: [],
  };
};

const submit = (
  amount: number,
  limitFils: number | null = LIMIT,
  issuer: Pick<Issuer, 'reserve'> = stage.issuer,
) => askOrReserve(buildDraft(amount), limitFils, { issuer, approvals });
const reserved = () => stage.store.links.inState('reserved');

describe('a form', () => {
  test.each([
    [4_999.99, LIMIT],
    [5_000, LIMIT],
    [9_000_000, null],
  ])('over AED %d with a limit of %s fils is reserved, and asks nobody', async (amount, limitFils) => {
    expect(await submit(amount, limitFils)).toMatchObject({ link: { state: 'reserved' } });
    expect(await approvals.waitingIn('T1')).toEqual([]);
  });

  test('one fils above the limit waits for a second person, and reserves nothing', async () => {
    expect(await submit(5_000.01)).toMatchObject({
      isNew: true,
      approval: { state: 'waiting', amountFils: 500_001, limitFils: LIMIT, sumFils: null },
    });
    expect(await reserved()).toEqual([]);
  });

  test('that brings a customer’s links above the limit waits too, and says what they come to', async () => {
    await submit(3_000);
    expect(await submit(2_000.01)).toMatchObject({
      approval: { amountFils: 200_001, limitFils: LIMIT, sumFils: 500_001 },
    });
    expect(await reserved()).toHaveLength(1);
    expect(await submit(2_000)).toMatchObject({ link: { state: 'reserved' } });
  });

  test('without a limit is added to nothing', async () => {
    await submit(3_000);
    expect(await submit(4_000, null)).toMatchObject({ link: { state: 'reserved' } });
  });

  test('whose amount is not exact is neither reserved nor asked for', async () => {
    await expect(submit(7.001)).rejects.toThrow('the amount of a draft is not exact');
    expect(await reserved()).toEqual([]);
  });

  test('that the database does not take makes no request', async () => {
    const away = { reserve: () => Promise.reject(new Error('disk full')) };
    await expect(submit(10, LIMIT, away)).rejects.toThrow('disk full');
    expect(await approvals.waitingIn('T1')).toEqual([]);
  });
});

describe('to whoever sent the form', () => {
  const send = (draft: LinkDraft) =>
    createReserveOrAsk({
      issuer: stage.issuer,
      approvals,
      members: { whoMay: async (_teamId, what) => (what === 'approve' ? ['U1', 'U2'] : []) },
    })(draft, LIMIT);

  test('a link within the limit is given, to be sent', async () => {
    const written = await send(buildDraft(5_000));
    expect(written).toMatchObject({ link: { state: 'reserved' }, held: null });
    expect(written).not.toHaveProperty('waiting');
  });

  test('a view says that a request waits, and who of the others was asked', async () => {
    const written = await send(buildDraft(5_000.01));
    expect(written).toMatchObject({ held: null, waiting: { type: 'modal' } });
    expect('waiting' in written && seen(written.waiting).text).toMatch(
      /Waiting for approval: above AED 5,000\.00[\s\S]*<@U2> gets a direct message/,
    );
  });

  test.each([100, 5_000])('a second form for AED %d at once is held, and asks nobody', async (amount) => {
    const first = buildDraft(amount);
    await send(first);
    const waiting = await approvals.waitingIn('T1');
    const second = await send({ ...first, nonce: 'again' });
    expect(second.held).not.toBeNull();
    expect(second).not.toHaveProperty('waiting');
    expect(await approvals.waitingIn('T1')).toEqual(waiting);
  });
});
