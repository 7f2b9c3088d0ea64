import type { Kysely, Migration } from 'kysely';

/** Each use of a ticket throws away those that are over, which must not cost a look at all of them. */
export const usedTickets: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('tickets_by_end').on('tickets').column('expires_at').execute();
  },
};
