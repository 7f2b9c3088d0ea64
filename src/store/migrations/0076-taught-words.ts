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

  /**
   * Admins were asked about words for kinds of rows, without the names of their fields. One that is a payment's kind is no objection.
   * What has no answer yet is asked about again, with its name.
   */
  '0076-words-of-row-kinds': statements(`
    insert into taught_words (
      team_id, name, word_key, word, path, asked_at, says, said_by, said_at, agreed_by, agreed_at
    )
    select team_id, '*', word_key, word, '*', met_at,
      case answer when 'payment' then 'nothing' else 'not-paid' end,
      answered_by, answered_at, answered_by, answered_at
    from row_kinds where answer in ('payment', 'other');
    drop table row_kinds;
    delete from jobs where kind = 'row-kind';
  `),
};
