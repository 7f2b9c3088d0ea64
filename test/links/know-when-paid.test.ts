// @module-tag store

import { describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { withCheck } from './check-of.ts';
import { DAY, HOUR, MINUTE, SECOND, START, startLinks } from './link-verbs.ts';

const scene = perTest(startLinks);

const orderOf = (link: Link): string => link.orderId ?? '';
const read = (link: Link): Promise<Link> => scene.store.links.get(link.id);
/** The link’s page tells nobody of what happens there. */
const noCallback = { callback: false };
const issuePaid = async (): Promise<Link> => {
  const link = await scene.issue();
  await scene.sandbox.pay(orderOf(link), noCallback);
  return link;
};

const refund = (link: Link, amountFils: number) =>
  scene.sandbox.refund(orderOf(link), { ...noCallback, amountFils });

describe('a callback', () => {
  test('leads to Paid when the service says so, with one edit and one reply', async () => {
    const link = await issuePaid();
    await scene.callBack(link);
    expect(await scene.checkDue()).toBe(1);
    const paid = await withCheck(scene.store, link.id);
    expect(paid).toMatchObject({
      state: 'paid',
      payment: { finding: 'confirmed', amountFils: 25_000 },
      checkDueAt: null,
    });
    expect(await scene.noticesOf(link)).toEqual(['show', 'post happened', 'tell happened']);
    expect((await scene.store.links.history(link.id)).map(({ to, cause }) => [to, cause])).toEqual([
      ['reserved', 'form submitted'],
      ['open', 'answered'],
      ['paid', 'the service says paid'],
    ]);
  });

  test('that says PAID never makes a link Paid that is unpaid at the service', async () => {
    const link = await scene.issue();
    let checks = 0;
    for (let i = 0; i < 10; i += 1) {
      await scene.callBack(link, { status: 'PAID', amount: '250.00', no: String(i) });
      checks += await scene.checkDue();
      await scene.clock.advance(5 * MINUTE);
      checks += await scene.checkDue();
    }
    expect(checks).toBeGreaterThanOrEqual(10);
    expect(await withCheck(scene.store, link.id)).toMatchObject({ state: 'open', payment: null });
    expect(await scene.noticesOf(link)).toEqual(['show']);
  });

  test.each([
    { about: 'a refund', earlier: 0, callbacks: ['REFUNDED'] },
    { about: 'a second partial refund', earlier: 5_000, callbacks: ['PARTIALLY_REFUNDED', 'REFUNDED'] },
  ])('about $about keeps the link under check until the records show it', async ({ earlier, callbacks }) => {
    const link = await issuePaid();
    if (earlier > 0) await refund(link, earlier);
    for (const status of callbacks) await scene.callBack(link, { status });
    await scene.checkDue();
    const checkDueAt = scene.clock.now() + 5 * SECOND;
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      state: 'paid',
      payment: { refundedFils: earlier },
      checkDueAt,
    });
    await refund(link, 25_000 - earlier);
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      payment: { refundedFils: 25_000 },
      checkDueAt: null,
    });
  });

  test('about a partial refund needs no more checks once the records show it', async () => {
    const link = await issuePaid();
    await scene.callBack(link, { status: 'PARTIALLY_REFUNDED' });
    await scene.clock.advance(5 * MINUTE);
    await refund(link, 5_000);
    await scene.checkDue();
    const settled = { payment: { refundedFils: 5_000 }, checkDueAt: null };
    expect(await withCheck(scene.store, link.id)).toMatchObject(settled);
  });

  test('that is repeated changes nothing', async () => {
    const link = await issuePaid();
    await scene.callBack(link);
    await scene.checkDue();
    const paid = await read(link);
    await scene.callBack(link);
    expect(await scene.checkDue()).toBe(0);
    await scene.callBack(link, { status: 'FAILED' });
    expect(await scene.checkDue()).toBe(1);
    expect(await withCheck(scene.store, link.id)).toMatchObject({ state: 'paid', version: paid.version });
  });

  test.for<[by: string, look: (link: Link) => Promise<unknown>]>([
    ['the sweep', () => scene.sweep()],
    ['a refresh', (link) => scene.app.watcher.refresh(link)],
  ])('leads to one check if %s makes its link Paid meanwhile', async ([, look]) => {
    const link = await issuePaid();
    await scene.callBack(link);
    scene.sandbox.faults.add({ operation: 'transaction', kind: 'delay', delayMs: 2_000, times: 1 });
    const asked = scene.sandbox.requests.length;
    const checked = scene.checkDue();
    await scene.sandbox.until(() => scene.sandbox.requests.length >= asked + 2);
    await look(link);
    expect((await read(link)).state).toBe('paid');
    await scene.clock.advance(2 * SECOND);
    await checked;
    expect(await withCheck(scene.store, link.id)).toMatchObject({ state: 'paid', checkDueAt: null });
  });

  testAtLength('that arrives before the answer to the request is checked after the answer', async () => {
    const slow = { operation: 'generate', kind: 'delay', afterWork: true, delayMs: 2_000, times: 1 } as const;
    scene.sandbox.faults.add(slow);
    const issuing = scene.issue();
    await scene.sandbox.until(() => scene.sandbox.links().length === 1);
    const [made] = scene.sandbox.links();
    const [reserved] = await scene.store.links.inState('reserved');
    if (!made || !reserved) throw new Error('not requested');
    await scene.sandbox.pay(made.orderId, noCallback);
    await scene.callBack(reserved);
    await scene.checkDue();
    expect((await read(reserved)).state).toBe('reserved');
    const link = await issuing;
    await scene.clock.advance(SECOND);
    await scene.checkDue();
    expect((await read(link)).state).toBe('paid');
  });

  test('is not lost while the service is down', async () => {
    const link = await issuePaid();
    await scene.sandbox.outage('refuse');
    await scene.callBack(link);
    for (let i = 0; i < 20; i += 1) {
      const checked = scene.checkDue();
      await scene.clock.advance(5 * MINUTE);
      await checked;
    }
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      state: 'open',
      checkDueAt: expect.any(Number),
    });
    await scene.sandbox.outage('off');
    await scene.checkDue();
    expect((await read(link)).state).toBe('paid');
  });
});

describe('the sweep', () => {
  test('finds links that were paid, paid in part, declined, cancelled, refunded or expired unnoticed', async () => {
    const { sandbox } = scene;
    // `reported`: money came, but not as the link asks; it needs somebody to look.
    const cases: [happens: (order: string) => unknown, state: string][] = [
      [(order) => sandbox.pay(order, noCallback), 'paid confirmed'],
      [(order) => sandbox.pay(order, { ...noCallback, amountFils: 1 }), 'reported partly'],
      [(order) => sandbox.pay(order, { ...noCallback, decline: true }), 'open declined'],
      [(order) => sandbox.cancel(order, noCallback), 'failed cancelled'],
      [
        (order) => sandbox.pay(order, noCallback).then(() => sandbox.refund(order, noCallback)),
        'reported refunded',
      ],
      [() => {}, 'open'],
    ];
    const short = await scene.issue({ expiresAt: START + HOUR });
    const links: Link[] = [];
    for (const [happens] of cases) {
      const link = await scene.issue();
      await happens(orderOf(link));
      links.push(link);
    }
    await scene.clock.advance(2 * HOUR);
    // A try that was declined is news, too; only the link that nobody touched is as it was.
    expect(await scene.sweep()).toEqual({ links: 7, changed: 6 });
    const stateOf = async (link: Link) => {
      const { state, payment } = await read(link);
      return payment ? `${state} ${payment.finding}` : state;
    };
    expect(await Promise.all(links.map(stateOf))).toEqual(cases.map(([, state]) => state));
    expect(await stateOf(short)).toBe('expired');
    expect(await scene.sweep()).toMatchObject({ changed: 0 });
  });

  test('expires no link while the service cannot be read', async () => {
    const link = await scene.issue({ expiresAt: START + HOUR });
    await scene.clock.advance(DAY);
    await scene.sandbox.outage('unavailable');
    const swept = expect(scene.sweep()).rejects.toThrow();
    await scene.clock.advance(MINUTE);
    await swept;
    expect((await read(link)).state).toBe('open');
  });
});

describe('a link whose answer was lost', () => {
  const lose = async (): Promise<Link> => {
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    return scene.issue();
  };

  test('is found by its reference after five seconds, and gets its card', async () => {
    const link = await lose();
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      state: 'unknown',
      checkDueAt: START + 5 * SECOND,
    });
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      state: 'open',
      address: expect.stringContaining('/pay/'),
    });
    expect(await scene.noticesOf(link)).toEqual(['show']);
  });

  test('gets one card when several checks run at the same time', async () => {
    const link = await lose();
    await Promise.all([1, 2, 3].map(() => scene.app.lostLinks.checkAgain(link)));
    expect((await read(link)).state).toBe('open');
    const kinds = (await scene.rows('jobs'))
      .filter(({ state, link_id: about }) => state === 'waiting' && about === link.id)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['show']);
  });

  testAtLength('and that was paid meanwhile is Paid in the same check', async () => {
    const link = await lose();
    const [made] = scene.sandbox.links();
    await scene.sandbox.pay(made?.orderId ?? '', noCallback);
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect((await read(link)).state).toBe('paid');
    expect(await scene.noticesOf(link)).toEqual(['show', 'post happened', 'tell happened']);
  });
});

test('a link that a dead process reserved is checked as soon as its request can no longer arrive', async () => {
  const { id } = await scene.issue();
  const link = await scene.store.links.get(id);
  const { link: reserved } = await scene.store.links.reserve({
    ...link,
    id: 'lnk_left',
    saleId: null,
    nonce: 'left',
    invoiceId: 'PL-LEFT',
    callbackTokenHash: 'left',
    checkDueAt: START + 2 * MINUTE,
    at: START,
  });
  if (!reserved) throw new Error('not reserved');
  await scene.clock.advance(MINUTE);
  await scene.checkDue();
  expect((await read(reserved)).state).toBe('reserved');
  await scene.clock.advance(MINUTE);
  await scene.checkDue();
  expect(await withCheck(scene.store, reserved.id)).toMatchObject({
    state: 'unknown',
    checkDueAt: START + 2 * MINUTE + 5 * SECOND,
  });
  await scene.clock.advance(5 * SECOND);
  // The records have this later link, and not the other: so it was never made.
  await scene.issue();
  await scene.checkDue();
  expect((await read(reserved)).state).toBe('failed');
  expect(await scene.noticesOf(reserved)).toEqual(['tell news']);
});

test('a creator is reminded once of an unpaid link, on the morning before it expires', async () => {
  const unpaid = await scene.issue();
  const paid = await scene.issue();
  await scene.sandbox.pay(orderOf(paid), noCallback);
  await scene.sweep();
  // They expire after thirty days.
  await scene.clock.advance(29 * DAY - 3 * HOUR - MINUTE);
  // The service's clock shows that ours may be trusted.
  await scene.sweep();
  const reminding = scene.reminders();
  for (const part of [scene.app.watcher, reminding]) await part.start();
  await scene.clock.advance(MINUTE - SECOND);
  expect(reminding.sent).toEqual([]);
  await scene.clock.advance(2 * MINUTE);
  expect(reminding.sent).toEqual([unpaid.id]);
  await reminding.stop();
});

testAtLength('two people who refresh one link at once ask the service once', async () => {
  const link = await issuePaid();
  const before = scene.sandbox.calls().link;
  const [first, second] = await Promise.all([
    scene.app.watcher.refresh(link),
    scene.app.watcher.refresh(link),
  ]);
  expect(first).toMatchObject({ outcome: 'changed', link: { state: 'paid' } });
  expect(second).toBe(first);
  expect(scene.sandbox.calls().link - before).toBe(1);
  expect(await scene.app.watcher.refresh(link)).toMatchObject({ outcome: 'same' });
  await scene.sandbox.outage('refuse');
  const refreshed = scene.app.watcher.refresh(link);
  await scene.clock.advance(MINUTE);
  expect(await refreshed).toMatchObject({ outcome: 'unreachable', link: { state: 'paid' } });
});
