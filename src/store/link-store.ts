import type { Kysely, Transaction } from 'kysely';
import { type Link, type LinkFailure, parseLink } from './link.ts';
import { FORWARD_MOVES, type LinkState } from './link-states.ts';
import { buildLinkRow, type NewLink } from './new-link.ts';
import { insertNotices, type NewNotice } from './notice-store.ts';
import type { Schema } from './schema.ts';

export interface StateChange {
  id: string;
  to: LinkState;
  at: number;
  /** One word or two on what moved it: `answered`, `refused`, `no answer`, `found in listing`. */
  cause: string;
  /** What proves it, without customers' data. */
  evidence?: Record<string, unknown>;
  orderId?: string | null;
  address?: string | null;
  answer?: Record<string, unknown>;
  failure?: LinkFailure | null;
  /** Written in the same transaction: a state never changes without the news of it. */
  notices?: NewNotice[];
}

export interface LinkStore {
  /**
   * Writes a link down before anything is asked of the service. The nonce decides: a second call with the
   * same one changes nothing and gives the first row with `isNew: false`.
   */
  reserve(link: NewLink): Promise<{ link: Link; isNew: boolean }>;
  /** Null when there is none, or when it belongs to another workspace. */
  find(teamId: string, id: string): Promise<Link | null>;
  findByNonce(teamId: string, nonce: string): Promise<Link | null>;
  /** For work that was given the id by the store itself, not by a person. */
  get(id: string): Promise<Link>;
  /** The newest link that went out under this reference. */
  findByInvoiceId(teamId: string, invoiceId: string): Promise<Link | null>;
  inState(state: LinkState): Promise<Link[]>;
  /**
   * Moves a link forward with its history and the notices it causes, in one transaction. Gives null, and
   * changes nothing, when the link has left the states from which this move is possible.
   */
  move(change: StateChange): Promise<Link | null>;
  /** An address that became known after the link was already open. */
  setAddress(
    id: string,
    found: { address: string; orderId: string | null },
    at: number,
    notices: NewNotice[],
  ): Promise<Link>;
  setQrFile(id: string, fileId: string, at: number): Promise<void>;
  history(id: string): Promise<{ at: number; from: LinkState | null; to: LinkState; cause: string }[]>;
}

export const createLinkStore = (db: Kysely<Schema>): LinkStore => {
  const byId = async (id: string, on: Kysely<Schema> = db) => {
    const row = await on.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return parseLink(row);
  };

  return {
    reserve: (link) =>
      db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('links')
          .values(buildLinkRow(link))
          .onConflict((conflict) => conflict.column('nonce').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (inserted) {
          await insertEvent(trx, {
            id: link.id,
            version: 1,
            from: null,
            to: 'reserved',
            at: link.at,
            cause: 'form submitted',
          });
          return { link: parseLink(inserted), isNew: true };
        }
        const first = await trx
          .selectFrom('links')
          .selectAll()
          .where('nonce', '=', link.nonce)
          .executeTakeFirstOrThrow();
        return { link: parseLink(first), isNew: false };
      }),

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

    get: (id) => byId(id),

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

    move: (change) =>
      db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom('links')
          .select(['state', 'version'])
          .where('id', '=', change.id)
          .executeTakeFirstOrThrow();
        if (!FORWARD_MOVES[before.state].includes(change.to)) return null;
        const version = before.version + 1;
        const moved = await trx
          .updateTable('links')
          .set({
            state: change.to,
            version,
            updated_at: change.at,
            ...(change.orderId === undefined ? {} : { order_id: change.orderId }),
            ...(change.address === undefined ? {} : { address: change.address }),
            ...(change.answer === undefined ? {} : { answer: JSON.stringify(change.answer) }),
            failure: change.failure ? JSON.stringify(change.failure) : null,
          })
          .where('id', '=', change.id)
          .where('version', '=', before.version)
          .returningAll()
          .executeTakeFirst();
        if (!moved) return null;
        await insertEvent(trx, { ...change, version, from: before.state });
        await insertNotices(trx, change.notices ?? [], change.at);
        return parseLink(moved);
      }),

    setAddress: (id, found, at, notices) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('links')
          .set({ address: found.address, order_id: found.orderId, failure: null, updated_at: at })
          .where('id', '=', id)
          .where('address', 'is', null)
          .returningAll()
          .executeTakeFirst();
        // Somebody else found it first, and told of it.
        if (!row) return byId(id, trx);
        await insertNotices(trx, notices, at);
        return parseLink(row);
      }),

    setQrFile: async (id, fileId, at) => {
      await db
        .updateTable('links')
        .set({ qr_file_id: fileId, updated_at: at })
        .where('id', '=', id)
        .execute();
    },

    history: async (id) => {
      const rows = await db
        .selectFrom('link_events')
        .selectAll()
        .where('link_id', '=', id)
        .orderBy('version')
        .execute();
      return rows.map((row) => ({ at: row.at, from: row.from_state, to: row.to_state, cause: row.cause }));
    },
  };
};

async function insertEvent(
  trx: Transaction<Schema>,
  event: {
    id: string;
    version: number;
    from: LinkState | null;
    to: LinkState;
    at: number;
    cause: string;
    evidence?: Record<string, unknown>;
  },
): Promise<void> {
  await trx
    .insertInto('link_events')
    .values({
      link_id: event.id,
      version: event.version,
      at: event.at,
      from_state: event.from,
      to_state: event.to,
      cause: event.cause,
      evidence: event.evidence ? JSON.stringify(event.evidence) : null,
    })
    .execute();
}
