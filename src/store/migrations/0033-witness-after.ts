import type { Kysely, Migration } from 'kysely';

/** Which links are older than one that is in doubt, although a clock that was set back made them look newer. */
export const witnessAfter: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema.alterTable('links').addColumn('witness_after', 'bigint').execute();
  },
};
