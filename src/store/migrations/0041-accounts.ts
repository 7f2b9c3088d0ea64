import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** A row without an account was made before accounts were kept. */
export const ACCOUNTS: Record<string, Migration> = {
  '0041-accounts': statements(`
    create table accounts (
      team_id text primary key,
      account text not null,
      host text not null,
      first_account text not null,
      confirmed_by text,
      confirmed_at bigint not null
    );
    alter table links add column account text;
    alter table approvals add column account text;
    alter table batches add column account text;
    alter table schedules add column account text;
  `),
  '0042-batch-account-asked': statements(`
    alter table batches add column account_asked text;
  `),
};
