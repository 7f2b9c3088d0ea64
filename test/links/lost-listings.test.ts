// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { type ChangeShown, changeShown, type Fields } from '../fixtures/shown-records.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { withCheck } from './check-of.ts';
import { HOUR, type LinksOptions, type LinksScene, MINUTE, SECOND, startLinks } from './link-verbs.ts';

type Options = LinksOptions & {
  /** What the service shows instead. */
  show?: (now: () => number) => ChangeShown;
};

const start = async ({ show, ...options }: Options = {}): Promise<LinksScene> => {
  const started = await startLinks(options);
  if (show) changeShown(started.sandbox, show(started.clock.now));
  return started;
};

/** Listings without a record. */
const empty: ChangeShown = ({ total }) => (total === null ? {} : { records: [], total: 0 });

/** In Berlin the clocks go back at 01:00 UTC on this day. */
const AROUND_THE_CHANGE = { timeZone: 'Europe/Berlin', at: Date.UTC(2026, 9, 25, 0, 40) };
const OWN_NUMBERS = { references: 'order', linkReferences: 'order' } as const;

const lagging: Options = {
  sandbox: { shape: { times: 'epoch-milliseconds' } },
  show:
    (now) =>
    ({ records, total }) =>
      total === null
        ? {}
        : {
            records: records.filter(({ createdAt }) => Number(createdAt) <= now() - MINUTE),
            total: null,
          },
};

const repeating: Options = {
  sandbox: { maxPageSize: 2 },
  show: () => {
    let first: Fields[] = [];
    return ({ records, total, page }) => {
      if (total === null) return {};
      if (page === 0) first = records;
      return { records: first, total: null };
    };
  },
};

/** `canProve`: it can prove that a link does not exist. */
const LISTINGS: [name: string, Options, canProve: boolean][] = [
  ['plain', {}, true],
  ['empty', { show: () => empty }, false],
  ['lagging by a minute', lagging, true],
  ['with the service’s own numbers only', { sandbox: { shape: OWN_NUMBERS } }, false],
  ['in another zone', { sandbox: { timeZone: 'UTC' } }, true],
  [
    'across the date line',
    { sandbox: { timeZone: 'Pacific/Kiritimati' }, timeZone: 'Pacific/Pago_Pago' },
    true,
  ],
  ['around a change of the clocks', AROUND_THE_CHANGE, true],
  ['that repeats its first page', repeating, false],
];

let scene: LinksScene;
afterEach(() => scene.close());

const read = (link: Link): Promise<Link> => scene.store.links.get(link.id);

/** Two hours of checks, while colleagues make other links. */
const letTimePass = async (link: Link): Promise<Link> => {
  for (let round = 0; round < 8; round += 1) {
    await scene.clock.advance(15 * MINUTE + SECOND);
    if (round % 3 === 0) await scene.issue();
    await scene.checkDue();
    await scene.app.lostLinks.checkAgain(await read(link));
  }
  return read(link);
};

const loseAnswer = async (kind: 'drop-after-work' | 'drop-before-work'): Promise<Link> => {
  await scene.issue();
  await scene.clock.advance(20 * MINUTE);
  scene.sandbox.faults.add({ operation: 'generate', kind, times: 1 });
  const link = await scene.issue();
  expect(link.state).toBe('unknown');
  return link;
};

describe.each(sample(LISTINGS))('a lost answer and a listing %s', (_, options, canProve) => {
  test('never make a link look absent that exists, and its payment is noticed', async () => {
    scene = await start(options);
    const lost = await loseAnswer('drop-after-work');
    const made = scene.sandbox.links().find(({ invoiceId }) => invoiceId === lost.invoiceId);
    if (!made) throw new Error('the service did not make it');
    const later = await letTimePass(lost);
    expect(['open', 'unknown']).toContain(later.state);
    await scene.sandbox.pay(made.orderId, { callback: false });
    await scene.callBack(lost);
    await scene.clock.advance(2 * MINUTE);
    await scene.checkDue();
    const paid = await read(lost);
    expect(['paid', 'reported']).toContain(paid.state);
    expect((await scene.noticesOf(lost)).length).toBeGreaterThan(0);
  });

  test(`${canProve ? 'prove' : 'do not prove'} that a link does not exist`, async () => {
    scene = await start(options);
    const lost = await loseAnswer('drop-before-work');
    expect((await letTimePass(lost)).state).toBe(canProve ? 'failed' : 'unknown');
  });
});

describe('a listing with only a link made before the lost one', () => {
  test('proves nothing, however much time passes', async () => {
    scene = await startLinks();
    const lost = await loseAnswer('drop-before-work');
    for (let hour = 0; hour < 48; hour += 1) {
      await scene.clock.advance(HOUR);
      await scene.checkDue();
    }
    expect((await read(lost)).state).toBe('unknown');
  });
});

describe('a link whose answer was lost', () => {
  test('is checked until a month after its expiry, and no longer', async () => {
    scene = await start({ show: () => empty });
    const lost = await loseAnswer('drop-before-work');
    for (let day = 0; day < 60; day += 1) {
      expect(await scene.store.links.nextCheck(lost.id)).not.toBeNull();
      await scene.clock.advance(24 * HOUR);
      await scene.checkDue();
    }
    await scene.clock.advance(24 * HOUR);
    await scene.checkDue();
    expect(await withCheck(scene.store, lost.id)).toMatchObject({ state: 'unknown', checkDueAt: null });
  });

  test('is not confused with a colleague’s link with the same number and another amount', async () => {
    scene = await startLinks({ sandbox: { shape: { conflict: 'none' } } });
    scene.sandbox.seedLinks(1, () => ({ invoiceId: 'INV-7', amountFils: 5_000 }));
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-before-work', times: 1 });
    const lost = await scene.issue({ amount: 5_000, invoiceId: 'INV-7' });
    const later = await letTimePass(lost);
    expect(later).toMatchObject({ state: 'unknown', address: null });
  });

  test('is not confused with another link of ours', async () => {
    scene = await startLinks({ sandbox: { shape: { conflict: 'none' } } });
    const first = await scene.issue();
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    scene.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500, times: 3 });
    const lost = await scene.issue({ invoiceId: 'INV-7' });
    scene.sandbox.faults.clear();
    const made = scene.sandbox.links().find(({ invoiceId }) => invoiceId === 'INV-7');
    const at = scene.clock.now();
    await scene.store.links.record({ id: first.id, at, cause: 'answered', orderId: made?.orderId ?? '' });
    const later = await letTimePass(lost);
    expect(later).toMatchObject({ state: 'unknown', address: null, orderId: null });
    expect((await read(first)).state).toBe('open');
  });
});
