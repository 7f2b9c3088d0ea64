// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { changeShown } from '../fixtures/shown-records.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { type LinksOptions, MINUTE, SECOND, startLinks } from './link-verbs.ts';

/** The service hides its transactions; the links' own records already say paid. */
let isBehind: boolean;
/** The transactions that it lists meanwhile, and how many more it counts. */
let listed: Record<string, unknown>[];
let uncounted: number;
const start = async (options: LinksOptions = {}) => {
  isBehind = true;
  listed = [];
  uncounted = 0;
  const started = await startLinks(options);
  changeShown(started.sandbox, ({ of, page }) => {
    if (!isBehind) return {};
    if (of === 'transaction') return { records: [] };
    if (of !== 'transactions') return {};
    return { records: page === 0 ? listed : [], total: listed.length + uncounted };
  });
  return started;
};
const scene = perTest(start);

/** Its state; *awaited* while its card says that it is being confirmed; what came, if that is a part. */
const stateOf = async (link: Link) => {
  const { state, payment } = await scene.store.links.get(link.id);
  if (payment?.finding === 'partly') return `${state} ${payment.amountFils}`;
  return payment?.doubt === 'awaited' ? payment.doubt : state;
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
const payOne = async (amountFils?: number) => {
  const link = await scene.issue();
  await pay(link, amountFils);
  await scene.callBack(link);
  await scene.checkDue();
  return link;
};

// When it counts without its transaction is a table of `settle.test.ts`.
test.each([
  ['full amount', undefined, 'paid'],
  ['amount, which is less', 20_000, 'reported 20000'],
])('a link whose own record says paid waits until its transaction shows the %s', async (_, amount, state) => {
  const link = await payOne(amount);
  await pass(2 * MINUTE);
  expect(await stateOf(link)).toBe('awaited');
  isBehind = false;
  await pass(3 * MINUTE);
  expect(await stateOf(link)).toBe(state);
  isBehind = true;
  await pass(20 * MINUTE);
  expect(await stateOf(link)).toBe(state);
});

test('it is Paid by its own record after five minutes', async () => {
  const link = await payOne();
  await pass(5 * MINUTE - 5 * SECOND);
  expect(await stateOf(link)).toBe('awaited');
  await pass(40 * SECOND);
  expect(await scene.store.links.get(link.id)).toMatchObject({ state: 'paid', payment: { seenIn: 'link' } });
});

test.each<[string, number, typeof listed, minutes: number]>([
  ['half an hour while the list of transactions is incomplete', 1, [], 30],
  ['half an hour while a transaction names no link', 0, [{ amount: 200, status: 'PAID' }], 30],
  ['five minutes despite transactions of other links', 0, [{ orderId: '5', amount: 200, status: 'PAID' }], 5],
])('it waits %s, also where sweeps read them', async (_, more, rows, minutes) => {
  const link = await payOne();
  [uncounted, listed] = [more, rows];
  const passAndSweep = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      await pass(MINUTE);
      await scene.sweep();
    }
  };
  await passAndSweep(minutes - 1);
  expect(await stateOf(link)).toBe('awaited');
  await passAndSweep(3);
  expect(await stateOf(link)).toBe('paid');
});

test.each([
  ['answered before', true],
  ['has never answered', false],
] as const)('it waits while the list of payments fails, which %s', async (_, hasAnswered) => {
  await scene.issue();
  if (hasAnswered) await scene.sweep();
  scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 500 });
  const link = await payOne();
  await pass(10 * MINUTE);
  expect(await stateOf(link)).toBe('awaited');
  scene.sandbox.faults.clear();
  await pass(5 * MINUTE);
  expect(await stateOf(link)).toBe('paid');
});

test('it is checked again seconds after the sweep that saw it first', async () => {
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

test('it is checked less and less often while it waits, however often it is swept', async () => {
  const link = await payOne();
  await pass(MINUTE);
  const planned = await scene.store.links.nextCheck(link.id);
  expect(planned?.attempts).toBeGreaterThan(2);
  await scene.sweep();
  expect(await scene.store.links.nextCheck(link.id)).toEqual(planned);
});

test.each<[string, (link: Link) => Promise<unknown>]>([
  ['the sweep', () => scene.sweep()],
  ['a refresh', (link) => scene.app.watcher.refresh(link)],
])('one that says partly paid gets its amount from the transaction, when %s has seen it', async (_, look) => {
  const link = await scene.issue();
  scene.sandbox.reword(link.orderId ?? '', { stateWords: { PAID: 'PARTIALLY_PAID' } });
  await pay(link, 20_000);
  await look(link);
  expect(await stateOf(link)).toBe('reported null');
  isBehind = false;
  await pass(5 * SECOND);
  expect(await stateOf(link)).toBe('reported 20000');
});
