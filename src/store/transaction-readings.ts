import { accountOf } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findOne, isFromAhead, MAX_CLOCK_SKEW_MS } from './engine/queries.ts';
import { type Link, parseLink } from './link.ts';

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

/** What has been read of the transactions, by workspace and account. */
export interface TransactionReadings {
  /** Of every workspace with links, the account that new work belongs to, and earlier ones that were read. `madeSince`: of late. */
  accounts(ask: { at: number; madeSince: number }): Promise<ReadAccount[]>;
  /** When the first and the last open link of the account were made; null: none is open. */
  openSpan(of: { teamId: string; account: string }): Promise<{ from: number; to: number } | null>;
  /**
   * When the oldest open link of the account was made whose time was over at `at`, and that somebody had tried to pay: what became of
   * that may have changed since. Null: there is none.
   */
  oldestTried(of: { teamId: string; account: string }, at: number): Promise<number | null>;
  /** Open links of the account whose time was over at `at`, in the order of that time, `limit` at once. */
  pastEnd(
    of: { teamId: string; account: string },
    ask: { at: number; after: Pick<Link, 'expiresAt' | 'id'> | null; limit: number },
  ): Promise<Link[]>;
  /** Never goes back, unless what stands was written by a clock that was ahead. */
  note(of: { teamId: string; account: string }, reading: TransactionReading, at: number): Promise<void>;
}

export const createTransactionReadings = ({ db }: StoreDatabase): TransactionReadings => {
  const openOf = ({ teamId, account }: { teamId: string; account: string }) =>
    db
      .selectFrom('links')
      .where('team_id', '=', teamId)
      // Literal, as in the index `links_open_by_end`: SQLite does not use it for a bound parameter.
      .where(sql<boolean>`state = 'open'`)
      .where(sql<boolean>`${accountOf('links')} = ${account}`);

  return {
    accounts: async ({ at, madeSince }) => {
      const rows = await db
        .with('owned', (on) =>
          on
            .selectFrom('accounts')
            .select(['team_id', 'account'])
            .union(on.selectFrom('transaction_readings').select(['team_id', 'account'])),
        )
        .selectFrom('owned')
        .leftJoin('transaction_readings as read', (join) =>
          join.onRef('read.team_id', '=', 'owned.team_id').onRef('read.account', '=', 'owned.account'),
        )
        .select(['owned.team_id', 'owned.account', 'since_at', 'until_at', 'whole_at'])
        .select(({ exists, or, selectFrom }) => {
          const ofTeam = selectFrom('links').select('id').whereRef('links.team_id', '=', 'owned.team_id');
          return or([
            exists(ofTeam.where(sql<boolean>`state = 'open'`)),
            exists(ofTeam.where('created_at', '>=', madeSince)),
          ]).as('is_active');
        })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('links')
              .select('id')
              .whereRef('links.team_id', '=', 'owned.team_id')
              .where('created_at', '>=', 0),
          ),
        )
        .orderBy('owned.team_id')
        .execute();
      return rows.map((row): ReadAccount => {
        const { whole_at: wholeAt, since_at: since, until_at: until } = row;
        const isOfThisClock = wholeAt !== null && !isFromAhead(Math.max(wholeAt, until ?? 0), at);
        return {
          teamId: row.team_id,
          account: row.account,
          isActive: Boolean(row.is_active),
          reading: isOfThisClock
            ? { covered: since === null || until === null ? null : { since, until }, wholeAt }
            : null,
        };
      });
    },

    openSpan: async (of) => {
      const end = (order: 'asc' | 'desc') =>
        findOne(
          openOf(of).select('created_at').orderBy('created_at', order).limit(1),
          (row) => row.created_at,
        );
      const [from, to] = [await end('asc'), await end('desc')];
      return from === null || to === null ? null : { from, to };
    },

    oldestTried: (of, at) =>
      findOne(
        openOf(of)
          .select('created_at')
          .where('expires_at', '<=', at)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('kept_records')
                .select('link_id')
                .whereRef('kept_records.link_id', '=', 'links.id')
                .where('kind', '=', 'transaction'),
            ),
          )
          .orderBy('created_at')
          .limit(1),
        (row) => row.created_at,
      ),

    pastEnd: async (of, { at, after, limit }) => {
      const rows = await openOf(of)
        .selectAll()
        .where('expires_at', '<=', at)
        .$if(after !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('expires_at', 'id'), '>', tuple(after?.expiresAt ?? 0, after?.id ?? '')),
          ),
        )
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(parseLink);
    },

    note: async ({ teamId, account }, { covered, wholeAt }, at) => {
      const set = {
        since_at: covered?.since ?? null,
        until_at: covered?.until ?? null,
        whole_at: wholeAt,
      };
      await db
        .insertInto('transaction_readings')
        .values({ team_id: teamId, account, ...set })
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'account'])
            .doUpdateSet(set)
            .where(({ eb, fn, ref, val, or }) => {
              const stands = fn.coalesce(ref('transaction_readings.until_at'), val(0));
              return or([
                eb(stands, '<=', covered?.until ?? 0),
                eb('transaction_readings.until_at', '>', at + MAX_CLOCK_SKEW_MS),
                eb('transaction_readings.whole_at', '>', at + MAX_CLOCK_SKEW_MS),
              ]);
            }),
        )
        .execute();
    },
  };
};
