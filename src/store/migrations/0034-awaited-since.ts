import type { Kysely, Migration } from 'kysely';

/** When a link's own record was first seen to say paid, while no transaction told how much came. */
export const awaitedSince: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema.alterTable('links').addColumn('awaited_since', 'bigint').execute();
  },
};
