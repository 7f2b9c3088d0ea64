import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const TRANSACTION_READINGS: Record<string, Migration> = {
  /** The sweep looks for the links of rows instead of the rows of links. */
  '0072-transaction-readings': statements(`
    create table transaction_readings (
      team_id text not null,
      account text not null,
      since_at bigint,
      until_at bigint,
      whole_at bigint not null,
      primary key (team_id, account)
    );
    create index links_open_by_end on links (team_id, expires_at, id) where state = 'open';
    drop index links_by_end
  `),
};
