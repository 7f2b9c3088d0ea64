import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const KEPT_RECORDS: Record<string, Migration> = {
  '0070-kept-records': statements(`
    create table kept_records (
      link_id text not null,
      record_key text not null,
      kind text not null,
      via text not null,
      record text not null,
      began text,
      first_seen_at bigint not null,
      last_seen_at bigint not null,
      primary key (link_id, record_key)
    );
    alter table links drop column answer;
  `),
};
