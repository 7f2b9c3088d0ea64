// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { findLinks } from '../../src/search/find-links.ts';
import type { SearchQuery } from '../../src/search/search-query.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { onThisMachine, processorTime } from '../fixtures/processor-time.ts';
import { buildQuery } from '../fixtures/searches.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;
const TEAM = 'T0PLAY';
const DETAILS = buildLink().details;

const { store, run } = storePerTest();

interface Made {
  states?: LinkState[];
  hoursAgo?: number;
  paid?: Parameters<typeof buildPayment>[0];
  name?: string;
  phone?: string;
  email?: string;
  notes?: string;
}

const make = async (
  id: string,
  { states = ['open'], hoursAgo = 1, paid, name, phone, email, notes, ...link }: Made & Partial<Link> = {},
) => {
  const at = NOON - hoursAgo * HOUR;
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId: `INV-${id}`, ...link }),
    saleId: null,
    id,
    callbackTokenHash: id,
    details: {
      ...DETAILS,
      FullName: name ?? DETAILS.FullName,
      Phone: phone ?? DETAILS.Phone,
      Email: email ?? DETAILS.Email,
      notes: notes ?? DETAILS.notes,
    },
    at,
  });
  for (const to of states)
    await store.links.move({
      id,
      to,
      at: at + 1,
      cause: 'answered',
      ...(paid && to === states.at(-1) ? { payment: buildPayment(paid) } : {}),
    });
};

const find = async (
  query: Partial<SearchQuery> = {},
  limits: { mostLookedThrough?: number; mostFound?: number } = {},
) => findLinks({ teamId: TEAM, query: buildQuery(query), before: NOON }, store, limits);

const ids = async (query: Partial<SearchQuery>) => (await find(query)).ids;

describe('a search finds', () => {
  beforeEach(async () => {
    await make('lnk_a', { name: 'Sara Khan', amountFils: 125_000, hoursAgo: 1 });
    await make('lnk_b', {
      name: 'Omar Nasser',
      phone: '+971559876543',
      email: 'Omar@Example.com',
      notes: 'Birthday cake',
      amountFils: 125_000,
      hoursAgo: 30,
      states: ['open', 'paid'],
      paid: { finding: 'confirmed' },
      creatorId: 'U0OMAR0001',
      channelId: 'C0SALES001',
    });
    await make('lnk_c', {
      name: 'Mohammed Al Maktoum',
      notes: 'Sarahs gift',
      amountFils: 5_000,
      hoursAgo: 200,
      states: ['open', 'expired'],
      invoiceId: '1250',
    });
    await make('lnk_d', { states: ['failed'], hoursAgo: 2, amountFils: 7_000, invoiceId: 'PL-261121-ABC' });
    await make('lnk_e', {
      states: ['open'],
      paid: { finding: 'declined' },
      hoursAgo: 3,
      amountFils: 8_000,
      name: 'Lina',
    });
    await make('lnk_x', { teamId: 'T0OTHER', hoursAgo: 1, amountFils: 125_000 });
  });

  test.each<[what: string, query: Partial<SearchQuery>, found: string[]]>([
    ['everything, newest first', {}, ['lnk_a', 'lnk_d', 'lnk_e', 'lnk_b', 'lnk_c']],
    ['a first name', { words: ['sara'] }, ['lnk_a', 'lnk_d', 'lnk_c']],
    ['a name in any case and both parts', { words: ['khan', 'sa'] }, ['lnk_a', 'lnk_d']],
    ['no part inside a name', { words: ['han'] }, []],
    ['a word of the purpose', { words: ['cake'] }, ['lnk_b']],
    ['an amount or a number', { amountFils: 125_000, number: '1250' }, ['lnk_a', 'lnk_b', 'lnk_c']],
    ['an amount', { amountFils: 7_000 }, ['lnk_d']],
    ['an amount with a number', { amountFils: 125_000, number: 'INV-lnk_b' }, ['lnk_b']],
    ['a phone', { phone: '+971559876543' }, ['lnk_b']],
    ['no link by the phone of one and the name of another', { phone: '+971559876543', words: ['lina'] }, []],
    ['an invoice number', { number: 'inv-lnk_b' }, ['lnk_b']],
    ['a reference in any case', { number: 'pl-261121-abc' }, ['lnk_d']],
    ['the beginning of a reference', { number: 'PL-2611' }, ['lnk_d']],
    ['the beginning of many', { number: 'INV' }, ['lnk_a', 'lnk_e', 'lnk_b']],
    ['unpaid links', { states: ['waiting'] }, ['lnk_a', 'lnk_e']],
    ['paid links', { states: ['paid'] }, ['lnk_b']],
    ['paid or expired links', { states: ['paid', 'expired'] }, ['lnk_b', 'lnk_c']],
    ['declined links', { states: ['declined'] }, ['lnk_e']],
    ['links that were not created', { states: ['not-made'] }, ['lnk_d']],
    ['a colleague’s links', { ownerId: 'U0OMAR0001' }, ['lnk_b']],
    ['no unpaid links of a colleague without any', { ownerId: 'U0OMAR0001', states: ['waiting'] }, []],
    ['links in a channel', { channelId: 'C0SALES001' }, ['lnk_b']],
    [
      'links created in a time',
      { span: { from: NOON - 31 * HOUR, to: NOON - 2 * HOUR } },
      ['lnk_d', 'lnk_e', 'lnk_b'],
    ],
    [
      'links that match all criteria',
      { words: ['omar'], amountFils: 125_000, states: ['paid'], channelId: 'C0SALES001' },
      ['lnk_b'],
    ],
  ])('%s', async (_, query, found) => {
    expect(await ids(query)).toEqual(found);
  });

  test('refunded links, in full or in part, and no other paid ones', async () => {
    await make('lnk_f', {
      states: ['open', 'paid'],
      paid: { finding: 'refunded', refundedFils: 9_000 },
      amountFils: 9_000,
    });
    await make('lnk_g', { states: ['open', 'paid'], paid: { refundedFils: 100 }, amountFils: 9_100 });
    expect((await ids({ states: ['refunded'] })).toSorted()).toEqual(['lnk_f', 'lnk_g']);
    expect(await ids({ states: ['paid'] })).toEqual(['lnk_g', 'lnk_b']);
  });

  test('no link of a customer whose data was erased', async () => {
    await store.retention.links({ at: NOON, before: NOON, after: null, limit: 100, teamId: TEAM });
    expect(await ids({ words: ['omar'] })).toEqual([]);
    expect(await ids({ phone: '+971559876543' })).toEqual([]);
    expect(await ids({ states: ['paid'] })).toEqual(['lnk_b']);
  });

  test('a reused number, together with its first use', async () => {
    await make('lnk_h', { invoiceId: 'INV-lnk_b-2', hoursAgo: 0, amountFils: 1 });
    expect(await ids({ number: 'INV-lnk_b' })).toEqual(['lnk_h', 'lnk_b']);
  });
});

describe('many links', () => {
  beforeEach(async () => {
    // With two amounts, and all at the same time.
    for (let index = 0; index < 9; index += 1)
      await make(`lnk_${index}`, { amountFils: index % 2 === 0 ? 100 : 200, hoursAgo: 5 });
  });

  test.each<Partial<SearchQuery>>([{}, { words: ['sara'] }, { states: ['waiting', 'paid'] }])(
    'are found once each, even if they have the same time: %j',
    async (query) => {
      const { ids: found, isStopped } = await find(query);
      expect(found.toSorted()).toEqual(Array.from({ length: 9 }, (_, index) => `lnk_${index}`));
      expect(isStopped).toBe(false);
    },
  );

  test('made after the search are not in its answer', async () => {
    await make('lnk_new', { hoursAgo: -1, amountFils: 300 });
    expect(await ids({ amountFils: 300 })).toEqual([]);
  });

  test('are looked through and found up to a limit, which the search tells', async () => {
    expect(await find({ words: ['nobody'] }, { mostLookedThrough: 5 })).toEqual({ ids: [], isStopped: true });
    expect(await find({}, { mostFound: 3 })).toMatchObject({ isStopped: false });
    await make('lnk_more', { hoursAgo: 6 });
    expect(await find({}, { mostLookedThrough: 9, mostFound: 3 })).toMatchObject({ isStopped: true });
  });
});

testAtLength('a search among thousands of links does not block other work', async () => {
  const count = 12_000;
  const numbers =
    TEST_ENGINE === 'postgres'
      ? `with numbers as (select cast(n as bigint) as n from generate_series(1, ${count}) as n)`
      : `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const fill = `insert into links (sale_id, sale_order, id, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id, invoice_id_is_ours,
      callback_token_hash, state, version, amount_fils, expires_at, details, asked_at, invoice_key, created_at, updated_at)
    select 'lnk_' || n, 1, 'lnk_' || n, 'n' || n, '${TEAM}', 'C1', 'U1', 'U1', 'sara', 'INV-' || n, 1, 'hash-' || n, 'paid', 3, 10000 + n,
      ${NOON}, '${JSON.stringify(DETAILS)}', 0, 'inv-' || n, ${NOON} - n * 60000, ${NOON} from numbers`;
  await run(TEST_ENGINE === 'postgres' ? fill.replace('select', `${numbers} select`) : `${numbers} ${fill}`);
  // The least processor time of three rounds, because the machine is shared.
  const longest: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let longestTurn = 0;
    let last = processorTime();
    const turn = (): void => {
      const now = processorTime();
      longestTurn = Math.max(longestTurn, now - last);
      last = now;
      watch = setImmediate(turn);
    };
    let watch = setImmediate(turn);
    const found = await find({ words: ['nobody'] });
    clearImmediate(watch);
    expect(found).toEqual({ ids: [], isStopped: true });
    longest.push(longestTurn);
  }
  expect(Math.min(...longest)).toBeLessThan(onThisMachine(50));
});
