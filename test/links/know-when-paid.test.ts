// @module-tag store

import { describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { perTest } from '../fixtures/per-test.ts';
import { DAY, HOUR, MINUTE, SECOND, START, startLinkWork } from './start-link-work.ts';

const stage = perTest(startLinkWork);

const orderOf = (link: Link): string => link.orderId ?? '';
const read = (link: Link): Promise<Link> => stage.store.links.get(link.id);
const quiet = { callback: false };
const issuePaid = async (): Promise<Link> => {
  const link = await stage.issue();
  await stage.sandbox.pay(orderOf(link), quiet);
  return link;
};

const refund = (link: Link, amountFils: number) =>
  stage.sandbox.refund(orderOf(link), { ...quiet, amountFils });

describe('a callback', () => {
  test('leads to Paid when the service says so, with one edit and one reply', async () => {
    const link = await issuePaid();
    await stage.callBack(link);
    expect(await stage.checkDue()).toBe(1);
    const paid = await read(link);
    expect(paid).toMatchObject({
      state: 'paid',
      payment: { finding: 'confirmed', amountFils: 25_000 },
      checkDueAt: null,
    });
    expect(await stage.noticesOf(link)).toEqual(['card', 'edit', 'reply']);
    expect((await stage.store.links.history(link.id)).map(({ to, cause }) => [to, cause])).toEqual([
      ['reserved', 'form submitted'],
      ['open', 'answered'],
      ['paid', 'the service says paid'],
    ]);
  });

  test('that says PAID never makes a link Paid that is unpaid at the service', async () => {
    const link = await stage.issue();
    for (let i = 0; i < 10; i += 1) {
      await stage.callBack(link, { status: 'PAID', amount: '250.00', no: String(i) });
      await stage.checkDue();
      await stage.clock.advance(5 * MINUTE);
      await stage.checkDue();
    }
    expect(await read(link)).toMatchObject({ state: 'open', payment: null });
    expect(await stage.noticesOf(link)).toEqual(['card']);
  });

  test('does not make a link Paid whose payment has another amount', async () => {
    const link = await stage.issue();
    await stage.sandbox.pay(orderOf(link), { ...quiet, amountFils: 20_000 });
    await stage.callBack(link, { status: 'PAID', amount: '250.00' });
    await stage.checkDue();
    expect(await read(link)).toMatchObject({
      state: 'reported',
      payment: { finding: 'partly', amountFils: 20_000, seenIn: 'transaction' },
    });
  });

  test.each([
    ['a refund', [], ['REFUNDED'], 25_000],
    ['a second partial refund', [5_000], ['PARTIALLY_REFUNDED', 'REFUNDED'], 20_000],
  ])('about %s keeps the link under check until the records show it', async (_, earlier, statuses, rest) => {
    const link = await issuePaid();
    for (const part of earlier) await refund(link, part);
    for (const status of statuses) await stage.callBack(link, { status });
    await stage.checkDue();
    const checkDueAt = stage.clock.now() + 5 * SECOND;
    expect(await read(link)).toMatchObject({
      state: 'paid',
      payment: { refundedFils: 25_000 - rest },
      checkDueAt,
    });
    await refund(link, rest);
    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    expect(await read(link)).toMatchObject({ payment: { refundedFils: 25_000 }, checkDueAt: null });
  });

  test('about a partial refund needs no more checks once the records show it', async () => {
    const link = await issuePaid();
    await stage.callBack(link, { status: 'PARTIALLY_REFUNDED' });
    await stage.clock.advance(5 * MINUTE);
    await refund(link, 5_000);
    await stage.checkDue();
    expect(await read(link)).toMatchObject({ payment: { refundedFils: 5_000 }, checkDueAt: null });
  });

  test('that is repeated changes nothing', async () => {
    const link = await issuePaid();
    await stage.callBack(link);
    await stage.checkDue();
    const paid = await read(link);
    await stage.callBack(link);
    expect(await stage.checkDue()).toBe(0);
    await stage.callBack(link, { status: 'FAILED' });
    expect(await stage.checkDue()).toBe(1);
    expect(await read(link)).toMatchObject({ state: 'paid', version: paid.version });
  });

  test('that arrives before the answer to the request is checked after the answer', async () => {
    const slow = { operation: 'generate', kind: 'delay', afterWork: true, delayMs: 200, times: 1 } as const;
    stage.sandbox.faults.add(slow);
    const issuing = stage.issue();
    await stage.sandbox.until(() => stage.sandbox.links().length === 1);
    const [made] = stage.sandbox.links();
    const [reserved] = await stage.store.links.inState('reserved');
    if (!made || !reserved) throw new Error('not requested');
    await stage.sandbox.pay(made.orderId, quiet);
    await stage.callBack(reserved);
    await stage.checkDue();
    expect((await read(reserved)).state).toBe('reserved');
    const link = await issuing;
    await stage.clock.advance(SECOND);
    await stage.checkDue();
    expect((await read(link)).state).toBe('paid');
  });

  test('is checked again later if the records do not show the payment yet', async () => {
    const link = await stage.issue();
    await stage.callBack(link);
    await stage.checkDue();
    expect((await read(link)).checkDueAt).toBe(START + 5 * SECOND);
    await stage.sandbox.pay(orderOf(link), quiet);
    expect(await stage.checkDue()).toBe(0);
    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    expect((await read(link)).state).toBe('paid');
  });

  test('is not lost while the service is down', async () => {
    const link = await issuePaid();
    await stage.sandbox.outage('refuse');
    await stage.callBack(link);
    for (let i = 0; i < 20; i += 1) {
      await stage.checkDue();
      await stage.clock.advance(5 * MINUTE);
    }
    expect(await read(link)).toMatchObject({ state: 'open', checkDueAt: expect.any(Number) });
    await stage.sandbox.outage('off');
    await stage.checkDue();
    expect((await read(link)).state).toBe('paid');
  });

  test('is reported, not Paid, while the records have words that nobody knows', async () => {
    const link = await issuePaid();
    stage.sandbox.shape.set({ stateWords: { PAID: 'K7', SUCCESS: 'K7', CREATED: 'K1' } });
    await stage.callBack(link, { status: 'PAID', amount: '250.00' });
    await stage.checkDue();
    expect(await read(link)).toMatchObject({
      state: 'reported',
      payment: { finding: 'unconfirmed', doubt: 'word', seenIn: 'link' },
      checkDueAt: START + 5 * SECOND,
    });
    expect(await stage.noticesOf(link)).toEqual(['card', 'edit', 'reply']);
    stage.sandbox.shape.set({ stateWords: {} });
    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    expect(await read(link)).toMatchObject({
      state: 'paid',
      payment: { finding: 'confirmed' },
      checkDueAt: null,
    });
  });
});

test('partial refunds reduce a paid amount until nothing is left and the link is Refunded', async () => {
  const link = await issuePaid();
  const parts = [
    [5_000, { state: 'paid', payment: { finding: 'confirmed', amountFils: 25_000, refundedFils: 5_000 } }],
    [4_000, { state: 'paid', payment: { finding: 'confirmed', amountFils: 25_000, refundedFils: 9_000 } }],
    [16_000, { state: 'paid', payment: { finding: 'refunded', refundedFils: 25_000 } }],
  ] as const;
  await stage.watcher.refresh(link);
  for (const [amountFils, expected] of parts) {
    await refund(link, amountFils);
    await stage.watcher.refresh(link);
    expect(await read(link)).toMatchObject(expected);
  }
});

describe('the sweep', () => {
  test('finds links that were paid, declined, cancelled, refunded or expired unnoticed', async () => {
    const { sandbox } = stage;
    const cases: [happens: (order: string) => unknown, state: string][] = [
      [(order) => sandbox.pay(order, quiet), 'paid confirmed'],
      [(order) => sandbox.pay(order, { ...quiet, amountFils: 1 }), 'reported partly'],
      [(order) => sandbox.pay(order, { ...quiet, decline: true }), 'open declined'],
      [(order) => sandbox.cancel(order, quiet), 'failed cancelled'],
      [(order) => sandbox.pay(order, quiet).then(() => sandbox.refund(order, quiet)), 'reported refunded'],
      [() => {}, 'open'],
    ];
    const short = await stage.issue({ expiresAt: START + HOUR });
    const links: Link[] = [];
    for (const [happens] of cases) {
      const link = await stage.issue();
      await happens(orderOf(link));
      links.push(link);
    }
    await stage.clock.advance(2 * HOUR);
    expect(await stage.sweep()).toEqual({ links: 7, changed: 6 });
    const stateOf = async (link: Link) => {
      const { state, payment } = await read(link);
      return payment ? `${state} ${payment.finding}` : state;
    };
    expect(await Promise.all(links.map(stateOf))).toEqual(cases.map(([, state]) => state));
    expect(await stateOf(short)).toBe('expired');
    expect(await stage.sweep()).toMatchObject({ changed: 0 });
  });

  test('keeps when it happened and when it was noticed', async () => {
    const link = await stage.issue();
    await stage.clock.advance(HOUR);
    await stage.sandbox.pay(orderOf(link), quiet);
    await stage.clock.advance(6 * HOUR);
    await stage.sweep();
    expect((await read(link)).payment).toMatchObject({
      happenedAt: START + HOUR,
      noticedAt: START + 7 * HOUR,
    });
  });

  test('finds a payment after a declined one, and one made in the last moment', async () => {
    const declined = await stage.issue();
    await stage.sandbox.pay(orderOf(declined), { ...quiet, decline: true });
    await stage.sweep();
    await stage.sandbox.pay(orderOf(declined), quiet);
    await stage.sweep();
    expect((await read(declined)).state).toBe('paid');

    const expiresAt = stage.clock.now() + HOUR;
    const late = await stage.issue({ expiresAt });
    await stage.clock.advance(HOUR - SECOND);
    await stage.sandbox.pay(orderOf(late), quiet);
    await stage.store.links.move({ id: late.id, to: 'expired', at: expiresAt, cause: 'answered' });
    await stage.clock.advance(DAY + SECOND);
    expect(stage.clock.now()).toBe(expiresAt + DAY);
    await stage.sweep();
    expect((await read(late)).state).toBe('paid');
  });

  test('expires no link while the service cannot be read', async () => {
    const link = await stage.issue({ expiresAt: START + HOUR });
    await stage.clock.advance(DAY);
    await stage.sandbox.outage('unavailable');
    await expect(stage.sweep()).rejects.toThrow();
    expect((await read(link)).state).toBe('open');
  });
});

describe('a link whose answer was lost', () => {
  const lose = async (): Promise<Link> => {
    stage.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    return stage.issue();
  };

  test('is found by its reference after five seconds, and gets its card', async () => {
    const link = await lose();
    expect(link).toMatchObject({ state: 'unknown', checkDueAt: START + 5 * SECOND });
    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    expect(await read(link)).toMatchObject({ state: 'open', address: expect.stringContaining('/pay/') });
    expect(await stage.noticesOf(link)).toEqual(['card']);
  });

  test('gets one card when several checks run at the same time', async () => {
    const link = await lose();
    await Promise.all([1, 2, 3].map(() => stage.lostLinks.checkAgain(link)));
    expect((await read(link)).state).toBe('open');
    // Its card, and what updates the places that said that nobody knows.
    expect(await countWaiting(stage.store)).toBe(2);
  });

  test('and that was paid meanwhile is Paid in the same check', async () => {
    const link = await lose();
    const [made] = stage.sandbox.links();
    await stage.sandbox.pay(made?.orderId ?? '', quiet);
    await stage.clock.advance(5 * SECOND);
    await stage.checkDue();
    expect((await read(link)).state).toBe('paid');
    expect(await stage.noticesOf(link)).toEqual(['card', 'edit', 'reply']);
  });
});

test('a link that a dead process reserved is checked once its request can no longer arrive', async () => {
  const { id } = await stage.issue();
  const link = await stage.store.links.get(id);
  const { link: reserved } = await stage.store.links.reserve({
    ...link,
    id: 'lnk_left',
    nonce: 'left',
    invoiceId: 'PL-LEFT',
    callbackTokenHash: 'left',
    checkDueAt: START + 2 * MINUTE,
    at: START,
  });
  if (!reserved) throw new Error('not reserved');
  await stage.clock.advance(MINUTE);
  await stage.checkDue();
  expect((await read(reserved)).state).toBe('reserved');
  await stage.clock.advance(MINUTE);
  await stage.checkDue();
  expect(await read(reserved)).toMatchObject({
    state: 'unknown',
    checkDueAt: START + 2 * MINUTE + 5 * SECOND,
  });
  await stage.clock.advance(5 * SECOND);
  await stage.issue();
  await stage.checkDue();
  expect((await read(reserved)).state).toBe('failed');
  expect(await stage.noticesOf(reserved)).toEqual(['news']);
});

test('a creator is reminded once of an unpaid link, a day before it expires', async () => {
  const unpaid = await stage.issue();
  const paid = await stage.issue();
  await stage.issue({ expiresAt: START + HOUR });
  await stage.sandbox.pay(orderOf(paid), quiet);
  await stage.sweep();
  expect(await stage.store.links.nextReminderDue()).toBe(START + 29 * DAY);
  const take = () =>
    stage.store.links.takeReminders({ at: START + 29 * DAY, limit: 10 }, ({ id }) => [
      { teamId: 'T0PLAY', id: `nudge ${id}`, lane: 'T1:U1', kind: 'nudge', linkId: id },
    ]);
  expect(await take()).toBe(1);
  expect(await take()).toBe(0);
  expect(await stage.noticesOf(unpaid)).toContain('nudge');
});

test('two people who refresh one link at once ask the service once', async () => {
  const link = await issuePaid();
  const before = stage.sandbox.calls().link;
  const [first, second] = await Promise.all([stage.watcher.refresh(link), stage.watcher.refresh(link)]);
  expect(first).toMatchObject({ outcome: 'changed', link: { state: 'paid' } });
  expect(second).toBe(first);
  expect(stage.sandbox.calls().link - before).toBe(1);
  expect(await stage.watcher.refresh(link)).toMatchObject({ outcome: 'same' });
  await stage.sandbox.outage('refuse');
  expect(await stage.watcher.refresh(link)).toMatchObject({
    outcome: 'unreachable',
    link: { state: 'paid' },
  });
});
