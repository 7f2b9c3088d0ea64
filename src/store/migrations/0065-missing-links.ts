import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const MISSING_LINKS: Record<string, Migration> = {
  '0065-missing-links': statements(`
    create table missing_links (
      team_id text not null,
      invoice_id text not null,
      order_id text,
      amount_fils bigint,
      found_at bigint not null,
      primary key (team_id, invoice_id)
    );
    create index missing_links_by_age on missing_links (found_at);
  `),
};
