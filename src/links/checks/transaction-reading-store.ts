import { accountOf } from '../../store/account-store.ts';
import { type StoreDatabase, sql } from '../../store/engine/database.ts';
import { isBehind } from '../../store/engine/paging.ts';
import { findOne } from '../../store/engine/queries.ts';
import { type Link, parseLink } from '../../store/link.ts';

/** How far the transactions of an account were read, in epoch milliseconds. */
export interface TransactionReading {
  /**
   * Every transaction made between these was read, as the listing showed it within a day; null: no reading has come to the end of
   * the listing.
   */
  covered: { since: number; until: number } | null;
  /** When all of the last weeks were last read, changes of old ones included. */
  wholeAt: number;
}

/** An account whose listings are read. */
export interface ReadAccount {
  teamId: string;
  /** Null: none is kept. */
  account: string;
  /** It has open links, or had new ones of late. */
  isActive: boolean;
  /** Null: never read, or by a clock that was ahead of this one. */
  reading: TransactionReading | null;
}

/** Between instances. */
const CLOCKS_DIFFER_MS = 60_000;

export const createTransactionReadings = ({ db }: StoreDatabase) => {
  const openOf = ({ teamId, account }: { teamId: string; account: string }) =>
    db
      .selectFrom('links')
      .where('teamId', '=', teamId)
      // Literal, as in the index `links_open_by_end`: SQLite does not use it for a bound parameter.
      .where(sql<boolean>`state = 'open'`)
      .where(sql<boolean>`${accountOf('links')} = ${account}`);

  return {
    /** Of every workspace with links, the account that new work belongs to, and earlier ones that were read. `madeSince`: of late. */
    accounts: async ({ at, madeSince }: { at: number; madeSince: number }) => {
      const rows = await db
        .with('owned', (on) =>
          on
            .selectFrom('accounts')
            .select(['teamId', 'account'])
            .union(on.selectFrom('transactionReadings').select(['teamId', 'account'])),
        )
        .selectFrom('owned')
        .leftJoin('transactionReadings as read', (join) =>
          join.onRef('read.teamId', '=', 'owned.teamId').onRef('read.account', '=', 'owned.account'),
        )
        .select(['owned.teamId', 'owned.account', 'sinceAt', 'untilAt', 'wholeAt'])
        .select(({ exists, or, selectFrom }) => {
          const ofTeam = selectFrom('links').select('id').whereRef('links.teamId', '=', 'owned.teamId');
          return or([
            exists(ofTeam.where(sql<boolean>`state = 'open'`)),
            exists(ofTeam.where('createdAt', '>=', madeSince)),
          ]).as('isActive');
        })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('links')
              .select('id')
              .whereRef('links.teamId', '=', 'owned.teamId')
              .where('createdAt', '>=', 0),
          ),
        )
        .orderBy('owned.teamId')
        .execute();
      return rows.map((row): ReadAccount => {
        const { wholeAt, sinceAt: since, untilAt: until } = row;
        const isOfThisClock = wholeAt !== null && Math.max(wholeAt, until ?? 0) <= at + CLOCKS_DIFFER_MS;
        return {
          teamId: row.teamId,
          account: row.account,
          isActive: Boolean(row.isActive),
          reading: isOfThisClock
            ? { covered: since === null || until === null ? null : { since, until }, wholeAt }
            : null,
        };
      });
    },

    /** When the first and the last open link of the account were made; null: none is open. */
    openSpan: async (of: { teamId: string; account: string }) => {
      const end = (order: 'asc' | 'desc') =>
        findOne(openOf(of).select('createdAt').orderBy('createdAt', order).limit(1), (row) => row.createdAt);
      const [from, to] = [await end('asc'), await end('desc')];
      return from === null || to === null ? null : { from, to };
    },

    /**
     * When the oldest open link of the account was made whose time was over at `at`, and that somebody had tried to pay: what became of
     * that may have changed since. Null: there is none.
     */
    oldestTried: (of: { teamId: string; account: string }, at: number) =>
      findOne(
        openOf(of)
          .select('createdAt')
          .where('expiresAt', '<=', at)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('keptRecords')
                .select('linkId')
                .whereRef('keptRecords.linkId', '=', 'links.id')
                .where('kind', '=', 'transaction'),
            ),
          )
          .orderBy('createdAt')
          .limit(1),
        (row) => row.createdAt,
      ),

    /** Open links of the account whose time was over at `at`, in the order of that time, `limit` at once. */
    pastEnd: async (
      of: { teamId: string; account: string },
      { at, after, limit }: { at: number; after: Pick<Link, 'expiresAt' | 'id'> | null; limit: number },
    ) => {
      const rows = await openOf(of)
        .selectAll()
        .where('expiresAt', '<=', at)
        .$if(after !== null, (query) =>
          query.where(isBehind(['expiresAt', 'id'], [after?.expiresAt ?? 0, after?.id ?? ''])),
        )
        .orderBy('expiresAt')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(parseLink);
    },

    /** The workspace's transactions listing has answered to its end once. */
    hasBeenRead: async (teamId: string): Promise<boolean> =>
      (await findOne(
        db
          .selectFrom('transactionReadings')
          .select('teamId')
          .where('teamId', '=', teamId)
          .where('untilAt', 'is not', null)
          .limit(1),
        (row) => row.teamId,
      )) !== null,

    note: async (
      { teamId, account }: { teamId: string; account: string },
      { covered, wholeAt }: TransactionReading,
    ) => {
      const set = {
        sinceAt: covered?.since ?? null,
        untilAt: covered?.until ?? null,
        wholeAt,
      };
      await db
        .insertInto('transactionReadings')
        .values({ teamId, account, ...set })
        .onConflict((conflict) => conflict.columns(['teamId', 'account']).doUpdateSet(set))
        .execute();
    },
  };
};
