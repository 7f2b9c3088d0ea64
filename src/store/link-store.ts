import type { CustomerLimit } from './customer-sum.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { type Link, parseLink } from './link.ts';
import { type LinkFacts, moveLink, recordOnLink, type StateChange } from './link-changes.ts';
import { createLinkChecks, type LinkChecks } from './link-checks.ts';
import { type LinkEvent, listLinkEvents } from './link-events.ts';
import { createLinkPictures, type LinkPictures } from './link-pictures.ts';
import { createLinkRelations, type LinkRelations } from './link-relations.ts';
import { type LinkState, UNFINISHED } from './link-states.ts';
import { findLinkTies, type LinkTies } from './link-ties.ts';
import type { NewLink } from './new-link.ts';
import { insertNotices, type NewNotice } from './notice-store.ts';
import { type DoubleGuard, type Reserved, reserveLink } from './reserve-link.ts';

export type { LinkFacts, StateChange } from './link-changes.ts';

export interface LinkStore extends LinkChecks, LinkPictures, LinkRelations {
  /**
   * Writes a link down before anything is asked of the service. The nonce decides: a second call with the
   * same one changes nothing and gives the first row with `isNew: false`. Nothing is written when that row is for
   * another amount or customer, while a link holds the number that was typed, or, with a guard, where links for
   * the same customer and amount were made that the guard does not know. With a limit, it throws
   * `AboveCustomerLimitError` where the customer's links come to more.
   */
  reserve(link: NewLink, guard?: DoubleGuard, limit?: CustomerLimit): Promise<Reserved>;
  /** Null when there is none, or when it belongs to another workspace. */
  find(teamId: string, id: string): Promise<Link | null>;
  findByNonce(teamId: string, nonce: string): Promise<Link | null>;
  /** For work that was given the id by the store itself, not by a person. */
  get(id: string): Promise<Link>;
  /** The newest link that went out under this reference. */
  findByInvoiceId(teamId: string, invoiceId: string): Promise<Link | null>;
  inState(state: LinkState): Promise<Link[]>;
  /** One person's links that something is still expected of, those that end first at the top. */
  unfinishedOf(ask: { teamId: string; creatorId: string; limit: number }): Promise<Link[]>;
  /**
   * Moves a link forward with its history and the notices it causes, in one transaction. Gives null, and
   * changes nothing, when the link has left the states from which this move is possible.
   */
  move(change: StateChange): Promise<Link | null>;
  /** Keeps the state, and writes what became better known. Null, and nothing, when `ifVersion` is no longer true. */
  record(change: LinkFacts): Promise<Link | null>;
  /** An address that became known after the link was already open. */
  setAddress(
    id: string,
    found: { address: string; orderId: string | null },
    at: number,
    notices: NewNotice[],
  ): Promise<Link>;
  history(id: string): Promise<LinkEvent[]>;
  /** What it replaces or was made beside, and what replaces it or was made beside it. */
  ties(link: Pick<Link, 'id' | 'teamId' | 'replacesLinkId' | 'besideLinkId'>): Promise<LinkTies>;
}

export const createLinkStore = (database: StoreDatabase): LinkStore => {
  const { db } = database;
  return {
    ...createLinkChecks(database),
    ...createLinkRelations(database),
    ...createLinkPictures(database),

    reserve: (link, guard, limit) => reserveLink(database, link, guard ?? null, limit ?? null),

    find: async (teamId, id) => {
      const row = await db
        .selectFrom('links')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row ? parseLink(row) : null;
    },

    findByNonce: async (teamId, nonce) => {
      const row = await db
        .selectFrom('links')
        .selectAll()
        .where('nonce', '=', nonce)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row ? parseLink(row) : null;
    },

    get: async (id) =>
      parseLink(await db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),

    findByInvoiceId: async (teamId, invoiceId) => {
      const row = await db
        .selectFrom('links')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('invoice_id', '=', invoiceId)
        .where('state', 'not in', ['reserved', 'failed'])
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      return row ? parseLink(row) : null;
    },

    inState: async (state) => {
      const rows = await db
        .selectFrom('links')
        .selectAll()
        .where('state', '=', state)
        .orderBy('created_at')
        .execute();
      return rows.map(parseLink);
    },

    unfinishedOf: async ({ teamId, creatorId, limit }) => {
      // State by state: of each the index gives the first ones, however many there are.
      const ofState = (state: LinkState) =>
        db
          .selectFrom('links')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('state', '=', state)
          .where('maker_id', '=', creatorId)
          .orderBy('expires_at')
          .limit(limit)
          .execute();
      const rows = (await Promise.all(UNFINISHED.map(ofState))).flat();
      return rows
        .toSorted((one, other) => one.expires_at - other.expires_at || one.created_at - other.created_at)
        .slice(0, limit)
        .map(parseLink);
    },

    move: (change) => moveLink(database, change),
    record: (change) => recordOnLink(database, change),

    setAddress: (id, found, at, notices) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('links')
          .set({ address: found.address, order_id: found.orderId, failure: null, updated_at: at })
          .where('id', '=', id)
          .where('address', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (row) {
          await insertNotices(trx, notices, at);
          return parseLink(row);
        }
        // Somebody else found it first, and told of it.
        const known = await trx
          .selectFrom('links')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return parseLink(known);
      }),

    history: (id) => listLinkEvents(db, id),
    ties: (link) => findLinkTies(database, link),
  };
};
