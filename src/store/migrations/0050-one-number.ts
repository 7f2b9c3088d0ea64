import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** Of earlier links whose numbers differ only in case or spaces, the newest keeps the number. */
export const ONE_NUMBER: Record<string, Migration> = {
  '0050-one-number': statements(`
    alter table links add column asked_at bigint;
    alter table links add column doubt_places text;
    update links set invoice_key = null;
    update links set invoice_key = lower(replace(invoice_id, ' ', '')) where id in
      (select max(id) from links group by team_id, lower(replace(invoice_id, ' ', '')));
  `),
};
