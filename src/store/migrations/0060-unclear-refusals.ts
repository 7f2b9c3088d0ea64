import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const UNCLEAR_REFUSALS: Record<string, Migration> = {
  /** Jobs that meet a refusal nobody knows, jobs that were given up, and cards that show an older state of their link. */
  '0060-unclear-refusals': statements(`
    alter table jobs add column unclear_since bigint;
    alter table jobs add column given_up_at bigint;
    create index jobs_given_up on jobs (given_up_at) where given_up_at is not null;
    alter table links add column card_shown integer;
    create index links_card_behind on links (updated_at) where card_shown < version;
  `),
};
