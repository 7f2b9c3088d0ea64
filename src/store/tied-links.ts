import { invoiceKey } from '../payment-service/identifiers.ts';
import { accountOf } from './account-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { isInList, toListParameter } from './engine/queries.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import type { NameValues } from './link-relations.ts';

/** What more links share names none of them: one payment page for all, or an order id that is always the same. */
const MOST_SHARING = 10;

/** PostgreSQL keeps no NUL, so no link has one. */
const isStorable = (value: string): boolean => !value.includes('\0');

/** See `LinkStore.tiedTo`. */
export const findTiedTo = async (
  { db, engine }: Pick<StoreDatabase, 'db' | 'engine'>,
  { teamId, account }: { teamId: string; account: string },
  { invoiceIds, orderIds, addresses }: NameValues,
): Promise<Link[]> => {
  const ofAccount = db
    .selectFrom('links')
    .where('teamId', '=', teamId)
    .where(sql<boolean>`${accountOf('links')} = ${account}`);
  const find = async (
    column: 'invoiceKey' | 'invoiceId' | 'orderId' | 'address',
    values: readonly string[],
  ) => {
    const asked = [...new Set(values)].filter(isStorable);
    if (asked.length === 0) return [];
    const own = ofAccount
      .select(column)
      .where(isInList(engine, column, toListParameter(engine, asked)))
      .groupBy(column)
      .having(sql<boolean>`count(*) <= ${MOST_SHARING}`);
    return ofAccount.select(LINK_COLUMNS).where(column, 'in', own).execute();
  };
  const rows = [
    ...(await find('invoiceKey', invoiceIds.map(invoiceKey))),
    // Links from before numbers were unique whatever their case have no key.
    ...(await find(
      'invoiceId',
      invoiceIds.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]),
    )),
    ...(await find('orderId', orderIds)),
    ...(await find('address', addresses)),
  ];
  return [...new Map(rows.map((row) => [row.id, row])).values()].map(parseLink);
};
