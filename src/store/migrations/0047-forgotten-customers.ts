import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const FORGOTTEN_CUSTOMERS: Record<string, Migration> = {
  '0047-forgotten-customers': statements(`
    create table forgotten_customers (
      id text primary key,
      team_id text not null,
      at bigint not null,
      phone_key text not null,
      email_key text,
      words text not null
    );
    update links set answer = null where answer is not null;
  `),
};
