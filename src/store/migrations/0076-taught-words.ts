import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const TAUGHT_WORDS: Record<string, Migration> = {
  '0076-taught-words': statements(`
    create table taught_words (
      team_id text not null, name text not null, word_key text not null,
      word text not null, path text not null, link_id text, asked_at bigint not null,
      says text, said_by text, said_at bigint, agreed_by text, agreed_at bigint,
      constraint taught_words_pk primary key (team_id, name, word_key)
    );
  `),
};
