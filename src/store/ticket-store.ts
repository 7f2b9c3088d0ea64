import type { StoreDatabase } from './engine/store-database.ts';

/** The ticket itself is with whom it was given to: only its hash is kept. */
export interface TicketId {
  tokenHash: string;
  /** What it was made for; it is good for nothing else. */
  purpose: string;
}

export interface NewTicket extends TicketId {
  /** What it is good for, as JSON of its creator's. */
  subject: string;
  /** In epoch milliseconds; at this instant it is over. */
  expiresAt: number;
}

export interface TicketStore {
  /** Also throws away those that are over at `at`. */
  issue(ticket: NewTicket, at: number): Promise<void>;
  /** Marks one that was never issued here as used, until it is over. False: it was used before. */
  spend(ticket: TicketId & Pick<NewTicket, 'expiresAt'>, at: number): Promise<boolean>;
  /** Its subject; null when it is not known, used or over. The ticket stays good. */
  read(id: TicketId, at: number): Promise<string | null>;
  /** Uses it up and gives its subject: to one caller alone, however many come at the same moment. */
  redeem(id: TicketId, at: number): Promise<string | null>;
  /** Another subject for the same ticket. False when it is no longer the one that was read. */
  revise(id: TicketId, subject: { from: string; to: string }, at: number): Promise<boolean>;
}

export const createTicketStore = ({ db }: StoreDatabase): TicketStore => ({
  spend: async ({ tokenHash, purpose, expiresAt }, at) => {
    await db.deleteFrom('tickets').where('expires_at', '<=', at).execute();
    const row = await db
      .insertInto('tickets')
      .values({ token_hash: tokenHash, purpose, subject: '{}', expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .returning('token_hash')
      .executeTakeFirst();
    return row !== undefined;
  },

  issue: async ({ tokenHash, purpose, subject, expiresAt }, at) => {
    await db.deleteFrom('tickets').where('expires_at', '<=', at).execute();
    await db
      .insertInto('tickets')
      .values({ token_hash: tokenHash, purpose, subject, expires_at: expiresAt })
      .execute();
  },

  read: async ({ tokenHash, purpose }, at) => {
    const row = await db
      .selectFrom('tickets')
      .select('subject')
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    return row?.subject ?? null;
  },

  redeem: async ({ tokenHash, purpose }, at) => {
    const row = await db
      .deleteFrom('tickets')
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', at)
      .returning('subject')
      .executeTakeFirst();
    return row?.subject ?? null;
  },

  revise: async ({ tokenHash, purpose }, { from, to }, at) => {
    const row = await db
      .updateTable('tickets')
      .set({ subject: to })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('subject', '=', from)
      .where('expires_at', '>', at)
      .returning('purpose')
      .executeTakeFirst();
    return row !== undefined;
  },
});
