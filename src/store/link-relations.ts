import type { Transaction } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import { isOfAccountOf } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, forUpdate, hasRow, toListParameter } from './engine/queries.ts';
import { type Link, parseLink } from './link.ts';
import { ISSUED } from './link-states.ts';
import type { LinkRow, Schema } from './schema.ts';
import { links } from './tables/links.ts';

/** The names the service knows a link by. */
export interface LinkNames {
  id: string;
  invoiceId: string;
  orderId: string | null;
  address: string | null;
}

/** Values that links or records have. */
export interface NameValues {
  invoiceIds: readonly string[];
  orderIds: readonly string[];
  addresses: readonly string[];
}

/** Columns with a value by which the service may mean a link. */
const NAMED = ['invoiceKey', 'orderId', 'address'] as const;
type Named = (typeof NAMED)[number];

/** Few enough to read without holding up the event loop. */
const AT_ONCE = 500;

export const createLinkRelations = ({ db, engine }: StoreDatabase) => {
  /** One payment page may be that of every link, so this never reads all the links that have a value. */
  const findHolders = async ({
    teamId,
    id,
    ...lists
  }: { teamId: string; id: string } & Record<Named, unknown>) => {
    const names = (of: 'links' | 'held') =>
      sql`${sql.ref(of)}.id, ${sql.ref(of)}.invoice_id as "invoiceId", ${sql.ref(of)}.order_id as "orderId", ${sql.ref(of)}.address`;
    const twoWith = (column: Named, what: ReturnType<typeof names>) => sql`select ${what} from links
      where team_id = ${teamId} and ${sql.ref(column)} = wanted.value and ${isOfAccountOf(id)} limit 2`;
    const query = sql.join(
      NAMED.map((column) =>
        engine === 'postgres'
          ? sql`select held.* from unnest(${lists[column]}::text[]) as wanted (value)
              cross join lateral (${twoWith(column, names('links'))}) as held`
          : sql`select ${names('held')} from json_each(${lists[column]}) as wanted
              join links as held on held.id in (${twoWith(column, sql`links.id`)})`,
      ),
      sql` union all `,
    );
    return (await sql<LinkNames>`${query}`.execute(db)).rows;
  };

  return {
    /**
     * For each value two of the workspace's links that have it, of whatever state and age: enough to know that it is nobody's
     * alone. Only of the account of `of`, if there is such a link. References count whatever their case and spacing.
     */
    sharing: async (
      { teamId, id }: { teamId: string; id: string },
      { invoiceIds, orderIds, addresses }: NameValues,
    ) => {
      const values: Record<Named, readonly string[]> = {
        invoiceKey: [...new Set(invoiceIds.map(invoiceKey))],
        orderId: [...new Set(orderIds)],
        address: [...new Set(addresses)],
      };
      const most = Math.max(...NAMED.map((column) => values[column].length));
      const found = new Map<string, LinkNames>();
      for (let at = 0; at < most; at += AT_ONCE) {
        const list = (column: Named) => toListParameter(engine, values[column].slice(at, at + AT_ONCE));
        const lists = {
          invoiceKey: list('invoiceKey'),
          orderId: list('orderId'),
          address: list('address'),
        };
        for (const row of await findHolders({ teamId, id, ...lists })) found.set(row.id, row);
      }
      return [...found.values()];
    },

    /** Whether its creator has since made a link for the same customer and amount that we know the service has. */
    wasMadeAgain: (id: string) =>
      hasRow(
        db
          .selectFrom('links as first')
          .innerJoin('links as next', (join) =>
            join
              .onRef('next.teamId', '=', 'first.teamId')
              .onRef('next.amountFils', '=', 'first.amountFils')
              .onRef('next.creatorId', '=', 'first.creatorId')
              .onRef('next.createdAt', '>', 'first.createdAt'),
          )
          .select('next.id')
          .where('first.id', '=', id)
          .where('next.state', 'in', ISSUED)
          .where((where) =>
            where.or([
              where('next.emailKey', '=', where.ref('first.emailKey')),
              where('next.phoneKey', '=', where.ref('first.phoneKey')),
            ]),
          )
          .limit(1),
      ),

    /**
     * The first link of the same account created after an instant that we know the service has; null if there is none. One from after
     * `now` only looks newer, because the clock was set back.
     */
    nextMade: async (
      { teamId, id }: { teamId: string; id: string },
      { after, now }: { after: number; now: number },
    ) =>
      (await db
        .selectFrom('links')
        .select(['invoiceId as invoiceId', 'createdAt as createdAt'])
        .where('teamId', '=', teamId)
        .where('createdAt', '>', after)
        .where('createdAt', '<=', now)
        .where('state', 'in', ISSUED)
        .where(isOfAccountOf(id))
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst()) ?? null,

    /** The numbers of the newest links of the same account, created since an instant, that we know the service has, newest first. */
    newestMade: ({ teamId, id }: { teamId: string; id: string }, since: number, limit: number) =>
      db
        .selectFrom('links')
        .select(['invoiceId as invoiceId', 'createdAt as createdAt'])
        .where('teamId', '=', teamId)
        .where('createdAt', '>=', since)
        .where('state', 'in', ISSUED)
        .where(isOfAccountOf(id))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute(),

    /** The workspace's most recently noticed payments, newest first. */
    lastPayments: async (teamId: string, limit: number) => {
      const rows = await db
        .selectFrom('links')
        .select('payment')
        .where('teamId', '=', teamId)
        .where('paidAt', 'is not', null)
        .orderBy('paidAt', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => links.read(row).payment ?? []);
    },
  };
};

/** More are no mistake, so nobody needs to see them all. */
export const MOST_IN_SALE = 20;

/** The other links of a link's sale, newest first, failed ones included. */
export const findSaleOf = (
  { db }: Pick<StoreDatabase, 'db'>,
  { id, teamId, saleId }: Pick<Link, 'id' | 'teamId' | 'saleId'>,
): Promise<Link[]> =>
  findAll(
    db
      .selectFrom('links')
      .selectAll()
      .where('teamId', '=', teamId)
      .where('saleId', '=', saleId)
      .where('id', '!=', id)
      .orderBy('saleOrder', 'desc')
      .limit(MOST_IN_SALE),
    parseLink,
  );

/** All links of the sales of several links of one workspace, newest first. */
export const findSalesOf = async (
  { db }: Pick<StoreDatabase, 'db'>,
  of: readonly Pick<Link, 'teamId' | 'saleId'>[],
): Promise<Link[]> => {
  const [first] = of;
  if (first === undefined) return [];
  const saleIds = [...new Set(of.map(({ saleId }) => saleId))];
  return findAll(
    db
      .selectFrom('links')
      .selectAll()
      .where('teamId', '=', first.teamId)
      .where('saleId', 'in', saleIds)
      .orderBy('saleOrder', 'desc')
      .limit(saleIds.length * MOST_IN_SALE),
    parseLink,
  );
};

/** The order of the newest link of a sale, which stays the newest until the transaction ends; 0: the workspace has no such sale. */
export const lastOfSale = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  teamId: string,
  saleId: string,
): Promise<number> => {
  const newest = trx
    .selectFrom('links')
    .select('saleOrder')
    .where('teamId', '=', teamId)
    .where('saleId', '=', saleId)
    .orderBy('saleOrder', 'desc')
    .limit(1);
  return (await forUpdate(engine, newest).executeTakeFirst())?.saleOrder ?? 0;
};

/**
 * All links of a link's sale, itself included. They are locked in the order of their ids, so that of two that are paid at the same
 * moment, the second sees the first.
 */
export const lockSaleOf = (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  id: string,
): Promise<LinkRow[]> => {
  const same = (column: 'teamId' | 'saleId') => trx.selectFrom('links').select(column).where('id', '=', id);
  return forUpdate(
    engine,
    trx
      .selectFrom('links')
      .selectAll()
      .where('teamId', '=', same('teamId'))
      .where('saleId', '=', same('saleId'))
      .orderBy('id'),
  ).execute();
};
