import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** A form that repeats an order adds no row, so its nonce is kept beside that of the first. */
export const REPEATED_FORMS: Record<string, Migration> = {
  '0051-repeated-forms': statements(`
    alter table links add column repeat_nonce text;
    create unique index links_by_repeat on links (repeat_nonce);
  `),
};
