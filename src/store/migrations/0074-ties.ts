import type { Kysely, Migration } from 'kysely';
import { PostgresAdapter, sql } from '../engine/database.ts';

/** To ask whether a payment page is one link's alone. PostgreSQL's other indexes take no more than 2,704 bytes of an address. */
export const TIES: Record<string, Migration> = {
  '0074-ties': {
    up: async (db: Kysely<unknown>) => {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
      const columns = isPostgres ? 'using hash (address)' : '(team_id, address)';
      await sql
        .raw(`create index links_by_address on links ${columns} where address is not null`)
        .execute(db);
    },
  },
};
