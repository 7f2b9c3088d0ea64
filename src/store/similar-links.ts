import type { Kysely, SelectQueryBuilder } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import type { NewBatchRow } from './batch.ts';
import { recentAt, whatIsNew } from './consent.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findInEach } from './engine/queries.ts';
import { isLikeAmount } from './like-amounts.ts';
import { countCustomers } from './like-names.ts';
import { type Link, parseLink } from './link.ts';
import { awaitsPayment, holdsNumber, NOT_GIVEN_UP, UNFINISHED } from './link-states.ts';
import { buildCustomerKeys, type ShopContacts } from './new-link.ts';
import type { LinkRow, Schema } from './schema.ts';
import { links } from './tables/links.ts';

type Row = Pick<NewBatchRow, 'number' | 'request' | 'amountFils'>;

/** By row number. */
export interface SimilarLinks {
  /** Links for the same customer that a person must be asked about. */
  alike: Map<number, Link[]>;
  /** The link that holds its invoice number. */
  taken: Map<number, Link>;
}

/** Far below the limit of parameters per statement. */
const AT_ONCE = 300;
/** More are no customer, but a stand-in for many. */
const MAX_ALIKE = 100;

/** What somebody orders, and the keys of its customer. */
export interface SaleKeys {
  amountFils: number;
  /** The customer's name. */
  name: string;
  /** Null: it identifies no customer. */
  phoneKey: string | null;
  emailKey: string | null;
  /** Who orders it by hand; null: a row of a file. */
  by: string | null;
}

/** An order by the same person for the same customer so soon after another is more often a correction than a second sale. */
const CORRECTED_WITHIN_MS = 10 * 60_000;
/** How far back the names are read that were given for a phone or an e-mail. */
const NAMES_MS = 31 * 24 * 60 * 60_000;
const MOST_NAMES = 200;
/** With more unlike names in that time it is the shop's own, and identifies no customer. */
const MOST_CUSTOMERS = 5;

/**
 * For each sale, in their order, the links for the same customer that it may be meant to correct or repeat: with a like amount, or made
 * by the same person a moment ago. Those that can be paid or are in doubt, however old, and those made or paid from `recent` on.
 * Newest first.
 */
export const findAlike = async (
  on: Kysely<Schema>,
  teamId: string,
  sales: readonly SaleKeys[],
  { recent, now }: { recent: number; now: number },
): Promise<Link[][]> => {
  const ofCustomers = (column: KeyColumn, keys: readonly string[]) =>
    on.selectFrom('links').selectAll().where('teamId', '=', teamId).where(column, 'in', keys);
  const rows = await findByKeys(on, sales, (column, keys) =>
    ofCustomers(column, keys)
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
      .limit(sales.length * MAX_ALIKE),
  );
  const linksOf = groupByKey(rows);
  const candidates = sales.map((sale) => {
    const ofCustomer = [...new Set(keysOf(sale).flatMap((key) => linksOf.get(key) ?? []))].sort(
      (one, other) => other.createdAt - one.createdAt,
    );
    const openFils = ofCustomer.filter(({ state }) => awaitsPayment(state)).map((row) => row.amountFils);
    const isSum = openFils.length > 1 && openFils.reduce((sum, fils) => sum + fils, 0) === sale.amountFils;
    const found = ofCustomer
      .slice(0, MAX_ALIKE)
      .map((row) => ({
        row,
        isLike: isLikeAmount(row.amountFils, sale.amountFils) || (isSum && awaitsPayment(row.state)),
        isCorrected:
          sale.by === row.creatorId &&
          UNFINISHED.includes(row.state) &&
          Math.abs(now - row.createdAt) <= CORRECTED_WITHIN_MS,
      }))
      .filter(({ isLike, isCorrected }) => isLike || isCorrected);
    return { sale, found };
  });
  const asked = candidates.flatMap(({ sale, found }) => (found.length === 0 ? [] : [sale]));
  const named = await findByKeys(on, asked, (column, keys) =>
    ofCustomers(column, keys)
      .where('createdAt', '>=', now - NAMES_MS)
      .orderBy('createdAt', 'desc')
      .limit(asked.length * MOST_NAMES),
  );
  const namesOf = groupByKey(
    named.map((row) => ({ ...row, FullName: links.read({ details: row.details }).details.FullName })),
  );
  return candidates.map(({ sale, found }) => {
    if (found.length === 0) return [];
    const customers = new Map(
      keysOf(sale).map((key) => [
        key,
        countCustomers([sale.name, ...(namesOf.get(key) ?? []).map(({ FullName }) => FullName)]),
      ]),
    );
    const fewest = (row: LinkRow) => Math.min(...keysOf(row).map((key) => customers.get(key) ?? Infinity));
    return found
      .filter(({ row, isLike }) => fewest(row) <= (isLike ? MOST_CUSTOMERS : 1))
      .map(({ row }) => parseLink(row));
  });
};

type KeyColumn = 'phoneKey' | 'emailKey';

const keysOf = ({ phoneKey, emailKey }: Pick<LinkRow, KeyColumn>): string[] =>
  [phoneKey, emailKey].flatMap((key) => key ?? []);

/** The rows of each customer's key. */
const groupByKey = <Row extends Pick<LinkRow, KeyColumn>>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
  return groups;
};

/** Each row once. */
const findByKeys = async (
  on: Kysely<Schema>,
  sales: readonly SaleKeys[],
  find: (column: KeyColumn, keys: readonly string[]) => SelectQueryBuilder<Schema, 'links', LinkRow>,
): Promise<LinkRow[]> => {
  const queries = (['phoneKey', 'emailKey'] as const).flatMap((column) => {
    const keys = [...new Set(sales.flatMap((sale) => sale[column] ?? []))];
    return keys.length === 0 ? [] : [find(column, keys)];
  });
  return [...new Map((await findInEach(on, queries)).map((row) => [row.id, row])).values()];
};

/** A batch, the one that it repeats, and so on: their links are other sales than those of a batch that repeats it. */
export const listEarlier = async (on: Kysely<Schema>, id: string): Promise<Set<string>> => {
  const earlier = await on
    .withRecursive('earlier(id, sourceId)', (these) =>
      these
        .selectFrom('batches')
        .select(['batches.id', 'batches.sourceId'])
        .where('batches.id', '=', id)
        .union(
          these
            .selectFrom('batches')
            .innerJoin('earlier', 'earlier.sourceId', 'batches.id')
            .select(['batches.id', 'batches.sourceId']),
        ),
    )
    .selectFrom('earlier')
    .select('id')
    .execute();
  return new Set([id, ...earlier.map((one) => one.id)]);
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
     * For each row, links for the same customer and a like amount that can be paid or were paid lately, and the link that holds its
     * invoice number. `sourceId`: the batch that the rows repeat.
     */
    find: async (
      teamId: string,
      rows: readonly Row[],
      { at, shop, sourceId }: { at: number; shop: ShopContacts; sourceId: string | null },
    ): Promise<SimilarLinks> => {
      const alike = new Map<number, Link[]>();
      const taken = new Map<number, Link>();
      const sales = rows.flatMap((row) => readRowSale(row, shop));
      const earlier = sourceId === null ? new Set() : await listEarlier(db, sourceId);
      for (let from = 0; from < sales.length; from += AT_ONCE) {
        const some = sales.slice(from, from + AT_ONCE);
        const found = await findAlike(db, teamId, some, { recent: recentAt({ at }), now: at });
        const holding = await findHolders(
          teamId,
          some.flatMap(({ invoiceId }) => invoiceId ?? []),
        );
        for (const [place, { number, invoiceId }] of some.entries()) {
          const others = (found[place] ?? []).filter(({ batchId }) => !earlier.has(batchId ?? ''));
          const links = whatIsNew([], others);
          if (links.length > 0) alike.set(number, links);
          const holder = invoiceId === null ? undefined : holding.get(invoiceKey(invoiceId));
          if (holder) taken.set(number, parseLink(holder));
        }
      }
      return { alike, taken };
    },
  };
};

interface Sale extends SaleKeys {
  number: number;
  invoiceId: string | null;
}

/** Empty if the row has faults. */
export function readRowSale({ number, request, amountFils }: Row, shop: ShopContacts): Sale[] {
  if (request === null || amountFils === null) return [];
  return [
    {
      number,
      amountFils,
      name: request.FullName,
      by: null,
      ...buildCustomerKeys(request, shop),
      invoiceId: request.Invoice_Id ?? null,
    },
  ];
}
