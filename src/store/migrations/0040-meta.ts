import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const META: Record<string, Migration> = {
  '0040-meta': statements(`
    create table meta (name text primary key, value text not null);
  `),
};
