import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** Channels, pictures, counter windows, and notices and jobs in one queue. */
export const UP_TO_0018: Record<string, Migration> = {
  '0010-row-kinds': statements(`
    create table row_kinds (
      team_id text not null, word_key text not null, word text not null, met_at bigint not null,
      answer text, answered_by text, answered_at bigint,
      constraint row_kinds_pk primary key (team_id, word_key)
    );
  `),

  /** Why a card is not in its channel, and each channel's settings. */
  '0011-places': statements(`
    alter table links add column card_refusal text;
    alter table approvals add column card_refusal text;
    alter table links add column card_thread_ts text;
    create table channel_settings (
      team_id text not null, channel_id text not null, chosen text not null, set_by text not null,
      set_at bigint not null,
      constraint channel_settings_pk primary key (team_id, channel_id)
    );
  `),

  /**
   * Until now, every uploaded picture was shown in its card. SQLite accepts `bytea`: it stores bytes in any
   * column.
   */
  '0012-pictures': statements(`
    alter table links add column qr_state text;
    alter table links add column qr_uploads integer default 0 not null;
    update links set qr_state = 'taken', qr_uploads = 1 where qr_file_id is not null;
    create table pictures (
      token_hash text primary key, team_id text not null, link_id text, bytes bytea,
      expires_at bigint not null
    );
    create index pictures_by_end on pictures (expires_at);
    create index pictures_by_team on pictures (team_id);
  `),

  '0015-installs': statements(`
    alter table installations add column since bigint;
    update installations set since = installed_at;
    alter table workspaces add column left_at bigint;
  `),

  /**
   * Notices become jobs in a lane. An older instance that is still running fails from here on and loses
   * nothing.
   */
  '0016-one-queue': statements(`
    alter table notices rename to old_notices;
    alter table jobs add column lane text;
    alter table jobs add column position integer default 0 not null;
    alter table jobs add column link_id text references links (id);
    insert into jobs (id, team_id, kind, key, lane, position, link_id, payload, progress, state, attempts,
      due_at, lease_token, lease_until, last_error, created_at, updated_at)
    select notices.id, links.team_id, notices.kind, notices.id, notices.lane, notices.position, notices.link_id,
      coalesce(notices.detail, 'null'), null,
      case notices.state when 'delivered' then 'done' when 'dead' then 'failed' else 'waiting' end,
      notices.attempts, notices.due_at, notices.lease_token, notices.lease_until, notices.last_error,
      notices.created_at, notices.updated_at
    from old_notices as notices join links on links.id = notices.link_id;
    drop table old_notices;
    drop index jobs_by_due;
    create index jobs_by_kind on jobs (state, kind, due_at);
    create index jobs_by_lane on jobs (lane, state, created_at, position, id);
    create index jobs_of_lane on jobs (lane, state, updated_at);
    create index jobs_by_link on jobs (link_id, kind);
  `),

  '0017-counter-windows': statements(`
    create table counter_windows (
      view_id text primary key, team_id text not null, link_id text not null, hash text,
      opened_at bigint not null
    );
    create index counter_windows_by_team on counter_windows (team_id);
    create index counter_windows_by_age on counter_windows (opened_at);
  `),

  '0018-threads': statements(`
    alter table links add column thread_ts text;
    alter table approvals add column thread_ts text;
  `),
};
