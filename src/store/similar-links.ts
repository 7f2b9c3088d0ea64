import type { Kysely } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import type { NewBatchRow } from './batch.ts';
import { recentAt, whatIsNew } from './consent.ts';
import type { StoreDatabase } from './engine/database.ts';
import { type Link, parseLink } from './link.ts';
import { holdsNumber, NOT_GIVEN_UP, UNFINISHED } from './link-states.ts';
import { buildEmailKey, buildPhoneKey } from './new-link.ts';
import type { LinkRow, Schema } from './schema.ts';

type Row = Pick<NewBatchRow, 'number' | 'request' | 'amountFils'>;

/** By row number. */
export interface SimilarLinks {
  /** Links for the same customer and amount that a person must be asked about. */
  alike: Map<number, Link[]>;
  /** The link that holds its invoice number. */
  taken: Map<number, Link>;
}

/** Far below the limit of parameters per statement. */
const AT_ONCE = 300;
/** More are no customer, but a stand-in for many. */
const MAX_ALIKE = 100;

/** One customer's amount, with the keys of the customer. */
export interface SaleKeys {
  amountFils: number;
  /** Null: it identifies no customer. */
  phone: string | null;
  email: string | null;
}

/**
 * For each sale, in their order, the links for the same customer and amount: those that can be paid or are in doubt,
 * however old, and those made or paid from `recent` on. Newest first.
 */
export const findAlike = async (
  on: Kysely<Schema>,
  teamId: string,
  sales: readonly SaleKeys[],
  recent: number,
): Promise<Link[][]> => {
  const amounts = [...new Set(sales.map(({ amountFils }) => amountFils))];
  const findBy = async (column: 'phoneKey' | 'emailKey', keys: (string | null)[]) => {
    const known = [...new Set(keys.flatMap((key) => key ?? []))];
    if (known.length === 0) return [];
    return on
      .selectFrom('links')
      .selectAll()
      .where('teamId', '=', teamId)
      .where(column, 'in', known)
      .where('amountFils', 'in', amounts)
      .where((or) =>
        or.or([
          or('state', 'in', UNFINISHED),
          or.and([
            or.or([or('createdAt', '>=', recent), or('paidAt', '>=', recent)]),
            or.or([or('state', 'in', NOT_GIVEN_UP), or('payment', 'is not', null)]),
          ]),
        ]),
      )
      .orderBy('createdAt', 'desc')
      .limit(sales.length * MAX_ALIKE)
      .execute();
  };
  const found = [
    ...(await findBy(
      'phoneKey',
      sales.map(({ phone }) => phone),
    )),
    ...(await findBy(
      'emailKey',
      sales.map(({ email }) => email),
    )),
  ];
  const byKey = new Map<string, LinkRow[]>();
  for (const row of found)
    for (const customer of new Set([row.phoneKey, row.emailKey])) {
      const key = `${row.amountFils}:${customer}`;
      byKey.set(key, [...(byKey.get(key) ?? []), row]);
    }
  return sales.map(({ amountFils, phone, email }) => {
    const keys = [phone, email].flatMap((key) => (key === null ? [] : [`${amountFils}:${key}`]));
    const links = new Map(keys.flatMap((key) => byKey.get(key) ?? []).map((row) => [row.id, row]));
    return [...links.values()]
      .sort((one, other) => other.createdAt - one.createdAt)
      .slice(0, MAX_ALIKE)
      .map(parseLink);
  });
};

/** Finds the duplicates of many rows in a few statements. */
export const createSimilarLinkStore = ({ db }: StoreDatabase) => {
  const findHolders = async (teamId: string, invoices: string[]) => {
    if (invoices.length === 0) return new Map<string, LinkRow>();
    const holders = await db
      .selectFrom('links')
      .selectAll()
      .where('teamId', '=', teamId)
      .where('invoiceKey', 'in', invoices.map(invoiceKey))
      .execute();
    return new Map(
      holders.filter(({ state }) => holdsNumber(state)).map((row) => [invoiceKey(row.invoiceId), row]),
    );
  };

  return {
    /**
     * For each row, links for the same customer and amount that can be paid or were paid lately, and the link that holds its
     * invoice number. `shopEmail`: the shop's own address, which identifies no customer.
     */
    find: async (
      teamId: string,
      rows: readonly Row[],
      { at, shopEmail }: { at: number; shopEmail: string | null },
    ): Promise<SimilarLinks> => {
      const alike = new Map<number, Link[]>();
      const taken = new Map<number, Link>();
      const sales = rows.flatMap((row) => readRowSale(row, shopEmail));
      for (let from = 0; from < sales.length; from += AT_ONCE) {
        const some = sales.slice(from, from + AT_ONCE);
        const found = await findAlike(db, teamId, some, recentAt({ at }));
        const holding = await findHolders(
          teamId,
          some.flatMap(({ invoiceId }) => invoiceId ?? []),
        );
        for (const [place, { number, invoiceId }] of some.entries()) {
          const links = whatIsNew([], found[place] ?? []);
          if (links.length > 0) alike.set(number, links);
          const holder = invoiceId === null ? undefined : holding.get(invoiceKey(invoiceId));
          if (holder) taken.set(number, parseLink(holder));
        }
      }
      return { alike, taken };
    },
  };
};

export type SimilarLinkStore = ReturnType<typeof createSimilarLinkStore>;

interface Sale extends SaleKeys {
  number: number;
  invoiceId: string | null;
}

/** Empty if the row has faults. */
export function readRowSale({ number, request, amountFils }: Row, shopEmail: string | null): Sale[] {
  if (request === null || amountFils === null) return [];
  const isShops = shopEmail !== null && buildEmailKey(shopEmail) === buildEmailKey(request.Email);
  return [
    {
      number,
      amountFils,
      phone: buildPhoneKey(request.Phone),
      email: isShops ? null : buildEmailKey(request.Email),
      invoiceId: request.Invoice_Id ?? null,
    },
  ];
}
