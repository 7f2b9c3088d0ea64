// @module-tag postgres

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ISSUED, LINK_STATES } from '../../src/store/link-states.ts';
import {
  createTeamFiguresStore,
  type LinkTally,
  PAID_WITHIN_MINUTES,
} from '../../src/team/team-figures-store.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const SPAN = { from: NOON, to: NOON + 20 };

let database: TestDatabase;
let watched: WatchedDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.open();
  watched = watchQueries(database.place);
});

afterAll(async () => {
  await watched.close();
  await database.remove();
});

const link = fc.record({
  owner: fc.constantFrom('U1', 'U2', 'U3'),
  asked: fc.constantFrom('C1', 'C2', 'U1'),
  card: fc.constantFrom(null, 'C2', 'D9'),
  state: fc.constantFrom(...LINK_STATES),
  fils: fc.integer({ min: 1, max: 900_000_000_000 }),
  // Many at the same time, and some outside of the period.
  madeAt: fc.integer({ min: -3, max: 24 }).map((ms) => NOON + ms),
  paidAfter: fc.oneof(fc.constant(null), fc.nat(60), fc.nat(60 * 24 * 60 * MINUTE)),
  finding: fc.constantFrom(null, 'confirmed', 'refunded'),
});

type Row = typeof link extends fc.Arbitrary<infer T> ? T : never;

const write = async (rows: readonly Row[]) => {
  const tables = await openTables(database.place);
  await tables.run('delete from links');
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  if (rows.length > 0)
    await tables.run(`
      insert into links (sale_id, sale_order, id, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id,
        invoice_id_is_ours, callback_token_hash, state, version, amount_fils, expires_at, details, payment, paid_at,
        asked_at, invoice_key, created_at, updated_at) values ${rows
          .map(
            ({ owner, asked, state, fils, madeAt, paidAfter, finding }, n) =>
              `('l${n}', 1, 'l${n}', 'n${n}', '${n % 7 === 6 ? 'T9' : 'T1'}', '${asked}', 'U7', '${owner}', 'x', 'I${n}', 1, 'h${n}',
                '${state}', 1, ${fils}, 0, '{}', ${text(finding && JSON.stringify({ finding }))}, ${paidAfter === null ? 'null' : madeAt + paidAfter}, 0, 'i${n}', ${madeAt}, ${madeAt})`,
          )
          .join(',')}`);
  await tables.close();
};

/** The same figures, counted link by link. */
const count = (rows: readonly Row[]): LinkTally => {
  const paid = rows.filter(({ paidAfter, finding }) => paidAfter !== null && finding !== 'refunded');
  const waiting = rows.filter(({ state }) => state === 'open');
  const sum = (some: readonly Row[]) => some.reduce((all, { fils }) => all + fils, 0);
  const steps = [...PAID_WITHIN_MINUTES, Number.POSITIVE_INFINITY];
  return {
    made: rows.length,
    madeFils: sum(rows),
    paid: paid.length,
    paidFils: sum(paid),
    waiting: waiting.length,
    waitingFils: sum(waiting),
    paidAfterMs: paid.reduce((all, { paidAfter }) => all + (paidAfter ?? 0), 0),
    paidWithin: steps.map(
      (most, at) =>
        paid.filter(({ paidAfter }) => {
          const minutes = (paidAfter ?? 0) / MINUTE;
          return minutes <= most && minutes > (steps[at - 1] ?? -1);
        }).length,
    ),
  };
};

test('in slices of any size each link counts once, for its owner and its channel, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(link, { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        await write(rows);
        const store = createTeamFiguresStore(watched, { linksOfASlice: size });
        const ours = rows.filter((_, n) => n % 7 !== 6);
        const made = ours.filter(
          ({ madeAt, state }) => madeAt >= SPAN.from && madeAt <= SPAN.to && ISSUED.includes(state),
        );
        const figures = await store.made('T1', SPAN);
        const by = (key: (row: Row) => string) =>
          new Map(
            [...new Set(made.map(key))]
              .toSorted()
              .map((one): [string, LinkTally] => [one, count(made.filter((row) => key(row) === one))]),
          );
        expect(figures.all).toEqual(count(made));
        expect(new Map([...figures.byOwner].toSorted())).toEqual(by(({ owner }) => owner));
        expect(new Map([...figures.byPlace].toSorted())).toEqual(by(({ asked }) => asked));
        const paid = ours.filter(
          ({ madeAt, paidAfter }) =>
            paidAfter !== null && madeAt + paidAfter >= SPAN.from && madeAt + paidAfter <= SPAN.to,
        );
        const sums = await store.paid('T1', SPAN);
        expect([...sums.values()].reduce((all, one) => all + one.fils, 0)).toBe(
          paid.reduce((all, { fils }) => all + fils, 0),
        );
        expect([...sums.values()].reduce((all, one) => all + one.count, 0)).toBe(paid.length);
      },
    ),
    { numRuns: 25 },
  );
});
