import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** To ask whether a payment page is one link's alone. */
export const TIES: Record<string, Migration> = {
  '0074-ties': statements(`
    create index links_by_address on links (team_id, address) where address is not null;
  `),
};
