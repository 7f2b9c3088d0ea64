import type { QueryCreator } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import {
  isInList,
  lockLinks,
  MAX_CLOCK_SKEW_MS,
  type Param,
  prepareQuery,
  toListParameter,
} from './engine/queries.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import type { Schema } from './schema.ts';

export interface LinkChecks {
  /**
   * Links whose check is due, most overdue first, except those of workspaces in `without`. Moves their next check to
   * `until`, so that no other instance takes them, and so that they come up again if this one dies. Checks are never
   * planned further ahead than `maxAheadMs`; one that is dates from before the clock was set back, so it is due. A link
   * with a new callback is due too, with its count of attempts reset.
   */
  claimDue(ask: {
    at: number;
    until: number;
    limit: number;
    maxAheadMs?: number;
    without?: readonly string[];
  }): Promise<Link[]>;
  /** Plans a link's next check, unless a callback has moved the current one away from `from`. */
  planCheck(id: string, check: { from: number | null; to: number | null; attempts: number }): Promise<void>;
  /** Since when we have waited for its transaction: `at` of the first call. */
  awaitedSince(id: string, at: number): Promise<number>;
  /** For the start of the only process on the database: makes all planned checks due, including a dead process's. */
  makeChecksDue(at: number): Promise<void>;
  /** When the next check of any link is due, except those of workspaces in `without`; null: none planned. */
  nextCheckDue(ask: { at: number; maxAheadMs: number; without?: readonly string[] }): Promise<number | null>;
}

interface Claim {
  at: number;
  until: number;
  beyond: number;
  limit: number;
  without: unknown;
}

export const createLinkChecks = (database: StoreDatabase): LinkChecks => {
  const { db, engine } = database;
  const planCalled = createPlanCalled(database);
  const isNotIn = (without: unknown) => sql<boolean>`not (${isInList(engine, 'teamId', without)})`;
  const keepClaim = (isWithout: boolean) =>
    prepareQuery((param: Param<Claim>) =>
      db
        // A CTE, so that PostgreSQL runs it once: it may run a subquery again and exceed the limit.
        .with('due', (on) => {
          const due = on
            .selectFrom('links')
            .select('id')
            // Implied by the next condition. Without it SQLite reads all links that have no check planned first.
            .where('checkDueAt', 'is not', null)
            .where((link) =>
              link.or([link('checkDueAt', '<=', param('at')), link('checkDueAt', '>', param('beyond'))]),
            )
            .$if(isWithout, (rows) => rows.where(isNotIn(param('without'))))
            .orderBy('checkDueAt')
            .limit(param('limit'));
          return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
        })
        .updateTable('links')
        .set({ checkDueAt: param('until') })
        .where('id', 'in', (on) => on.selectFrom('due').select('id'))
        .returning(LINK_COLUMNS),
    );
  const [claim, claimWithout] = [keepClaim(false), keepClaim(true)];
  const plan = prepareQuery(
    (param: Param<{ id: string; from: number | null; to: number | null; attempts: number }>) =>
      db
        .updateTable('links')
        .set({ checkDueAt: param('to'), checkAttempts: param('attempts') })
        .where('id', '=', param('id'))
        .where('checkDueAt', 'is not distinct from', param('from')),
  );
  const keepEnds = (isWithout: boolean) =>
    prepareQuery((param: Param<{ without: unknown }>) =>
      db.selectNoFrom(({ selectFrom }) => {
        const endOfChecks = (order: 'asc' | 'desc') =>
          selectFrom('links')
            .select('checkDueAt')
            .where('checkDueAt', 'is not', null)
            .$if(isWithout, (rows) => rows.where(isNotIn(param('without'))))
            .orderBy('checkDueAt', order)
            .limit(1);
        return [
          endOfChecks('asc').as('first'),
          endOfChecks('desc').as('last'),
          selectFrom('callbacks')
            .select('checkAt')
            .where('checkAt', 'is not', null)
            .orderBy('checkAt')
            .limit(1)
            .as('called'),
        ];
      }),
    );
  const [ends, endsWithout] = [keepEnds(false), keepEnds(true)];

  return {
    claimDue: async ({ at, until, limit, maxAheadMs = Number.MAX_SAFE_INTEGER / 4, without = [] }) => {
      const beyond = at + maxAheadMs + MAX_CLOCK_SKEW_MS;
      const ask = { at, until, beyond, limit, without: toListParameter(engine, without) };
      if (without.length > 0) {
        // Makes called links due; the claim below leaves out those of workspaces in `without`.
        await planCalled({ at, beyond, limit: CALLS_AT_ONCE, dueAt: at });
        return (await claimWithout(db, ask)).map(parseLink);
      }
      const called = await planCalled({ at, beyond, limit, dueAt: until });
      const others = await claim(db, { ...ask, limit: limit - called.length });
      return [...called, ...others].map(parseLink);
    },

    planCheck: async (id, check) => {
      await plan(db, { id, ...check });
    },

    awaitedSince: async (id, at) => {
      const { awaitedSince: since } = await db
        .updateTable('links')
        .set((link) => ({ awaitedSince: link.fn.coalesce('awaitedSince', link.val(at)) }))
        .where('id', '=', id)
        .returning('awaitedSince')
        .executeTakeFirstOrThrow();
      return since ?? at;
    },

    makeChecksDue: async (at) => {
      await db.updateTable('links').set({ checkDueAt: at }).where('checkDueAt', '>', at).execute();
      await db.updateTable('callbacks').set({ checkAt: at }).where('checkAt', '>', at).execute();
    },

    nextCheckDue: async ({ at, maxAheadMs, without = [] }) => {
      const ask = { without: toListParameter(engine, without) };
      const [row] = await (without.length > 0 ? endsWithout : ends)(db, ask);
      const [first = null, called = null] = [row?.first, row?.called];
      const isSetBack = Math.max(row?.last ?? 0, called ?? 0) > at + maxAheadMs + MAX_CLOCK_SKEW_MS;
      if (isSetBack) return at;
      return first === null || called === null ? (first ?? called) : Math.min(first, called);
    },
  };
};

const CALLS_AT_ONCE = 1_000;

interface CalledLinks {
  at: number;
  beyond: number;
  /** The most callbacks to take. */
  limit: number;
  /** When their links are due. */
  dueAt: number;
}

/** Plans the next check of links that callbacks ask for, marks these callbacks as handled, and returns the links. */
function createPlanCalled(database: StoreDatabase) {
  const { db, engine } = database;
  const take = (on: QueryCreator<Schema>, { at, beyond, limit }: CalledLinks) =>
    on
      // A CTE for the same reason as above.
      .with('due', (asks) => {
        const due = asks
          .selectFrom('callbacks')
          .select(['linkId', 'evidenceHash'])
          .where((call) => call.or([call('checkAt', '<=', at), call('checkAt', '>', beyond)]))
          .orderBy('checkAt')
          .limit(limit);
        return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      })
      .updateTable('callbacks')
      .set({ checkAt: null })
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('linkId', 'evidenceHash'),
          'in',
          selectFrom('due').select(['due.linkId', 'due.evidenceHash']).$asTuple('linkId', 'evidenceHash'),
        ),
      )
      .returning('callbacks.linkId');
  const setDue = (on: QueryCreator<Schema>, links: Parameters<typeof lockLinks>[1], dueAt: number) =>
    on
      .updateTable('links')
      .set({ checkDueAt: dueAt, checkAttempts: 0 })
      .where('links.id', 'in', lockLinks(database, links))
      .returning(LINK_COLUMNS);

  const anyCalled = prepareQuery(() =>
    db.selectFrom('callbacks').select('checkAt').where('checkAt', 'is not', null).limit(1),
  );

  const inOne = prepareQuery((param: Param<CalledLinks>) => {
    const asked = { at: param('at'), beyond: param('beyond'), limit: param('limit'), dueAt: param('dueAt') };
    return setDue(
      db.with('taken', (taking) => take(taking, asked)),
      db.selectFrom(sql<{ linkId: string }>`taken`.as('called')).select('called.linkId'),
      asked.dueAt,
    );
  });

  return async (ask: CalledLinks) => {
    if (engine === 'postgres') return inOne(db, ask);
    const [one] = await anyCalled(db, {});
    if (!one) return [];
    return db.transaction().execute(async (trx) => {
      const links = new Set((await take(trx, ask).execute()).map((row) => row.linkId));
      if (links.size === 0) return [];
      return setDue(trx, [...links], ask.dueAt).execute();
    });
  };
}
