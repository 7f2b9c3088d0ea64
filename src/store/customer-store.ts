import { type StoreDatabase, sql } from './engine/database.ts';
import { findInEach } from './engine/queries.ts';
import { type ForgetRequest, forgetAgain, forgetCustomer } from './forget-customer.ts';
import { type Link, parseLink } from './link.ts';
import { AWAITING_PAYMENT, NOT_GIVEN_UP } from './link-states.ts';
import { buildEmailKey, buildPhoneKey } from './new-link.ts';
import type { LinkRow } from './schema.ts';
import { slicesOf } from './slices.ts';

/** In whose links to look for a customer. */
export interface CustomerScope {
  teamId: string;
  /** Only this person's links; null: everybody's. */
  ownerId: string | null;
}

/** Identifies a customer. Phone: E.164, or as typed. */
type CustomerName = { phone: string } | { email: string };

export interface KnownCustomer {
  /** The newest link for the customer. */
  last: Link;
  /** The newest paid link. */
  lastPaid: Link | null;
  /** False: the e-mail in `last` is the shop's, for customers without one. */
  hasEmail: boolean;
}

/** `start`: the start of a name or an e-mail. `digits`: anywhere in a phone; phones that end in them come first. */
export type CustomerPart = { start: string } | { digits: string };

/** Few enough to read without holding up the event loop. */
const LINKS_OF_A_SLICE = 1_000;
/** A search that has to read more matches must be narrowed by the person. */
const MAX_READ = 10_000;

export const createCustomerStore = (database: StoreDatabase) => {
  const { db } = database;
  const ofScope = ({ teamId, ownerId }: CustomerScope) => {
    const ofTeam = db.selectFrom('links').where('teamId', '=', teamId);
    // An expression: with the bare column, SQLite would use the owners' index and read all links of this one.
    return ownerId === null ? ofTeam : ofTeam.where(sql<boolean>`owner_id || '' = ${ownerId}`);
  };

  const known = (scope: CustomerScope) =>
    ofScope(scope).selectAll().where('state', 'in', NOT_GIVEN_UP).where('forgottenAt', 'is', null);

  const newest = (scope: CustomerScope, column: 'phoneKey' | 'emailKey', key: string) =>
    known(scope).where(column, '=', key).orderBy('createdAt', 'desc').limit(1);

  const collect = async (
    scope: CustomerScope,
    patterns: readonly string[],
    found: Map<string, string>,
    limit: number,
  ): Promise<void> => {
    const whole = { from: 0, to: Number.MAX_SAFE_INTEGER };
    const newestFirst = { teamId: scope.teamId, span: whole, size: LINKS_OF_A_SLICE, isNewestFirst: true };
    let read = 0;
    for await (const { from, to } of slicesOf(db, { table: 'links', column: 'createdAt' }, newestFirst)) {
      let query = ofScope(scope)
        .select(['id', 'customer', 'state'])
        .where('customer', 'is not', null)
        .where('createdAt', '>=', from)
        .where('createdAt', '<=', to);
      for (const pattern of patterns) query = query.where(sql<boolean>`customer like ${pattern} escape '\\'`);
      const rows = await query.orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
      for (const { id, customer, state } of rows) {
        const who = withoutEmail(customer ?? '');
        // Asked for in the query, the states would lead to another index.
        if (found.size < limit && NOT_GIVEN_UP.includes(state) && !found.has(who)) found.set(who, id);
      }
      read += rows.length;
      if (read >= MAX_READ || found.size >= limit) return;
    }
  };

  return {
    /** Null if no link is for the customer. */
    recall: async (scope: CustomerScope, name: CustomerName) => {
      const [column, key] =
        'phone' in name
          ? (['phoneKey', buildPhoneKey(name.phone)] as const)
          : (['emailKey', buildEmailKey(name.email)] as const);
      const theirs = newest(scope, column, key);
      const [last, lastPaid] = await findInEach(db, [theirs, theirs.where('paidAt', 'is not', null)]);
      return last ? describe(last, last.paidAt === null ? lastPaid : last) : null;
    },

    /** The same for the customer of a link. */
    recallOf: async (scope: CustomerScope, linkId: string) => {
      const last = await known(scope).where('id', '=', linkId).executeTakeFirst();
      if (!last || last.customer === null) return null;
      const { phoneKey, emailKey } = last;
      // The shop's own identify no customer.
      const theirs =
        phoneKey !== null
          ? newest(scope, 'phoneKey', phoneKey)
          : emailKey !== null
            ? newest(scope, 'emailKey', emailKey)
            : null;
      return describe(last, await theirs?.where('paidAt', 'is not', null).executeTakeFirst());
    },

    /**
     * Links of the customer, whoever made them, newest first: those of every sale that may still have something to come. A phone or an
     * e-mail may be several people's.
     */
    openOf: async (teamId: string, customer: Record<'phone' | 'email', string | null>, limit: number) => {
      const { phone, email } = customer;
      const keys = [
        ...(phone === null ? [] : [['phoneKey', buildPhoneKey(phone)] as const]),
        ...(email === null ? [] : [['emailKey', buildEmailKey(email)] as const]),
      ];
      if (keys.length === 0) return [];
      return ofScope({ teamId, ownerId: null })
        .select(['teamId', 'saleId'])
        .where('forgottenAt', 'is', null)
        .where((or) => or.or(keys.map(([column, key]) => or(column, '=', key))))
        .where(mayHaveToCome)
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute();
    },

    /** The newest link of each customer that matches every part, newest first. */
    search: async (scope: CustomerScope, parts: readonly CustomerPart[], limit: number) => {
      const found = new Map<string, string>();
      const asEnd = parts.map((part) => ('digits' in part ? `%${part.digits} %` : startsWith(part.start)));
      const anywhere = parts.map((part) => ('digits' in part ? `%${part.digits}%` : startsWith(part.start)));
      await collect(scope, asEnd, found, limit);
      if (parts.some((part) => 'digits' in part)) await collect(scope, anywhere, found, limit);
      const ids = [...found.values()];
      if (ids.length === 0) return [];
      // Only by id: with the workspace in the condition, SQLite would read all of its links.
      const rows = await db.selectFrom('links').selectAll().where('id', 'in', ids).execute();
      const links = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = links.get(id);
        return row ? [parseLink(row)] : [];
      });
    },

    /** Null: the link's customer is already erased or forgotten. Writes the audit entry in the same transaction. */
    forget: (ask: ForgetRequest) => forgetCustomer(database, ask),
    /**
     * Erases what had to stay of forgotten customers and is over by now. Returns how many of them are not yet forgotten
     * everywhere.
     */
    forgetAgain: (at: number) => forgetAgain(database, at),
  };
};

/**
 * Customers, read from their links: a customer's newest link has the data. There is no second copy, so that data erased
 * from the links is gone.
 */
export type CustomerStore = ReturnType<typeof createCustomerStore>;

const describe = (last: LinkRow, lastPaid: LinkRow | undefined): KnownCustomer => ({
  last: parseLink(last),
  lastPaid: lastPaid ? parseLink(lastPaid) : null,
  hasEmail: last.emailKey !== null,
});

/** A part may be paid of the first two, and with the link before the third. */
// An expression: with the bare column, SQLite would read all open links.
const mayHaveToCome = sql<boolean>`(state || '' in (${sql.join([...AWAITING_PAYMENT, 'reported'])})
  or (state || '' = 'expired' and sale_order > 1))`;

const startsWith = (start: string): string => `% ${start.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A customer with another e-mail is the same one. */
const withoutEmail = (customer: string): string => customer.replace(/ \S+@\S+ $/, '');
