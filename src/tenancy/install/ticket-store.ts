import type { StoreDatabase } from '../../store/engine/database.ts';
import { findOne, hasRow } from '../../store/engine/queries.ts';

/** Only the hash of a ticket is stored. */
export interface TicketId {
  tokenHash: string;
  /** The only purpose the ticket is valid for. */
  purpose: string;
}

export interface NewTicket extends TicketId {
  /** JSON chosen by the code that issues the ticket. */
  subject: string;
  /** In epoch milliseconds, exclusive. */
  expiresAt: number;
}

export const createTicketStore = ({ db }: StoreDatabase) => ({
  /** Marks a ticket that was never issued here as used, until it expires. False: already used. */
  spend: async ({ tokenHash, purpose, expiresAt }: TicketId & Pick<NewTicket, 'expiresAt'>, at: number) => {
    await db.deleteFrom('tickets').where('expiresAt', '<=', at).execute();
    return hasRow(
      db
        .insertInto('tickets')
        .values({ tokenHash, purpose, subject: '{}', expiresAt })
        .onConflict((conflict) => conflict.column('tokenHash').doNothing())
        .returning('tokenHash'),
    );
  },

  /** Also deletes tickets expired at `at`. */
  issue: async ({ tokenHash, purpose, subject, expiresAt }: NewTicket, at: number) => {
    await db.deleteFrom('tickets').where('expiresAt', '<=', at).execute();
    await db.insertInto('tickets').values({ tokenHash, purpose, subject, expiresAt }).execute();
  },

  /** The subject, without using the ticket up; null when unknown, used or expired. */
  read: ({ tokenHash, purpose }: TicketId, at: number) =>
    findOne(
      db
        .selectFrom('tickets')
        .select('subject')
        .where('tokenHash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', at),
      ({ subject }) => subject,
    ),

  /** Uses the ticket up and returns its subject; of simultaneous callers only one succeeds. */
  redeem: ({ tokenHash, purpose }: TicketId, at: number) =>
    findOne(
      db
        .deleteFrom('tickets')
        .where('tokenHash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', at)
        .returning('subject'),
      ({ subject }) => subject,
    ),

  /** Replaces the subject. False if it is no longer `from`. */
  revise: ({ tokenHash, purpose }: TicketId, { from, to }: { from: string; to: string }, at: number) =>
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

export type TicketStore = ReturnType<typeof createTicketStore>;
