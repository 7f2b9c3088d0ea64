// @module-tag postgres

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSaleFiguresStore } from '../../src/figures/sale-figures-store.ts';
import { createTransactionReadings } from '../../src/links/checks/transaction-reading-store.ts';
import { createLinkDays } from '../../src/listings/link-day-store.ts';
import { createPruneStore } from '../../src/operations/prune-store.ts';
import { type Among, createLinkSearch } from '../../src/search/link-search-store.ts';
import { createAuditStore } from '../../src/store/audit-store.ts';
import { createCustomerStore } from '../../src/store/customer-store.ts';
import { promote } from '../../src/store/job-lanes.ts';
import { createJobStore } from '../../src/store/job-store.ts';
import { lockSaleOf } from '../../src/store/link-relations.ts';
import { UNFINISHED } from '../../src/store/link-states.ts';
import { createLinkStore } from '../../src/store/link-store.ts';
import { keepCustomerLimit } from '../../src/store/reserve-link.ts';
import { buildLink } from '../fixtures/links.ts';
import { numbersTo, openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const COUNT = 20_000;
const TEAM = 'T1';
const SPAN = { from: NOON - 60 * MINUTE, to: NOON };

let database: TestDatabase;
let watched: WatchedDatabase;

const REQUEST = JSON.stringify(buildLink().details);

const STATE = `case (n / 21) % ${UNFINISHED.length} ${UNFINISHED.map((state, at) => `when ${at} then '${state}'`).join(' ')} end`;

/** One link a minute until noon, by twenty creators in two teams; twenty of twenty-one are paid, the rest in any other state. */
const FILL = `
  insert into links (sale_id, sale_order, id, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id, invoice_id_is_ours,
    callback_token_hash, state, version, amount_fils, expires_at, details, email_key, phone_key, customer, paid_at, asked_at, invoice_key,
    created_at, updated_at)
  ${numbersTo(COUNT)} select 'lnk_' || n, 1, 'lnk_' || n, 'n' || n, case when n % 4 < 2 then '${TEAM}' else 'T9' end, 'C1', 'U' || (n % 20), 'U' || (n % 20), 'sara', 'INV-' || n, 1, 'hash-' || n,
    case when n % 21 = 0 then ${STATE} else 'paid' end, 3, 10000 + n, ${NOON} + n, '${REQUEST}', 'e' || n, 'p' || n,
    ' sara khan 97150' || (1000000 + n) || ' sara' || n || '@example.com ',
    case when n % 21 = 0 then null else ${NOON} - n * ${MINUTE} end, 0, 'inv-' || n, ${NOON} - n * ${MINUTE}, ${NOON}
  from numbers`;

/** Finished and waiting jobs for these links. A third of them are in one lane. */
const FILL_JOBS = `
  insert into jobs (id, team_id, queue, kind, key, lane, link_id, payload, state, attempts, due_at, created_at, updated_at)
  ${numbersTo(COUNT)} select 'job_' || n, '${TEAM}', 'notices', case when n % 2 = 0 then 'show' else 'reply' end, 'job_' || n,
    case when n % 3 = 0 then '${TEAM}:C1' else '${TEAM}:link:' || n end, 'lnk_' || n, 'null',
    case when n % 40 < 2 then 'waiting' else 'done' end, 0, ${NOON} - n, ${NOON} - n, ${NOON} - n
  from numbers`;

beforeAll(async () => {
  database = await createTestDatabase({ isNew: true });
  await database.open();
  const tables = await openTables(database.place);
  for (const fill of [FILL, FILL_JOBS]) await tables.run(fill);
  await tables.run(`
    insert into link_events (link_id, version, at, from_state, to_state, cause)
    select id, 3, paid_at, 'open', 'paid', 'read back' from links where paid_at is not null`);
  await tables.run(`
    insert into link_movements (link_id, nth, team_id, at, kind, received_by, fils)
    select id, 0, team_id, paid_at, 'payment', owner_id, 100 from links where paid_at is not null and amount_fils % 5 = 0`);
  await tables.run(`
    insert into audit_entries (id, team_id, at, actor_id, action, subject)
    select 'aud_' || id, team_id, created_at, creator_id, 'link-made', id from links`);
  await tables.run(`
    insert into callbacks (link_id, evidence_hash, received_at, evidence)
    select id, 'hash', created_at, '{}' from links where amount_fils % 40 = 0`);
  if (TEST_ENGINE === 'postgres') await tables.run('vacuum analyze');
  await tables.close();
  watched = watchQueries(database.place);
});

afterAll(async () => {
  await watched.close();
  await database.remove();
});

const days = () => createLinkDays(watched);
const sales = () => createSaleFiguresStore(watched);
const customers = () => createCustomerStore(watched);
const links = () => createLinkStore(watched);
const audit = () => createAuditStore(watched);
const readings = () => createTransactionReadings(watched);

const search = async (among: Among, span = { from: 0, to: NOON }) => {
  const ask = { teamId: TEAM, among, span, limit: 50 };
  const { newest } = createLinkSearch(watched);
  await newest({ ...ask, after: null });
  await newest({ ...ask, after: { at: NOON - 40 * MINUTE, id: 'lnk_40' } });
};

const OF_TEAM = { teamId: TEAM, account: 'ACC-1' };
const TO_COME = 'links_by_(standing|progress|state|sale)|SUBQUERY';

test.each<[what: string, index: string, ask: () => Promise<unknown>]>([
  ['still to come', TO_COME, () => sales().toCome(TEAM)],
  ['still to come of one', TO_COME, () => sales().toCome(TEAM, 'U1')],
  [
    'what one still waits for',
    'links_by_(standing|sale)|SUBQUERY',
    () => links().unfinishedOf({ teamId: TEAM, ownerId: 'U1', limit: 16 }),
  ],
  [
    'the sales of a day',
    'links_by_(day|sale)|link_movements_(by_time|pkey)|SUBQUERY|links_pkey|autoindex_link',
    () => sales().of({ teamId: TEAM, span: SPAN }),
  ],
  [
    'what is not settled',
    'links_by_(progress|state|sale)|links_further|link_movements_again|SUBQUERY|CO-ROUTINE|links_pkey|autoindex_links',
    async () => {
      for await (const _ of sales().unsettled(TEAM));
    },
  ],
  ['the day of a close', 'links_by_day', () => days().madeIn('T2', SPAN)],
  ['whether somebody is known', 'audit_entries_by_actor', () => audit().isKnown(TEAM, 'U99')],
  [
    'one person’s audit log',
    'audit_entries_by_actor',
    () => audit().slice({ teamId: TEAM, actorId: 'U1' }, { to: 'older', cursor: null, limit: 20 }),
  ],
  [
    'the links that records name',
    'links_by_(invoice_(id|key)|order_id|address)',
    () =>
      links().tiedTo(OF_TEAM, {
        invoiceIds: ['INV-1', 'INV-2'],
        orderIds: ['1', '2'],
        addresses: ['https://pay.example/1'],
      }),
  ],
  ['when the open links were made', 'links_by_(progress|state)', () => readings().openSpan(OF_TEAM)],
  [
    'open links whose time is over',
    'links_open_by_end',
    () =>
      readings().pastEnd(OF_TEAM, { at: NOON, after: { expiresAt: NOON - MINUTE, id: 'lnk_1' }, limit: 200 }),
  ],
  ['the other links of a sale', 'links_by_sale', () => links().saleOf(buildLink({ teamId: TEAM }))],
  [
    'the links of a sale, to lock them',
    'links_by_sale|links_pkey|autoindex_link',
    () => watched.db.transaction().execute((trx) => lockSaleOf(trx, watched, 'lnk_1')),
  ],
  ['who holds a number', 'links_by_invoice_(id|key)', () => links().findByInvoiceId(TEAM, 'INV-1')],
  ['references', 'links_by_invoice_id', () => days().knownReferences(TEAM, ['INV-1', 'INV-2'])],
  [
    'the links of a customer',
    'links_by_(phone|email)',
    () =>
      watched.db
        .transaction()
        .execute((trx) =>
          keepCustomerLimit(
            trx,
            { teamId: TEAM, phoneKey: 'p1', emailKey: 'e1', saleId: 'lnk_1', amountFils: 1 },
            { limitFils: 1_000_000, since: SPAN.from },
          ),
        ),
  ],
  ['the newest of a search', 'links_by_day', () => search({ by: 'time' })],
  ['the newest of a search in a span', 'links_by_day', () => search({ by: 'time' }, SPAN)],
  ['the newest in one’s hands', 'links_by_owner', () => search({ by: 'owner', ownerId: 'U1' })],
  ['the newest of a state', 'links_by_progress', () => search({ by: 'state', state: 'open' })],
  ['the newest of an amount', 'links_by_amount', () => search({ by: 'amount', amountFils: 10_001 })],
  ['the newest of a phone', 'links_by_phone', () => search({ by: 'phone', phone: '+971501234567' })],
  [
    'an invoice number',
    'links_by_invoice_id',
    () => search({ by: 'invoice-id', anyOf: ['INV-1', 'inv-1', 'INV-1/2'] }),
  ],
  ['an order id', 'links_by_order_id', () => search({ by: 'order-id', orderId: '100234' })],
  [
    'a customer by phone',
    'links_by_phone',
    () => customers().recall({ teamId: TEAM, ownerId: null }, { phone: '+971500000001' }),
  ],
  [
    'what a customer has yet to pay',
    'links_by_(phone|email|sale)|MULTI-INDEX OR|^INDEX \\d|SUBQUERY',
    () => customers().openOf(TEAM, { phone: '+971500000001', email: 'sara@example.com' }, 20),
  ],
  [
    'one’s own customer by e-mail',
    'links_by_email',
    () => customers().recall({ teamId: TEAM, ownerId: 'U1' }, { email: 'sara@example.com' }),
  ],
])('%s is read from %s, without a scan of links or their events', async (_, index, ask) => {
  const plans = await watched.plansOf(ask);
  expect(plans).not.toEqual([]);
  for (const step of plans)
    expect(step).not.toMatch(/Seq Scan on (?!accounts)|SCAN (links|link_events|link_movements)\b/);
  // PostgreSQL reads the rows of a bitmap in a separate step.
  const steps = plans.filter((step) => /SEARCH|Scan/.test(step) && !step.includes('Bitmap Heap Scan'));
  // The account of rows from before accounts were kept: one row of a workspace.
  const ofLinks = steps.filter((step) => !/\b(kept|accounts)\b/.test(step));
  expect(ofLinks).not.toEqual([]);
  for (const step of ofLinks) expect(step).toMatch(new RegExp(index));
});

test.each([
  ['nobody fits', [{ start: 'zebulon' }]],
  ['everybody fits', [{ start: 'sara' }, { start: 'kh' }]],
  ['the last digits fit', [{ digits: '5001' }]],
])('the search of customers reads only links that it shows: %s', async (_, parts) => {
  for (const ownerId of [null, 'U1']) {
    const plans = await watched.plansOf(() => customers().search({ teamId: TEAM, ownerId }, parts, 20));
    const ofLinks = plans.filter((step) => /SEARCH|SCAN|Scan/.test(step));
    expect(ofLinks).not.toEqual([]);
    for (const step of ofLinks)
      expect(step).toMatch(
        TEST_ENGINE === 'postgres'
          ? /Index (Only )?Scan.* links_by_(customer|day)|links_pkey/
          : /COVERING INDEX links_by_(customer|day) \(team_id=\? AND created_at>\? AND created_at<\?\)|sqlite_autoindex_links_\d+ \(id=\?\)/,
      );
    expect(plans.join('\n')).not.toMatch(/B-TREE|Sort/);
  }
});

test('what is due in the queue, and what follows it in its lane, is read from indexes', async () => {
  const claim = {
    at: NOON,
    queue: 'notices',
    kinds: ['show', 'reply'],
    leaseMs: 0,
    limit: 16,
    token: 'x',
  } as const;
  const looked = await watched.plansOf(() =>
    createJobStore(watched).claim({ ...claim, without: ['T2'], after: ['T3'] }),
  );
  const ended = await watched.plansOf(() => promote(watched.db, [`${TEAM}:C1`], NOON));
  for (const step of [...looked, ...ended]) expect(step).not.toMatch(/Seq Scan|SCAN (jobs|first|said)/);
  expect(looked.join('\n')).toContain('jobs_by_due');
  expect(ended.join('\n')).toContain('jobs_by_lane');
});

// PostgreSQL chooses its own join for so many, and blocks nobody.
test.runIf(TEST_ENGINE === 'sqlite')('callbacks are pruned by looking up their links', async () => {
  const ask = { at: NOON, after: null, limit: 500 };
  const plans = await watched.plansOf(() => createPruneStore(watched).old('callbacks', ask));
  expect(plans.filter((step) => /\blinks\b/.test(step))).toEqual([
    expect.stringMatching(/SEARCH links USING INDEX \S+ \(id=\?\)/),
  ]);
});
