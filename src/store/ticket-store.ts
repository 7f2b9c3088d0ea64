import type { StoreDatabase } from './engine/database.ts';
import { findOne, hasRow } from './engine/queries.ts';

/** Only the hash of a ticket is stored. */
export interface TicketId {
  tokenHash: string;
  /** The only purpose the ticket is valid for. */
  purpose: string;
}

interface NewTicket extends TicketId {
  /** JSON chosen by the code that issues the ticket. */
  subject: string;
  /** In epoch milliseconds, exclusive. */
  expiresAt: number;
}

export interface TicketStore {
  /** Also deletes tickets expired at `at`. */
  issue(ticket: NewTicket, at: number): Promise<void>;
  /** Marks a ticket that was never issued here as used, until it expires. False: already used. */
  spend(ticket: TicketId & Pick<NewTicket, 'expiresAt'>, at: number): Promise<boolean>;
  /** The subject, without using the ticket up; null when unknown, used or expired. */
  read(id: TicketId, at: number): Promise<string | null>;
  /** Uses the ticket up and returns its subject; of simultaneous callers only one succeeds. */
  redeem(id: TicketId, at: number): Promise<string | null>;
  /** Replaces the subject. False if it is no longer `from`. */
  revise(id: TicketId, subject: { from: string; to: string }, at: number): Promise<boolean>;
}

export const createTicketStore = ({ db }: StoreDatabase): TicketStore => ({
  spend: async ({ tokenHash, purpose, expiresAt }, at) => {
    await db.deleteFrom('tickets').where('expiresAt', '<=', at).execute();
    return hasRow(
      db
        .insertInto('tickets')
        .values({ tokenHash: tokenHash, purpose, subject: '{}', expiresAt: expiresAt })
        .onConflict((conflict) => conflict.column('tokenHash').doNothing())
        .returning('tokenHash'),
    );
  },

  issue: async ({ tokenHash, purpose, subject, expiresAt }, at) => {
    await db.deleteFrom('tickets').where('expiresAt', '<=', at).execute();
    await db
      .insertInto('tickets')
      .values({ tokenHash: tokenHash, purpose, subject, expiresAt: expiresAt })
      .execute();
  },

  read: ({ tokenHash, purpose }, at) =>
    findOne(
      db
        .selectFrom('tickets')
        .select('subject')
        .where('tokenHash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', at),
      ({ subject }) => subject,
    ),

  redeem: ({ tokenHash, purpose }, at) =>
    findOne(
      db
        .deleteFrom('tickets')
        .where('tokenHash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', at)
        .returning('subject'),
      ({ subject }) => subject,
    ),

  revise: ({ tokenHash, purpose }, { from, to }, at) =>
    hasRow(
      db
        .updateTable('tickets')
        .set({ subject: to })
        .where('tokenHash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('subject', '=', from)
        .where('expiresAt', '>', at)
        .returning('purpose'),
    ),
});
