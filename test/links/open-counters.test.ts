// @module-tag postgres

import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createOpenCounters, type OpenCounters } from '../../src/links/counter/open-counters.ts';
import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { AT, reserveLink } from './open-link.ts';

const SECOND = 1_000;
const SLOW = 'T0SLOW';

let database: TestDatabase;
let store: Store;
let clock: ManualClock;
let counters: OpenCounters;
let updated: string[];
/** The words of the last update. */
let shown: string;
let outcome: 'same' | 'unreachable';
let release: (error: Error) => void;
let reads: number;
/** The links of which the service was asked. */
let asked: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
  clock = createManualClock(AT, database.isBusy);
  updated = [];
  shown = '';
  outcome = 'same';
  reads = 0;
  asked = [];
  const counted =
    <Given extends unknown[], Found>(read: (...given: Given) => Promise<Found>) =>
    (...given: Given) => {
      reads += 1;
      return read(...given);
    };
  const hangs = new Promise<never>((_, reject) => {
    release = reject;
  });
  hangs.catch(() => undefined);
  const base = {
    store: {
      links: {
        find: counted(store.links.find),
        findWith: counted(store.links.findWith),
        saleOf: counted(store.links.saleOf),
        saleVersionsOf: counted(store.links.saleVersionsOf),
        onWritten: store.links.onWritten,
      },
      counterWindows: store.counterWindows,
      messages: store.messages,
    },
    clients: {
      of: async (teamId: string) => {
        const update = async ({ view_id: viewId, view }: { view_id: string; view: unknown }) => {
          updated.push(viewId);
          shown = JSON.stringify(view);
          return teamId === SLOW ? hangs : { ok: true, view: { id: viewId, hash: String(updated.length) } };
        };
        return Object.assign(new WebClient(), { views: { update } });
      },
    },
    config: { paymentService: { paths: { link: '/link/{id}', transaction: '/transaction/{id}' } } },
    clock,
    timeZone: 'Asia/Dubai',
    log: createLog('silent'),
  };
  counters = createOpenCounters(
    base as unknown as Base,
    {
      refresh: async (link) => {
        asked.push(link.id);
        return { link, outcome };
      },
    },
    { addressOfQr: async () => null },
    3,
  );
});

afterEach(async () => {
  release(new Error('the connection ended'));
  const stopped = counters.stop();
  // A refused update is tried once more.
  await clock.advance(5 * SECOND);
  await stopped;
  await database.remove();
});

const open = async (id: string, teamId: string) => {
  await reserveLink(store, id, null, teamId);
  const link = await store.links.move({
    id,
    to: 'open',
    at: AT,
    cause: 'answered',
    orderId: id,
    address: 'https://pay.example/1',
  });
  if (!link) throw new Error('not open');
  return link;
};
const follow = async (viewId: string, link: Awaited<ReturnType<typeof open>>, userId = viewId) =>
  counters.follow({ teamId: link.teamId, userId, viewId }, link, null);

test('a counter window follows its link while Slack is slow for another workspace', async () => {
  await follow('V-slow', await open('lnk_slow', SLOW));
  await follow('V-quick', await open('lnk_quick', 'T1'));
  await counters.start();
  // The time left is updated every minute.
  await clock.advance(61 * SECOND);
  expect(updated).toContain('V-slow');
  updated = [];
  await store.links.move({ id: 'lnk_quick', to: 'expired', at: AT, cause: 'expired unpaid' });
  await clock.advance(250);
  expect(updated).toEqual(['V-quick']);
});

test('a counter window hides the code once another link of the sale is to be paid, and shows it again when that failed', async () => {
  const link = await open('lnk_1', 'T1');
  await follow('V-1', link);
  await counters.start();
  await clock.advance(2 * SECOND);
  updated = [];
  await store.links.reserve(buildNewLink('lnk_2', { teamId: 'T1', saleId: link.id, at: AT }));
  await clock.advance(2 * SECOND);
  expect(updated).toEqual([]);
  const next = { id: 'lnk_2', at: AT, cause: 'answered' } as const;
  const made = await store.links.move({ ...next, to: 'open', address: 'https://pay.example/2' });
  await clock.advance(2 * SECOND);
  expect(updated).toEqual(['V-1']);
  expect(shown).toContain(`Replaced by ${made?.invoiceId}`);
  expect(shown).not.toContain('pay.example');
  await store.links.move({ ...next, to: 'failed' });
  await clock.advance(2 * SECOND);
  expect(shown).toContain('Waiting for the payment');
});

test('a counter window says when the service cannot be read, and when it can again', async () => {
  outcome = 'unreachable';
  await follow('V-1', await open('lnk_1', 'T1'));
  await counters.start();
  await clock.advance(5 * SECOND);
  expect(shown).toContain('can’t reach the payment service');
  expect(shown).not.toContain('Waiting for the payment');
  outcome = 'same';
  await clock.advance(15 * SECOND);
  expect(shown).toContain('Waiting for the payment');
  expect(shown).not.toContain('can’t reach');
});

test('three cashiers who leave their windows open do not slow the fourth', async () => {
  await counters.start();
  const askedOf = (id: string) => asked.filter((one) => one === id).length;
  await follow('V-alone', await open('lnk_alone', 'T2'));
  await clock.advance(60 * SECOND);
  const alone = askedOf('lnk_alone');
  expect(alone).toBeGreaterThan(15);
  for (const id of ['lnk_1', 'lnk_2', 'lnk_3']) await follow(`V-${id}`, await open(id, 'T1'));
  await follow('V-lnk_4', await open('lnk_4', 'T1'));
  await clock.advance(60 * SECOND);
  expect(askedOf('lnk_4')).toBe(alone);
});

test('the service is asked about the newest window of a person, for five minutes', async () => {
  await counters.start();
  await follow('V-1', await open('lnk_1', 'T1'), 'U1');
  await clock.advance(10 * SECOND);
  expect(asked).toContain('lnk_1');
  await follow('V-2', await open('lnk_2', 'T1'), 'U1');
  asked = [];
  await clock.advance(10 * SECOND);
  expect(new Set(asked)).toEqual(new Set(['lnk_2']));
  await clock.advance(5 * 60 * SECOND);
  asked = [];
  await clock.advance(60 * SECOND);
  expect(asked).toEqual([]);
  // What is written is still shown in both.
  updated = [];
  for (const id of ['lnk_1', 'lnk_2'])
    await store.links.move({ id, to: 'paid', at: AT, cause: 'the service says paid' });
  await clock.advance(2 * SECOND);
  expect(updated.toSorted()).toEqual(['V-1', 'V-2']);
  expect(shown).toContain('✅ Paid');
});

test('a window whose process ended while its link was being made goes on: in doubt, the code, and Paid', async () => {
  await reserveLink(store, 'lnk_1', null, 'T1');
  const link = await store.links.get('lnk_1');
  await counters.begin({ teamId: 'T1', userId: 'U1', viewId: 'V-1' }, link);
  await counters.start();
  await clock.advance(SECOND);
  expect(shown).toContain('Making a link for AED');
  await store.links.move({ id: link.id, to: 'unknown', at: AT, cause: 'process ended before the answer' });
  await clock.advance(SECOND);
  expect(shown).toContain('Checking…');
  await store.links.move({ id: link.id, to: 'open', at: AT, cause: 'found in listing' });
  await clock.advance(SECOND);
  expect(shown).toContain('check_again');
  await store.links.setAddress(link.id, { address: 'https://pay.example/1', orderId: '1' }, AT, []);
  await clock.advance(SECOND);
  expect(shown).toContain('Scan to pay');
  await store.links.move({ id: link.id, to: 'paid', at: AT, cause: 'the service says paid' });
  await clock.advance(SECOND);
  expect(shown).toContain('✅ Paid');
  expect(await store.counterWindows.openedSince(0, 9)).toEqual([]);
});

test('a process with too many windows drops one of the workspace with the most', async () => {
  await counters.start();
  await follow('V-one', await open('lnk_one', 'T1'));
  const link = await open('lnk_many', 'T2');
  for (let at = 0; at < 3; at += 1) await follow(`V-${at}`, link);
  await clock.advance(5 * SECOND);
  const left = (await store.counterWindows.openedSince(0, 1_000)).map(({ viewId }) => viewId);
  expect(left).toHaveLength(3);
  expect(left).toContain('V-one');
  expect(left).not.toContain('V-0');
});

test('frequent changes of other links cause at most four readings a second', async () => {
  await counters.start();
  for (const id of ['lnk_1', 'lnk_2', 'lnk_3']) await follow(`V-${id}`, await open(id, 'T1'));
  await open('lnk_4', 'T1');
  await clock.advance(SECOND);
  reads = 0;
  for (let news = 0; news < 100; news += 1) {
    await store.links.record({ id: 'lnk_4', at: AT, cause: 'looked for' });
    await clock.advance(20);
  }
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(2 * 4 + 1);
});
