// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { changeShown } from '../fixtures/shown-records.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { withCheck } from './check-of.ts';
import { type LinksOptions, type LinksScene, MINUTE, SECOND, startLinks } from './link-verbs.ts';

let scene: LinksScene;
/** The service hides its transactions; the links' own records already say paid. */
let isBehind: boolean;
/** It counts more transactions than it lists. */
let isCutShort: boolean;
/** The transactions that it lists meanwhile. */
let listed: Record<string, unknown>[];

const start = async (options: LinksOptions = {}) => {
  isBehind = true;
  isCutShort = false;
  listed = [];
  scene = await startLinks(options);
  changeShown(scene.sandbox, ({ of, page }) => {
    if (!isBehind) return {};
    if (of === 'transaction') return { records: [] };
    if (of !== 'transactions') return {};
    return { records: page === 0 ? listed : [], total: listed.length + (isCutShort ? 1 : 0) };
  });
};

afterEach(() => scene.close());

/** Its state; *awaited* while its card says that it is being confirmed. */
const stateOf = async (link: Link) => {
  const { state, payment } = await scene.store.links.get(link.id);
  return payment?.doubt === 'awaited' ? payment.doubt : state;
};
/** The amount of a link that is Partly paid. */
const partlyPaid = async (link: Link) => {
  const { state, payment } = await scene.store.links.get(link.id);
  expect([state, payment?.finding]).toEqual(['reported', 'partly']);
  return payment?.amountFils;
};
const pay = async (link: Link, amountFils?: number) => {
  await scene.sandbox.pay(link.orderId ?? '', { callback: false, ...(amountFils ? { amountFils } : {}) });
};
/** Makes all due checks for this long. */
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 5 * SECOND) {
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
  }
};
/** The order id at the service, which an answer may lack. */
const orderIdOf = (link: Link) =>
  scene.sandbox.links().find(({ invoiceId }) => invoiceId === link.invoiceId)?.orderId ?? '';
const payOne = async (isSeen: boolean) => {
  const link = await scene.issue();
  isBehind = !isSeen;
  await pay(link);
  await scene.callBack(link);
  await scene.checkDue();
  return link;
};

describe('a link whose own record says paid before its transaction is shown', () => {
  test('is Paid once its transaction shows the full amount', async () => {
    await start();
    const link = await payOne(false);
    expect(await stateOf(link)).toBe('awaited');
    await pass(30 * SECOND);
    expect(await stateOf(link)).toBe('awaited');
    isBehind = false;
    await pass(40 * SECOND);
    expect(await scene.store.links.get(link.id)).toMatchObject({
      state: 'paid',
      payment: { seenIn: 'transaction', amountFils: 25_000 },
    });
  });

  test.each([
    ['awaited', 'fails, and answered before', true],
    ['paid', 'has never answered', false],
  ] as const)('is %s while the list of payments %s', async (is, _, hasAnswered) => {
    await start();
    await scene.issue();
    if (hasAnswered) await scene.sweep();
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 500 });
    const link = await payOne(false);
    expect(await stateOf(link)).toBe(is);
    if (!hasAnswered) return;
    await pass(10 * MINUTE);
    expect(await stateOf(link)).toBe('awaited');
    scene.sandbox.faults.clear();
    await pass(5 * MINUTE);
    expect(await stateOf(link)).toBe('paid');
  });

  test('is checked again seconds after the sweep that saw it first', async () => {
    await start();
    const link = await scene.issue();
    await pay(link);
    const dueAt = scene.clock.now() + 5 * SECOND;
    await scene.app.watcher.start();
    const sweeps = await startRecurring(scene, { sweep: scene.app.sweepTurn });
    await expect.poll(async () => (await scene.store.links.nextCheck(link.id))?.to).toBe(dueAt);
    isBehind = false;
    await scene.clock.advance(5 * SECOND);
    await expect.poll(() => stateOf(link)).toBe('paid');
    await sweeps.stop();
  });

  test('is checked less and less often while it waits, however often it is swept', async () => {
    await start();
    const link = await payOne(false);
    await pass(MINUTE);
    const planned = await scene.store.links.nextCheck(link.id);
    expect(planned?.attempts).toBeGreaterThan(2);
    await scene.sweep();
    expect(await scene.store.links.nextCheck(link.id)).toEqual(planned);
  });

  test('is Partly paid once its transaction shows less', async () => {
    await start();
    const link = await scene.issue();
    await pay(link, 20_000);
    await scene.callBack(link);
    await pass(2 * MINUTE);
    expect(await stateOf(link)).toBe('awaited');
    isBehind = false;
    await pass(3 * MINUTE);
    expect(await partlyPaid(link)).toBe(20_000);
  });

  test.each([
    ['partly', { amountFils: 20_000 }],
    ['mismatch', { currency: 'USD' }],
  ] as const)('stays %s when its transaction disappears', async (finding, payment) => {
    await start();
    const link = await scene.issue();
    await scene.sandbox.pay(link.orderId ?? '', { callback: false, ...payment });
    isBehind = false;
    await scene.callBack(link);
    await pass(MINUTE);
    isBehind = true;
    await pass(20 * MINUTE);
    expect(await scene.store.links.get(link.id)).toMatchObject({
      state: 'reported',
      payment: { finding, seenIn: 'transaction', ...payment },
    });
  });

  test('is Paid by its own record after five minutes', async () => {
    await start();
    const link = await payOne(false);
    await pass(5 * MINUTE - 5 * SECOND);
    expect(await stateOf(link)).toBe('awaited');
    await pass(40 * SECOND);
    expect(await scene.store.links.get(link.id)).toMatchObject({
      state: 'paid',
      payment: { seenIn: 'link' },
    });
  });

  /** Minutes of due checks, with a sweep after each. */
  const passAndSweep = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await pass(MINUTE);
      await scene.sweep();
    }
  };

  test.each<[string, { isCutShort?: true; listed?: typeof listed }]>([
    ['the list of transactions is incomplete', { isCutShort: true }],
    ['a transaction names no link', { listed: [{ amount: 200, status: 'PAID' }] }],
  ])('waits half an hour while %s', async (_, shown) => {
    await start();
    const link = await payOne(false);
    ({ isCutShort = false, listed = [] } = shown);
    await passAndSweep(29);
    expect(await stateOf(link)).toBe('awaited');
    await passAndSweep(3);
    expect(await stateOf(link)).toBe('paid');
  });

  test('is Paid by its own record after five minutes despite transactions of other links', async () => {
    await start();
    const link = await payOne(false);
    listed = [
      { orderId: '5', amount: 200, status: 'PAID' },
      { Invoice_Id: 'INV-5', amount: 200, status: 'PAID' },
    ];
    await passAndSweep(6);
    expect(await stateOf(link)).toBe('paid');
  });

  test('is Partly paid if a transaction with the order id of its record shows less', async () => {
    await start({ sandbox: { shape: { generated: 'string' } } });
    const link = await scene.issue();
    expect(link.orderId).toBeNull();
    const orderId = orderIdOf(link);
    scene.sandbox.reword(orderId, { references: 'order', linkReferences: 'order' });
    await scene.sandbox.pay(orderId, { amountFils: 20_000, callback: false });
    await scene.callBack(link);
    isBehind = false;
    await pass(10 * MINUTE);
    expect(await partlyPaid(link)).toBe(20_000);
  });

  test('is checked again soon if only a sweep has seen it', async () => {
    await start();
    const link = await scene.issue();
    await pay(link);
    await scene.sweep();
    expect(await withCheck(scene.store, link.id)).toMatchObject({
      state: 'reported',
      checkDueAt: scene.clock.now() + 5 * SECOND,
      checkAttempts: 0,
    });
    isBehind = false;
    await pass(5 * SECOND);
    expect(await stateOf(link)).toBe('paid');
  });

  test.each<[string, (link: Link) => Promise<unknown>]>([
    ['the sweep', () => scene.sweep()],
    ['a refresh', (link) => scene.app.watcher.refresh(link)],
  ])('that says partly paid gets its amount from the transaction, when %s has seen it', async (_, look) => {
    await start();
    const link = await scene.issue();
    scene.sandbox.reword(link.orderId ?? '', { stateWords: { PAID: 'PARTIALLY_PAID' } });
    await pay(link, 20_000);
    await look(link);
    expect(await partlyPaid(link)).toBeNull();
    isBehind = false;
    await pass(5 * SECOND);
    expect(await partlyPaid(link)).toBe(20_000);
  });

  test('is Paid immediately if no recent payment was seen in a transaction', async () => {
    await start();
    const first = await payOne(false);
    await pass(6 * MINUTE);
    expect(await stateOf(first)).toBe('paid');
    expect(await stateOf(await payOne(false))).toBe('paid');
  });

  testAtLength(
    'waits if one of the last five payments was seen in a transaction, but not for an older one',
    async () => {
      await start();
      await payOne(true);
      for (let more = 0; more < 4; more += 1) {
        const link = await payOne(false);
        expect(await stateOf(link)).toBe('awaited');
        await pass(6 * MINUTE);
      }
      const fifth = await payOne(false);
      expect(await stateOf(fifth)).toBe('awaited');
      await pass(6 * MINUTE);
      expect(await stateOf(await payOne(false))).toBe('paid');
    },
  );

  testAtLength(
    'without a time in its record waits from when it was first seen paid, despite more callbacks',
    async () => {
      await start();
      const link = await scene.issue();
      scene.sandbox.reword(link.orderId ?? '', { times: 'none' });
      await scene.callBack(link, { status: 'CREATED' });
      await scene.clock.advance(MINUTE);
      await pay(link);
      await scene.callBack(link);
      await pass(2 * MINUTE);
      await scene.callBack(link, { status: 'PAID', again: 'yes' });
      await pass(MINUTE);
      expect(await stateOf(link)).toBe('awaited');
      // Each callback restarts the series of checks; the next one comes within minutes.
      await pass(5 * MINUTE);
      expect(await stateOf(link)).toBe('paid');
    },
  );

  testAtLength('without a time in its record also waits if only a sweep has seen it', async () => {
    await start();
    const link = await scene.issue();
    scene.sandbox.reword(link.orderId ?? '', { times: 'none' });
    await pay(link);
    await scene.sweep();
    await pass(5 * MINUTE - 5 * SECOND);
    expect(await stateOf(link)).toBe('awaited');
    await pass(30 * SECOND);
    expect(await stateOf(link)).toBe('paid');
  });

  test('is Paid immediately if its record has the paid amount', async () => {
    await start();
    const link = await scene.issue();
    scene.sandbox.reword(link.orderId ?? '', { members: { paidAmount: 250 } });
    await pay(link);
    await scene.callBack(link);
    await scene.checkDue();
    expect(await stateOf(link)).toBe('paid');
  });
});
