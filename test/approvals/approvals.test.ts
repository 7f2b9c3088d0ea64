// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { createReserveOrAsk } from '../../src/approvals/approvals.ts';
import { buildGone } from '../../src/blocks/refusal.ts';
import { type LinkDraft, LinkInDoubtError } from '../../src/links/issuing/issuer.ts';
import type { Role } from '../../src/people/member-store.ts';
import { Refused } from '../../src/slack/refused.ts';
import { addShown, type Consent } from '../../src/store/consent.ts';
import { type AskedLink, type Link, wasAsked } from '../../src/store/link.ts';
import type { Conflict } from '../../src/store/reserve-link.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { ORDER } from '../fixtures/links.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { DAY, HOUR, START, startLinks } from '../links/link-verbs.ts';

const LIMIT = 500_000;

const scene = perTest(startLinks);
const approvals = follow(() => scene.app.approvals);

const giveRole = (role: Role | null, ...userIds: string[]) =>
  scene.store.members.change(
    'T1',
    userIds.map((userId) => ({ userId, role })),
    { by: 'UFINANCE', at: scene.clock.now(), mustKeepAdmin: false },
  );

/** An answer of the service says what time it is. */
const hearTheTime = () => {
  const at = scene.clock.now();
  const query = { kind: 'transactions', span: { from: at - HOUR, to: at } } as const;
  return scene.app.readerOf('T1').page(query, 0);
};

/** Who orders may approve what others order; everybody else is a cashier. */
beforeEach(async () => {
  await giveRole('supervisor', 'U1', 'U2', 'U3', 'U4');
});

const buildDraft = (changes: Partial<LinkDraft> = {}, amount = 7_000): LinkDraft => ({
  nonce: 'nonce-approval',
  ...ORDER,
  request: {
    ...{ FullName: 'Zaynab Saleh', Email: 'zaynab@example.com', Phone: '+971509876543' },
    ...{ invoiceAmount: amount, currency: 'AED', notes: 'Villa deposit', Address: 'Palm Villa 4' },
    ...{ isTermsAndConditionsAccepted: true, Is_QR_needed: true, Is_invoice_generated: false },
    ...{ expiryOn: '2026-12-21 12:00:00', Invoice_Id: 'DEP-7' },
  },
  expiresAt: START + 30 * DAY,
  consent: null,
  ...changes,
});

const ask = async (changes: Partial<LinkDraft> = {}, amount?: number): Promise<AskedLink> => {
  const { link } = await approvals.ask(buildDraft(changes, amount), LIMIT);
  if (link === null || !wasAsked(link)) throw new Error('not asked');
  return link;
};

/** The creator was shown the link as it is now. */
const saw = (link: Link): Consent => ({ shown: addShown([], [link]), at: scene.clock.now() });

const of = ({ id }: AskedLink, by: string) => ({ teamId: 'T1', id, by });

const approve = async (approval: AskedLink, by = 'U2') => {
  const outcome = await approvals.approve(of(approval, by));
  if (outcome.outcome !== 'approved') return outcome;
  return { ...outcome, link: await outcome.send() };
};

/** The words by which it was refused. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (done) => {
      throw new Error(`not refused: ${JSON.stringify(done)}`);
    },
    (error: unknown) => {
      if (error instanceof Refused) return error.words;
      throw error;
    },
  );

const similar = () => {
  const { Invoice_Id: _, ...request } = buildDraft().request;
  return scene.issue({ request });
};

/** Its jobs, due now or later. */
const jobsOf = async ({ id }: AskedLink) => {
  const kinds = ['show', 'approval-round', 'tell'];
  const at = scene.clock.now() + 365 * DAY;
  const jobs = (await claimJobs(scene.store.jobs, { at, leaseMs: 1, limit: 100, token: `${at}`, kinds }))
    .jobs;
  return jobs
    .filter((job) => JSON.stringify([job.id, job.payload]).includes(id))
    .map(({ id: job, kind }) => (kind === 'approval-round' ? job.replace(id, '') : kind))
    .sort();
};
const ASKED = ['approval-round::0', 'approval-round::decided', 'approval-round::expiry', 'show'];
const withNews = [...ASKED, 'tell'];

describe('a request above the limit', () => {
  test('sends nothing to the service, and waits', async () => {
    const approval = await ask();
    expect(approval).toMatchObject({ state: 'asked', amountFils: 700_000, approval: { limitFils: LIMIT } });
    expect(scene.sandbox.links()).toEqual([]);
    expect(await scene.store.links.inState('reserved')).toEqual([]);
    expect(await approvals.waitingIn('T1')).toMatchObject([{ id: approval.id }]);
    const claim = { leaseMs: 1, limit: 9, token: 'test' };
    const dueAt = async (at: number) => (await claimJobs(scene.store.jobs, { ...claim, at })).jobs;
    const first = { kind: 'show', payload: { what: 'sale', id: approval.id } };
    const asking = { kind: 'approval-round', payload: { requestId: approval.id, round: 0 } };
    const now = await dueAt(approval.expiresAt - 1);
    expect(now.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([asking, first]);
    const later = await dueAt(approval.expiresAt);
    expect(later.map(({ id }) => id)).toContain(`approval-round:${approval.id}:expiry`);
  });
});

describe('an approval by a second person', () => {
  test('makes the requested link, field by field, and it stays the creator’s', async () => {
    const approval = await ask();
    await scene.clock.advance(2 * HOUR);
    expect(await approve(approval)).toMatchObject({
      outcome: 'approved',
      link: {
        approval: { askedAt: START, decidedBy: 'U2', decidedAt: START + 2 * HOUR },
        ...{ state: 'open', creatorId: 'U1', creatorName: 'sara', channelId: 'C1' },
        ...{ invoiceId: 'DEP-7', invoiceIdIsOurs: false },
        ...{ createdAt: START + 2 * HOUR, expiresAt: START + 30 * DAY },
      },
    });
    const [made, ...more] = scene.sandbox.links();
    expect(more).toEqual([]);
    expect(made?.request).toMatchObject(buildDraft().request);
    expect(made?.request.callback_url).toMatch(/\/callbacks\/.{40}/);
    expect(await jobsOf(approval)).toEqual(withNews);
  });

  test('cannot come from the creator, whatever their role', async () => {
    const approval = await ask();
    expect(await refusalOf(approve(approval, 'U1'))).toMatch(/can’t approve your own/);
    expect(await refusalOf(approvals.checkDecision(of(approval, 'U1')))).toMatch(/can’t approve your own/);
    expect(scene.sandbox.links()).toEqual([]);
  });

  test('needs the permission, and the request’s own workspace', async () => {
    const approval = await ask();
    expect(await refusalOf(approve(approval, 'U5'))).toMatch(/only be approved or declined by/);
    for (const by of ['U2', 'U5'])
      for (const decide of [approvals.approve, approvals.checkDecision, approvals.withdraw])
        expect(await refusalOf(decide({ teamId: 'T2', id: approval.id, by }))).toBe(buildGone('request'));
    expect(scene.sandbox.links()).toEqual([]);
    expect(await approvals.checkDecision(of(approval, 'U2'))).toMatchObject({ state: 'asked' });
  });

  test.each([
    ['an hour after the request', HOUR, 0, 'open'],
    ['an hour after the request, 25 hours ago, and paid at once', HOUR, 25 * HOUR, 'paid'],
    ['a day after the request, two days ago', DAY + HOUR, 2 * DAY, 'open'],
  ] as const)('shows a similar link made %s, and writes nothing', async (_, after, ago, is) => {
    const approval = await ask({ consent: { shown: [], at: START } });
    await scene.clock.advance(after);
    const link = await similar();
    if (is === 'paid')
      await scene.store.links.move({ id: link.id, to: is, at: scene.clock.now(), cause: 'answered' });
    await scene.clock.advance(ago);
    const conflict = { duplicates: [{ id: link.id }] };
    expect(await approve(approval)).toMatchObject({ outcome: 'conflict', conflict });
    expect(await approvals.find('T1', approval.id)).toMatchObject({ state: 'asked' });
    expect(scene.sandbox.links()).toHaveLength(1);
  });

  test.each([
    ['was paid', 'paid', 'conflict'],
    ['merely expired', 'expired', 'approved'],
  ] as const)('of a link whose other one %s since it was shown (%s): %s', async (_, to, result) => {
    const first = await similar();
    const approval = await ask({ consent: saw(first), saleId: first.saleId });
    await scene.store.links.move({ id: first.id, to, at: scene.clock.now(), cause: 'answered' });
    const outcome = await approve(approval);
    expect(outcome.outcome).toBe(result);
    if (outcome.outcome !== 'conflict') return;
    // The approver was asked about it, and agrees.
    expect(outcome.conflict).toMatchObject({ duplicates: [{ id: first.id, state: 'paid' }] });
    const { shown } = outcome.conflict as Extract<Conflict, { because: 'duplicates' }>;
    const agreed = await approvals.approve({ ...of(approval, 'U2'), shown });
    expect(agreed).toMatchObject({ outcome: 'approved', link: { saleId: first.id } });
  });

  test('is refused for a request that lacks the customer’s data, and says why', async () => {
    const { request } = buildDraft();
    const approval = await ask({ request: { ...request, FullName: '' } });
    expect(await refusalOf(approve(approval))).toMatch(/was erased/);
    expect(scene.sandbox.links()).toEqual([]);
  });

  test('that the service refuses leaves a failed link, and is not repeated', async () => {
    scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 403, times: 1 });
    const approval = await ask();
    expect(await approve(approval)).toMatchObject({ outcome: 'approved', link: { state: 'failed' } });
    expect(await refusalOf(approve(approval, 'U3'))).toMatch(/Already approved/);
    expect(scene.sandbox.links()).toEqual([]);
  });

  test('whose answer is not written down leaves a link in doubt, of which its creator hears', async () => {
    const approval = await ask();
    const { links } = scene.store;
    const { move } = links;
    links.move = () => Promise.reject(new Error('disk full'));
    const approved = expect(approve(approval)).rejects.toBeInstanceOf(LinkInDoubtError);
    await scene.sandbox.until(() => scene.sandbox.links().length === 1);
    // The write is tried again for a while.
    await scene.clock.advance(20_000);
    await approved;
    links.move = move;
    await scene.clock.advance(125_000);
    await scene.checkDue();
    const link = await links.get(approval.id);
    expect(link.state).toBe('unknown');
    expect(await scene.noticesOf(link)).toContain('tell news');
    await scene.clock.advance(10_000);
    await scene.checkDue();
    expect((await links.get(approval.id)).state).toBe('open');
    expect(scene.sandbox.links()).toHaveLength(1);
  });

  test('comes too late once the link would have expired: the request lapses', async () => {
    const approval = await ask({ expiresAt: START + HOUR });
    await scene.clock.advance(HOUR);
    await hearTheTime();
    const found = await Promise.all([approvals.find('T1', approval.id), approvals.find('T1', approval.id)]);
    expect(found.map((one) => one?.state)).toEqual(['lapsed', 'lapsed']);
    expect(await refusalOf(approve(approval))).toMatch(/^Too late/);
    expect(await jobsOf(approval)).toEqual(withNews);
    expect(await approvals.waitingIn('T1')).toEqual([]);
    expect(scene.sandbox.links()).toEqual([]);
  });
});

describe('a request that is declined or withdrawn', () => {
  test('is declined by a second person, with a reason', async () => {
    const approval = await ask();
    const decline = (by: string) => approvals.decline({ ...of(approval, by), reason: 'Wrong amount' });
    expect(await refusalOf(decline('U1'))).toMatch(/can’t approve your own/);
    expect(await refusalOf(decline('U5'))).toMatch(/only be approved or declined by/);
    expect(await decline('U2')).toMatchObject({
      ...{ state: 'declined', declineReason: 'Wrong amount', approval: { decidedBy: 'U2' } },
    });
    for (const late of [approve(approval, 'U3'), approvals.checkDecision(of(approval, 'U3'))])
      expect(await refusalOf(late)).toMatch(/Already declined/);
    expect(await refusalOf(approvals.withdraw(of(approval, 'U1')))).toMatch(/Already declined/);
    expect(await jobsOf(approval)).toEqual(withNews);
    expect(scene.sandbox.links()).toEqual([]);
  });

  test('is withdrawn only by its creator', async () => {
    const approval = await ask();
    expect(await refusalOf(approvals.withdraw(of(approval, 'U2')))).toMatch(/^Only <@U1>/);
    await giveRole(null, 'U1');
    expect(await approvals.withdraw(of(approval, 'U1'))).toMatchObject({
      ...{ state: 'withdrawn', approval: { decidedBy: 'U1' } },
    });
    // No message to the creator, who knows.
    expect(await jobsOf(approval)).toEqual(ASKED);
    expect(await refusalOf(approve(approval))).toMatch(/withdrew this request/);
  });
});

describe('a form', () => {
  let forms: number;

  beforeEach(() => {
    forms = 0;
  });

  /** All for the same customer, each by somebody else and with its own notes. */
  const buildForm = (amount: number): LinkDraft => {
    forms += 1;
    const { Invoice_Id: _, ...request } = buildDraft({}, amount).request;
    return {
      ...buildDraft({ nonce: `nonce-${forms}`, creatorId: forms === 1 ? 'U1' : `UFORM${forms}` }),
      request: { ...request, notes: `Deposit ${forms}` },
    };
  };
  const send = (draft: LinkDraft, limitFils: number | null = LIMIT) => {
    const { issuer } = scene.app;
    const members = {
      whoMay: async (_teamId: string, what: string) => (what === 'approve' ? ['U1', 'U2'] : []),
    };
    return createReserveOrAsk({ issuer, approvals, members })({ ...draft, limitFils });
  };
  const submit = (amount: number, limitFils?: number | null) => send(buildForm(amount), limitFils);
  const reserved = () => scene.store.links.inState('reserved');

  test.each([
    [4_999.99, LIMIT],
    [5_000, LIMIT],
    [9_000_000, null],
  ])(
    'for AED %d with a limit of %s fils reserves the link without an approval',
    async (amount, limitFils) => {
      const written = await submit(amount, limitFils);
      expect(written).toMatchObject({ link: { state: 'reserved' }, conflict: null });
      expect(written).not.toHaveProperty('waiting');
      expect(await approvals.waitingIn('T1')).toEqual([]);
    },
  );

  test('one fils above the limit waits for approval, reserves nothing, and shows who was asked', async () => {
    const written = await submit(5_000.01);
    expect(written).toMatchObject({ conflict: null, waiting: { type: 'modal' } });
    expect('waiting' in written && seen(written.waiting).text).toMatch(
      /Waiting for approval: above AED 5,000\.00[\s\S]*<@U2> gets a direct message/,
    );
    const request = { state: 'asked', amountFils: 500_001, approval: { limitFils: LIMIT, sumFils: null } };
    expect(await approvals.waitingIn('T1')).toMatchObject([request]);
    expect(await reserved()).toEqual([]);
  });

  test('that brings the customer’s links above the limit waits too, and keeps the total', async () => {
    await submit(3_000);
    await submit(2_000.01);
    const request = { amountFils: 200_001, approval: { limitFils: LIMIT, sumFils: 500_001 } };
    expect(await approvals.waitingIn('T1')).toMatchObject([request]);
    expect(await reserved()).toHaveLength(1);
    expect(await submit(1_950)).toMatchObject({ link: { state: 'reserved' } });
  });

  test('without a limit ignores the customer’s other links', async () => {
    await submit(3_000);
    expect(await submit(4_150, null)).toMatchObject({ link: { state: 'reserved' } });
  });

  test('with an amount that is not exact is rejected', async () => {
    await expect(submit(7.001)).rejects.toThrow('the amount of a draft is not exact');
    expect(await reserved()).toEqual([]);
  });

  test('whose approved link was not made sends it again without another approval, unless it is changed', async () => {
    const draft = buildForm(6_000);
    await send(draft);
    const [approval] = await approvals.waitingIn('T1');
    if (!approval) throw new Error('not asked');
    scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 422, times: 1 });
    const approved = await approve(approval);
    if (approved.outcome !== 'approved') throw new Error('not approved');
    const { id: repeats, invoiceId } = approved.link;
    const again = { ...draft, nonce: 'nonce-again', repeats };
    const changed = { ...again, request: { ...again.request, notes: 'Another deposit' } };
    expect(await send(changed)).toMatchObject({ waiting: { type: 'modal' } });
    expect(await send(again)).toMatchObject({ link: { id: repeats, state: 'reserved', invoiceId } });
    expect(await approvals.waitingIn('T1')).toHaveLength(1);
  });

  test.each([100, 5_000])(
    'for AED %d that is submitted twice is blocked, without an approval',
    async (amount) => {
      const first = buildForm(amount);
      await send(first);
      const second = await send({ ...first, nonce: 'again' });
      expect(second.conflict).not.toBeNull();
      expect(second).not.toHaveProperty('waiting');
      expect(await approvals.waitingIn('T1')).toEqual([]);
    },
  );
});
